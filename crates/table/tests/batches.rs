//! The contents of batches.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Int32Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, RecordBatch};
use serde_json::{Value, json};
use std::sync::Arc;
use zhengwen::{Extractor, Form, Options, PageInfo};
use zhengwen_table::{Batcher, COLUMNS, Columns, Row, UnknownColumn, schema, simhash};

const PAGE: &str = "<html lang=zh><title>会议召开</title><meta name=keywords content='水,会议'>\
    <article><h1>会议召开</h1><p>会议今天召开。代表们讨论了供水问题，一共两个小时。</p>\
    <img src=a.png width=4000000000 height=30><p>会议明天结束，后天再开一次新的会议。</p></article>";

fn row(html: &str) -> Row {
    let mut options = Options::new().markdown(true).html(true);
    options.outputs.set(Form::Body, true);
    let info = PageInfo::new().url("https://news.example.com/1.html");
    Row::new(Extractor::new(options).extract(html, &info))
}

fn batch(columns: &Columns, rows: impl IntoIterator<Item = Row>) -> RecordBatch {
    let mut batcher = Batcher::new(columns).unwrap();
    rows.into_iter().for_each(|row| batcher.push(row).unwrap());
    batcher.flush().unwrap()
}

fn text(batch: &RecordBatch, name: &str, at: usize) -> String {
    batch.column_by_name(name).unwrap().as_string::<i32>().value(at).to_owned()
}

#[test]
fn a_row_fills_its_columns() {
    let mut row = row(PAGE);
    row.offset = Some(5_000_000_000);
    row.fetched_at = Some("2026-11-01T00:00:00.000001Z".to_owned());
    row.simhash = simhash(&row.extraction.text);
    let extraction = row.extraction.clone();
    let batch = batch(&Columns::all(), [row.clone(), Row::default()]);
    assert_eq!((batch.num_rows(), batch.num_columns()), (2, COLUMNS.len()));
    assert_eq!(text(&batch, "text", 0), extraction.text);
    assert_eq!(text(&batch, "host", 0), "news.example.com");
    assert_eq!(Some(text(&batch, "markdown", 0)), extraction.markdown);
    let body: Value = serde_json::from_str(&text(&batch, "body", 0)).unwrap();
    assert_eq!(body, serde_json::to_value(extraction.body).unwrap());
    let column = |name| batch.column_by_name(name).unwrap();
    assert_eq!(column("offset").as_primitive::<Int64Type>().value(0), 5_000_000_000);
    assert_eq!(Some(column("simhash").as_primitive::<Int64Type>().value(0)), row.simhash);
    let moments = column("fetched_at").as_primitive::<TimestampMicrosecondType>();
    assert_eq!(moments.value(0), 1_793_491_200_000_001);
    let confidence = column("confidence").as_primitive::<Float32Type>();
    assert_eq!(Some(confidence.value(0)), extraction.confidence);
    let keywords = column("keywords").as_list::<i32>().value(0);
    assert_eq!(keywords.as_string::<i32>().iter().flatten().collect::<Vec<_>>(), ["水", "会议"]);
    for name in ["offset", "title", "product", "markdown", "body"] {
        assert!(column(name).is_null(1), "{name}");
    }
}

#[test]
fn numbers_that_do_not_fit_are_null() {
    let mut row = row(PAGE);
    assert_eq!(row.extraction.images.len(), 1);
    row.extraction.images[0].width = Some(u32::MAX);
    let batch = batch(&Columns::named(["images"]).unwrap(), [row]);
    let images = batch.column(0).as_list::<i32>().value(0);
    let images = images.as_struct();
    let number = |name| images.column_by_name(name).unwrap().as_primitive::<Int32Type>().clone();
    assert!(number("width").is_null(0));
    assert_eq!(number("height").value(0), 30);
}

#[test]
fn some_columns_in_any_order_and_those_of_the_caller() {
    let words = arrow_schema::Field::new("words", arrow_schema::DataType::Int64, true);
    let columns = Columns::named(["text", "url", "text"]).unwrap().with(vec![Arc::new(words)]);
    assert_eq!(columns.names().collect::<Vec<_>>(), ["text", "url", "words"]);
    let mut row = row(PAGE);
    row.added.insert("words".to_owned(), json!(7));
    let batch = batch(&columns, [row]);
    assert_eq!(batch.schema(), schema(&columns));
    assert_eq!(batch.column(2).as_primitive::<Int64Type>().value(0), 7);
    let unknown = Columns::named(["titel"]);
    assert_eq!(unknown, Err(UnknownColumn("titel".to_owned())));
    assert!(unknown.unwrap_err().to_string().contains("there are id, file, offset, url"));
}

#[test]
fn what_no_column_needs_is_not_looked_for() {
    let mut options = Options::new();
    Columns::named(["url", "text", "markdown"]).unwrap().apply(&mut options);
    assert!(
        options.text_only
            && options.outputs.has(Form::Markdown)
            && !options.outputs.has(Form::Html)
    );
    let mut options = Options::new();
    Columns::named(["url", "title"]).unwrap().apply(&mut options);
    assert!(!options.text_only);
    assert!(!Columns::of_extraction().has("file") && Columns::of_extraction().has("product"));
}

proptest::proptest! {
    #[test]
    fn any_page_makes_a_row(page in ".{0,200}", number in proptest::num::u64::ANY) {
        let row = Row { offset: Some(number), fetched_at: Some(page.clone()), ..row(&page) };
        let made = batch(&Columns::all(), [row.clone()]);
        proptest::prop_assert_eq!(text(&made, "text", 0), row.extraction.text);
    }
}
