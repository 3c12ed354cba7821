#include "core/fetch/fetch_files.h"

#include "core/base/byte_text.h"
#include "core/fetch/fetch_folder.h"

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

class Fetcher {
public:
    Fetcher(const Rclone &rclone, FetchFolder &folder, const std::function<void(const FetchProgress &)> &progress)
        : m_rclone(rclone), m_folder(folder), m_tell(progress) {}

    void lose(const std::string &name, std::string reason) {
        m_outcome.lost.push_back({ErrorKind::ReadFailed, std::move(reason), m_rclone.remote() + '/' + name});
    }

    Result<FetchOutcome> fetch(const std::vector<RemoteFile> &needed, const std::string &scratch,
                               const std::stop_token &stop) {
        std::vector<RemoteFile> missing;
        for (const auto &file : needed) {
            if (stop.stop_requested()) {
                return fail(ErrorKind::Cancelled, "cancelled", m_rclone.remote());
            }
            if (m_folder.holds(file)) {
                ++m_outcome.filesBefore;
            } else {
                missing.push_back(file);
                m_progress.bytesAll += file.bytes;
            }
        }
        m_progress.filesAll = missing.size();
        if (m_progress.bytesAll > m_folder.room()) {
            return fail(ErrorKind::Limit,
                        "the disk has not enough room: " + bytesText(m_progress.bytesAll) + " are needed, " +
                            bytesText(m_folder.room()) + " are free",
                        m_folder.arrivals().parent_path().string());
        }
        const auto fetched = missing.empty() ? Status{} : transfer(missing, scratch);
        return fetched ? Result<FetchOutcome>(std::move(m_outcome)) : tl::make_unexpected(fetched.error());
    }

private:
    Status transfer(const std::vector<RemoteFile> &missing, const std::string &scratch) {
        for (const auto &file : missing) {
            m_awaited.emplace(file.name, file);
        }
        const TransferListener listener{[this](const std::string &name) { take(name); },
                                        [this](const TransferState &state) {
                                            m_progress.bytes = std::min(state.bytes, m_progress.bytesAll);
                                            m_progress.bytesPerSecond = state.bytesPerSecond;
                                            tell();
                                        }};
        const auto failed =
            m_rclone.copy(missing, m_folder.arrivals().string(), scratch, listener, m_broken.get_token());
        if (!m_status) {
            return m_status;
        }
        RETURN_IF_ERROR(failed);
        const auto left = m_awaited;
        for (const auto &[name, file] : left) {
            if (const auto it = failed->find(name); it != failed->end()) {
                lose(name, "rclone: " + it->second);
            } else {
                take(name);
            }
        }
        return m_status;
    }

    void take(const std::string &name) {
        const auto it = m_awaited.find(name);
        if (it == m_awaited.end()) {
            return;
        }
        const auto file = it->second;
        m_awaited.erase(it);
        const auto accepted = m_folder.accept(file);
        if (!accepted && accepted.error().kind == ErrorKind::Changed) {
            m_outcome.lost.push_back(accepted.error());
            return;
        }
        if (!accepted) {
            m_status = accepted;
            m_broken.request_stop();
            return;
        }
        ++m_outcome.files;
        m_outcome.bytes += file.bytes;
        ++m_progress.files;
        tell();
    }
    void tell() const {
        if (m_tell) {
            m_tell(m_progress);
        }
    }

    const Rclone &m_rclone;
    FetchFolder &m_folder;
    const std::function<void(const FetchProgress &)> &m_tell;
    FetchProgress m_progress;
    FetchOutcome m_outcome;
    std::map<std::string, RemoteFile> m_awaited;
    Status m_status;
    std::stop_source m_broken;
};

/// As the files are now, in the plan too; names of those that are gone.
std::vector<std::string> refresh(FetchPlan &plan, const RemoteListing &now) {
    std::vector<std::string> gone;
    for (auto &part : plan.parts) {
        if (part.reason != SlimReason::Kept) {
            continue;
        }
        const auto it =
            std::lower_bound(now.files.begin(), now.files.end(), part.file.name,
                             [](const RemoteFile &file, const std::string &name) { return file.name < name; });
        if (it == now.files.end() || it->name != part.file.name) {
            gone.push_back(part.file.name);
        } else {
            part.file = *it;
        }
    }
    std::erase_if(plan.parts, [&](const FetchPart &part) {
        return part.reason == SlimReason::Kept && std::binary_search(gone.begin(), gone.end(), part.file.name);
    });
    return gone;
}

}  // namespace

Result<FetchOutcome> fetchFiles(const Rclone &rclone, FetchPlan plan, const SlimChoice &choice,
                                const std::string &folder, const std::string &scratch,
                                const std::function<void(const FetchProgress &)> &progress,
                                const std::stop_token &stop) {
    if (plan.needed().empty()) {
        return fail(ErrorKind::NotFound, "it has no data for the selected answers", rclone.remote());
    }
    const auto place = FetchFolder::open(folder, rclone.remote());
    ASSIGN_OR_RETURN(const auto now,
                     place ? rclone.listAgain(plan.needed(), scratch, stop) : tl::make_unexpected(place.error()));
    const auto gone = refresh(plan, now);
    RETURN_IF_ERROR((*place)->begin(plan, choice));
    Fetcher fetcher(rclone, **place, progress);
    for (const auto &name : gone) {
        fetcher.lose(name, "no longer exists since it was listed");
    }
    return fetcher.fetch(plan.needed(), scratch, stop);
}

}  // namespace stagescope
