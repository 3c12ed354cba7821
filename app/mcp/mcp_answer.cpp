#include "app/mcp/mcp_answer.h"

#include "core/base/item_ref.h"
#include "core/export/shown_text.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr std::int64_t kExact = std::int64_t{1} << 53;
/// Whether a column has absolute times, all in the recorded time of a run, or next to it.
bool holdsTimes(const ResultTable &table, std::size_t column, const AlignedRange &time) {
    constexpr std::int64_t kBeside = 60'000'000'000;
    bool hasAny = false;
    for (const auto &row : table.rows) {
        const auto *number = std::get_if<std::int64_t>(&row[column]);
        if (number == nullptr || (*number > -kExact && *number < kExact)) {
            continue;
        }
        if (*number < ns(time.begin) - kBeside || *number > ns(time.end) + kBeside) {
            return false;
        }
        hasAny = true;
    }
    return hasAny;
}

/// The time from whose begin the times of a column count. Runs may have been recorded one right after the other: of
/// comparisons the column says which of them it is about.
const std::optional<AlignedRange> *timeOf(const ResultTable &table, std::size_t column, const McpForm &form) {
    const bool isBefore = table.columns[column].name.ends_with("_before_ns");
    for (const auto *time : {isBefore ? &form.baseline : &form.time, isBefore ? &form.time : &form.baseline}) {
        if (*time && holdsTimes(table, column, **time)) {
            return time;
        }
    }
    return nullptr;
}

struct CellJson {
    std::int64_t origin = 0;  ///< of times
    const McpForm &form;

    QJsonValue operator()(std::monostate) const { return QJsonValue(); }
    QJsonValue operator()(std::int64_t number) const {
        const auto shown = number != 0 ? number - origin : number;
        return shown > -kExact && shown < kExact ? QJsonValue(static_cast<qint64>(shown))
                                                 : QJsonValue(QString::number(shown));
    }
    QJsonValue operator()(double number) const {
        constexpr double kDigits = 1e6;
        if (!std::isfinite(number)) {
            return QJsonValue();
        }
        return std::abs(number) < 1e9 ? std::round(number * kDigits) / kDigits : number;
    }
    QJsonValue operator()(const std::string &text) const {
        return itemFromText(text) ? itemData(form.handle, text) : quotedData(text);
    }
};

QJsonArray notesOf(const ResultTable &table, const QStringList &more) {
    constexpr std::size_t kMost = 6;
    QJsonArray notes;
    for (std::size_t i = 0; i < std::min(table.notes.size(), kMost); ++i) {
        notes.append(quotedData(table.notes[i]));
    }
    for (const auto &note : more) {
        notes.append(note);
    }
    return notes;
}

/// Rows from page.first on until rows or bytes are used up; which columns have a value in them.
struct AnswerRows {
    QJsonArray rows{};
    std::size_t end = 0;
    std::vector<bool> isKnown{};
};

AnswerRows rowsOf(const ResultTable &table, const McpPage &page, const std::vector<CellJson> &writers) {
    AnswerRows result;
    result.isKnown.resize(table.columns.size());
    std::size_t bytes = 0;
    auto &at = result.end;
    for (at = std::min(page.first, table.rows.size());
         at < table.rows.size() && static_cast<std::size_t>(result.rows.size()) < page.mostRows; ++at) {
        QJsonArray row;
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            row.append(std::visit(writers[i], table.rows[at][i]));
        }
        bytes += static_cast<std::size_t>(QJsonDocument(row).toJson(QJsonDocument::Compact).size()) + 1;
        if (bytes > page.mostBytes && !result.rows.isEmpty()) {
            break;
        }
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            result.isKnown[i] = result.isKnown[i] || !row[static_cast<qsizetype>(i)].isNull();
        }
        result.rows.append(row);
    }
    return result;
}

QString unknownColumns(const ResultTable &table, const AnswerRows &shown) {
    QStringList unknown;
    for (std::size_t i = 0; i < shown.isKnown.size() && !shown.rows.isEmpty(); ++i) {
        if (!shown.isKnown[i]) {
            unknown += quotedData(table.columns[i].name);
        }
    }
    return unknown.isEmpty() ? QString()
                             : QStringLiteral("No row here has a value in: %1 (null: not recorded, never 0).")
                                   .arg(unknown.join(QStringLiteral(", ")));
}

}  // namespace

McpAnswer refusal(const std::string &sentence) {
    return {{{QStringLiteral("error"), quotedData(sentence, 2000)}}, true};
}

QString quotedData(std::string_view text, int most) {
    const auto shown = QString::fromStdString(shownText(text));
    if (shown.size() <= most) {
        return shown;
    }
    const int half = (most - 1) / 2;
    return shown.left(most - 1 - half) + QChar(0x2026) + shown.right(half);
}

QString itemData(const std::string &handle, std::string_view item) {
    constexpr int kWhole = 100'000;
    return quotedData(handle + ':' + std::string(item), kWhole);
}

QJsonObject tableAnswer(const ResultTable &table, const McpPage &page, const McpForm &form) {
    QJsonArray columns;
    QJsonObject units;
    std::vector<CellJson> writers;
    QStringList more;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const auto &column = table.columns[i];
        const auto *time = timeOf(table, i, form);
        const bool isOfBaseline = time == &form.baseline;
        if (time != nullptr && !isOfBaseline && more.isEmpty()) {
            more += QStringLiteral("The first event is at %1 ns; t0() gives it in SQL.").arg(ns((*time)->begin));
        }
        writers.push_back({time == nullptr ? 0 : ns((*time)->begin), form});
        columns.append(quotedData(column.name));
        if (time != nullptr || !column.unit.empty()) {
            units[quotedData(column.name)] = time == nullptr ? quotedData(column.unit)
                                             : isOfBaseline  ? QStringLiteral("ns from the baseline's first event")
                                                             : QStringLiteral("ns from the first event");
        }
    }
    const auto shown = rowsOf(table, page, writers);
    if (const auto unknown = unknownColumns(table, shown); !unknown.isEmpty()) {
        more += unknown;
    }
    QJsonObject answer{{QStringLiteral("columns"), columns},
                       {QStringLiteral("rows"), shown.rows},
                       {QStringLiteral("total"), static_cast<qint64>(table.rows.size())},
                       {QStringLiteral("shown"), shown.rows.size()}};
    if (!units.isEmpty()) {
        answer[QStringLiteral("units")] = units;
    }
    if (shown.end < table.rows.size()) {
        answer[QStringLiteral("more")] = static_cast<qint64>(table.rows.size() - shown.end);
        answer[QStringLiteral("next_row")] = static_cast<qint64>(shown.end);
    }
    if (const auto notes = notesOf(table, more); !notes.isEmpty()) {
        answer[QStringLiteral("notes")] = notes;
    }
    return answer;
}

}  // namespace stagescope
