//! The program as its users run it: the real binary.

mod batch;
mod eval;
mod extract;
mod run;
mod tables;
