#include "app/command_list.h"
#include "app/output.h"
#include "app/user_cache.h"
#include "core/export/quoted_text.h"

#include <QtCore/QDateTime>
#include <QtCore/QTimeZone>

namespace stagescope {

namespace {

std::string timeText(std::int64_t ns) {
    return QDateTime::fromMSecsSinceEpoch(ns / 1'000'000, QTimeZone::utc()).toString(Qt::ISODate).toStdString();
}

std::string listed(const SessionCache &cache) {
    std::string text = "source,archive,size_bytes,last_used,is_current\n";
    for (const auto &entry : cache.entries()) {
        appendCsvField(text, entry.source);
        text += ',';
        appendCsvField(text, entry.path.string());
        text += ',' + std::to_string(entry.bytes) + ',' + timeText(entry.usedNs) + (entry.isCurrent ? ",1\n" : ",0\n");
    }
    return text;
}

int runCache(const Arguments &arguments) {
    const auto &verb = arguments.positional[0];
    if (verb == "clear") {
        printNote(std::to_string(userCache()->clear()) + " files removed from " +
                  SessionCache::defaultFolder().string());
        return 0;
    }
    if (verb != "list") {
        return printError({ErrorKind::BadArgument, "there is only: list, clear", "stagescope cache"});
    }
    return writeOut(listed(*userCache())) ? 0 : 2;
}

}  // namespace

Command makeCacheCommand() {
    return {.name = "cache",
            .synopsis = "list|clear",
            .summary =
                "Lists, as CSV, or removes what the window keeps of loaded files to open them faster; such files "
                "count only while their source is as it was (is_current).",
            .minPositional = 1,
            .maxPositional = 1,
            .run = &runCache};
}

}  // namespace stagescope
