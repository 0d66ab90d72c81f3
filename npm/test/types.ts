// What TypeScript must accept, and what it must refuse.

import { type Extraction, type Options, extract, init } from "zhengwen";
import { Defuddle } from "zhengwen/defuddle";
import { Readability, isProbablyReaderable } from "zhengwen/readability";

await init();
const options: Options = { url: "https://example.com/", add: ["markdown"], favor: "precision", drop: ".advert", chunks: 500 };
const found: Extraction = extract(new Uint8Array(), options);
const title: string | null = found.title;
const dates: (string | null)[] = [found.publish_date, found.modified_date];
const kind: "article" | undefined = found.kind === "article" ? found.kind : undefined;
const images: string[] = found.images.map((image) => image.url);
const markdown: string = found.markdown ?? "";
export { title, dates, kind, images, markdown };

// @ts-expect-error: no such option.
extract("", { markdown: true });
// @ts-expect-error: no such form.
extract("", { add: ["pdf"] });
// @ts-expect-error: no page.
extract(1);
// @ts-expect-error: no such field.
void found.headline;

declare const document: Document;
const article = new Readability(document).parse();
const length: number = article?.length ?? 0;
const element: Node | undefined = new Readability(document, { serializer: (node) => node }).parse()?.content;
const readable: boolean = isProbablyReaderable(document, { minContentLength: 200 });
const words: number = new Defuddle(document, { markdown: true }).parse().wordCount;
export { length, element, readable, words };
