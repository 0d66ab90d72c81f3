import "./module.js";

export * from "../index.js";
