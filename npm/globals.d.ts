// Types of the platform by name, where the project has them: not every project of Node has those of the DOM.

/** What a class of the platform makes; `never` where it is unknown. */
export type Made<Name extends string> = typeof globalThis extends { [name in Name]: { prototype: infer Instance } } ? Instance : never;

/** A compiled module. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } } ? Module : never;
