#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Ordered by how much it matters to the reader of a profile.
enum class Severity { Info, Error, DataLoss };

/// What a loader did not take as it stood: one entry per (source, code), with a count and the first few samples.
/// `code` is a stable dotted id ("json.unmatched_begin"); views/common/texts/message_texts holds its text under
/// "import." + code.
struct ImportEntry {
    static constexpr std::size_t kMaxSamples = 5;
    struct Sample {
        std::string where;   ///< "byte 1234", "row 17", "TASK" ...
        std::string detail;  ///< the offending text, shortened
    };
    Severity severity = Severity::Info;
    std::string source;  ///< path of the file
    std::string code;
    std::uint64_t count = 0;
    std::vector<Sample> samples;
};

/// Collects row trouble of one load. Owned by the load job; filled by its workers (any thread, a mutex inside: meant
/// for the rare bad row, not for a hot path: count locally and add once). Read once loading is over. Promise: rows
/// shown plus rows logged equal the rows in the file.
class ImportLog {
public:
    void add(Severity severity, std::string_view source, std::string_view code, std::string_view where,
             std::string_view detail, std::uint64_t count = 1);
    /// A whole file that could not be read (further).
    void add(std::string_view source, const Error &error);
    void append(const ImportLog &other);
    void append(const ImportEntry &entry);

    /// Worst first, then by source and code.
    [[nodiscard]] std::vector<ImportEntry> entries() const;
    /// Those of which `known` (null: an empty one) has none of the same code and source.
    [[nodiscard]] std::vector<ImportEntry> entriesBeyond(const ImportLog *known) const;
    /// Sum of counts of entries with this code, over all sources.
    [[nodiscard]] std::uint64_t count(std::string_view code) const;
    [[nodiscard]] bool hasDataLoss() const;
    [[nodiscard]] bool isEmpty() const;

private:
    mutable std::mutex m_mutex;
    std::vector<ImportEntry> m_entries;
};

}  // namespace stagescope
