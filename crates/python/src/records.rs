//! Objects with attributes: one table for each type, from which all that Python asks of them follows.

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use serde::Serialize;
use serde::de::DeserializeOwned;
use zhengwen::{
    ArticleImage, Author as Writer, AuthorRole, Chunk as Piece, Decoding, DecodingReason,
    Direction, Event as Happening, Item as ListItem, ItemGroup as Group,
    KindProbability as Probability, Link as PageLink, Method, Node, PageGroup, PageKind,
    Parameter as Property, Post as ThreadPost, Product as Goods, Recipe as Cooking, Warning,
};

use crate::json;

/// A value as Python sees it: None for a missing one, a tuple for a list.
pub(crate) trait Attribute: Sized {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;

    /// Several of them.
    fn all_to_python<'py>(all: &[Self], py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let items = all.iter().map(|item| item.to_python(py)).collect::<PyResult<Vec<_>>>()?;
        Ok(PyTuple::new(py, items)?.into_any())
    }
}

/// Values that PyO3 knows.
macro_rules! plain {
    ($($kind:ty),*) => {$(
        impl Attribute for $kind {
            fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                Ok(self.into_pyobject(py)?.into_any())
            }
        }
    )*};
}
plain!(String, u32);

impl Attribute for f32 {
    /// The number that JSON shows: its shortest digits, not what 64 bits make of its 32.
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let number: f64 = self.to_string().parse()?;
        Ok(number.into_pyobject(py)?.into_any())
    }
}

/// Names of closed sets, which JSON writes as text.
macro_rules! named {
    ($($kind:ty),*) => {$(
        impl Attribute for $kind {
            fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                let name = serde_json::to_value(self).map_err(json::error)?;
                Ok(name.as_str().into_pyobject(py)?.into_any())
            }
        }
    )*};
}
named!(AuthorRole, DecodingReason, Direction, Method, PageGroup, PageKind);

impl<T: Attribute> Attribute for Option<T> {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.as_ref().map_or_else(|| Ok(py.None().into_bound(py)), |value| value.to_python(py))
    }
}

impl<T: Attribute> Attribute for Vec<T> {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        T::all_to_python(self, py)
    }
}

/// A tree is a list of dicts: its JSON, read.
impl Attribute for Node {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::read(py, &json::write(self)?)
    }

    fn all_to_python<'py>(all: &[Self], py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::read(py, &json::write(&all)?)
    }
}

/// `Name(attribute=value, ...)`, on one line, without attributes that are None; `last` comes at the end, unchanged.
pub(crate) fn describe(
    name: &str,
    attributes: &[(&str, Bound<'_, PyAny>)],
    last: Option<String>,
) -> PyResult<String> {
    let mut parts = Vec::new();
    for (attribute, value) in attributes.iter().filter(|(_, value)| !value.is_none()) {
        parts.push(format!("{attribute}={}", value.repr()?));
    }
    parts.extend(last);
    Ok(format!("{name}({})", parts.join(", ")))
}

/// A number that is the same for equal values.
pub(crate) fn hash(value: &impl Serialize) -> PyResult<u64> {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    json::write(value)?.hash(&mut hasher);
    Ok(hasher.finish())
}

/// The value for `pickle`: the class's `from_json` and the JSON.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, (String,));

pub(crate) fn reduce<'py>(
    class: &Bound<'py, PyType>,
    value: &impl Serialize,
) -> PyResult<Reduced<'py>> {
    Ok((class.getattr("from_json")?, (json::write(value)?,)))
}

/// The value of this JSON.
pub(crate) fn restore<T: DeserializeOwned>(json: &str) -> PyResult<T> {
    serde_json::from_str(json).map_err(json::error)
}

/// A class over a type of the core, with an attribute for each of the named fields.
macro_rules! record {
    (
        $(#[doc = $about:literal])*
        $name:ident($core:ty) { $($(#[doc = $doc:literal])* $field:ident,)* }
    ) => {
        $(#[doc = $about])*
        #[pyclass(frozen, eq, module = "zhengwen")]
        #[derive(PartialEq)]
        pub(crate) struct $name($core);

        #[pymethods]
        impl $name {
            $(
                $(#[doc = $doc])*
                #[getter]
                fn $field<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    self.0.$field.to_python(py)
                }
            )*

            /// The same as a dict.
            fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                json::read(py, &json::write(&self.0)?)
            }

            /// The object of this JSON.
            #[classmethod]
            fn from_json(_class: &Bound<'_, PyType>, json: &str) -> PyResult<Self> {
                restore(json).map(Self)
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                describe(stringify!($name), &[$((stringify!($field), self.0.$field.to_python(py)?)),*], None)
            }

            fn __hash__(&self) -> PyResult<u64> {
                hash(&self.0)
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
                reduce(&slf.get_type(), &slf.get().0)
            }
        }

        impl Attribute for $core {
            fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                Ok(Bound::new(py, $name(self.clone()))?.into_any())
            }
        }
    };
}

record! {
    /// An image of an article.
    Image(ArticleImage) {
        /// Its address, absolute if the page's is known.
        url,
        /// Its alternative text.
        alt,
        /// Its caption.
        caption,
        /// The width in CSS pixels, if the page gives it.
        width,
        /// The height in CSS pixels, if the page gives it.
        height,
    }
}

record! {
    /// A person or organisation that wrote an article, took its pictures or translated it.
    Author(Writer) {
        /// The name.
        name,
        /// `photographer` or `translator`; None for who wrote the text.
        role,
    }
}

record! {
    /// A link with its words.
    Link(PageLink) {
        /// Its words.
        title,
        /// The address that it leads to; absolute where the page's address is known.
        url,
    }
}

record! {
    /// A post of a thread, or a comment on an article.
    Post(ThreadPost) {
        /// The author.
        author,
        /// The time, in ISO 8601.
        time,
        /// Its number in the thread, from 1.
        floor,
        /// The number of posts that it is an answer under.
        depth,
        /// The post that it answers, by its place in the list, from 0.
        parent,
        /// Its text, a line for each block.
        text,
    }
}

record! {
    /// An item of a list or of a home page.
    Item(ListItem) {
        /// Its title.
        title,
        /// The address that its title leads to, absolute where the page's address is known.
        url,
        /// Its time, in ISO 8601, where one is shown.
        time,
        /// Its summary, where there is one.
        summary,
        /// The address of its picture.
        image,
    }
}

record! {
    /// Items that belong together.
    ItemGroup(Group) {
        /// The heading above them, where there is one.
        heading,
        /// Their places in the list of items, from 0.
        items,
    }
}

record! {
    /// The facts of a product. Numbers are text with a decimal point and no separators of thousands.
    Product(Goods) {
        /// Its name.
        name,
        /// Its price; the lowest of several.
        price,
        /// The price before, or the maker's list price.
        highest_price,
        list_price,
        /// The currency, as an ISO 4217 code.
        currency,
        /// Its brand or maker.
        brand,
        /// The seller's number for it.
        sku,
        /// The maker's number for it.
        mpn,
        /// Its global trade item number.
        gtin,
        /// Its availability: InStock, OutOfStock, ... (schema.org ItemAvailability).
        availability,
        /// The mean rating.
        rating,
        /// The number of ratings.
        rating_count,
        /// Its description.
        description,
        /// Its parameters, in the order of the page.
        parameters,
    }
}

record! {
    /// A parameter of a product.
    Parameter(Property) {
        /// Its name.
        name,
        /// Its value for this product.
        value,
    }
}

record! {
    /// A recipe that the page declares. Times are as its data write them, mostly ISO 8601: PT20M.
    Recipe(Cooking) {
        /// Its name.
        name,
        /// How much it makes.
        yields,
        /// The times of preparation and of cooking, and the time from beginning to end.
        prep_time,
        cook_time,
        total_time,
        /// Its ingredients with their amounts, in order.
        ingredients,
        /// Its steps in order, those of all sections.
        steps,
    }
}

record! {
    /// An event that the page declares. Times are as its data write them, mostly ISO 8601.
    Event(Happening) {
        /// Its name.
        name,
        /// When it begins, and when it ends.
        start,
        end,
        /// Where it takes place: the name of the place and its address.
        place,
    }
}

record! {
    /// A piece of the text with its place.
    Chunk(Piece) {
        /// The words, as they are in the text; if it continues a table, below the table's header.
        text,
        /// The same as Markdown, if both are asked for.
        markdown,
        /// The title and the headings above all of it, the outermost first.
        headings,
        /// The post of a thread that it is of, by its place in the list of posts, from 0.
        post,
        /// The author of that post.
        author,
        /// The element of the page that it begins in.
        path,
        /// The character of the text at which it begins, from 0.
        start,
        /// The number of the character after its last.
        end,
        /// Its rank for the query, if there is one.
        score,
    }
}

record! {
    /// A page kind and how probable it is.
    KindProbability(Probability) {
        /// The kind.
        kind,
        /// 0 to 1; over all kinds they add up to about 1.
        probability,
    }
}

record! {
    /// The decoding of the bytes into text.
    Encoding(Decoding) {
        /// The encoding's WHATWG name in lower case.
        name,
        /// Why it was chosen.
        reason,
        /// The label found, as written on the page.
        declared,
        /// The number of places that could not be decoded and show as U+FFFD.
        replaced,
    }
}

/// Something about a page or its extraction that the caller should know.
#[pyclass(frozen, eq, module = "zhengwen")]
#[derive(PartialEq)]
pub(crate) struct ExtractionWarning(Warning);

#[pymethods]
impl ExtractionWarning {
    /// A stable name, in snake case.
    #[getter]
    fn code(&self) -> &'static str {
        self.0.code()
    }

    /// Words for people; they may change.
    #[getter]
    fn message(&self) -> String {
        self.0.to_string()
    }

    /// Code, message and the numbers that belong to the code, as a dict.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::read(py, &json::write(&self.0)?)
    }

    /// The warning of this JSON.
    #[classmethod]
    fn from_json(_class: &Bound<'_, PyType>, json: &str) -> PyResult<Self> {
        restore(json).map(Self)
    }

    fn __str__(&self) -> String {
        self.message()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (code, message) = (self.code().to_owned(), self.message());
        let attributes = [("code", code.to_python(py)?), ("message", message.to_python(py)?)];
        describe("ExtractionWarning", &attributes, None)
    }

    fn __hash__(&self) -> PyResult<u64> {
        hash(&self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduce(&slf.get_type(), &slf.get().0)
    }
}

impl Attribute for Warning {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(Bound::new(py, ExtractionWarning(*self))?.into_any())
    }
}

/// Adds the classes to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Author>()?;
    module.add_class::<Image>()?;
    module.add_class::<Link>()?;
    module.add_class::<Post>()?;
    module.add_class::<Item>()?;
    module.add_class::<ItemGroup>()?;
    module.add_class::<Chunk>()?;
    module.add_class::<KindProbability>()?;
    module.add_class::<Product>()?;
    module.add_class::<Recipe>()?;
    module.add_class::<Event>()?;
    module.add_class::<Parameter>()?;
    module.add_class::<Encoding>()?;
    module.add_class::<ExtractionWarning>()
}
