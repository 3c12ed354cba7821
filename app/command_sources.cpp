#include "app/command_sources.h"

#include "app/command_choice.h"
#include "core/session/discovery/rank_source.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr const char *kFromSource = "--from-source";
constexpr const char *kSourcePrefix = "--source-prefix";

/// The first file that is not as it was.
std::string changedFile(const RankCapture &capture) {
    const auto entries = capture.log ? capture.log->entries() : std::vector<ImportEntry>{};
    const auto it = std::find_if(entries.begin(), entries.end(),
                                 [](const ImportEntry &entry) { return entry.code == "source.changed"; });
    return it == entries.end() ? std::string() : it->source;
}

}  // namespace

std::vector<OptionSpec> sourceOptions() {
    return {{kFromSource, "LIST", "read these ranks from their source files instead of digests", false, true},
            {kSourcePrefix, "OLD=NEW", "map source folder OLD to NEW, e.g. /shared/profile=/mnt/profile (repeatable)",
             true, true}};
}

Status applySources(const Arguments &arguments) {
    auto ranks = ranksOption(arguments, kFromSource);
    if (!ranks) {
        return tl::make_unexpected(ranks.error());
    }
    WantedSources wanted{std::move(*ranks), {}};
    for (const auto &text : arguments.values(kSourcePrefix)) {
        auto prefix = prefixFromText(text);
        if (!prefix) {
            return badValue(kSourcePrefix, text, "two folders such as /shared/profile=/mnt/profile");
        }
        wanted.prefixes.push_back(std::move(*prefix));
    }
    setWantedSources(std::move(wanted));
    return {};
}

std::string sourcesNote(const Run &run) {
    std::vector<std::int64_t> ranks;
    std::string changed;
    for (const auto &capture : run.captures) {
        if (capture.isFromSource()) {
            ranks.push_back(capture.rank);
            changed = changed.empty() ? changedFile(capture) : changed;
        }
    }
    if (ranks.empty()) {
        return wantedSources().ranks.empty() ? std::string() : "it holds no digests: --from-source changes nothing";
    }
    const auto text = (ranks.size() == 1 ? "rank " : "ranks ") + numbersText(ranks) + " read from the source";
    return changed.empty() ? text : text + ", which changed after it was digested: " + changed;
}

}  // namespace stagescope
