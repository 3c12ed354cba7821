#include "core/session/report_list.h"

#include "core/base/io/mark_file.h"
#include "core/store/bundle/bundle_file.h"

#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace stagescope {

namespace {

constexpr int kListVersion = 1;
constexpr qint64 kMostListBytes = qint64{256} << 20;
constexpr std::string_view kPngMagic = "\x89PNG";

std::filesystem::path listPath(const std::string &runPath) { return keptPath(runPath, "report"); }

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
        cells.resize(entry.table.heads.size());
        if (entry.table.rows.size() < ReportEntryTable::kMostRows) {
            entry.table.rows.push_back(std::move(cells));
        }
    }
    const auto count = table[QStringLiteral("row_count")].toInteger();
    entry.table.rowCount = std::max(static_cast<std::uint64_t>(std::max<qint64>(count, 0)),
                                    static_cast<std::uint64_t>(entry.table.rows.size()));
    return entry;
}

bool isSameEntry(const ReportEntry &a, const ReportEntry &b) {
    const auto contentOf = [](const ReportEntry &entry) {
        return std::tie(entry.title, entry.note, entry.png, entry.table.title, entry.table.heads, entry.table.rows,
                        entry.table.rowCount);
    };
    return contentOf(a) == contentOf(b);
}

Result<std::vector<ReportEntry>> parsedList(const QByteArray &text, const std::string &path) {
    const auto list = QJsonDocument::fromJson(text).object();
    if (!list[QStringLiteral("entries")].isArray()) {
        return fail(ErrorKind::Malformed, "not the list of a report", path);
    }
    if (list[QStringLiteral("version")].toInt() != kListVersion) {
        return fail(ErrorKind::Unsupported, "the list of a report of another version of the program", path);
    }
    std::vector<ReportEntry> entries;
    for (const auto &value : list[QStringLiteral("entries")].toArray()) {
        entries.push_back(entryOf(value.toObject()));
        entries.back().id = entries.size();
    }
    return entries;
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

Result<std::vector<ReportEntry>> readReportList(const std::string &runPath) {
    const auto path = listPath(runPath).string();
    QFile file(utf16(path));
    if (!file.exists()) {
        const auto bundle = BundleFile::open(runPath);
        const auto text = bundle && bundle->has(kBundledReport) ? bundle->part(kBundledReport) : Result<std::string>();
        return !text           ? tl::make_unexpected(text.error())
               : text->empty() ? std::vector<ReportEntry>{}
                               : parsedList(QByteArray::fromStdString(*text), runPath);
    }
    if (file.size() > kMostListBytes) {
        return fail(ErrorKind::Limit, "too large for the list of a report", path);
    }
    if (!file.open(QIODevice::ReadOnly)) {
        return fail(ErrorKind::ReadFailed, file.errorString().toStdString(), path);
    }
    return parsedList(file.readAll(), path);
}

void ReportList::open(const std::string &runPath) {
    if (runPath == m_path) {
        return;
    }
    m_path = runPath;
    m_entries.clear();
    m_isBroken = false;
    m_file = SharedFile(runPath.empty() ? std::filesystem::path() : listPath(runPath));
    if (!runPath.empty()) {
        m_file.noteState();
        auto entries = readReportList(runPath);
        m_isBroken = !entries;
        if (entries) {
            m_entries = std::move(*entries);
        } else {
            Q_EMIT troubled(entries.error());
        }
    }
    m_saved = m_entries;
    m_lastId = m_entries.size();
    Q_EMIT changed();
}

void ReportList::add(ReportEntry entry) {
    entry.id = ++m_lastId;
    m_entries.push_back(std::move(entry));
    finish();
}

void ReportList::setNote(std::size_t at, std::string note) {
    if (at < m_entries.size() && m_entries[at].note != note) {
        m_entries[at].note = std::move(note);
        finish();
    }
}

void ReportList::move(std::size_t from, std::size_t to) {
    if (from >= m_entries.size() || to >= m_entries.size() || from == to) {
        return;
    }
    const auto at = [this](std::size_t i) { return m_entries.begin() + static_cast<std::ptrdiff_t>(i); };
    if (from < to) {
        std::rotate(at(from), at(from + 1), at(to + 1));
    } else {
        std::rotate(at(to), at(from), at(from + 1));
    }
    finish();
}

void ReportList::remove(std::size_t at) {
    if (at < m_entries.size()) {
        m_entries.erase(m_entries.begin() + static_cast<std::ptrdiff_t>(at));
        finish();
    }
}

void ReportList::finish() {
    if (!m_path.empty()) {
        if (const auto status = save(); !status) {
            Q_EMIT troubled(status.error());
        }
    }
    Q_EMIT changed();
}

Status ReportList::save() {
    const auto lock = m_file.lock();
    if (!lock) {
        return tl::make_unexpected(lock.error());
    }
    if (!m_isBroken && m_file.hasChanged()) {
        takeChanges();
    }
    auto status = m_isBroken ? putAside(m_file.path()) : Status();
    if (status) {
        m_isBroken = false;
        status = m_file.replace(reportListText(m_path, m_entries));
    }
    if (status) {
        m_saved = m_entries;
    }
    return status;
}

void ReportList::takeChanges() {
    const auto theirs = readReportList(m_path);
    m_isBroken = !theirs;
    if (!theirs) {
        Q_EMIT troubled(theirs.error());
        return;
    }
    ListChange change(m_saved, *theirs, &isSameEntry);
    for (auto &entry : change.added()) {
        entry.id = ++m_lastId;
    }
    change.applyTo(m_entries);
}

}  // namespace stagescope
