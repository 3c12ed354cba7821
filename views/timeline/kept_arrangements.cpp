#include "views/timeline/kept_arrangements.h"

#include <QtCore/QDataStream>
#include <QtCore/QIODevice>

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kMostKept = 100;

template <class Entries>
auto entryOf(Entries &entries, const QString &path) {
    return std::find_if(entries.begin(), entries.end(), [&](const auto &entry) { return entry.first == path; });
}

}  // namespace

std::vector<KeptArrangements::Entry> KeptArrangements::entriesOfOpen(const TimelineArrangement &arrangement,
                                                                     const std::vector<TimelineSource> &sources) const {
    std::vector<Entry> entries;
    for (const auto &[run, path] : m_open) {
        entries.emplace_back(path, QByteArray::fromStdString(arrangementText(arrangement, run, sources, m_unchecked)));
    }
    return entries;
}

void KeptArrangements::keep(std::vector<Entry> entries) {
    for (auto &entry : entries) {
        std::erase_if(m_entries, [&](const Entry &other) { return other.first == entry.first; });
        if (!entry.second.isEmpty()) {
            m_entries.insert(m_entries.begin(), std::move(entry));
        }
    }
    m_entries.resize(std::min(m_entries.size(), kMostKept));
}

void KeptArrangements::adopt(const Workspace &workspace, TimelineArrangement &arrangement,
                             const std::vector<TimelineSource> &sources) {
    std::vector<std::pair<RunId, QString>> runs;
    for (const auto &run : workspace.runs) {
        runs.emplace_back(run.id, QString::fromStdString(run.path));
    }
    if (runs == m_open) {
        return;
    }
    keep(entriesOfOpen(arrangement, sources));
    const auto wasOpen = [&](const auto &run) { return std::find(m_open.begin(), m_open.end(), run) != m_open.end(); };
    if (std::none_of(runs.begin(), runs.end(), wasOpen)) {
        arrangement = TimelineArrangement{.filter = arrangement.filter};
        m_unchecked.clear();
    }
    for (const auto &run : runs) {
        const auto kept = entryOf(m_entries, run.second);
        if (!wasOpen(run) && kept != m_entries.end()) {
            addArrangement(kept->second.toStdString(), run.first, arrangement, m_unchecked);
        }
    }
    m_open = std::move(runs);
}

QByteArray KeptArrangements::bytes(const TimelineArrangement &arrangement,
                                   const std::vector<TimelineSource> &sources) const {
    auto all = entriesOfOpen(arrangement, sources);
    for (const auto &entry : m_entries) {
        if (all.size() < kMostKept && entryOf(all, entry.first) == all.end()) {
            all.push_back(entry);
        }
    }
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out << static_cast<quint32>(all.size());
    for (const auto &[path, text] : all) {
        out << path << text;
    }
    return bytes;
}

bool KeptArrangements::read(const QByteArray &bytes) {
    QDataStream in(bytes);
    quint32 count = 0;
    in >> count;
    std::vector<Entry> entries;
    for (quint32 i = 0; i < std::min<quint32>(count, kMostKept) && in.status() == QDataStream::Ok; ++i) {
        QString path;
        QByteArray text;
        in >> path >> text;
        entries.emplace_back(path, text);
    }
    if (in.status() != QDataStream::Ok) {
        return false;
    }
    m_entries = std::move(entries);
    m_open.clear();
    return true;
}

}  // namespace stagescope
