//! Commands that a build may leave out: they take any words, and say which feature has them.
#![cfg_attr(feature = "full", expect(unused_macros, reason = "this build leaves out none"))]

use zhengwen_io::NotBuilt;

use crate::status::wrong_usage;

/// Refuses what this build leaves out. `is_built` is `cfg!` of the feature.
pub(crate) fn check(feature: &'static str, is_built: bool) -> anyhow::Result<()> {
    if is_built { Ok(()) } else { Err(wrong_usage(NotBuilt(feature).to_string())) }
}

/// Makes the module of a command out of the name of its feature and that of its arguments.
macro_rules! not_built {
    ($module:ident, $arguments:ident, $feature:literal) => {
        pub(crate) mod $module {
            use std::ffi::OsString;

            use crate::status::Status;

            /// Arguments of a command that this build leaves out.
            #[derive(Debug, clap::Args)]
            #[command(disable_help_flag = true)]
            pub(crate) struct $arguments {
                #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
                words: Vec<OsString>,
            }

            /// Fails with the name of the feature.
            pub(crate) fn run(_: &$arguments) -> anyhow::Result<Status> {
                super::check($feature, false).map(|()| Status::Done)
            }
        }
    };
}

#[cfg(not(feature = "mcp"))]
not_built!(mcp, McpArguments, "mcp");
#[cfg(not(feature = "serve"))]
not_built!(serve, ServeArguments, "serve");
