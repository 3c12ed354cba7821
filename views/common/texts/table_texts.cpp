#include "views/common/texts/table_texts.h"

#include "core/analysis/tables/analysis.h"
#include "core/base/words/ranges_text.h"
#include "core/export/bundle_level.h"
#include "views/common/texts/message_texts.h"

namespace stagescope {

std::string headId(std::string_view table, std::string_view column) {
    const auto shared = "head." + std::string(column);
    const auto own = "head." + std::string(table) + "." + std::string(column);
    // Results of queries are called as whoever asked for them has it.
    const bool isListed = analysisById(table) != nullptr;
    return hasMessageText(own) ? own : isListed && hasMessageText(shared) ? shared : std::string();
}

QString tableTitle(const AnalysisEntry &table) { return messageText(Message("table." + table.id)); }

namespace {

QString ofKeptInPart(std::string id, const Run *run, std::string_view table, const std::vector<int> &ranks) {
    const auto part = run == nullptr ? std::nullopt : keptInPart(*run, table, ranks);
    if (!part) {
        return {};
    }
    id += part->ranks.size() == 1 ? "" : ".several";
    return messageText(Message(std::move(id), {rangesText({part->ranks.begin(), part->ranks.end()}),
                                               std::string(bundleLevelText(part->level))}));
}

}  // namespace

QString tableNotice(const Run *run, std::string_view table, const std::vector<int> &ranks) {
    return ofKeptInPart("tables.kept_in_part", run, table, ranks);
}

QString emptyTableNotice(const Run *run, std::string_view table, const std::vector<int> &ranks) {
    return ofKeptInPart("tables.not_kept", run, table, ranks);
}

}  // namespace stagescope
