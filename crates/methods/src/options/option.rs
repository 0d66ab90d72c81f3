//! An option by its name: a row of the table, and the field that it sets.

use super::types::MethodOptions;

/// A row of the table of options.
#[derive(Debug)]
pub struct MethodOption {
    /// `METHOD.OPTION`.
    pub name: &'static str,
    /// Its effect.
    pub doc: &'static str,
    /// The measured gain (empty for the papers' own parameters).
    pub gain: &'static str,
    pub(super) field: fn(&mut MethodOptions) -> Field<'_>,
}

pub(super) enum Field<'a> {
    Flag(&'a mut bool),
    Count(&'a mut u32),
    /// All options of a method at once.
    Best(Preset<'a>),
}

/// The options of a method as one flag, true if all of them are the best ones.
pub(super) struct Preset<'a> {
    is_set: bool,
    set: Box<dyn FnOnce(bool) + 'a>,
}

impl Preset<'_> {
    pub(super) fn is_set(&self) -> bool {
        self.is_set
    }

    /// The best options, or else the faithful ones.
    pub(super) fn set(self, is_best: bool) {
        (self.set)(is_best);
    }
}

/// The flag of a method's options.
pub(super) fn preset<T: Default + PartialEq>(options: &mut T, best: fn() -> T) -> Field<'_> {
    Field::Best(Preset {
        is_set: *options == best(),
        set: Box::new(move |is_best| *options = if is_best { best() } else { T::default() }),
    })
}
