#pragma once

#include "core/base/import_log.h"
#include "core/session/workspace.h"

namespace stagescope {

/// Whether the digests of a folder belong together: those of another profile than most of them are of are left out
/// (discovery.foreign_digest), ranks of the profile without a digest are named (discovery.missing_digest), what was
/// merged of others than are here is left out (discovery.stale_merge). Captures learn their RankCapture::digest. Reads
/// a few hundred bytes of each bundle. O(bundles log bundles).
void checkDigests(Run &run, ImportLog &log);

}  // namespace stagescope
