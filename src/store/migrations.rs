//! The migrations of a database, each from the format before it: the files of a folder, in the order of their numbers.
//!
//! A released migration never changes: databases store its checksum.

use rust_embed::RustEmbed;
use sqlx::migrate::{Migration, MigrationType};
use sqlx::{AssertSqlSafe, SqlSafeStr as _};

/// The migrations in an embedded folder. The name of a file is a number and a description: `0003_fingerprints_and_marks.sql`.
#[expect(clippy::expect_used, reason = "the folder is part of the sources")]
pub(super) fn embedded<Folder: RustEmbed>() -> Vec<Migration> {
    let migration = |file: std::borrow::Cow<'static, str>| {
        let name = file.strip_suffix(".sql").expect("a migration is SQL");
        let (version, description) = name.split_once('_').expect("a migration has a number");
        let file = Folder::get(&file).expect("the file is listed");
        let sql = String::from_utf8(file.data.into_owned()).expect("a migration is text");
        Migration::new(
            version.parse().expect("a migration has a number"),
            description.replace('_', " ").into(),
            MigrationType::Simple,
            AssertSqlSafe(sql).into_sql_str(),
            false,
        )
    };
    let mut migrations: Vec<Migration> = Folder::iter().map(migration).collect();
    migrations.sort();
    migrations
}

/// The format that this version reads and writes: the number of the last migration.
pub(super) fn current_format(migrations: &[Migration]) -> i64 {
    migrations.iter().map(|migration| migration.version).max().unwrap_or_default()
}
