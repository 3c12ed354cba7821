#include "core/session/report_list.h"

#include "core/base/io/mark_file.h"
#include "core/store/bundle/bundle_file.h"

#include <QtCore/QFile>

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace stagescope {

namespace {

std::filesystem::path listPath(const std::string &runPath) { return keptPath(runPath, "report"); }

bool isSameEntry(const ReportEntry &a, const ReportEntry &b) {
    const auto contentOf = [](const ReportEntry &entry) {
        return std::tie(entry.title, entry.note, entry.png, entry.table.title, entry.table.heads, entry.table.rows,
                        entry.table.rowCount);
    };
    return contentOf(a) == contentOf(b);
}

}  // namespace

Result<std::vector<ReportEntry>> readReportList(const std::string &runPath) {
    const auto path = listPath(runPath).string();
    QFile file(QString::fromStdString(path));
    if (!file.exists()) {
        const auto bundle = BundleFile::open(runPath);
        const auto text = bundle && bundle->has(kBundledReport) ? bundle->part(kBundledReport) : Result<std::string>();
        return !text           ? tl::make_unexpected(text.error())
               : text->empty() ? std::vector<ReportEntry>{}
                               : parseReportList(*text, runPath);
    }
    if (file.size() > static_cast<qint64>(kMostReportListBytes)) {
        return fail(ErrorKind::Limit, "too large for the list of a report", path);
    }
    if (!file.open(QIODevice::ReadOnly)) {
        return fail(ErrorKind::ReadFailed, file.errorString().toStdString(), path);
    }
    return parseReportList(file.readAll().toStdString(), path);
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
    if (m_file.hasChanged()) {
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
