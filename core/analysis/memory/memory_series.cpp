#include "core/analysis/memory/memory_series.h"

#include "core/analysis/run/platform.h"
#include "core/analysis/run/source_format.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/format_descriptor.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <type_traits>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kSamplesPerCheck = 4096;

/// The columns of a table of samples, looked up once: texts are compared by their numbers, since a file of a gigabyte
/// has tens of millions of rows of a few owners.
class SampleColumns {
public:
    struct OwnerKey {
        std::uint32_t level = 0;
        std::uint32_t component = 0;
        std::uint32_t stream = 0;
        std::int64_t device = -1;
        auto operator<=>(const OwnerKey &) const = default;
    };

    explicit SampleColumns(const TableStore &table)
        : m_samples(table),
          m_level(m_samples.texts<&MemorySampleRecord::level>()),
          m_component(m_samples.texts<&MemorySampleRecord::component>()),
          m_stream(m_samples.texts<&MemorySampleRecord::stream>()),
          m_device(m_samples.numbers<&MemorySampleRecord::device>()),
          m_at(m_samples.numbers<&MemorySampleRecord::at>()),
          m_bytes{m_samples.numbers<&MemorySampleRecord::allocated>(),
                  m_samples.numbers<&MemorySampleRecord::reserved>(),
                  m_samples.numbers<&MemorySampleRecord::active>()} {}

    [[nodiscard]] OwnerKey key(std::size_t row) const {
        return {at(m_level, row), at(m_component, row), at(m_stream, row), m_device.empty() ? -1 : m_device[row]};
    }
    [[nodiscard]] MemoryOwner owner(std::size_t row) const {
        const auto sample = m_samples[row];
        return {std::string(sample.level), std::string(sample.component), sample.device, std::string(sample.stream)};
    }
    /// They live as long as the table.
    [[nodiscard]] std::pair<std::string_view, std::string_view> name(std::size_t row) const {
        return {m_samples.at<&MemorySampleRecord::level>(row), m_samples.at<&MemorySampleRecord::component>(row)};
    }
    [[nodiscard]] std::int64_t time(std::size_t row) const { return m_at.empty() ? 0 : m_at[row]; }
    [[nodiscard]] std::int64_t bytes(std::size_t row, MemoryMeasure measure) const {
        const auto &column = m_bytes[static_cast<std::size_t>(measure)];
        return column.empty() ? kNoBytes : column[row];
    }

private:
    static std::uint32_t at(const TableStore::Texts *texts, std::size_t row) {
        return texts == nullptr ? 0 : static_cast<std::uint32_t>(texts->at[row]);
    }

    TableRecords<MemorySampleRecord> m_samples;
    const TableStore::Texts *m_level;
    const TableStore::Texts *m_component;
    const TableStore::Texts *m_stream;
    IntView m_device;
    IntView m_at;
    std::array<IntView, 3> m_bytes;  ///< by MemoryMeasure
};

/// Calls fn(slot, columns, row) for each row whose owner has a slot; slotOf(row) is asked once per owner.
template <class SlotOf, class Fn>
void walkTable(const TableStore &table, const std::stop_token &stop, SlotOf &&slotOf, Fn &&fn) {
    using Slot = std::invoke_result_t<SlotOf, const SampleColumns &, std::size_t>;
    const SampleColumns columns(table);
    std::map<SampleColumns::OwnerKey, Slot> slots;
    auto last = slots.end();
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (row % kSamplesPerCheck == 0 && stop.stop_requested()) {
            return;
        }
        // Samples of one owner mostly follow one another.
        if (const auto key = columns.key(row); last == slots.end() || last->first != key) {
            last = slots.find(key);
            last = last == slots.end() ? slots.emplace(key, slotOf(columns, row)).first : last;
        }
        if (last->second) {
            fn(*last->second, columns, row);
        }
    }
}

/// The same for all tables of a capture, of each component only those of one kind of file: a database beside the text
/// files of the same capture tells the same once more. slotOf(owner) is asked once per owner and table.
template <class SlotOf, class Fn>
void eachSample(const RankCapture &capture, const std::stop_token &stop, SlotOf &&slotOf, Fn &&fn) {
    using Slot = std::optional<std::invoke_result_t<SlotOf, const MemoryOwner &>>;
    std::map<std::pair<std::string_view, std::string_view>, std::string_view> formats;
    for (const auto &source : capture.loaded) {
        const auto format = sourceFormat(capture, source.source);
        const auto slotOfRow = [&](const SampleColumns &columns, std::size_t row) {
            const bool isTaken = formats.emplace(columns.name(row), format).first->second == format;
            return isTaken ? Slot(slotOf(columns.owner(row))) : Slot();
        };
        for (const auto &table : source.tables) {
            if (table->kind() == TableKind::MemorySamples) {
                walkTable(*table, stop, slotOfRow, fn);
            }
        }
    }
}

void extend(MemorySeries &series, const SampleColumns &columns, std::size_t row) {
    for (const auto measure : kMemoryMeasures) {
        const auto bytes = columns.bytes(row, measure);
        if (bytes == kNoBytes) {
            continue;
        }
        auto &of = series.of[static_cast<std::size_t>(measure)];
        const auto at = rankTime(columns.time(row));
        if (of.samples == 0 || bytes > of.peak || (bytes == of.peak && at < of.peakAt)) {
            of.peak = bytes;
            of.peakAt = at;
        }
        of.least = of.samples == 0 ? bytes : std::min(of.least, bytes);
        ++of.samples;
    }
}

bool covers(const MemoryOwner &asked, const MemoryOwner &owner) {
    return asked.component == owner.component && asked.level == owner.level && asked.device == owner.device &&
           (asked.stream.empty() || asked.stream == owner.stream);
}

std::optional<std::int64_t> factOf(const RankCapture &capture, std::string_view section, std::string_view key) {
    const auto text = capture.environmentValue(section, key);
    std::int64_t bytes = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    return error == std::errc{} && !text.empty() ? std::optional(bytes) : std::nullopt;
}

const MemorySeries *find(const std::vector<MemorySeries> &all, std::string_view level, std::string_view component) {
    const auto it = std::find_if(all.begin(), all.end(), [&](const MemorySeries &series) {
        return series.owner.level == level && series.owner.component == component;
    });
    return it == all.end() ? nullptr : &*it;
}

/// The framework's allocators, one for each device: PyTorch's where there are such.
std::vector<const MemorySeries *> allocatorsOf(const std::vector<MemorySeries> &all) {
    std::vector<const MemorySeries *> found;
    for (const auto &series : all) {
        if (series.owner.level == "allocator" && series.owner.component == "PTA") {
            found.push_back(&series);
        }
    }
    for (std::size_t i = 0; found.empty() && i < all.size(); ++i) {
        if (all[i].owner.level == "allocator" && all[i][MemoryMeasure::Allocated].samples > 0) {
            const auto &component = all[i].owner.component;
            for (const auto &series : all) {
                if (series.owner.level == "allocator" && series.owner.component == component) {
                    found.push_back(&series);
                }
            }
        }
    }
    return found;
}

/// Of several devices that which had the most.
const MemorySeries *allocatorOf(const std::vector<MemorySeries> &all) {
    const auto found = allocatorsOf(all);
    const auto most = std::max_element(found.begin(), found.end(), [](const auto *a, const auto *b) {
        return (*a)[MemoryMeasure::Allocated].peak < (*b)[MemoryMeasure::Allocated].peak;
    });
    return most == found.end() ? nullptr : *most;
}

/// At each tick of the process's curve what the allocator did not have; before its first event it had that of the
/// first. Nothing where nobody recorded what it had.
std::optional<std::int64_t> mostBeside(const CounterTable &process, const CounterTable &allocator) {
    std::optional<std::int64_t> most;
    for (std::uint32_t i = 0; i < process.size() && allocator.size() > 0; ++i) {
        const auto index = allocator.indexAt(process.time(i));
        const auto held = allocator.value(index < allocator.size() ? index : 0);
        most = std::max(most.value_or(INT64_MIN), static_cast<std::int64_t>(process.value(i) - held));
    }
    return most;
}

/// APP is the allocator itself: where modules have no names, any may be.
void findOwner(const std::vector<MemorySeries> &all, MemoryPeak &peak) {
    const bool hasNames = std::none_of(all.begin(), all.end(), [](const MemorySeries &series) {
        return series.owner.level == "module" && series.owner.component.starts_with(kUnnamedModule);
    });
    for (const auto &series : hasNames ? all : std::vector<MemorySeries>{}) {
        const auto &held = series[MemoryMeasure::Reserved];
        if (series.owner.level == "module" && series.owner.component != "APP" && held.peak > 0 &&
            held.peak > peak.outsideOwned.value_or(0)) {
            peak.outsideOwner = series.owner.component;
            peak.outsideOwned = held.peak;
        }
    }
}

std::optional<std::int64_t> peakOf(const MemorySeries &series, MemoryMeasure measure) {
    return series[measure].samples == 0 ? std::nullopt : std::optional(series[measure].peak);
}

MemoryPeak shallowPeak(const RankCapture &capture) {
    MemoryPeak peak;
    peak.allocatedLeast = factOf(capture, "memory", "allocated_least_bytes");
    peak.allocated = factOf(capture, "memory", "allocated_peak_bytes");
    peak.reserved = factOf(capture, "memory", "reserved_peak_bytes");
    peak.process = factOf(capture, "memory", "process_peak_bytes");
    if (peak.process && peak.reserved) {
        peak.outside = *peak.process - *peak.reserved;
    }
    peak.capacity = factOf(capture, "device", "capacity_bytes");
    return peak;
}

bool hasEventTrace(const RankCapture &capture) {
    return std::any_of(capture.files.begin(), capture.files.end(),
                       [](const FileSource &file) { return file.chosen && isEventTrace(file.format); });
}

/// torch.profiler writes what it knows of memory among the events, and in front of them that it was asked to.
bool mayHoldInstants(const RankCapture &capture) {
    return capture.environmentValue("profiler", "profile_memory") == "1" && hasEventTrace(capture);
}

/// Older versions of it do not tell what they were asked to.
bool tellsNothingOfMemory(const RankCapture &capture) {
    return capture.environmentValue("profiler", "profile_memory").empty() && hasEventTrace(capture) &&
           capture.state != LoadState::Deep;
}

}  // namespace

std::string_view memoryMeasureText(MemoryMeasure measure) {
    static constexpr std::array<std::string_view, 3> kTexts{"allocated", "reserved", "active"};
    return kTexts[static_cast<std::size_t>(measure)];
}

std::vector<MemorySeries> memorySeries(const RankCapture &capture, bool byStream, const std::stop_token &stop) {
    struct Slot {
        MemorySeries *whole;
        MemorySeries *own;  // of the stream; the same where the file names none
    };
    std::map<MemoryOwner, MemorySeries> found;
    const auto seriesOf = [&](const MemoryOwner &owner) {
        auto &series = found[owner];
        series.owner = owner;
        return &series;
    };
    const auto slotOf = [&](const MemoryOwner &owner) {
        auto whole = owner;
        whole.stream.clear();
        return Slot{seriesOf(whole), seriesOf(owner)};
    };
    eachSample(capture, stop, slotOf, [](const Slot &slot, const SampleColumns &columns, std::size_t row) {
        extend(*slot.whole, columns, row);
        if (slot.own != slot.whole) {
            extend(*slot.own, columns, row);
        }
    });
    std::vector<MemorySeries> result;
    for (auto &[owner, series] : found) {
        if (byStream || owner.stream.empty()) {
            result.push_back(std::move(series));
        }
    }
    return result;
}

CounterTable memoryCurve(const RankCapture &capture, const MemoryOwner &owner, MemoryMeasure measure,
                         const std::stop_token &stop) {
    const MemoryCurveKey key{owner, measure};
    return std::move(memoryCurves(capture, {&key, 1}, stop).front());
}

std::vector<CounterTable> memoryCurves(const RankCapture &capture, std::span<const MemoryCurveKey> keys,
                                       const std::stop_token &stop) {
    struct Points {
        std::vector<std::int64_t> times;
        std::vector<double> values;
    };
    std::vector<Points> points(keys.size());
    using Slot = std::vector<std::size_t>;
    const auto slotOf = [&](const MemoryOwner &owner) {
        Slot meant;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (covers(keys[i].owner, owner)) {
                meant.push_back(i);
            }
        }
        return meant;
    };
    eachSample(capture, stop, slotOf, [&](const Slot &meant, const SampleColumns &columns, std::size_t row) {
        for (const auto i : meant) {
            if (const auto bytes = columns.bytes(row, keys[i].measure); bytes != kNoBytes) {
                points[i].times.push_back(columns.time(row));
                points[i].values.push_back(static_cast<double>(bytes));
            }
        }
    });
    std::vector<CounterTable> curves;
    for (auto &each : points) {
        curves.emplace_back(std::move(each.times), std::move(each.values));
    }
    return curves;
}

std::optional<MemoryOwner> frameworkAllocator(const std::vector<MemorySeries> &all) {
    const auto *found = allocatorOf(all);
    return found == nullptr ? std::nullopt : std::optional(found->owner);
}

static MemoryPeak peakOf(const RankCapture &capture, const std::vector<MemorySeries> &all,
                         const MemorySeries *allocator, const std::stop_token &stop) {
    auto peak = shallowPeak(capture);
    const auto *process = find(all, "process", "APP");
    if (allocator != nullptr) {
        const auto &allocated = (*allocator)[MemoryMeasure::Allocated];
        peak.allocated = peakOf(*allocator, MemoryMeasure::Allocated);
        peak.reserved = peakOf(*allocator, MemoryMeasure::Reserved);
        peak.active = peakOf(*allocator, MemoryMeasure::Active);
        peak.device = allocator->owner.device < 0 ? std::nullopt : std::optional(allocator->owner.device);
        if (peak.allocated) {
            peak.allocatedLeast = allocated.least;
            peak.at = allocated.peakAt;
        }
    }
    if (process != nullptr) {
        peak.process = peakOf(*process, MemoryMeasure::Reserved);
    }
    if (process != nullptr && allocator != nullptr) {
        peak.outside = mostBeside(memoryCurve(capture, process->owner, MemoryMeasure::Reserved, stop),
                                  memoryCurve(capture, allocator->owner, MemoryMeasure::Reserved, stop));
    }
    findOwner(all, peak);
    return peak;
}

MemoryPeak memoryPeak(const RankCapture &capture, const std::stop_token &stop) {
    return measuredOnce(capture, stop, [&] {
        const auto all = memorySeries(capture, false, stop);
        return peakOf(capture, all, allocatorOf(all), stop);
    });
}

std::vector<MemoryPeak> memoryPeaksByDevice(const RankCapture &capture, const std::stop_token &stop) {
    return measuredOnce(capture, stop, [&] {
        const auto all = memorySeries(capture, false, stop);
        std::vector<MemoryPeak> peaks;
        for (const auto *allocator : allocatorsOf(all)) {
            peaks.push_back(peakOf(capture, all, allocator, stop));
        }
        return peaks.size() < 2 ? std::vector<MemoryPeak>{memoryPeak(capture, stop)} : peaks;
    });
}

MemoryRecord memoryRecord(const RankCapture &capture) {
    if (!capture.tables(TableKind::MemorySamples).empty()) {
        return MemoryRecord::Loaded;
    }
    const bool mayTell =
        shallowPeak(capture).allocated || mayHoldInstants(capture) ||
        std::any_of(capture.files.begin(), capture.files.end(), [](const FileSource &file) {
            return file.chosen && (file.format == "profile_memory" || file.format == "memory_timeline");
        });
    return mayTell && capture.state != LoadState::Deep ? MemoryRecord::Unread : MemoryRecord::None;
}

bool needsDeepForMemory(const Run &run) {
    const bool isTorch = isOfGpus(platformOf(run));
    return std::any_of(run.captures.begin(), run.captures.end(), [&](const RankCapture &capture) {
        const bool isUnread = memoryRecord(capture) == MemoryRecord::Unread && !shallowPeak(capture).allocated;
        return isUnread || (isTorch && tellsNothingOfMemory(capture));
    });
}

}  // namespace stagescope
