#include "app/remote/lent_rank.h"

#include "app/remote/near_side.h"
#include "core/session/discovery/discovery.h"
#include "core/session/remote_address.h"
#include "core/store/bundle/bundle_file.h"

#include <utility>

namespace stagescope {

std::optional<Result<RankSource>> lentRank(const Run &run, const RankCapture &digest,
                                           const std::map<std::string, std::string> &variables,
                                           const std::stop_token &stop) {
    const auto shown = shownPath(run.path);
    const auto address = shown == run.path ? std::nullopt : remoteAddress(shown);
    if (!address) {
        return std::nullopt;
    }
    const RemoteWish wish{.capture = run.wantedCapture, .variables = variables, .ranks = {digest.rank}};
    ASSIGN_OR_RETURN(const auto folder, bringRemote(*address, wish, {}, stop));
    const auto name = "rank_" + std::to_string(digest.rank) + std::string(kBundleEnding);
    ASSIGN_OR_RETURN(auto listed, discover(folder + '/' + name, RunId{0}, stop));
    const auto *whole = listed.capture(digest.rank);
    if (whole == nullptr) {
        return fail(ErrorKind::NotFound, "sent another rank than " + std::to_string(digest.rank), shown);
    }
    RankSource source{.capture = *whole, .snapshots = std::move(listed.snapshots)};
    source.capture.device = digest.device;
    source.capture.host = digest.host;
    source.capture.captureLabel = digest.captureLabel;
    source.capture.digest = digest.digest;
    source.capture.log.reset();
    for (auto &snapshot : source.snapshots) {
        snapshot.rank = digest.rank;
    }
    return source;
}

}  // namespace stagescope
