//! The values that led a method to its verdict.

use std::ops::Range;

use serde::Serialize;

/// The values that a method judged by. A method fills them in only if the caller passes a trace.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MethodTrace {
    /// The values that the method compared with thresholds, as series for charts.
    pub curves: Vec<Curve>,
}

/// A series of values and the thresholds they were compared with.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Curve {
    /// The name of the values.
    pub name: &'static str,
    /// The meaning of one step along the x axis.
    pub x: &'static str,
    /// The unit of the values.
    pub unit: &'static str,
    /// The values.
    pub values: Vec<f32>,
    /// Horizontal lines: name and value.
    pub thresholds: Vec<(&'static str, f32)>,
    /// The runs of values that were chosen, in order.
    pub chosen: Vec<Range<usize>>,
}
