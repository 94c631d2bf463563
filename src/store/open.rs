//! The URL of a database, and opening it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use thiserror::Error;

use super::Store;
use super::postgres::{self, PostgresStore};
use super::sqlite::{self, SqliteStore};

/// Which database to open: the path of an SQLite file, the same as `sqlite:PATH` or `sqlite://PATH`, or `postgres://…`, the same as
/// `postgresql://…`.
///
/// A path is used unchanged; in a URL, `%20` means a blank. `Display` and `Debug` never show a password.
///
/// ```
/// use gradus::store::DatabaseUrl;
///
/// let url: DatabaseUrl = "sqlite://data/gradus.db".parse()?;
/// assert_eq!(url, "data/gradus.db".parse()?);
/// assert_eq!(url.to_string(), "data/gradus.db");
///
/// let url: DatabaseUrl = "postgres://ada:secret@localhost/gradus".parse()?;
/// assert_eq!(url.to_string(), "postgres://localhost/gradus");
/// # Ok::<(), gradus::store::NotADatabaseUrl>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(Location);

#[derive(Clone, PartialEq, Eq)]
enum Location {
    Sqlite(PathBuf),
    /// The URL as it was given, with its password.
    Postgres(String),
}

/// Why a text is not the URL of a database. The message repeats no password.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotADatabaseUrl {
    /// The text is empty.
    #[error("expected the path of a file, or a URL")]
    Empty,
    /// A URL with a scheme that is not supported.
    #[error("found {0:?}; expected the path of a file, sqlite:PATH, or postgres://…")]
    Scheme(String),
    /// An SQLite URL with options or a fragment. In a path they would silently become part of the file's name.
    #[error("an SQLite URL has no options; expected sqlite:PATH, with %3F for `?` and %23 for `#`")]
    Options,
    /// SQLite's name for a database in memory, which ends with the server.
    #[error("found a database in memory; expected a file, because the data must persist")]
    Memory,
    /// A path that is not UTF-8 after decoding.
    #[error("the path is not UTF-8 after its %XX are decoded")]
    Encoding,
}

/// Why a database was not opened. The message is one line.
#[derive(Debug, Error)]
pub enum OpenError {
    /// An SQLite database cannot be used.
    #[error(transparent)]
    Sqlite(#[from] sqlite::OpenError),
    /// A PostgreSQL database cannot be used.
    #[error(transparent)]
    Postgres(#[from] postgres::OpenError),
}

impl DatabaseUrl {
    /// The file of the database, if it is one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match &self.0 {
            Location::Sqlite(path) => Some(path),
            Location::Postgres(_) => None,
        }
    }
}

/// Opens the database with this URL. An SQLite file is created if there is none; a PostgreSQL database has to be there, and may be empty.
pub async fn open(url: &DatabaseUrl) -> Result<Arc<dyn Store>, OpenError> {
    match &url.0 {
        Location::Sqlite(path) => Ok(Arc::new(SqliteStore::open(path).await?)),
        Location::Postgres(url) => Ok(Arc::new(PostgresStore::open(url).await?)),
    }
}

impl FromStr for DatabaseUrl {
    type Err = NotADatabaseUrl;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() {
            return Err(NotADatabaseUrl::Empty);
        }
        let (scheme, rest) = text.split_once(':').unwrap_or(("", text));
        match scheme.to_ascii_lowercase().as_str() {
            "sqlite" => sqlite_path(rest.strip_prefix("//").unwrap_or(rest)),
            "postgres" | "postgresql" if rest.starts_with("//") => {
                Ok(Self(Location::Postgres(text.to_owned())))
            }
            // This is not the path of a file, and it may contain a password.
            "postgres" | "postgresql" => Err(NotADatabaseUrl::Scheme(format!("{scheme}:…"))),
            _ if text.contains("://") => Err(NotADatabaseUrl::Scheme(without_secrets(text))),
            _ => Ok(Self(Location::Sqlite(PathBuf::from(text)))),
        }
    }
}

/// The database of an SQLite URL, from what follows the scheme.
fn sqlite_path(rest: &str) -> Result<DatabaseUrl, NotADatabaseUrl> {
    match rest {
        "" => return Err(NotADatabaseUrl::Empty),
        ":memory:" => return Err(NotADatabaseUrl::Memory),
        _ if rest.contains(['?', '#']) => return Err(NotADatabaseUrl::Options),
        _ => {}
    }
    let path = percent_decode_str(rest).decode_utf8().map_err(|_| NotADatabaseUrl::Encoding)?;
    Ok(DatabaseUrl(Location::Sqlite(PathBuf::from(&*path))))
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Location::Sqlite(path) => path.display().fmt(f),
            Location::Postgres(url) => f.write_str(&without_secrets(url)),
        }
    }
}

/// The same as `Display`: no password gets into the log.
impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

/// A URL without user, password and options: scheme, host, port and path. Only the scheme, if the URL is misspelt so that
/// the password cannot be located.
pub(super) fn without_secrets(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return "…".to_owned() };
    let (before_options, options) = match rest.find(['?', '#']) {
        Some(at) => rest.split_at(at),
        None => (rest, ""),
    };
    // The last `@` ends the password, even if it has an unescaped `/` or `@`.
    let address = before_options.rsplit_once('@').map_or(before_options, |(_, address)| address);
    let host = address.split_once('/').map_or(address, |(host, _)| host);
    // If the text after the last colon is not a port, it may be a password without a host. An IPv6 address has colons of its own.
    let is_port = |port: &str| port.ends_with(']') || port.bytes().all(|c| c.is_ascii_digit());
    let is_clear = host.rsplit_once(':').is_none_or(|(_, port)| is_port(port));
    if is_clear && !options.contains('@') {
        format!("{scheme}://{address}")
    } else {
        format!("{scheme}://…")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<DatabaseUrl, NotADatabaseUrl> {
        text.parse()
    }

    #[test]
    fn a_path_is_a_database_and_so_is_an_sqlite_url() {
        for (text, path) in [
            ("gradus.db", "gradus.db"),
            ("/srv/a%20b?c#d.db", "/srv/a%20b?c#d.db"),
            ("C:\\gradus.db", "C:\\gradus.db"),
            ("sqlite:gradus.db", "gradus.db"),
            ("sqlite://gradus.db", "gradus.db"),
            ("SQLite:///srv/gradus.db", "/srv/gradus.db"),
            ("sqlite:/srv/a%20b%3Fc.db", "/srv/a b?c.db"),
        ] {
            assert_eq!(parse(text), Ok(DatabaseUrl(Location::Sqlite(path.into()))), "{text}");
        }
    }

    #[test]
    fn a_url_that_would_open_an_unintended_file_is_refused() {
        for (text, error) in [
            ("", NotADatabaseUrl::Empty),
            ("sqlite:", NotADatabaseUrl::Empty),
            ("sqlite://", NotADatabaseUrl::Empty),
            ("sqlite::memory:", NotADatabaseUrl::Memory),
            ("sqlite://gradus.db?mode=rwc", NotADatabaseUrl::Options),
            ("sqlite:%FF.db", NotADatabaseUrl::Encoding),
            ("postgres:ada:hunter2@localhost", NotADatabaseUrl::Scheme("postgres:…".to_owned())),
            ("mysql://localhost/x", NotADatabaseUrl::Scheme("mysql://localhost/x".to_owned())),
        ] {
            assert_eq!(parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn both_names_of_postgresql_are_known() {
        for text in ["postgres://localhost/gradus", "postgresql://[::1]:5432/gradus"] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn no_password_is_shown_however_the_url_is_spelt() {
        for (rest, shown) in [
            ("ada:hunter2@localhost:5432/gradus", "localhost:5432/gradus"),
            ("ada:hunter2@[::1]/gradus", "[::1]/gradus"),
            ("ada:hunter2/x@localhost", "localhost"),
            ("ada:x@hunter2@localhost", "localhost"),
            ("ada:hunter2?x@localhost", "…"),
            ("ada:x#hunter2@localhost", "…"),
            ("ada:hunter2", "…"),
            ("ada:hunter2/gradus", "…"),
            ("localhost/gradus?user=ada&password=hunter2", "localhost/gradus"),
            ("localhost/gradus?user=a@b&password=hunter2", "…"),
        ] {
            let url = parse(&format!("postgres://{rest}")).unwrap();
            assert_eq!(url.to_string(), format!("postgres://{shown}"), "{rest}");
            assert_eq!(format!("{url:?}"), format!("DatabaseUrl(postgres://{shown})"));
            let misspelt = parse(&format!("postgrse://{rest}")).unwrap_err().to_string();
            assert!(misspelt.contains(&format!("postgrse://{shown}")), "{misspelt}");
            assert!(!misspelt.contains("hunter2"), "{misspelt}");
        }
    }
}
