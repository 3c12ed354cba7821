#include "app/command_list.h"
#include "app/output.h"
#include "app/remote/remote_cache.h"
#include "app/user_cache.h"
#include "core/base/io/file_time.h"
#include "core/base/io/private_folder.h"
#include "core/export/quoted_text.h"
#include "core/store/bundle/digest_note.h"

#include <QtCore/QDateTime>
#include <QtCore/QTimeZone>

namespace stagescope {

namespace {

std::string momentText(std::int64_t ns) {
    return QDateTime::fromMSecsSinceEpoch(ns / 1'000'000, QTimeZone::utc()).toString(Qt::ISODate).toStdString();
}

void addRow(std::string &text, const std::string &source, const std::string &path, std::uint64_t bytes,
            std::int64_t usedNs, bool isCurrent) {
    appendCsvField(text, spreadsheetText(source));
    text += ',';
    appendCsvField(text, spreadsheetText(path));
    text += ',' + std::to_string(bytes) + ',' + momentText(usedNs) + (isCurrent ? ",1\n" : ",0\n");
}

std::string listed(const SessionCache &cache) {
    std::string text = "source,archive,size_bytes,last_used,is_current\n";
    for (const auto &entry : cache.entries()) {
        addRow(text, entry.source, entry.path.string(), entry.bytes, entry.usedNs, entry.isCurrent);
    }
    for (const auto &digest : remoteFiles()) {
        struct stat facts {};
        const bool isThere = statFile(digest.string(), facts) == 0;
        addRow(text, digestNoteOf(digest.string()).value_or(DigestNote{}).root, digest.string(),
               isThere ? std::uint64_t(facts.st_size) : 0, changeTimeNs(facts), true);
    }
    for (const auto &copy : PrivateFolder::all()) {
        addRow(text, copy.source, copy.path.string(), copy.bytes, copy.usedNs, copy.isHeld);
    }
    return text;
}

int runCache(const Arguments &arguments) {
    const auto &verb = arguments.positional[0];
    if (verb == "clear") {
        printNote(std::to_string(userCache()->clear() + PrivateFolder::removeAbandoned() + removeRemoteFiles()) +
                  " files removed from " + SessionCache::defaultFolder().string());
        return 0;
    }
    if (verb != "list") {
        return printError(badChoice("stagescope cache", verb, {"list", "clear"}).value());
    }
    return writeOut(listed(*userCache())) ? 0 : 2;
}

}  // namespace

Command makeCacheCommand() {
    return {.name = "cache",
            .section = CommandSection::Other,
            .synopsis = "list|clear",
            .summary = "List (as CSV) or clear cached data of loaded files",
            .details =
                "Entries are valid while the source is unchanged; database copies while a running program uses "
                "them (column is_current).",
            .minPositional = 1,
            .maxPositional = 1,
            .run = &runCache};
}

}  // namespace stagescope
