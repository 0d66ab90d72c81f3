//! The browser's process: started with its own profile, and always ended with it.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::client::{Client, Done, command};
use super::drawn::Drawn;
use super::error::RenderError;
use super::options::RenderOptions;
use super::program::find;
use super::tunnel::Tunnel;
use super::visit::Visit;

/// The time that the browser may take to start; on a busy machine it takes long.
const START: Duration = Duration::from_secs(120);

#[derive(Serialize)]
struct GetVersion {}
command!(GetVersion, "Browser.getVersion", Version);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Version {
    user_agent: String,
}

#[derive(Serialize)]
struct SetDownloadBehavior {
    behavior: &'static str,
}
command!(SetDownloadBehavior, "Browser.setDownloadBehavior", Done);

/// A running browser.
#[derive(Debug)]
pub(super) struct Browser {
    client: Client,
    process: Process,
    user_agent: String,
    _tunnel: Tunnel,
}

impl Browser {
    pub(super) async fn start(options: &RenderOptions) -> Result<Self, RenderError> {
        let program = match &options.chromium {
            Some(program) => program.clone(),
            None => find().ok_or(RenderError::NoBrowser)?,
        };
        let tunnel = Tunnel::start(options).await?;
        let process = Process::start(&program, options, tunnel.port)?;
        let (port, path) = process.devtools_address(&program).await?;
        let client = Client::connect(port, &path, options.timeout).await?;
        let browser_agent = client.ask(&GetVersion {}).await?.user_agent;
        let product = concat!(" zhengwen/", env!("CARGO_PKG_VERSION"));
        let user_agent = options.user_agent.clone().unwrap_or(browser_agent + product);
        client.ask(&SetDownloadBehavior { behavior: "deny" }).await?;
        Ok(Self { client, process, user_agent, _tunnel: tunnel })
    }

    pub(super) async fn visit(&self, visit: &Visit<'_>) -> Result<Drawn, RenderError> {
        visit.run(&self.client, &self.user_agent).await
    }

    /// True if its process and the connection to it are alive.
    pub(super) fn is_alive(&self) -> bool {
        self.process.is_alive() && self.client.is_alive()
    }
}

/// No network traffic of its own, nothing on disk outside its profile, no name resolved by itself.
/// Its blocker of windows stays on: it blocks the windows that a page opens without a click, and nobody clicks.
const ARGUMENTS: &[&str] = &[
    "--headless=new",
    "--remote-debugging-port=0",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-client-side-phishing-detection",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    // Frames of other sites stay in their page's process, where one session sees all requests. This
    // profile holds nothing of the user's to protect from them.
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,Translate,OptimizationHints,MediaRouter",
    "--disable-hang-monitor",
    "--disable-prompt-on-repost",
    "--disable-quic",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--hide-scrollbars",
    "--metrics-recording-only",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    "--no-service-autorun",
    "--password-store=basic",
    "--use-mock-keychain",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    // Loopback goes through the proxy like everything else.
    "--proxy-bypass-list=<-loopback>",
    "about:blank",
];

/// Ends the browser when this program ends, however it ends: the script's input is a pipe that the
/// system then closes.
const WATCH: &str = r#"read -r _; kill -KILL "-$1" 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9; do sleep 0.1; rm -rf "$2"; [ -e "$2" ] || exit; done"#;

/// The browser's process group, profile and watchdog.
#[derive(Debug)]
struct Process {
    browser: Mutex<Child>,
    watch: Option<Child>,
    profile: PathBuf,
}

impl Process {
    fn start(program: &Path, options: &RenderOptions, port: u16) -> Result<Self, RenderError> {
        let launch = |error: std::io::Error| RenderError::Launch {
            program: program.display().to_string(),
            reason: error.to_string(),
        };
        let folder = tempfile::Builder::new().prefix("zhengwen-browser-").tempdir();
        let folder = folder.map_err(launch)?;
        let log = std::fs::File::create(folder.path().join("stderr.txt")).map_err(launch)?;
        let mut command = Command::new(program);
        command.arg(format!("--proxy-server=socks5://127.0.0.1:{port}"));
        command.arg(format!("--user-data-dir={}", folder.path().display()));
        // Files that it would leave elsewhere go with the profile.
        command.env("TMPDIR", folder.path());
        let (width, height) = options.viewport;
        command.arg(format!("--window-size={width},{height}"));
        if is_root() {
            // The browser's own sandbox does not work for root.
            command.arg("--no-sandbox");
        }
        command.args(ARGUMENTS).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        in_own_group(&mut command);
        let browser = command.spawn().map_err(launch)?;
        let watch = watch(browser.id(), folder.path());
        let profile = folder.keep();
        let mut process = Self { browser: Mutex::new(browser), watch: None, profile };
        process.watch = watch.map_err(launch)?;
        Ok(process)
    }

    /// The port and the path that the browser listens on, which it writes into its profile.
    async fn devtools_address(&self, program: &Path) -> Result<(u16, String), RenderError> {
        let start = Instant::now();
        let port_file = self.profile.join("DevToolsActivePort");
        while start.elapsed() < START && self.is_alive() {
            if let Ok(text) = std::fs::read_to_string(&port_file)
                && let Some((port, path)) = text.trim_end().split_once('\n')
                && let Ok(port) = port.trim().parse()
            {
                return Ok((port, path.trim().to_owned()));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let program = program.display().to_string();
        Err(RenderError::Launch { program, reason: self.last_words() })
    }

    fn last_words(&self) -> String {
        let mut text = Vec::new();
        if let Ok(file) = std::fs::File::open(self.profile.join("stderr.txt")) {
            // An unreadable log counts as empty.
            let _ = file.take(1 << 16).read_to_end(&mut text);
        }
        let text = String::from_utf8_lossy(&text);
        let line = text.lines().rfind(|line| !line.trim().is_empty());
        line.unwrap_or("it said nothing").trim().to_owned()
    }

    fn is_alive(&self) -> bool {
        let mut browser = self.browser.lock().unwrap_or_else(PoisonError::into_inner);
        matches!(browser.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let mut browser = self.browser.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mut watch) = self.watch.take() {
            // Closing its pipe makes it kill the group and remove the profile.
            drop(watch.stdin.take());
            let _ = watch.wait();
        }
        // Nothing is lost if they are already gone.
        let _ = browser.kill();
        let _ = browser.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

#[cfg(unix)]
fn in_own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    // Ctrl-C in the terminal reaches this program alone, which ends the browser.
    command.process_group(0);
}

#[cfg(not(unix))]
fn in_own_group(_: &mut Command) {}

#[cfg(unix)]
fn watch(browser: u32, profile: &Path) -> std::io::Result<Option<Child>> {
    let mut command = Command::new("sh");
    command.args(["-c", WATCH, "sh"]).arg(browser.to_string()).arg(profile);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    in_own_group(&mut command);
    command.spawn().map(Some)
}

#[cfg(not(unix))]
fn watch(_: u32, _: &Path) -> std::io::Result<Option<Child>> {
    Ok(None)
}

#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}
