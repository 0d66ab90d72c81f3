import "./module.js";

export * from "../defuddle.js";
export { default } from "../defuddle.js";
