// Cloudflare's workers import a module compiled.

import module from "../wasm/zhengwen.wasm";
import { provide } from "../core.js";

provide(() => module);
