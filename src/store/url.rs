//! The URL of a database.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use thiserror::Error;

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
pub struct DatabaseUrl(pub(super) Location);

#[derive(Clone, PartialEq, Eq)]
pub(super) enum Location {
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

impl DatabaseUrl {
    /// The file of the database, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match &self.0 {
            Location::Sqlite(path) => Some(path),
            Location::Postgres(_) => None,
        }
    }

    /// Whether the URL has a password or a key in it, or may have one because it is misspelt.
    pub fn has_secrets(&self) -> bool {
        self.postgres().is_some_and(|url| without_password(url) != url)
    }

    /// The path or the URL as it was given, but for a password and the key of a certificate. A URL that is misspelt so that the password cannot be
    /// located has as little as `Display` shows.
    ///
    /// ```
    /// use gradus::store::DatabaseUrl;
    ///
    /// let url: DatabaseUrl = "postgres://ada:secret@localhost/gradus?sslmode=require".parse()?;
    /// assert_eq!(url.without_password(), "postgres://ada@localhost/gradus?sslmode=require");
    /// # Ok::<(), gradus::store::NotADatabaseUrl>(())
    /// ```
    pub fn without_password(&self) -> String {
        self.shown(without_password)
    }

    /// The URL for `--dbname` of PostgreSQL's own programs, without its secrets: the options are those that `libpq` has, under its names. Of a URL
    /// that cannot be read only the scheme is left, and of an SQLite database its path.
    ///
    /// ```
    /// use gradus::store::DatabaseUrl;
    ///
    /// let url: DatabaseUrl = "postgres://ada:secret@/gradus?host=/run&ssl-mode=require&options[jit]=on".parse()?;
    /// assert_eq!(url.for_libpq(), "postgres://ada@/gradus?host=/run&sslmode=require");
    /// # Ok::<(), gradus::store::NotADatabaseUrl>(())
    /// ```
    pub fn for_libpq(&self) -> String {
        self.shown(for_libpq)
    }

    /// Whether the URL names a user.
    pub fn has_user(&self) -> bool {
        let parts = self.postgres().and_then(parts);
        parts.is_some_and(|(_, parts)| {
            parts.user().is_some() || parts.options().any(|option| name_of(option) == "user")
        })
    }

    /// The path of a file, or what a function shows of a URL.
    fn shown(&self, of_url: fn(&str) -> String) -> String {
        match &self.0 {
            Location::Sqlite(path) => path.display().to_string(),
            Location::Postgres(url) => of_url(url),
        }
    }

    /// The URL of a PostgreSQL database with its password, if it is one.
    pub(super) fn postgres(&self) -> Option<&str> {
        match &self.0 {
            Location::Sqlite(_) => None,
            Location::Postgres(url) => Some(url),
        }
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
        f.write_str(&self.shown(without_secrets))
    }
}

/// The same as `Display`: no password gets into the log.
impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

/// The scheme of a URL and what is behind it. None if the URL is misspelt so that the password cannot be located.
fn parts(url: &str) -> Option<(&str, Parts<'_>)> {
    let (scheme, rest) = url.split_once("://")?;
    Some((scheme, Parts::of(rest)?))
}

/// The parts of a URL behind its scheme.
struct Parts<'a> {
    /// The user, and perhaps a colon and the password.
    account: &'a str,
    /// Host, port and path.
    address: &'a str,
    /// From the question mark or the number sign on.
    options: &'a str,
}

impl<'a> Parts<'a> {
    /// None if the URL is misspelt so that the password cannot be located.
    fn of(rest: &'a str) -> Option<Self> {
        let (before_options, options) = match rest.find(['?', '#']) {
            Some(at) => rest.split_at(at),
            None => (rest, ""),
        };
        // The last `@` ends the password, even if it has an unescaped `/` or `@`.
        let (account, address) = before_options.rsplit_once('@').unwrap_or(("", before_options));
        let decoded = percent_decode_str(address).decode_utf8_lossy();
        let host = decoded.split('/').next().unwrap_or_default();
        // If the text after the last colon is not a port, it may be a password without a host. An IPv6 address has colons of its own.
        let is_port = |port: &str| port.ends_with(']') || port.bytes().all(|c| c.is_ascii_digit());
        let has_port = host.rsplit_once(':').is_none_or(|(_, port)| is_port(port));
        let is_clear = has_port && !decoded.contains('@') && !options.contains('@');
        is_clear.then_some(Self { account, address, options })
    }

    /// The user, unless it may be a misspelt password.
    fn user(&self) -> Option<&'a str> {
        self.account.split(':').next().filter(|user| {
            let decoded = percent_decode_str(user).decode_utf8_lossy();
            !user.is_empty() && !decoded.contains(['@', '/', ':'])
        })
    }

    /// The options, `name=value` as they are in the URL. None, unless all are known: what is not may be a misspelt password.
    fn options(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let options = self.options.strip_prefix('?');
        let options = options.filter(|_| has_known_options(self.options));
        let options = options.unwrap_or_default().split('#').next().unwrap_or_default();
        options.split('&')
    }

    /// The parts as a URL has them, with these of the options.
    fn with(&self, user: Option<&str>, options: &[impl Borrow<str>]) -> String {
        let user = user.map_or_else(String::new, |user| format!("{user}@"));
        let options = options.join("&");
        let mark = if options.is_empty() { "" } else { "?" };
        format!("{user}{}{mark}{options}", self.address)
    }
}

/// The name of an option.
fn name_of(option: &str) -> Cow<'_, str> {
    let name = option.split('=').next().unwrap_or_default();
    percent_decode_str(name).decode_utf8_lossy()
}

/// The options of a URL that say where the database is: each may be a part of the address instead.
const PLACE_OPTIONS: [&str; 4] = ["host", "hostaddr", "port", "dbname"];

/// The options of a URL that are secrets, or may be. A key is the name of its file, or the key itself.
const SECRET_OPTIONS: [&str; 3] = ["password", "sslkey", "ssl-key"];

/// A URL without user, password and options, but for those that say where the database is. Only the scheme, if the URL is misspelt so that the
/// password cannot be located.
pub(super) fn without_secrets(url: &str) -> String {
    let Some((scheme, parts)) = parts(url) else {
        let scheme = url.split_once("://");
        return scheme.map_or_else(|| "…".to_owned(), |(scheme, _)| format!("{scheme}://…"));
    };
    let is_place = |option: &&str| PLACE_OPTIONS.contains(&&*name_of(option));
    let shown: Vec<&str> = parts.options().filter(is_place).collect();
    format!("{scheme}://{}", parts.with(None, &shown))
}

/// A URL without its secrets. What may be a misspelt password is left out too: options, unless all are known, and what is not clearly a user.
fn without_password(url: &str) -> String {
    let Some((scheme, parts)) = parts(url) else { return without_secrets(url) };
    let is_secret = |option: &&str| SECRET_OPTIONS.contains(&&*name_of(option));
    let shown: Vec<&str> = parts.options().filter(|option| !is_secret(option)).collect();
    format!("{scheme}://{}", parts.with(parts.user(), &shown))
}

/// The options of a URL that `sqlx` reads. It would log others with their values.
const OPTIONS: &str = "sslmode ssl-mode sslrootcert ssl-root-cert ssl-ca sslcert ssl-cert sslkey ssl-key \
    statement-cache-capacity host hostaddr port dbname user password application_name options";

/// Whether a URL has no unknown options.
pub(super) fn has_known_options(url: &str) -> bool {
    let before_fragment = url.split_once('#').map_or(url, |(before, _)| before);
    let Some((_, options)) = before_fragment.split_once('?') else { return true };
    options.split('&').filter(|option| !option.is_empty()).all(|option| {
        let name = option.split_once('=').map_or(option, |(name, _)| name);
        let name = percent_decode_str(name).decode_utf8_lossy();
        OPTIONS.split(' ').any(|known| known == name)
            || (name.starts_with("options[") && name.ends_with(']'))
    })
}

/// What is escaped in an option for `libpq`, which takes neither `+` for a blank nor a second `=`, as `sqlx` does.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'/').remove(b':').remove(b'_');

/// A URL without its secrets, as `libpq` reads it. Only the scheme, if not all of it can be read: the rest might be the URL of another database.
fn for_libpq(url: &str) -> String {
    let known = parts(url).filter(|(_, parts)| has_known_options(parts.options));
    let Some((_, parts)) = known else { return "postgres://…".to_owned() };
    let options = parts.options().filter_map(|option| {
        let (name, value) = form_urlencoded::parse(option.as_bytes()).next()?;
        Some(format!("{}={}", name_for_libpq(&name)?, utf8_percent_encode(&value, ESCAPED)))
    });
    let options: Vec<String> = options.collect();
    format!("postgres://{}", parts.with(parts.user(), &options))
}

/// What `libpq` calls an option that is known; none if it has none like it, or if it may be a secret.
fn name_for_libpq(name: &str) -> Option<&str> {
    match name {
        "ssl-mode" => Some("sslmode"),
        "ssl-root-cert" | "ssl-ca" => Some("sslrootcert"),
        "ssl-cert" => Some("sslcert"),
        "statement-cache-capacity" => None,
        _ if name.starts_with("options[") || SECRET_OPTIONS.contains(&name) => None,
        _ => Some(name),
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
            ("ada:hunter2%40localhost/gradus", "…"),
            ("ada%3Ahunter2%40localhost/gradus", "…"),
            ("ada:5432/hunter2%40localhost", "…"),
        ] {
            let url = parse(&format!("postgres://{rest}")).unwrap();
            assert_eq!(url.to_string(), format!("postgres://{shown}"), "{rest}");
            assert_eq!(format!("{url:?}"), format!("DatabaseUrl(postgres://{shown})"));
            let misspelt = parse(&format!("postgrse://{rest}")).unwrap_err().to_string();
            assert!(misspelt.contains(&format!("postgrse://{shown}")), "{misspelt}");
            assert!(!misspelt.contains("hunter2"), "{misspelt}");
            assert!(!url.without_password().contains("hunter2") && url.has_secrets(), "{rest}");
            assert!(!url.for_libpq().contains("hunter2"), "{rest}");
        }
    }

    #[test]
    fn what_options_say_of_the_place_is_shown() {
        for (rest, shown) in [
            ("/x?host=/run/pg&port=5433&user=ada&sslmode=require", "/x?host=/run/pg&port=5433"),
            ("db?hostaddr=::1&%64bname=x#y", "db?hostaddr=::1&%64bname=x"),
            ("db/x?host=other&passwrod=hunter2", "db/x"),
        ] {
            let url = parse(&format!("postgres://{rest}")).unwrap();
            assert_eq!(url.to_string(), format!("postgres://{shown}"), "{rest}");
        }
    }

    #[test]
    fn libpq_reads_of_a_url_what_is_read_here() {
        for (url, expected) in [
            ("Postgres://ada:hunter2@[::1]:5433/x", "ada@[::1]:5433/x"),
            (
                "postgresql:///x?host=/run/pg&port=1&user=ada&password=hunter2&sslkey=hunter2",
                "/x?host=/run/pg&port=1&user=ada",
            ),
            (
                "postgres://db/x?ssl-mode=require&ssl-ca=a.pem&ssl-root-cert=b.pem&ssl-cert=c.pem",
                "db/x?sslmode=require&sslrootcert=a.pem&sslrootcert=b.pem&sslcert=c.pem",
            ),
            ("postgres://db/x?options[jit]=on&statement-cache-capacity=1&&#y", "db/x"),
            (
                "postgres://db/x?options=-c+jit=on%20-c%20work_mem=8MB&sslmode=%72equire",
                "db/x?options=-c%20jit%3Don%20-c%20work_mem%3D8MB&sslmode=require",
            ),
            // Without its options, it would be the URL of another database.
            ("postgres://db/x?host=other&passwrod=hunter2", "…"),
            ("postgres://ada:hunter2?x@db/x", "…"),
        ] {
            let expected = format!("postgres://{expected}");
            assert_eq!(parse(url).unwrap().for_libpq(), expected, "{url}");
        }
        assert_eq!(parse("sqlite:a%20b.db").unwrap().for_libpq(), "a b.db");
    }

    #[test]
    fn a_user_is_named_before_the_address_or_as_an_option() {
        for (url, expected) in [
            ("postgres://ada@db/x", true),
            ("postgres://ada:hunter2@db/x", true),
            ("postgres://db/x?sslmode=require&%75ser=ada", true),
            ("postgres://db/x?sslmode=require", false),
            ("postgres://:hunter2@db/x", false),
            ("postgres://db/x?user=ada&passwrod=hunter2", false),
            ("ada@gradus.db", false),
        ] {
            assert_eq!(parse(url).unwrap().has_user(), expected, "{url}");
        }
    }

    #[test]
    fn everything_but_secrets_can_be_shown() {
        for (rest, shown) in [
            ("ada:hunter2@[::1]:5432/gradus", "ada@[::1]:5432/gradus"),
            ("ada@localhost/gradus", "ada@localhost/gradus"),
            (":hunter2@localhost", "localhost"),
            ("ada:hunter2/x@localhost", "ada@localhost"),
            ("ada/hunter2@localhost", "localhost"),
            ("db/x?user=ada&password=hunter2&sslmode=require#y", "db/x?user=ada&sslmode=require"),
            ("db/x?%70assword=hunter2", "db/x"),
            ("ada%3Ahunter2@db/x", "db/x"),
            ("db/x?sslkey=hunter2&sslcert=a.pem&ssl%2Dkey=hunter2", "db/x?sslcert=a.pem"),
            ("db/x?sslmode=require&passwrod=hunter2", "db/x"),
            ("db/x?password=hun&ter2&sslmode=require", "db/x"),
        ] {
            let url = parse(&format!("postgres://{rest}")).unwrap();
            assert_eq!(url.without_password(), format!("postgres://{shown}"), "{rest}");
            assert_eq!(url.has_secrets(), rest != shown, "{rest}");
        }
        let socket = parse("postgres://%2Frun%2Fpostgresql/gradus").unwrap();
        assert_eq!(socket.without_password(), "postgres://%2Frun%2Fpostgresql/gradus");
        assert_eq!(parse("sqlite:a%20b.db").unwrap().without_password(), "a b.db");
    }
}
