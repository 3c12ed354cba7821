// The part of DirectoryScanner that tells ranks and readers from names and heads.
#include "core/base/path_text.h"
#include "core/session/discovery/capture_order.h"
#include "core/session/discovery/directory_scanner.h"
#include "core/session/discovery/file_head.h"
#include "core/session/discovery/known_files.h"
#include "core/session/discovery/rank_names.h"

#include <dirent.h>

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kSniffBytes = 4096;

}  // namespace

DirectoryScanner::Numbered DirectoryScanner::numberFromFiles(const std::vector<FileSource> &files) const {
    Numbered result;
    for (const auto &file : files) {
        const auto name = lastPart(file.path);
        const auto kind = knownFile(name).kind;
        if (kind == FileKind::ProfilerInfo) {
            auto number = rankInSuffix(name);
            if (!number) {
                const auto text = readHead(file.path, kInfoBytes);
                number = text ? numberInJson(*text, "rank_id") : std::nullopt;
            }
            if (number) {
                return {*number, RankOrigin::ProfilerInfo};
            }
        } else if (const auto number =
                       kind == FileKind::FrameworkDb || kind == FileKind::MsprofDb ? rankInSuffix(name) : std::nullopt;
                   number && result.rank < 0) {
            result = {*number, RankOrigin::FileName};
        }
    }
    return result;
}

DirectoryScanner::Numbered DirectoryScanner::numberFromFolders(const std::string &folder) const {
    // What a word says goes before bare numbers, which may be a job, a year or a step within a rank's folder.
    for (const bool isBare : {false, true}) {
        auto parts = foldersBelow(m_run.path, folder);
        for (auto path = folder; !parts.empty(); parts.pop_back(), path = parentPath(path)) {
            if (parts.size() > 2 && parts[parts.size() - 2] == "profile" && parts[parts.size() - 3] == "plugins") {
                break;  // TensorBoard's folder of a session: its name is a time
            }
            const auto place = m_ofPlaces.find(path);
            if (place != m_ofPlaces.end()) {
                return {place->second, RankOrigin::FolderName};
            }
            const auto number = isBareNumber(parts.back()) == isBare ? rankInFolderName(parts.back()) : std::nullopt;
            if (number) {
                return {*number, RankOrigin::FolderName};
            }
        }
    }
    // The opened folder itself, or the one an opened file lies in. A bare number (a year, a job) tells a rank only
    // where the folder is the rank's own.
    const auto root = openedFolder(m_run.path);
    const auto own = lastPart(folder.starts_with(root) ? std::string_view(root) : folder);
    const auto number = isBareNumber(own) && folder != root ? std::nullopt : rankInFolderName(own);
    return number ? Numbered{*number, RankOrigin::FolderName} : Numbered{};
}

DirectoryScanner::Numbered DirectoryScanner::numberFromNeighbours(std::string folder) const {
    for (int level = 0; level < 2; ++level, folder = parentPath(folder)) {
        std::vector<FileSource> infos;
        const std::unique_ptr<DIR, int (*)(DIR *)> dir(::opendir(folder.c_str()), &::closedir);
        while (const auto *entry = dir ? ::readdir(dir.get()) : nullptr) {
            const std::string_view name = entry->d_name;
            if (knownFile(name).kind == FileKind::ProfilerInfo) {
                infos.push_back({SourceId{}, folder + '/' + std::string(name), {}, 0, 0, true});
            }
        }
        // Two of them tell nothing about which one is meant.
        if (const auto found = infos.size() == 1 ? numberFromFiles(infos) : Numbered{}; found.rank >= 0) {
            return found;
        }
    }
    return {};
}

DirectoryScanner::Numbered DirectoryScanner::numberFromTrace(std::string_view name, std::string_view head,
                                                             std::optional<int> byPlace) const {
    if (const auto at = head.find("\"distributedInfo\""); at != std::string_view::npos) {
        const auto end = head.find('}', at);
        if (const auto number =
                numberInJson(head.substr(at, end == std::string_view::npos ? end : end + 1 - at), "rank")) {
            return {*number, RankOrigin::TraceHead};
        }
    }
    const auto number = byPlace ? byPlace : rankInFileName(name);
    return number ? Numbered{*number, RankOrigin::FileName} : Numbered{};
}

std::string DirectoryScanner::formatOf(const std::string &path, std::string_view head) const {
    const auto name = lastPart(path);
    const auto sniffed = head.substr(0, kSniffBytes);
    auto it = std::find_if(m_formats.begin(), m_formats.end(), [&](const auto &f) { return f->sniff(name, sniffed); });
    if (it == m_formats.end()) {
        it = std::find_if(m_formats.begin(), m_formats.end(),
                          [&](const auto &f) { return f->recognises(path, sniffed, m_stop); });
    }
    return it == m_formats.end() ? std::string() : std::string((*it)->id());
}

}  // namespace stagescope
