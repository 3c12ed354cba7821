#include "core/session/discovery/run_folder.h"

#include "core/base/natural_order.h"
#include "core/session/discovery/capture_order.h"
#include "core/store/bundle/bundle_file.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace stagescope {

namespace {

using RanksByFolder = std::map<std::string_view, std::set<int>>;

/// The folder or bundle directly in the opened one that is a run if any is; empty where the capture itself lies there.
std::string_view runOf(const Run &run, const RankCapture &capture, const RanksByFolder &ranks) {
    const auto folders = foldersBelow(run.path, capture.folder);
    if (folders.size() > 1 || (!folders.empty() && ranks.at(capture.folder).size() > 1)) {
        return folders.front();
    }
    if (capture.files.empty() || !capture.files.front().path.ends_with(kBundleEnding)) {
        return {};
    }
    const auto parts = foldersBelow(run.path, capture.files.front().path);
    return parts.size() == 1 ? parts.front() : std::string_view{};
}

}  // namespace

std::vector<std::string> runsWithin(const Run &run) {
    RanksByFolder together;
    for (const auto &capture : run.captures) {
        together[capture.folder].insert(capture.rank);
    }
    RanksByFolder ranks;
    for (const auto &capture : run.captures) {
        const auto name = runOf(run, capture, together);
        if (name.empty()) {
            return {};
        }
        ranks[name].insert(capture.rank);
    }
    std::map<int, std::size_t> owners;
    for (const auto &[name, own] : ranks) {
        for (const int rank : own) {
            ++owners[rank];
        }
    }
    const auto isShared = [&](int rank) { return owners[rank] > 1; };
    std::vector<std::string> paths;
    for (const auto &[name, own] : ranks) {
        if (std::none_of(own.begin(), own.end(), isShared)) {
            return {};
        }
        paths.push_back(run.path + (run.path.ends_with('/') ? "" : "/") + std::string(name));
    }
    std::sort(paths.begin(), paths.end(), [](const auto &a, const auto &b) { return naturalLess(a, b); });
    return paths.size() < 2 ? std::vector<std::string>{} : paths;
}

}  // namespace stagescope
