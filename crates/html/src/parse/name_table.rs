//! Maps names to numbers while a page is parsed: one look-up per name, no allocation per name.

use crate::span::Span;

/// A name as the tokenizer saw it, ready for look-up.
#[derive(Debug, Clone, Copy)]
pub(super) struct NameKey {
    /// The bytes of a name of up to eight bytes, else their hash.
    bits: u64,
    length: u32,
}

impl NameKey {
    pub(super) const EMPTY: Self = Self { bits: 0, length: 0 };

    /// The key of the name with one more byte, already in lower case.
    pub(super) const fn with(self, byte: u8) -> Self {
        if self.length < 8 {
            return Self { bits: self.bits << 8 | byte as u64, length: self.length + 1 };
        }
        self.with_more(byte)
    }

    /// Like [`Self::with`], for a name of at least eight bytes.
    pub(super) const fn with_more(self, byte: u8) -> Self {
        let bits = (self.bits.rotate_left(5) ^ byte as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Self { bits, length: self.length + 1 }
    }

    /// The key of the first `length` of eight bytes, the lowest first: one to eight, already in
    /// lower case.
    #[inline(always)]
    pub(super) fn of_first(eight: u64, length: usize) -> Self {
        Self { bits: eight.swap_bytes() >> (64 - 8 * length), length: length as u32 }
    }

    pub(super) const fn of(name: &[u8]) -> Self {
        let mut key = Self::EMPTY;
        let mut at = 0;
        while at < name.len() {
            key = key.with(name[at]);
            at += 1;
        }
        key
    }

    /// The key of the same letters as a name of SVG or MathML, which differs from the HTML name.
    pub(super) fn foreign(self) -> Self {
        Self { length: self.length | 1 << 31, ..self }
    }

    const fn is_exact(self) -> bool {
        self.length & !(1 << 31) <= 8
    }

    const fn slot(self, slots: usize) -> usize {
        let mixed = (self.bits ^ (self.length as u64) << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 32) as usize & (slots - 1)
    }
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    key: NameKey,
    /// Zero: empty. The number 0 is the empty name.
    number: u16,
}

const FREE: Slot = Slot { key: NameKey::EMPTY, number: 0 };

/// The number of slots in a table that holds only the known names.
const KNOWN_SLOTS: usize = 512;

/// The slots of known names, which are the same for every page.
#[derive(Debug)]
pub(super) struct KnownSlots([Slot; KNOWN_SLOTS]);

impl KnownSlots {
    /// Builds the slots from the list of names; the first is the empty one.
    pub(super) const fn of(names: &[&str], first: usize) -> Self {
        let mut slots = [FREE; KNOWN_SLOTS];
        let mut number = first;
        while number < names.len() {
            let key = NameKey::of(names[number].as_bytes());
            let mut slot = key.slot(KNOWN_SLOTS);
            while slots[slot].key.length != 0 {
                slot = (slot + 1) % KNOWN_SLOTS;
            }
            slots[slot] = Slot { key, number: number as u16 };
            number += 1;
        }
        Self(slots)
    }
}

/// The limit on new names. A hostile page may invent names endlessly; those past this limit share
/// the last number.
const MAX_OTHER_NAMES: usize = 10_000;

/// The number of slots to probe before a name shares the last number: names made to collide must
/// not cost more than others.
const MAX_PROBES: usize = 64;

/// The names of one kind (tags or attributes) in a page.
#[derive(Debug)]
pub(super) struct NameTable {
    known: &'static [&'static str],
    known_slots: &'static KnownSlots,
    slots: Vec<Slot>,
    has_others: bool,
    /// The spans of the names that are not known.
    pub(super) others: Vec<Span>,
}

impl NameTable {
    pub(super) fn new(known: &'static [&'static str], known_slots: &'static KnownSlots) -> Self {
        Self {
            known,
            known_slots,
            slots: known_slots.0.to_vec(),
            has_others: false,
            others: Vec::new(),
        }
    }

    /// Forgets the names of the previous page.
    pub(super) fn clear(&mut self) {
        self.others.clear();
        if self.has_others {
            self.has_others = false;
            self.slots.clear();
            self.slots.extend_from_slice(&self.known_slots.0);
        }
    }

    /// The number of a known name or one already seen. `is_same` compares the text of a long name.
    #[inline(always)]
    pub(super) fn find(
        &self,
        key: NameKey,
        is_same: impl Fn(NameText) -> bool,
    ) -> Result<u16, FreeSlot> {
        let mut slot = key.slot(self.slots.len());
        for _ in 0..MAX_PROBES {
            let found = self.slots[slot];
            if found.key.length == 0 {
                return Err(FreeSlot(Some(slot)));
            }
            if found.key.bits == key.bits
                && found.key.length == key.length
                && (key.is_exact() || is_same(self.text(found.number)))
            {
                return Ok(found.number);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        Err(FreeSlot(None))
    }

    /// Numbers a name that [`NameTable::find`] did not find. `span` stores its text where it can be
    /// read later.
    pub(super) fn add(&mut self, key: NameKey, free: FreeSlot, span: impl FnOnce() -> Span) -> u16 {
        self.has_others = true;
        let next = self.known.len() + self.others.len();
        let last = u16::try_from(next).unwrap_or(u16::MAX);
        let slot = match free.0 {
            Some(slot) if self.others.len() < MAX_OTHER_NAMES => slot,
            _ => {
                if self.others.is_empty() {
                    self.others.push(span());
                    return last;
                }
                return last - 1;
            }
        };
        self.others.push(span());
        self.slots[slot] = Slot { key, number: last };
        if next * 2 > self.slots.len() {
            self.grow();
        }
        last
    }

    fn grow(&mut self) {
        let doubled = vec![FREE; self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, doubled);
        for entry in old.into_iter().filter(|entry| entry.key.length != 0) {
            let mut slot = entry.key.slot(self.slots.len());
            while self.slots[slot].key.length != 0 {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            self.slots[slot] = entry;
        }
    }

    /// The text of the name with this number.
    pub(super) fn text(&self, number: u16) -> NameText {
        let number = usize::from(number);
        match self.known.get(number) {
            Some(name) => NameText::Known(name),
            None => NameText::Other(self.others[number - self.known.len()]),
        }
    }

    /// True if further names share the last number.
    pub(super) fn is_full(&self) -> bool {
        self.others.len() >= MAX_OTHER_NAMES
    }

    /// The number of numbers in use.
    pub(super) fn len(&self) -> usize {
        self.known.len() + self.others.len()
    }
}

/// The slot for a name that was not found; `None` if too many others surround it.
#[derive(Debug, Clone, Copy)]
pub(super) struct FreeSlot(Option<usize>);

/// The place of a name's text.
#[derive(Debug, Clone, Copy)]
pub(super) enum NameText {
    /// In the table of known names.
    Known(&'static str),
    /// In the text of the page.
    Other(Span),
}
