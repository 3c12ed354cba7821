#include "core/store/bundle/report_list_text.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kListVersion = 1;
constexpr qsizetype kMostEntries = 10'000;
constexpr std::size_t kMostHeads = 4096;
constexpr std::string_view kPngMagic = "\x89PNG";

QString utf16(const std::string &text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QJsonArray jsonOf(const std::vector<std::string> &texts) {
    QJsonArray array;
    for (const auto &text : texts) {
        array.append(utf16(text));
    }
    return array;
}

std::vector<std::string> textsOf(const QJsonValue &value) {
    std::vector<std::string> texts;
    for (const auto &text : value.toArray()) {
        texts.push_back(text.toString().toStdString());
    }
    return texts;
}

QJsonObject jsonOf(const ReportEntry &entry) {
    const QByteArray png(entry.png.data(), static_cast<qsizetype>(entry.png.size()));
    QJsonObject object{{QStringLiteral("title"), utf16(entry.title)},
                       {QStringLiteral("note"), utf16(entry.note)},
                       {QStringLiteral("png"), QString::fromLatin1(png.toBase64())}};
    if (!entry.table.heads.empty()) {
        QJsonArray rows;
        for (const auto &row : entry.table.rows) {
            rows.append(jsonOf(row));
        }
        object[QStringLiteral("table")] =
            QJsonObject{{QStringLiteral("title"), utf16(entry.table.title)},
                        {QStringLiteral("heads"), jsonOf(entry.table.heads)},
                        {QStringLiteral("rows"), rows},
                        {QStringLiteral("row_count"), static_cast<qint64>(entry.table.rowCount)}};
    }
    return object;
}

ReportEntry entryOf(const QJsonObject &object) {
    ReportEntry entry;
    entry.title = object[QStringLiteral("title")].toString().toStdString();
    entry.note = object[QStringLiteral("note")].toString().toStdString();
    entry.png = QByteArray::fromBase64(object[QStringLiteral("png")].toString().toLatin1()).toStdString();
    if (!entry.png.starts_with(kPngMagic)) {
        entry.png.clear();
    }
    const auto table = object[QStringLiteral("table")].toObject();
    entry.table.title = table[QStringLiteral("title")].toString().toStdString();
    entry.table.heads = textsOf(table[QStringLiteral("heads")]);
    for (const auto &row : table[QStringLiteral("rows")].toArray()) {
        auto cells = textsOf(row);
        if (cells.size() == entry.table.heads.size() && entry.table.rows.size() < ReportEntryTable::kMostRows) {
            entry.table.rows.push_back(std::move(cells));
        }
    }
    const auto count = table[QStringLiteral("row_count")].toInteger();
    entry.table.rowCount = std::max(static_cast<std::uint64_t>(std::max<qint64>(count, 0)),
                                    static_cast<std::uint64_t>(entry.table.rows.size()));
    return entry;
}

}  // namespace

std::string reportListText(const std::string &runPath, const std::vector<ReportEntry> &entries) {
    QJsonArray array;
    for (const auto &entry : entries) {
        array.append(jsonOf(entry));
    }
    const QJsonDocument document(QJsonObject{{QStringLiteral("version"), kListVersion},
                                             {QStringLiteral("run"), utf16(runPath)},
                                             {QStringLiteral("entries"), array}});
    return document.toJson(QJsonDocument::Compact).toStdString();
}

Result<std::vector<ReportEntry>> parseReportList(std::string_view text, const std::string &where) {
    if (text.size() > kMostReportListBytes) {
        return fail(ErrorKind::Limit, "too large for the list of a report", where);
    }
    const auto list =
        QJsonDocument::fromJson(QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size()))).object();
    const auto values = list[QStringLiteral("entries")];
    if (!values.isArray()) {
        return fail(ErrorKind::Malformed, "not the list of a report", where);
    }
    if (list[QStringLiteral("version")].toInt() != kListVersion) {
        return fail(ErrorKind::Unsupported, "the list of a report of another version of the program", where);
    }
    if (values.toArray().size() > kMostEntries) {
        return fail(ErrorKind::Limit, "too many entries for the list of a report", where);
    }
    std::vector<ReportEntry> entries;
    for (const auto &value : values.toArray()) {
        entries.push_back(entryOf(value.toObject()));
        entries.back().id = entries.size();
        if (entries.back().table.heads.size() > kMostHeads) {
            return fail(ErrorKind::Limit, "a table with too many columns for a report", where);
        }
    }
    return entries;
}

}  // namespace stagescope
