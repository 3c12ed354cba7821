#pragma once

#include "core/base/result.h"
#include "core/fetch/remote_maker.h"

#include <string>

namespace stagescope {

/// Those of an object store, of obs_access_config.json, which tools of the Ascend knowledge base read: access_config
/// with access_key, secret_access_key, obs_endpoint or server (else the public one of region_name), maybe
/// security_token. Errors: NotFound, NoPermission, ReadFailed; Malformed where it is no such file or lacks a key, which
/// is named. No value ever stands in an error.
[[nodiscard]] Result<RemoteSettings> settingsFromAccessFile(const std::string &path);

}  // namespace stagescope
