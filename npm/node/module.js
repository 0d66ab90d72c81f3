// Node, Deno and Bun read the module from its file.

import { readFileSync } from "node:fs";
import { provide } from "../core.js";

provide(() => new WebAssembly.Module(readFileSync(new URL("../wasm/zhengwen.wasm", import.meta.url))));
