//! The facts of a product as the first list of its article, for people who read no JSON.

use std::borrow::Cow;

use super::events::{Element, Event, ends};
use crate::page;
use crate::records::Product;
use crate::text::chars::is_ideographic;

/// Labels in English and Chinese.
type Label = (&'static str, &'static str);

/// Availabilities of schema.org in both languages.
const AVAILABILITIES: &[(&str, Label)] = &[
    ("InStock", ("in stock", "有货")),
    ("OutOfStock", ("out of stock", "无货")),
    ("SoldOut", ("sold out", "售罄")),
    ("PreOrder", ("pre-order", "预售")),
    ("BackOrder", ("on back order", "缺货可订")),
    ("Discontinued", ("discontinued", "停产")),
];

/// The article with the facts of its product as a list, below the heading that it begins with. Facts that `text` has behind
/// their labels are not repeated.
pub(crate) fn with_product<'e, 'a>(
    events: &'e [Event<'a>],
    product: Option<&Product>,
    text: &str,
) -> Cow<'e, [Event<'a>]> {
    let facts = product.map(|product| facts(product, text)).unwrap_or_default();
    if facts.is_empty() {
        return Cow::Borrowed(events);
    }
    let at = match events.first() {
        Some(Event::Start(Element::Heading(_))) => ends(events)[0] + 1,
        _ => 0,
    };
    let mut all = Vec::with_capacity(events.len() + facts.len() * 5 + 2);
    all.extend_from_slice(&events[..at]);
    all.push(Event::Start(Element::List { start: None }));
    for fact in facts {
        all.push(Event::Start(Element::Item));
        all.extend(Event::line(Element::Paragraph, fact));
        all.push(Event::End);
    }
    all.push(Event::End);
    all.extend_from_slice(&events[at..]);
    Cow::Owned(all)
}

/// The facts in lines of a label and a value.
fn facts(product: &Product, text: &str) -> Vec<String> {
    let name = product.name.as_deref().filter(|name| !name.is_empty()).unwrap_or(text);
    let is_chinese = is_chinese(name);
    let word = |(english, chinese): Label| if is_chinese { chinese } else { english };
    let availability = product.availability.as_ref().map(|name| {
        let known = AVAILABILITIES.iter().find(|(known, _)| known == name);
        known.map_or(name.clone(), |(_, label)| word(*label).to_owned())
    });
    let rating = product.rating.as_ref().map(|rating| match &product.rating_count {
        Some(count) => format!("{rating} ({count})"),
        None => rating.clone(),
    });
    let new = |label: page::Label, value: &Option<String>| {
        value.clone().filter(|value| !has_fact(text, label, value))
    };
    let labelled: [(Label, Option<String>); 8] = [
        (("Price", "价格"), sum(product, &product.price, &product.highest_price)),
        (("List price", "原价"), sum(product, &product.list_price, &None)),
        (("Availability", "供货"), availability),
        (("Rating", "评分"), rating),
        (("Brand", "品牌"), new(page::Label::Brand, &product.brand)),
        (("SKU", "货号"), new(page::Label::Sku, &product.sku)),
        (("MPN", "型号"), new(page::Label::Mpn, &product.mpn)),
        (("GTIN", "条形码"), new(page::Label::Gtin, &product.gtin)),
    ];
    let between = if is_chinese { "：" } else { ": " };
    let labelled =
        labelled.iter().filter_map(|(label, value)| Some((word(*label), value.as_deref()?)));
    let labelled: Vec<(&str, &str)> = labelled.collect();
    let parameters = product.parameters.iter();
    let parameters = parameters.map(|fact| (fact.name.as_str(), fact.value.as_str()));
    let new = parameters.filter(|(name, value)| {
        let is_in_text = text.contains(name) && text.contains(value);
        !is_in_text && !labelled.iter().any(|(_, known)| known == value)
    });
    let facts = labelled.iter().copied().chain(new).map(|(name, value)| {
        let words: Vec<&str> = value.split_whitespace().collect();
        format!("{name}{between}{}", words.join(" "))
    });
    facts.collect()
}

/// True if a line of the text has a value behind its label, or in the cell beside it.
fn has_fact(text: &str, label: page::Label, value: &str) -> bool {
    text.lines().filter(|line| line.contains(value)).any(|line| {
        let mut cells = line.split('|').map(str::trim);
        let is_beside = cells.any(|cell| page::Label::of(cell) == Some(label));
        let line = page::Line::of_text(line.trim_start_matches(['-', ' ']));
        is_beside || line.labelled(label).is_some_and(|piece| piece.text == value)
    })
}

/// An amount, perhaps up to a higher one, with the currency.
fn sum(product: &Product, amount: &Option<String>, highest: &Option<String>) -> Option<String> {
    let currency = product.currency.as_deref().unwrap_or("");
    let to = highest.as_ref().map(|highest| format!("–{highest}")).unwrap_or_default();
    amount.as_ref().map(|amount| format!("{amount}{to} {currency}").trim_end().to_owned())
}

/// True if the words are Chinese: Han characters and no kana.
fn is_chinese(words: &str) -> bool {
    let is_kana = |c: char| matches!(c, '\u{3040}'..='\u{30ff}');
    words.chars().any(is_ideographic) && !words.chars().any(is_kana)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Parameter;

    fn written(product: &Product, text: &'static str) -> String {
        let events = Event::line(Element::Paragraph, text);
        super::super::markdown(&with_product(&events, Some(product), text))
    }

    #[test]
    fn facts_are_a_list_in_the_words_of_the_product() {
        let parameter =
            |name: &str, value: &str| Parameter { name: name.to_owned(), value: value.to_owned() };
        let mut product = Product {
            name: Some("铁壶".to_owned()),
            price: Some("59.00".to_owned()),
            currency: Some("CNY".to_owned()),
            availability: Some("InStock".to_owned()),
            brand: Some("山里人".to_owned()),
            parameters: vec![
                parameter("品牌", "山里人"),
                parameter("材质", "铁"),
                parameter("容量", "1\n升"),
            ],
            ..Product::default()
        };
        assert_eq!(
            written(&product, "材质: 铁"),
            "- 价格：59.00 CNY\n- 供货：有货\n- 品牌：山里人\n- 容量：1 升\n\n材质: 铁"
        );
        assert_eq!(
            written(&product, "品牌：山里人 容量：1 升"),
            "- 价格：59.00 CNY\n- 供货：有货\n- 材质：铁\n- 容量：1 升\n\n品牌：山里人 容量：1 升"
        );
        product = Product {
            name: Some("Kettle".to_owned()),
            rating: Some("4.5".to_owned()),
            rating_count: Some("12".to_owned()),
            availability: Some("InStoreOnly".to_owned()),
            ..Product::default()
        };
        assert_eq!(
            written(&product, "A kettle."),
            "- Availability: InStoreOnly\n- Rating: 4.5 (12)\n\nA kettle."
        );
        product = Product { name: Some("Kettle".to_owned()), ..Product::default() };
        assert_eq!(written(&product, "A kettle."), "A kettle.");
    }
}
