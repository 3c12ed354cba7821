#include "core/fetch/fetch_plan.h"

#include "core/base/io/output_file.h"
#include "core/base/io/output_folder.h"
#include "core/base/path_text.h"
#include "core/session/discovery/discovery.h"
#include "core/session/discovery/known_files.h"
#include "core/session/discovery/rank_names.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kBundle = ".stagescope";
/// What a database has to begin with to be taken for one.
constexpr std::string_view kDatabaseHead("SQLite format 3\0", 16);

/// What older profilers keep of a device in its folder; the rank stands in it.
bool isDeviceFacts(std::string_view name) {
    return lastPart(name).starts_with("info.json.") && lastPart(parentPath(name)).starts_with("device_");
}

bool isBundle(std::string_view name) { return name.ends_with(kBundle); }

/// Files whose content discovery asks for.
bool needsHead(std::string_view name) {
    const auto kind = knownFile(lastPart(name)).kind;
    const bool mayTellRank = kind == FileKind::ProfilerInfo && !rankInSuffix(lastPart(name));
    return mayTellRank || kind == FileKind::JsonText || isDeviceFacts(name);
}

/// A folder that looks to discovery as the remote one would.
class StandIn {
public:
    StandIn(fs::path root, const RemoteListing &listing) : m_root(std::move(root)), m_listing(listing) {}

    Status make(const HeadReader &heads, const std::stop_token &stop) {
        RETURN_IF_ERROR(makeFolders(m_root));
        std::vector<RemoteFile> asked;
        for (const auto &file : m_listing.files) {
            if (stop.stop_requested()) {
                return fail(ErrorKind::Cancelled, "cancelled", m_root.string());
            }
            if (isBundle(file.name)) {
                continue;
            }
            RETURN_IF_ERROR(makeFolder(file.name));
            if (needsHead(file.name)) {
                asked.push_back(file);
            } else if (knownFile(lastPart(file.name)).kind != FileKind::Unknown) {
                RETURN_IF_ERROR(makeFile(file));
            }
        }
        return asked.empty() ? Status{} : heads(asked, m_root.string());
    }

private:
    Status makeFolder(const std::string &name) {
        const auto folder = parentPath(name);
        if (folder == "." || !m_folders.insert(folder).second) {
            return {};
        }
        return makeFolders(m_root / folder);
    }

    /// Not empty, where it is not.
    [[nodiscard]] Status makeFile(const RemoteFile &file) const {
        return writeWholeFile((m_root / file.name).string(), kDatabaseHead.substr(0, file.bytes));
    }

    fs::path m_root;
    const RemoteListing &m_listing;
    std::set<std::string> m_folders;
};

Status checkAsked(const SlimChoice &choice, const std::vector<int> &there, const std::string &where) {
    for (const auto rank : choice.ranks) {
        if (!std::binary_search(there.begin(), there.end(), rank)) {
            return fail(ErrorKind::NotFound, "has no rank " + std::to_string(rank), where);
        }
    }
    return {};
}

std::vector<int> ranksOf(const Run &run) {
    std::set<int> ranks;
    for (const auto &capture : run.captures) {
        ranks.insert(capture.rank);
    }
    for (const auto &snapshot : run.snapshots) {
        if (snapshot.rank) {
            ranks.insert(*snapshot.rank);
        }
    }
    return {ranks.begin(), ranks.end()};
}

}  // namespace

std::vector<RemoteFile> FetchPlan::needed() const {
    std::vector<RemoteFile> files;
    for (const auto &part : parts) {
        if (part.reason == SlimReason::Kept) {
            files.push_back(part.file);
        }
    }
    return files;
}

Result<FetchPlan> planFetch(const RemoteListing &listing, const std::string &name, const SlimChoice &choice,
                            const HeadReader &heads, const std::string &scratch, const std::stop_token &stop) {
    const auto root = fs::path(scratch) / name;
    RETURN_IF_ERROR(StandIn(root, listing).make(heads, stop));
    const auto run = discover(root.string(), RunId{0}, stop);
    ASSIGN_OR_RETURN(const auto known, run ? slimPlan(*run, choice, stop) : tl::make_unexpected(run.error()));
    std::map<std::string, SlimReason> reasons;
    for (const auto &part : known) {
        reasons[part.name] = part.reason;
    }
    FetchPlan plan{{}, ranksOf(*run), slimBase(*run)};
    for (const auto &file : listing.files) {
        const auto it = reasons.find(file.name);
        const auto reason = isBundle(file.name)   ? SlimReason::Kept
                            : it == reasons.end() ? SlimReason::NotRead
                                                  : it->second;
        plan.parts.push_back({file, reason});
    }
    const bool hasBundles =
        std::any_of(listing.files.begin(), listing.files.end(), [](const auto &file) { return isBundle(file.name); });
    if (run->captures.empty() && run->snapshots.empty() && run->clusterFiles.empty() && !hasBundles) {
        return fail(ErrorKind::NotFound, "holds no file of a profile", name);
    }
    const auto asked = hasBundles ? Status{} : checkAsked(choice, plan.ranks, name);
    return asked ? Result<FetchPlan>(std::move(plan)) : tl::make_unexpected(asked.error());
}

}  // namespace stagescope
