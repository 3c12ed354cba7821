#pragma once

#include "core/base/result.h"
#include "core/session/discovery/rank_source.h"

#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace stagescope {

/// All of a rank of a run that was brought from another machine (bringRemote), of which `digest` tells a part: comes as
/// a digest of the highest level, which the rank can be read from as from a source (LoadJob::readSource). Nothing where
/// the run was not brought. `variables`: RemoteWish::variables. Errors: those of bringRemote and of discover. Blocks;
/// any thread, which must outlive the call.
[[nodiscard]] std::optional<Result<RankSource>> lentRank(const Run &run, const RankCapture &digest,
                                                         const std::map<std::string, std::string> &variables,
                                                         const std::stop_token &stop = {});

}  // namespace stagescope
