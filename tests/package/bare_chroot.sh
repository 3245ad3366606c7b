#!/usr/bin/env bash
# The Debian packages in a system that holds nothing else: bare_chroot.sh [FOLDER]. FOLDER (build/deb) has the five that
# ./bootstrap deb makes. Installs the library alone and looks at what comes with it, installs all, runs debian/tests/in-use,
# purges, and looks for what is left. Needs root, mmdebstrap and a Debian mirror: this machine's, or MIRROR; RELEASE names
# another release.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
packages=$(cd "${1:-$here/build/deb}" && pwd)
root=$(mktemp -d)
proc=no
clean() {
  [ $proc = no ] || umount "$root/proc"
  rm -rf --one-file-system "$root"
}
trap clean EXIT
chmod 755 "$root"

release=${RELEASE:-bookworm}
mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $release" | head -n 1)}
mmdebstrap --variant=apt --mode=root "$release" "$root" "$mirror"
mkdir "$root/packages"
cp "$packages"/*.deb "$root/packages"
rm -f "$root"/packages/*-dbgsym_*.deb
cp "$here/debian/tests/in-use" "$root/packages"
mount -t proc proc "$root/proc" && proc=yes
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive HOME=/root "$@"; }
install() { inside apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
inside apt-get update -qq

# The library brings oneTBB, Highway and OpenSSL, and neither a window system nor painters nor GIS.
inside sh -c 'apt-get install -y -qq --no-install-recommends /packages/libfieldwright0_*.deb' >/dev/null
brought=$(inside dpkg-query -W -f '${Package}\n')
if grep -E '^lib(qt|cairo|gdal|pango)' <<<"$brought"; then
  echo "bare_chroot: libfieldwright0 brings what it should not" >&2
  exit 1
fi
inside apt-get purge -y -qq libfieldwright0 >/dev/null

# What the tests compile with stays: it is no part of what is looked at.
install g++ cmake make
inside sh -c 'apt-get install -y -qq --no-install-recommends /packages/*.deb' >/dev/null
inside dpkg-query -W '*fieldwright*'
inside sh /packages/in-use

inside apt-get purge -y -qq libfieldwright0 libfieldwright-dev fieldwright fieldwright-designer python3-fieldwright >/dev/null
if inside find / -xdev -path /proc -prune -o -path /packages -prune -o -iname '*fieldwright*' -print | grep .; then
  echo "bare_chroot: the files above are left after the purge" >&2
  exit 1
fi
if inside dpkg-query -W -f '${Package} ${db:Status-Status}\n' | grep fieldwright; then
  echo "bare_chroot: dpkg still knows the packages above" >&2
  exit 1
fi
echo "bare_chroot: passed"
