export { extract, init } from "./core.js";
