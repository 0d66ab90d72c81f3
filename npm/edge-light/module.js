// Vercel's edge imports a module compiled, by this suffix.

import module from "../wasm/zhengwen.wasm?module";
import { provide } from "../core.js";

provide(() => module);
