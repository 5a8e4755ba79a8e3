//! Results of earlier runs, found by the content of everything they depend on.
//!
//! A key is the hash of this program, of the question and of all that the answer depends on, so an entry cannot be out of
//! date: what changes anything has another key. An entry is a file of its own. It is written under another name and then renamed,
//! and ends with the hash of its content, so several processes may use one folder, and what is left of a crash is not
//! taken for a result. When the folder has grown too large, the entries that were not used for the longest time go.

use crate::archive::Archive;
use analyzer::Keep;
use serde::Serialize;
use serde::de::DeserializeOwned;
use source::Span;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// How large the folder may become.
const LARGEST: u64 = 512 << 20;

/// A folder of results.
pub struct Cache {
    /// `None` if the results go to an archive.
    folder: Option<PathBuf>,
    /// Results of units of work that came before.
    given: Archive,
    /// What the unit of work itself knew before.
    before: Archive,
    /// What it knows now.
    collected: Mutex<Archive>,
    /// The hash of this program: another one may answer otherwise.
    program: blake3::Hash,
    /// Of how many functions the answers were there, and of how many they were not.
    kept: AtomicUsize,
    found_out: AtomicUsize,
    /// How many entries were begun.
    written: AtomicUsize,
}

/// Where results are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(blake3::Hash);

/// The number of the text, and where in it a place begins and ends; none for no place.
pub type StoredSpan = Option<(usize, u32, u32)>;

/// Where the texts of a target begin, and how long they are, in the order in which they are linked.
#[derive(Clone, Default, Debug)]
pub struct Texts(pub Vec<(u32, u32)>);

impl Texts {
    /// `None` if the place lies in none of the texts.
    pub fn relative(&self, span: Span) -> Option<StoredSpan> {
        if span == Span::NONE {
            return Some(None);
        }
        let index =
            self.0.iter().position(|&(start, length)| start <= span.start && span.start <= start + length)?;
        let start = self.0[index].0;
        Some(Some((index, span.start - start, span.end.checked_sub(start)?)))
    }

    pub fn absolute(&self, span: StoredSpan) -> Option<Span> {
        let Some((index, start, end)) = span else { return Some(Span::NONE) };
        let &(first, length) = self.0.get(index)?;
        (start <= length).then(|| Span::new(first + start, first + end))
    }
}

impl Cache {
    /// Opens the folder, which is made if it is not there; `None` if that cannot be.
    pub fn open(folder: &Path) -> Option<Cache> {
        std::fs::create_dir_all(folder).ok()?;
        let program = std::fs::read(std::env::current_exe().ok()?).ok()?;
        Some(Cache::new(
            Some(folder.to_owned()),
            blake3::hash(&program),
            Archive::default(),
            Archive::default(),
        ))
    }

    /// For a unit of work: what others have found out, and what it has found out the last time.
    pub fn of_unit(given: Archive, before: Archive) -> Option<Cache> {
        let program = std::fs::read(std::env::current_exe().ok()?).ok()?;
        Some(Cache::new(None, blake3::hash(&program), given, before))
    }

    fn new(folder: Option<PathBuf>, program: blake3::Hash, given: Archive, before: Archive) -> Cache {
        Cache {
            folder,
            given,
            before,
            collected: Mutex::default(),
            program,
            kept: AtomicUsize::new(0),
            found_out: AtomicUsize::new(0),
            written: AtomicUsize::new(0),
        }
    }

    /// What a unit of work hands on.
    pub fn collected(&self) -> Archive {
        self.collected.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn collect(&self, key: String, answer: String) {
        self.collected.lock().unwrap_or_else(PoisonError::into_inner).insert(key, answer);
    }

    /// The folder that is used if none is named.
    pub fn default_folder() -> Option<PathBuf> {
        let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let own = named("BESOM_CACHE");
        let system = || named("XDG_CACHE_HOME").map(|folder| folder.join("besom"));
        let home = || named("HOME").map(|folder| folder.join(".cache/besom"));
        own.or_else(system).or_else(home)
    }

    /// The key of a question about texts. Each part is hashed with its length, so that parts cannot be taken for others.
    pub fn key<'t>(&self, parts: impl IntoIterator<Item = &'t [u8]>) -> Key {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.program.as_bytes());
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Key(hasher.finalize())
    }

    fn path(&self, key: Key) -> Option<PathBuf> {
        let name = key.0.to_hex();
        Some(self.folder.as_ref()?.join(&name[..2]).join(&name[2..]))
    }

    /// What was stored, if it is there and whole.
    pub fn get<T: DeserializeOwned>(&self, key: Key) -> Option<T> {
        serde_json::from_slice(&self.bytes(key)?).ok()
    }

    fn bytes(&self, key: Key) -> Option<Vec<u8>> {
        let name = key.0.to_hex();
        if let Some(answer) = self.given.get(&name) {
            return Some(answer.as_bytes().to_vec());
        }
        if let Some(answer) = self.before.get(&name) {
            self.collect(name.to_string(), answer.to_owned());
            return Some(answer.as_bytes().to_vec());
        }
        let path = self.path(key)?;
        let mut text = std::fs::read(&path).ok()?;
        let (content, hash) = text.split_at_checked(text.len().checked_sub(blake3::OUT_LEN)?)?;
        if blake3::hash(content).as_bytes() != hash {
            return None;
        }
        text.truncate(content.len());
        // Used just now; that it cannot be noted does not matter.
        let _ = std::fs::File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        Some(text)
    }

    /// Stores a result. What cannot be stored is computed again next time.
    pub fn put<T: Serialize>(&self, key: Key, stored: &T) {
        if let Ok(content) = serde_json::to_vec(stored) {
            let _ = self.put_bytes(key, content);
        }
    }

    fn put_bytes(&self, key: Key, mut content: Vec<u8>) -> std::io::Result<()> {
        let Some(path) = self.path(key) else {
            if let Ok(answer) = String::from_utf8(content) {
                self.collect(key.0.to_hex().to_string(), answer);
            }
            return Ok(());
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let hash = blake3::hash(&content);
        content.extend_from_slice(hash.as_bytes());
        // Nobody else writes to this name.
        let number = self.written.fetch_add(1, Ordering::Relaxed);
        let unfinished = path.with_extension(format!("{}-{number}", std::process::id()));
        std::fs::write(&unfinished, &content)?;
        std::fs::rename(&unfinished, &path)
    }

    /// How many functions were analysed, and of how many the answers were there.
    pub fn functions(&self) -> (usize, usize) {
        (self.found_out.load(Ordering::Relaxed), self.kept.load(Ordering::Relaxed))
    }

    /// Makes room: the entries that were not used for the longest time go.
    pub fn shrink(&self) {
        self.shrink_to(LARGEST);
    }

    fn shrink_to(&self, largest: u64) {
        let Some(folder) = &self.folder else { return };
        let folders = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let entries =
            folders.flat_map(|folder| std::fs::read_dir(folder.path()).into_iter().flatten().flatten());
        let mut entries: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter_map(|entry| {
                let metadata = entry.metadata().ok()?;
                Some((metadata.modified().ok()?, metadata.len(), entry.path()))
            })
            .collect();
        entries.sort();
        let mut size: u64 = entries.iter().map(|(_, length, _)| length).sum();
        for (_, length, path) in entries {
            if size <= largest {
                break;
            }
            // Another process may have removed it.
            let _ = std::fs::remove_file(path);
            size -= length;
        }
    }
}

/// Answers about single functions.
impl Keep for Cache {
    fn get(&self, key: &analyzer::Key) -> Option<Vec<u8>> {
        self.bytes(self.key([&key[..]]))
    }

    fn put(&self, key: &analyzer::Key, answer: &[u8]) {
        // What cannot be stored is found out again next time.
        let _ = self.put_bytes(self.key([&key[..]]), answer.to_vec());
    }

    fn note(&self, is_kept: bool) {
        let counter = if is_kept { &self.kept } else { &self.found_out };
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(test: &str) -> Cache {
        let folder = std::env::temp_dir().join(format!("besom-cache-{}-{test}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Cache::open(&folder).unwrap()
    }

    #[test]
    fn what_was_stored_is_found_by_its_key() {
        let cache = cache("found");
        let key = cache.key([&b"a"[..], b"b"]);
        assert_eq!(cache.get::<String>(key), None);
        cache.put(key, &"x");
        assert_eq!(cache.get::<String>(key), Some("x".to_owned()));
        assert_eq!(cache.get::<String>(cache.key([&b"ab"[..]])), None);
        std::fs::remove_dir_all(cache.folder.unwrap()).unwrap();
    }

    #[test]
    fn damaged_entries_are_not_taken() {
        let cache = cache("damaged");
        let key = cache.key([&b"a"[..]]);
        cache.put(key, &"x");
        let whole = std::fs::read(cache.path(key).unwrap()).unwrap();
        for length in 0..whole.len() {
            std::fs::write(cache.path(key).unwrap(), &whole[..length]).unwrap();
            assert_eq!(cache.get::<String>(key), None, "{length} bytes");
        }
        for index in 0..whole.len() {
            let mut other = whole.clone();
            other[index] ^= 1;
            std::fs::write(cache.path(key).unwrap(), &other).unwrap();
            assert_eq!(cache.get::<String>(key), None, "byte {index}");
        }
        std::fs::remove_dir_all(cache.folder.unwrap()).unwrap();
    }

    #[test]
    fn the_oldest_entries_go() {
        let cache = cache("full");
        let keys: Vec<Key> = (0..4u8).map(|number| cache.key([&[number][..]])).collect();
        for (age, &key) in keys.iter().enumerate() {
            cache.put(key, &"some text");
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1000 - age as u64);
            std::fs::File::open(cache.path(key).unwrap()).unwrap().set_modified(time).unwrap();
        }
        let size = std::fs::metadata(cache.path(keys[0]).unwrap()).unwrap().len();
        cache.shrink_to(2 * size);
        let left: Vec<bool> = keys.iter().map(|&key| cache.get::<String>(key).is_some()).collect();
        assert_eq!(left, [true, true, false, false]);
        std::fs::remove_dir_all(cache.folder.unwrap()).unwrap();
    }

    #[test]
    fn places_move_with_their_texts() {
        let before = Texts(vec![(1, 10), (12, 5)]);
        let after = Texts(vec![(100, 10), (7, 5)]);
        let place = before.relative(Span::new(13, 15)).unwrap();
        assert_eq!(after.absolute(place), Some(Span::new(8, 10)));
        assert_eq!(after.absolute(before.relative(Span::NONE).unwrap()), Some(Span::NONE));
        assert_eq!(before.relative(Span::new(40, 41)), None);
    }
}
