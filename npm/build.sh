#!/usr/bin/env bash
# Builds the WebAssembly module of the npm package into npm/wasm. Exit code 3 and one line on stderr: the machine lacks something.
#
# The target comes from rustup. Where rustup does not have it, Debian's archive has a compiler for it with the sources of the standard
# library, which are unpacked into out/ and change nothing else on the machine.
set -euo pipefail
cd "$(dirname "$0")/.."
TARGET=wasm32-unknown-unknown
TOOLS=$PWD/out/wasm

lacks() {
  echo "$1" >&2
  exit 3
}

# The program that writes the glue has to be of the very version of the crate.
bindgen() {
  local version
  version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)
  for program in wasm-bindgen "$TOOLS/bin/wasm-bindgen"; do
    if [ "$("$program" --version 2>/dev/null)" = "wasm-bindgen $version" ]; then
      echo "$program"
      return
    fi
  done
  cargo install wasm-bindgen-cli --version "=$version" --no-default-features --root "$TOOLS" --target-dir "$TOOLS/target" >&2 ||
    lacks "wasm-bindgen-cli $version could not be installed by cargo"
  rm -rf "$TOOLS/target"
  echo "$TOOLS/bin/wasm-bindgen"
}

has_target() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/$TARGET" ] || rustup target add "$TARGET" >/dev/null 2>&1
}

# Debian's compiler for browsers and its standard library as sources, unpacked.
unpack() {
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || lacks "rustup has no target $TARGET, and this is no Debian"
  [ "$(id -u)" != 0 ] || apt-get update -qq >&2 || true
  local folder=$TOOLS/debian.partial of_compiler
  of_compiler=$(apt-cache depends rustc-web 2>/dev/null | sed -n 's/^ *Depends: \(libllvm[0-9]*\|libstd-rust-web-[0-9.]*\)$/\1/p')
  rm -rf "$folder" && mkdir -p "$folder"
  # shellcheck disable=SC2086 # A list of names.
  (cd "$folder" && apt-get download -qq rustc-web libstd-rust-web-dev rust-web-src $of_compiler >&2) ||
    lacks "rustup has no target $TARGET, and apt-get cannot download rustc-web and rust-web-src"
  for package in "$folder"/*.deb; do dpkg-deb -x "$package" "$folder"; done
  # Of the sources only the library's are needed.
  rm "$folder"/*.deb
  find "$folder/usr/src" -mindepth 2 -maxdepth 2 ! -name library -exec rm -rf {} +
  mv "$folder" "$TOOLS/debian"
}

flags=()
if [ -n "${ZHENGWEN_DEBIAN_RUST:-}" ] || ! has_target; then
  [ -d "$TOOLS/debian" ] || unpack
  host=$(rustc -vV | sed -n 's/^host: //p')
  linker=$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld
  [ -x "$linker" ] || lacks "no rust-lld beside rustc (it comes with a toolchain of rustup)"
  libraries=$(find "$TOOLS/debian/usr/lib" -maxdepth 1 -name '*-linux-gnu')
  export LD_LIBRARY_PATH=$libraries RUSTC=$TOOLS/debian/usr/bin/rustc CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
  # Debian's is a stable compiler: building the standard library needs its unstable options.
  export RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$PWD/target/debian
  flags=(-Zbuild-std=std,panic_abort)
fi
# Vectors of 128 bits: every engine since 2023 has them, and a page is read a tenth faster.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=-Ctarget-feature=+simd128
program=$(bindgen)
cargo build --profile wasm --locked -p zhengwen-wasm --target "$TARGET" "${flags[@]}"

"$program" --target web --no-typescript --omit-default-module-path --remove-name-section --remove-producers-section \
  --experimental-reset-state-function --out-name zhengwen --out-dir "$TOOLS/glue" \
  "${CARGO_TARGET_DIR:-target}/$TARGET/wasm/zhengwen_wasm.wasm"
mkdir -p npm/wasm
mv "$TOOLS/glue/zhengwen.js" npm/wasm/zhengwen.js
mv "$TOOLS/glue/zhengwen_bg.wasm" npm/wasm/zhengwen.wasm
ls -l npm/wasm
