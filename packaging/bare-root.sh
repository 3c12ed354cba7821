# Sourced by bare-root-test and package-test. bare_root DIR [ARCHITECTURE]: a bare root of Debian 12 in DIR (mmdebstrap, minbase; a
# temporary one, removed at the end, where DIR is empty) with proc, dev and sys mounted; its path is in $root.
# within WORD...: runs them in it. Both want root, for chroot and mounts. Packages come from where this machine's apt has them from.
# shellcheck shell=sh

root=
own=
mounted=

finish() {
    for place in $mounted; do
        umount "$root/$place" || true
    done
    # What is still mounted must not be emptied.
    if [ -n "$own" ] && ! grep -q " $root/" /proc/mounts; then
        rm -rf "$own"
    fi
}
trap finish EXIT
trap 'exit 130' INT TERM

bare_root() {
    if [ "$(id -u)" -ne 0 ]; then
        echo "${0##*/}: wants root, for chroot and mounts" >&2
        exit 2
    fi
    if ! command -v mmdebstrap >/dev/null; then
        echo "${0##*/}: mmdebstrap is missing: apt-get install mmdebstrap" >&2
        exit 2
    fi
    if [ -n "$1" ]; then
        mkdir -p "$1"
        root=$(realpath -- "$1")
    else
        root=$(mktemp -d)
        own=$root
    fi
    if [ ! -e "$root/etc/debian_version" ]; then
        set -- --architectures="${2-$(dpkg --print-architecture)}" --variant=minbase bookworm "$root"
        for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list.d/*.list; do
            if [ -s "$file" ] && grep -q debian "$file"; then
                set -- "$@" "$file"
            fi
        done
        for file in /etc/apt/apt.conf.d/*proxy* /etc/apt/apt.conf.d/*registry*; do
            [ ! -s "$file" ] || set -- --aptopt="$file" "$@"
        done
        mmdebstrap "$@"
    fi
    for place in proc dev dev/pts dev/shm sys; do
        mkdir -p "$root/$place"
        mount --bind "/$place" "$root/$place"
        mounted="$place $mounted"
    done
    cp -L /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
}

within() {
    chroot "$root" env -i HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
}
