//! Stores in SQLite: a table `templates` of `site` and `template` (JSON).

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior};
use zhengwen_site::SiteTemplate;

use super::StoreError;

/// The time to wait while another program holds the store.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) fn sites(path: &Path) -> Result<Vec<String>, StoreError> {
    let connection = read_only(path)?;
    let mut statement = connection.prepare("SELECT site FROM templates")?;
    let sites = statement.query_map([], |row| row.get(0))?;
    Ok(sites.collect::<Result<_, _>>()?)
}

pub(super) fn read(path: &Path, site: &str) -> Result<Option<SiteTemplate>, StoreError> {
    read_row(&read_only(path)?, site)
}

pub(super) fn change<T>(
    path: &Path,
    site: &str,
    change: impl FnOnce(&mut SiteTemplate) -> T,
) -> Result<T, StoreError> {
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute(
        "CREATE TABLE IF NOT EXISTS templates (site TEXT PRIMARY KEY, template TEXT NOT NULL)",
        [],
    )?;
    let mut template = read_row(&transaction, site)?.unwrap_or_else(|| SiteTemplate::new(site));
    let changed = change(&mut template);
    transaction.execute(
        "INSERT OR REPLACE INTO templates (site, template) VALUES (?1, ?2)",
        (site, template.to_json()),
    )?;
    transaction.commit()?;
    Ok(changed)
}

fn read_only(path: &Path) -> Result<Connection, StoreError> {
    // SQLite's own error would say only that it is unable to open the file.
    File::open(path)?;
    let connection = Connection::open_with_flags(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

fn read_row(connection: &Connection, site: &str) -> Result<Option<SiteTemplate>, StoreError> {
    let json: Option<String> = connection
        .query_row("SELECT template FROM templates WHERE site = ?1", [site], |row| row.get(0))
        .optional()?;
    Ok(json.map(|json| SiteTemplate::from_json(&json)).transpose()?)
}
