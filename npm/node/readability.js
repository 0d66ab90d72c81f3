import "./module.js";

export * from "../readability.js";
