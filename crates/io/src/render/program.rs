//! Finds the browser's program on this machine.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The usual names of a Chromium or of a browser made from it, best first.
const NAMES: &[&str] = &[
    "chrome",
    "chrome-browser",
    "google-chrome",
    "google-chrome-stable",
    "chromium",
    "chromium-browser",
    "msedge",
    "microsoft-edge",
    "microsoft-edge-stable",
];

/// The places of installers outside of the PATH: the variable that names the folder, and the file in it.
/// An empty variable is the root of the file system.
#[cfg(target_os = "macos")]
const PLACES: &[(&str, &str)] = &[
    ("", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    ("", "/Applications/Chromium.app/Contents/MacOS/Chromium"),
    ("", "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
    ("HOME", "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    ("HOME", "Applications/Chromium.app/Contents/MacOS/Chromium"),
];
#[cfg(windows)]
const PLACES: &[(&str, &str)] = &[
    ("ProgramFiles", r"Google\Chrome\Application\chrome.exe"),
    ("ProgramFiles(x86)", r"Google\Chrome\Application\chrome.exe"),
    ("LOCALAPPDATA", r"Google\Chrome\Application\chrome.exe"),
    ("ProgramFiles", r"Chromium\Application\chrome.exe"),
    ("LOCALAPPDATA", r"Chromium\Application\chrome.exe"),
    ("ProgramFiles(x86)", r"Microsoft\Edge\Application\msedge.exe"),
    ("ProgramFiles", r"Microsoft\Edge\Application\msedge.exe"),
];
#[cfg(not(any(target_os = "macos", windows)))]
const PLACES: &[(&str, &str)] = &[
    ("", "/opt/google/chrome/chrome"),
    ("", "/opt/chromium.org/chromium/chromium"),
    ("", "/snap/bin/chromium"),
];

/// The program of the variable `CHROME`, else one on the PATH, else one in a usual place.
pub(super) fn find() -> Option<PathBuf> {
    let chosen = env::var_os("CHROME").map(PathBuf::from).filter(|path| path.exists());
    let chosen = chosen.or_else(|| on_path(&env::var_os("PATH")?));
    chosen.or_else(|| PLACES.iter().find_map(|(variable, file)| place(variable, file)))
}

fn on_path(path: &OsStr) -> Option<PathBuf> {
    // An empty entry would be the working folder, which anybody may have written.
    let folders = env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty());
    let folders: Vec<PathBuf> = folders.collect();
    let in_folders = |name: &&str| {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        folders.iter().map(|folder| folder.join(&file)).find(|file| is_program(file))
    };
    NAMES.iter().find_map(in_folders)
}

fn place(variable: &str, file: &str) -> Option<PathBuf> {
    let folder = if variable.is_empty() { PathBuf::new() } else { env::var_os(variable)?.into() };
    Some(folder.join(file)).filter(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_first_name_that_may_be_run_is_found() {
        use std::os::unix::fs::PermissionsExt;
        let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let put = |folder: &Path, name: &str, mode: u32| {
            let file = folder.join(name);
            std::fs::write(&file, "").unwrap();
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
            file
        };
        let path = env::join_paths([first.path(), second.path()]).unwrap();
        assert_eq!(on_path(&path), None);
        std::fs::create_dir(first.path().join("chrome")).unwrap();
        put(first.path(), "google-chrome", 0o644);
        let edge = put(first.path(), "microsoft-edge", 0o755);
        assert_eq!(on_path(&path), Some(edge));
        let chromium = put(second.path(), "chromium", 0o755);
        assert_eq!(on_path(&path), Some(chromium), "names go before folders");
        assert_eq!(on_path(OsStr::new("")), None);
    }
}
