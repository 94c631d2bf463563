//! New files: whole on the disk, or not there. `tempfile` makes and renames them; this file adds what it leaves to its caller: the order in which
//! the file, its name and the folder reach the disk, and errors that do not name a temporary file.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// A file that only its owner reads, and that has its name from the moment at which it is whole and on the disk. Also a power failure
/// leaves no part of it. If it is dropped before, it is deleted.
///
/// ```
/// use std::fs;
/// use std::io::Write as _;
///
/// use gradus::new_file::NewFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("keys.tsv");
/// let mut file = NewFile::begin(&path)?;
/// file.write_all(b"Ada\t1815")?;
/// assert!(!path.exists());
/// file.finish()?;
/// assert_eq!(fs::read(path)?, b"Ada\t1815");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct NewFile {
    path: PathBuf,
    draft: NamedTempFile,
}

impl NewFile {
    /// Begins a file that will be at this path, in a folder that exists.
    pub fn begin(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.to_owned(), draft: draft_in(folder_of(path))? })
    }

    /// The path of the finished file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the file is until it is finished.
    pub fn draft(&self) -> &Path {
        self.draft.path()
    }

    /// Gives the file its name. If something has it already, that stays as it is, and the error is of the kind `AlreadyExists`.
    pub fn finish(self) -> io::Result<()> {
        let Self { path, draft } = self;
        draft.as_file().sync_all()?;
        // It is closed before it has its name: when a process closes a file, it loses the locks that its other threads have on it.
        draft.into_temp_path().persist_noclobber(&path).map_err(|failed| failed.error)?;
        synchronize_names(folder_of(&path));
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.draft.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.draft.as_file_mut().flush()
    }
}

/// A temporary file in this folder that only its owner reads. No error names it, as those of the library do: nobody has asked for it.
pub fn draft_in(folder: &Path) -> io::Result<NamedTempFile> {
    let create = |path: &Path| {
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(path)
    };
    Builder::new().make_in(folder, create)
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Waits until the names in a folder are on the disk: a new file that is there without its name is lost. Some drives cannot do it, and keep
/// names in another way.
#[cfg(unix)]
fn synchronize_names(folder: &Path) {
    if let Err(error) = File::open(folder).and_then(|folder| folder.sync_all()) {
        tracing::debug!(?folder, %error, "the names in a folder are not synchronized");
    }
}

/// Other systems do so by themselves.
#[cfg(not(unix))]
fn synchronize_names(_: &Path) {}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_there_already_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys.tsv");
        let mut file = NewFile::begin(&path).unwrap();
        file.write_all(b"mine").unwrap();
        fs::write(&path, "theirs").unwrap();
        assert_eq!(file.finish().unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn no_error_names_a_file_that_nobody_knows() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing/keys.tsv");
        let error = NewFile::begin(&missing).err().expect("there is no such folder");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains("missing"), "{error}");
    }

    #[test]
    fn what_is_not_finished_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        drop(NewFile::begin(&folder.path().join("keys.tsv")).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
