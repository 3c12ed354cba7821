# Sourced by the tests in bare roots. bare_root DIR [ARCHITECTURE [SUITE]]: a bare root of Debian 12, or SUITE, in DIR (mmdebstrap,
# minbase; a temporary one, removed at the end, where DIR is empty) with proc, dev and sys mounted; its path is in $root.
# leave_root lets go of it, for another one. within WORD...: runs them in it. state: what is in it, a line each.
# All want root, for chroot and mounts. Packages come from where this machine's apt has them from.
# shellcheck shell=sh

root=
own=
mounted=

# The line of sources.list for a suite, without its updates, which not all suites and architectures have alike.
source_of() {
    place=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list.d/*.list 2>/dev/null |
        sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb .*\(http[^ ]*\) .*/\1/p' | grep debian | head -n 1)
    echo "deb $place $1 main"
}

leave_root() {
    for place in $mounted; do
        umount "$root/$place" || true
    done
    mounted=
    # What is still mounted must not be emptied.
    if [ -n "$own" ] && ! grep -q " $root/" /proc/mounts; then
        rm -rf "$own"
    fi
    own=
}
trap leave_root EXIT
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
        suite=${3-bookworm}
        set -- --architectures="${2-$(dpkg --print-architecture)}" --variant=minbase "$suite" "$root"
        for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list.d/*.list; do
            if [ -s "$file" ] && grep -q debian "$file" && [ "$suite" = bookworm ]; then
                set -- "$@" "$file"
            fi
        done
        [ "$suite" = bookworm ] || set -- "$@" "$(source_of "$suite")"
        for file in /etc/apt/apt.conf.d/*proxy* /etc/apt/apt.conf.d/*registry*; do
            [ ! -s "$file" ] || set -- --aptopt="$file" "$@"
        done
        mmdebstrap "$@"
    fi
    mount_root
    cp -L /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
}

mount_root() {
    for place in proc dev dev/pts dev/shm sys; do
        mkdir -p "$root/$place"
        mount --bind "/$place" "$root/$place"
        mounted="$place $mounted"
    done
}

within() {
    chroot "$root" env -i HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# Names, kinds, sizes and contents of all that a package could leave behind; not what apt and ldconfig keep for themselves.
state() {
    (cd "$root" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./var/lib/apt \
        -o -path ./var/lib/dpkg -o -path ./var/cache -o -path ./var/log -o -path ./etc/ld.so.cache \) -prune -o -type f -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp \
        -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./var/cache -o -path ./var/log \) -prune -o \( -type d -o -type l \) -print |
        LC_ALL=C sort)
}
