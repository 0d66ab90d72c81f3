#!/usr/bin/env bash
# Builds one piece of a release into out/release: release/build.sh NAME. Exit code 3 and one line on stderr: the machine lacks something.
#
# PROFILE is cargo's (dist by default). docs/releasing.md has the pieces.
set -euo pipefail
cd "$(dirname "$0")/.."
OUT=$PWD/out/release
ZIG=$PWD/out/zig
VERSION=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
PROFILE=${PROFILE:-dist}
TARGETS=${CARGO_TARGET_DIR:-target}
MAINTAINER=${MAINTAINER:-The zhengwen developers <zhengwen@zhengwen.invalid>}
# The same commit gives the same archives.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 0)
export SOURCE_DATE_EPOCH
mkdir -p "$OUT"

lacks() {
  echo "$1" >&2
  exit 3
}

# A compiler and linker for C that knows every platform, and what tells cargo of it.
zig() {
  if [ ! -x "$ZIG/bin/cargo-zigbuild" ]; then
    python3 -m venv "$ZIG" && "$ZIG/bin/pip" install --quiet --upgrade pip &&
      "$ZIG/bin/pip" install --quiet 'ziglang>=0.17,<0.18' 'cargo-zigbuild>=0.24,<0.25' 'maturin>=1.16,<2' ||
      lacks "pip could not install ziglang, cargo-zigbuild and maturin"
  fi
  export PATH=$ZIG/bin:$PATH ZIG_GLOBAL_CACHE_DIR=$ZIG/cache
}

target() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/$1" ] || rustup target add "$1" >&2 || lacks "rustup has no target $1"
}

program_of() {
  echo "$TARGETS/$1/$PROFILE/zhengwen"
}

X64=x86_64-unknown-linux-musl
ARM64=aarch64-unknown-linux-musl

# A program that needs no library of its system.
program() {
  zig
  target "$1"
  cargo zigbuild --profile "$PROFILE" --features full --locked -p zhengwen-cli --bin zhengwen --target "$1"
}

# The manual and the completions are printed by the program, so by the one that runs here.
papers() {
  local x64
  x64=$(program_of $X64)
  "$x64" --version >/dev/null 2>&1 || lacks "$x64 does not run here; it prints the manual (make dist-linux-x64 builds it)"
  "$x64" man -o "$1/man"
  mkdir -p "$1/completions"
  for shell in bash zsh fish; do "$x64" completions $shell >"$1/completions/zhengwen.$shell"; done
}

archive() {
  local name=zhengwen-$VERSION-$1 folder=$OUT/folder
  rm -rf "$folder" && mkdir -p "$folder/$name"
  papers "$folder/$name"
  cp "$(program_of "$1")" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$folder/$name"
  tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -C "$folder" -c "$name" | gzip -9n >"$OUT/$name.tar.gz"
  rm -rf "$folder"
  ls -l "$OUT/$name.tar.gz"
}

deb() {
  command -v dpkg-deb >/dev/null || lacks "no dpkg-deb (install dpkg)"
  local architecture=$1 own folder=$OUT/deb
  own=$(program_of "$2")
  [ -f "$own" ] || lacks "no $own"
  rm -rf "$folder" && mkdir -p "$folder/DEBIAN" "$folder/papers"
  papers "$folder/papers"
  local share=$folder/usr/share
  install -Dm755 "$own" "$folder/usr/bin/zhengwen"
  for page in "$folder"/papers/man/*; do install -Dm644 "$page" "$share/man/man1/$(basename "$page")"; done
  gzip -9n "$share"/man/man1/*
  install -Dm644 "$folder/papers/completions/zhengwen.bash" "$share/bash-completion/completions/zhengwen"
  install -Dm644 "$folder/papers/completions/zhengwen.zsh" "$share/zsh/vendor-completions/_zhengwen"
  install -Dm644 "$folder/papers/completions/zhengwen.fish" "$share/fish/vendor_completions.d/zhengwen.fish"
  install -d "$share/doc/zhengwen"
  { printf 'Licence: MIT or Apache-2.0, as you like. Apache-2.0: /usr/share/common-licenses/Apache-2.0\n\n'; cat LICENSE-MIT; } >"$share/doc/zhengwen/copyright"
  gzip -9nc CHANGELOG.md >"$share/doc/zhengwen/changelog.gz"
  rm -rf "$folder/papers"
  cat >"$folder/DEBIAN/control" <<CONTROL
Package: zhengwen
Version: $VERSION
Architecture: $architecture
Maintainer: $MAINTAINER
Installed-Size: $(du -sk "$folder/usr" | cut -f1)
Section: text
Priority: optional
Description: reads any web page and hands back the article
 The main text, title, author and dates of web pages, the Chinese web first: from files, addresses and
 archives, as text, Markdown, HTML, JSON, tables or books; as a program, a service and a tool for agents.
CONTROL
  chmod -R u+rwX,go+rX,go-w "$folder"
  dpkg-deb --root-owner-group -Zxz --build "$folder" "$OUT/zhengwen_${VERSION}_$architecture.deb"
  rm -rf "$folder"
}

wheel() {
  zig
  target "$1"
  maturin build --profile "$PROFILE" --locked --zig --compatibility manylinux_2_17 --compression-level 9 --target "$1" \
    --manifest-path crates/python/Cargo.toml --out "$OUT"
}

npm_package() {
  [ -f npm/wasm/zhengwen.wasm ] || lacks "no npm/wasm/zhengwen.wasm (make wasm)"
  command -v npm >/dev/null || lacks "no npm (install Node)"
  (cd npm && npm pack --silent --pack-destination "$OUT")
}

# Without a daemon; the program is static, so nothing else is in the image.
image() {
  command -v buildah >/dev/null || lacks "no buildah"
  [ -f "$(program_of $X64)" ] || lacks "no $(program_of $X64) (make dist-linux-x64)"
  local name=zhengwen:$VERSION file=$OUT/zhengwen-$VERSION-image-amd64.tar policy=$OUT/policy.json
  cp "$(program_of $X64)" release/zhengwen
  # shellcheck disable=SC2064 # The paths of now.
  trap "rm -f release/zhengwen '$policy'" EXIT
  echo '{"default": [{"type": "insecureAcceptAnything"}]}' >"$policy"
  rm -f "$file"
  # The format of Docker: that of OCI has no health check. Every engine reads it.
  buildah --storage-driver vfs build --format docker --isolation chroot --timestamp "$SOURCE_DATE_EPOCH" --signature-policy "$policy" \
    --label "org.opencontainers.image.version=$VERSION" --tag "$name" --file release/Containerfile release
  buildah --storage-driver vfs push --signature-policy "$policy" "$name" "docker-archive:$file:$name"
  buildah --storage-driver vfs rmi "$name" >/dev/null
  ls -l "$file"
}

sums() {
  [ ! -d out/sbom ] || cp out/sbom/*.json "$OUT/"
  (cd "$OUT" && rm -f SHA256SUMS && find . -maxdepth 1 -type f -printf '%f\n' | LC_ALL=C sort | xargs -d '\n' -r sha256sum >../SHA256SUMS && mv ../SHA256SUMS . && cat SHA256SUMS)
}

case ${1:-} in
linux-x64) program $X64; archive $X64 ;;
linux-arm64) program $ARM64; archive $ARM64 ;;
deb) deb amd64 $X64 ;;
deb-arm64) deb arm64 $ARM64 ;;
wheel-x64) wheel x86_64-unknown-linux-gnu ;;
wheel-arm64) wheel aarch64-unknown-linux-gnu ;;
npm) npm_package ;;
extension) [ -f out/zhengwen-extension.zip ] || lacks "no out/zhengwen-extension.zip" && cp out/zhengwen-extension.zip "$OUT/zhengwen-extension-$VERSION.zip" ;;
image) image ;;
sums) sums ;;
*)
  echo "usage: release/build.sh linux-x64|linux-arm64|deb|deb-arm64|wheel-x64|wheel-arm64|npm|extension|image|sums" >&2
  exit 2
  ;;
esac
