#include "core/formats/cut/csv_cut.h"

#include "core/base/text.h"
#include "core/formats/cut/nearest_samples.h"
#include "core/formats/io/csv_scanner.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 4> kCutByRows{"kernel_details", "kernel_table", "profile_memory",
                                                     "step_trace_time"};

constexpr std::array<std::string_view, 3> kStepColumns{"Step Id", "Step ID", "Step"};
/// Where rows tell their time: its begin, and its end or how long it lasts, if they tell more than a moment.
struct CsvTimes {
    std::string_view begin;
    std::string_view end{};
    std::string_view duration{};
};
constexpr std::array<CsvTimes, 6> kCsvTimes{{{"Start Time(us)", {}, "Duration(us)"},
                                             {"Task Start Time(us)", {}, "Task Duration(us)"},
                                             {"task_start(us)", {}, "task_time(us)"},
                                             {"Allocation Time(us)", "Release Time(us)", "Duration(us)"},
                                             {"Timestamp(us)"},
                                             {"timestamp(us)"}}};

/// Samples that are the same in these are one series.
constexpr std::array<std::string_view, 6> kSeriesColumns{"Component",   "event",     "Device",
                                                         "Device Type", "Device_id", "Stream Ptr"};

constexpr std::size_t kNoColumn = static_cast<std::size_t>(-1);
constexpr std::uint64_t kRowsPerLook = 1024;

/// What one row says of when it was.
class RowTimes {
public:
    explicit RowTimes(const std::vector<std::string_view> &names) : m_columns(names.size()) {
        const auto at = [&](std::string_view name) {
            const auto it = std::find(names.begin(), names.end(), name);
            return name.empty() || it == names.end() ? kNoColumn : static_cast<std::size_t>(it - names.begin());
        };
        for (const auto name : kStepColumns) {
            m_step = std::min(m_step, at(name));
        }
        for (const auto &times : kCsvTimes) {
            if (m_begin == kNoColumn) {
                m_begin = at(times.begin);
                m_end = at(times.end);
                m_duration = at(times.duration);
            }
        }
        for (const auto name : kSeriesColumns) {
            const bool isSample = m_begin != kNoColumn && m_end == kNoColumn && m_duration == kNoColumn;
            if (isSample && at(name) != kNoColumn) {
                m_series.push_back(at(name));
            }
        }
    }

    struct Fate {
        bool isKept = false;
        std::string_view otherStep{};  ///< the cell of a row that is kept for its time alone
    };
    [[nodiscard]] Fate fateOf(const CsvRecord &row, const FileCut &cut) const {
        const auto isWhole = !row.isBroken && row.fields.size() == m_columns;
        const auto step = isWhole && !cut.steps.empty() && m_step != kNoColumn
                              ? wholeNumber<std::int64_t>(row.fields[m_step])
                              : std::nullopt;
        const bool hasTime = cut.window && m_begin != kNoColumn;
        if (!isWhole || (step && cut.steps.contains(*step))) {
            return {true};
        }
        const bool isKept = hasTime ? touches(row, *cut.window) : !step;
        return {isKept, isKept && step ? row.fields[m_step] : std::string_view()};
    }

    /// Of a row that is not kept: its series and time, where it is a sample.
    [[nodiscard]] std::optional<std::pair<std::string, std::int64_t>> sampleOf(const CsvRecord &row) const {
        const auto time = m_series.empty() ? std::nullopt : microsToNs(row.fields[m_begin]);
        if (!time) {
            return std::nullopt;
        }
        std::string series;
        for (const auto column : m_series) {
            series += std::string(row.fields[column]) + '\n';
        }
        return std::pair(std::move(series), *time);
    }

private:
    /// Also where no time can be read.
    [[nodiscard]] bool touches(const CsvRecord &row, const RankRange &window) const {
        const auto isTold = [&](std::size_t column) {
            return column != kNoColumn && !row.fields[column].empty() && row.fields[column] != "N/A";
        };
        const auto begin = microsToNs(row.fields[m_begin]);
        if (!begin) {
            return true;
        }
        auto last = *begin;
        if (isTold(m_end) || isTold(m_duration)) {
            const auto told = microsToNs(row.fields[isTold(m_end) ? m_end : m_duration]);
            const auto before = isTold(m_end) ? 0 : *begin;
            if (!told || __builtin_add_overflow(before, *told, &last)) {
                return true;
            }
        } else if (m_end != kNoColumn || m_duration != kNoColumn) {
            last = ns(window.end);  // what is not released lasts
        }
        return *begin < ns(window.end) && (last > ns(window.begin) || *begin >= ns(window.begin));
    }

    std::size_t m_columns;
    std::size_t m_step = kNoColumn;
    std::size_t m_begin = kNoColumn;
    std::size_t m_end = kNoColumn;
    std::size_t m_duration = kNoColumn;
    std::vector<std::size_t> m_series;  ///< none: rows are no samples
};

/// Rows go in one after the other; each ends where the next one begins.
class KeptRows {
public:
    KeptRows(const RowTimes &times, const FileCut &cut)
        : m_times(times), m_cut(cut), m_kept(1), m_samples(cut.window.value_or(RankRange{})) {}

    void add(const CsvRecord &row) {
        const auto [isKept, otherStep] = m_times.fateOf(row, m_cut);
        if (m_sample != nullptr) {
            m_sample->end = row.offset;
            m_sample = nullptr;
        }
        if (m_wasKept && !isKept) {
            m_kept.back().end = row.offset;
        } else if (!m_wasKept && isKept) {
            m_kept.push_back({.begin = row.offset});
        }
        if (!otherStep.empty()) {
            const auto cell = row.offset + static_cast<std::uint64_t>(otherStep.data() - row.text.data());
            m_kept.back().end = cell;
            m_kept.push_back({.begin = cell + otherStep.size()});
        }
        if (const auto sample = isKept ? std::nullopt : m_times.sampleOf(row)) {
            m_sample = m_samples.place(sample->first, sample->second);
            if (m_sample != nullptr) {
                *m_sample = {.begin = row.offset};
            }
        }
        m_rows += isKept ? 1 : 0;
        m_wasKept = isKept;
    }
    /// None where no row is kept.
    [[nodiscard]] ByteStretches take() {
        if (m_rows == 0) {
            return {};
        }
        m_samples.visit([&](const ByteStretch &sample) { m_kept.push_back(sample); });
        std::sort(m_kept.begin(), m_kept.end(),
                  [](const ByteStretch &a, const ByteStretch &b) { return a.begin < b.begin; });
        return std::move(m_kept);
    }

private:
    const RowTimes &m_times;
    const FileCut &m_cut;
    ByteStretches m_kept;  ///< from the first line on
    NearestSamples<ByteStretch> m_samples;
    ByteStretch *m_sample = nullptr;  ///< whose end is not known yet
    std::uint64_t m_rows = 0;
    bool m_wasKept = true;
};

}  // namespace

bool isCutByRows(const FileSource &file) {
    return std::find(kCutByRows.begin(), kCutByRows.end(), file.format) != kCutByRows.end();
}

Result<ByteStretches> keptRows(const FileSource &file, const FileCut &cut, const std::stop_token &stop) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
    CsvScanner scanner(*source);
    CsvRecord row;
    ByteStretches kept;
    if (scanner.next(row)) {
        const RowTimes times(row.fields);
        KeptRows rows(times, cut);
        for (std::uint64_t i = 0; scanner.next(row); ++i) {
            if (i % kRowsPerLook == 0 && stop.stop_requested()) {
                return fail(ErrorKind::Cancelled, "cancelled", file.path);
            }
            rows.add(row);
        }
        kept = rows.take();
    }
    if (scanner.error()) {
        return tl::make_unexpected(*scanner.error());
    }
    return kept.empty() ? ByteStretches(1) : kept;
}

}  // namespace stagescope
