// The part of DirectoryScanner that says what files are that nothing reads.
#include "core/base/path_text.h"
#include "core/formats/format_list.h"
#include "core/session/discovery/capture_order.h"
#include "core/session/discovery/directory_scanner.h"
#include "core/session/discovery/file_head.h"
#include "core/session/discovery/file_signatures.h"
#include "core/session/discovery/known_files.h"
#include "core/session/discovery/rank_names.h"
#include "core/store/bundle/bundle_file.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

bool DirectoryScanner::logSigned(const std::string &path, std::string_view head) {
    const auto unread = unreadFile(path, head);
    if (unread) {
        logUnreadFile(path, *unread);
    }
    return unread.has_value();
}

void DirectoryScanner::logUnreadFile(const std::string &path, const UnreadFile &unread) {
    const bool isLost =
        unread.signature->of == FileSignature::Of::Stand && knownFile(lastPart(path)).kind != FileKind::Unknown;
    m_log.add(isLost ? Severity::DataLoss : Severity::Info, m_run.path, unread.signature->code, path, unread.detail);
}

/// A trace whose head is lost is none that could be shown, but not a file to be passed over in silence.
void DirectoryScanner::logUnread(const std::string &path, std::string_view head) {
    if (logSigned(path, head)) {
        return;
    }
    if (path.ends_with(kBundleEnding)) {
        m_log.add(Severity::DataLoss, m_run.path, "discovery.not_a_bundle", path, "does not begin as a bundle does");
    } else if (const auto error = breakBeforeEvents(path, m_stop)) {
        m_log.add(Severity::DataLoss, m_run.path, "discovery.ends_early", error->where, error->detail);
    } else if (head.empty() && rankInFileName(lastPart(path))) {
        m_log.add(Severity::DataLoss, m_run.path, "discovery.ends_early", path, "the file is empty");
    } else if (auto unread = unreadJson(path, head)) {
        if (unread->signature->code == kNoTraceSignature) {
            m_noTraces.emplace_back(path, std::move(*unread));
        } else if (unread->signature->of == FileSignature::Of::Neighbour) {
            m_otherJson.emplace_back(path, std::move(*unread));
        } else {
            logUnreadFile(path, *unread);
        }
    }
}

void DirectoryScanner::logOtherJson() {
    for (const auto &[path, unread] : m_otherJson) {
        logUnreadFile(path, unread);
    }
}

void DirectoryScanner::logNoTraces() {
    if (m_noTraces.empty()) {
        return;
    }
    std::set<std::pair<std::string, std::optional<int>>> traces;
    for (const auto &capture : m_run.captures) {
        if (isOneFile(capture)) {
            traces.emplace(capture.folder, rankInFileName(lastPart(capture.files.front().path)));
        }
    }
    for (const auto &[path, unread] : m_noTraces) {
        // "metrics_rank0.json" beside "rank0.json"
        const auto rank = rankInFileName(lastPart(path));
        if (rank && traces.contains({std::string(parentPath(path)), rank})) {
            m_log.add(Severity::Info, m_run.path, unread.signature->code, path, unread.detail);
        } else {
            logUnreadFile(path, unread);
        }
    }
}

void DirectoryScanner::leaveOutForeign(std::vector<FileSource> &files) {
    constexpr std::uint64_t kLongestPointer = 1024;
    constexpr std::size_t kHeadOfSigned = 4096;
    for (auto &file : files) {
        const auto kind = knownFile(lastPart(file.path)).kind;
        const bool isLooked = !file.format.empty() && kind != FileKind::JsonText && kind != FileKind::Unknown &&
                              (file.size <= kLongestPointer || isTimeline(kind));
        const auto head = isLooked ? readHead(file.path, kHeadOfSigned) : Result<std::string>(std::string());
        const auto unread = head ? unreadFile(file.path, *head) : std::nullopt;
        if (unread && unread->signature->of == FileSignature::Of::Stand) {
            logUnreadFile(file.path, *unread);
            file.format.clear();
        }
    }
}

}  // namespace stagescope
