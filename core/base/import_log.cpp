#include "core/base/import_log.h"

#include <algorithm>
#include <tuple>

namespace stagescope {

namespace {
constexpr std::size_t kMaxDetail = 200;

Severity severityOf(ErrorKind kind) { return kind == ErrorKind::Cancelled ? Severity::Info : Severity::DataLoss; }
}  // namespace

void ImportLog::add(Severity severity, std::string_view source, std::string_view code, std::string_view where,
                    std::string_view detail, std::uint64_t count) {
    if (count == 0) {
        return;
    }
    const std::scoped_lock lock(m_mutex);
    auto it = std::find_if(m_entries.begin(), m_entries.end(),
                           [&](const ImportEntry &e) { return e.code == code && e.source == source; });
    if (it == m_entries.end()) {
        m_entries.push_back({severity, std::string(source), std::string(code), 0, {}});
        it = std::prev(m_entries.end());
    }
    it->severity = std::max(it->severity, severity);
    it->count += count;
    const bool isSample = !where.empty() || !detail.empty();
    if (isSample && it->samples.size() < ImportEntry::kMaxSamples) {
        it->samples.push_back({std::string(where), std::string(detail.substr(0, kMaxDetail))});
    }
}

void ImportLog::add(std::string_view source, const Error &error) {
    add(severityOf(error.kind), source, std::string("file.") + std::string(errorKindName(error.kind)), error.where,
        error.detail);
}

void ImportLog::append(const ImportLog &other) {
    for (const auto &entry : other.entries()) {
        append(entry);
    }
}

void ImportLog::append(const ImportEntry &entry) {
    const auto remaining = entry.count - std::min<std::uint64_t>(entry.count, entry.samples.size());
    for (const auto &sample : entry.samples) {
        add(entry.severity, entry.source, entry.code, sample.where, sample.detail);
    }
    add(entry.severity, entry.source, entry.code, {}, {}, remaining);
}

std::vector<ImportEntry> ImportLog::entries() const {
    std::vector<ImportEntry> result;
    {
        const std::scoped_lock lock(m_mutex);
        result = m_entries;
    }
    std::sort(result.begin(), result.end(), [](const ImportEntry &a, const ImportEntry &b) {
        return std::tie(b.severity, a.source, a.code) < std::tie(a.severity, b.source, b.code);
    });
    return result;
}

std::vector<ImportEntry> ImportLog::entriesBeyond(const ImportLog *known) const {
    const auto others = known == nullptr ? std::vector<ImportEntry>{} : known->entries();
    auto result = entries();
    std::erase_if(result, [&](const ImportEntry &entry) {
        return std::any_of(others.begin(), others.end(), [&](const ImportEntry &other) {
            return other.code == entry.code && other.source == entry.source;
        });
    });
    return result;
}

std::uint64_t ImportLog::count(std::string_view code) const {
    const std::scoped_lock lock(m_mutex);
    std::uint64_t sum = 0;
    for (const auto &entry : m_entries) {
        sum += entry.code == code ? entry.count : 0;
    }
    return sum;
}

bool ImportLog::hasDataLoss() const {
    const std::scoped_lock lock(m_mutex);
    return std::any_of(m_entries.begin(), m_entries.end(),
                       [](const ImportEntry &e) { return e.severity == Severity::DataLoss; });
}

bool ImportLog::isEmpty() const {
    const std::scoped_lock lock(m_mutex);
    return m_entries.empty();
}

}  // namespace stagescope
