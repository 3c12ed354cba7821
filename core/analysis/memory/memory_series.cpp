#include "core/analysis/memory/memory_series.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kStride = 4096;

std::string_view formatOf(const RankCapture &capture, SourceId source) {
    const auto it = std::find_if(capture.files.begin(), capture.files.end(),
                                 [&](const FileSource &file) { return file.id == source; });
    return it == capture.files.end() ? std::string_view{} : std::string_view(it->format);
}

/// Calls fn(table, row) for each sample, of each component only those of one kind of file: a database beside the text
/// files of the same capture tells the same once more.
template <class Fn>
void eachSample(const RankCapture &capture, const std::stop_token &stop, Fn &&fn) {
    std::map<std::pair<std::string_view, std::string_view>, std::string_view> formats;
    for (const auto &source : capture.loaded) {
        const auto format = formatOf(capture, source.source);
        for (const auto &table : source.tables) {
            if (table->kind() != TableKind::MemorySamples) {
                continue;
            }
            for (std::size_t row = 0; row < table->rowCount(); ++row) {
                if (row % kStride == 0 && stop.stop_requested()) {
                    return;
                }
                const std::pair key(table->text(row, "level"), table->text(row, "component"));
                if (formats.emplace(key, format).first->second == format) {
                    fn(*table, row);
                }
            }
        }
    }
}

MemoryOwner ownerOf(const TableStore &table, std::size_t row) {
    return {std::string(table.text(row, "level")), std::string(table.text(row, "component")),
            table.number(row, "device", -1), std::string(table.text(row, "stream"))};
}

void extend(MemorySeries &series, const TableStore &table, std::size_t row) {
    for (const auto measure : kMemoryMeasures) {
        const auto bytes = table.number(row, memoryMeasureText(measure), kNoBytes);
        if (bytes == kNoBytes) {
            continue;
        }
        auto &of = series.of[static_cast<std::size_t>(measure)];
        const auto at = rankTime(table.number(row, "at_ns"));
        if (of.samples == 0 || bytes > of.peak || (bytes == of.peak && at < of.peakAt)) {
            of.peak = bytes;
            of.peakAt = at;
        }
        of.least = of.samples == 0 ? bytes : std::min(of.least, bytes);
        ++of.samples;
    }
}

bool isOf(const TableStore &table, std::size_t row, const MemoryOwner &owner) {
    return table.text(row, "component") == owner.component && table.text(row, "level") == owner.level &&
           table.number(row, "device", -1) == owner.device &&
           (owner.stream.empty() || table.text(row, "stream") == owner.stream);
}

std::optional<std::int64_t> settingOf(const RankCapture &capture, std::string_view key) {
    const auto text = capture.environmentValue("device", key);
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

/// The framework's allocator: PyTorch's where there is one.
const MemorySeries *allocatorOf(const std::vector<MemorySeries> &all) {
    const auto *found = find(all, "allocator", "PTA");
    for (const auto &series : all) {
        const bool isAllocator = series.owner.level == "allocator" && series[MemoryMeasure::Allocated].samples > 0;
        if (found == nullptr && isAllocator) {
            found = &series;
        }
    }
    return found;
}

/// At each tick of the process's curve what the allocator did not have; before its first event it had that of the
/// first.
std::optional<std::int64_t> mostBeside(const CounterTable &process, const CounterTable &allocator) {
    std::optional<std::int64_t> most;
    for (std::uint32_t i = 0; i < process.size(); ++i) {
        const auto index = allocator.indexAt(process.time(i));
        const auto held = allocator.size() == 0 ? 0 : allocator.value(index < allocator.size() ? index : 0);
        most = std::max(most.value_or(INT64_MIN), static_cast<std::int64_t>(process.value(i) - held));
    }
    return most;
}

/// APP is the allocator itself.
void findOwner(const std::vector<MemorySeries> &all, MemoryPeak &peak) {
    for (const auto &series : all) {
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
    peak.allocatedLeast = settingOf(capture, "allocated_least_bytes");
    peak.allocated = settingOf(capture, "allocated_peak_bytes");
    peak.reserved = settingOf(capture, "reserved_peak_bytes");
    peak.process = settingOf(capture, "process_peak_bytes");
    if (peak.process && peak.reserved) {
        peak.outside = *peak.process - *peak.reserved;
    }
    peak.capacity = settingOf(capture, "capacity_bytes");
    return peak;
}

}  // namespace

std::string_view memoryMeasureText(MemoryMeasure measure) {
    static constexpr std::array<std::string_view, 3> kTexts{"allocated", "reserved", "active"};
    return kTexts[static_cast<std::size_t>(measure)];
}

std::vector<MemorySeries> memorySeries(const RankCapture &capture, bool byStream, const std::stop_token &stop) {
    std::map<MemoryOwner, MemorySeries> found;
    MemorySeries *last = nullptr;
    MemorySeries *lastWhole = nullptr;
    eachSample(capture, stop, [&](const TableStore &table, std::size_t row) {
        // Samples of one owner mostly follow one another.
        if (last == nullptr || last->owner.stream != table.text(row, "stream") || !isOf(table, row, last->owner)) {
            auto owner = ownerOf(table, row);
            last = &found[owner];
            last->owner = owner;
            owner.stream.clear();
            lastWhole = &found[owner];
            lastWhole->owner = owner;
        }
        extend(*lastWhole, table, row);
        if (last != lastWhole) {
            extend(*last, table, row);
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
    std::vector<std::int64_t> times;
    std::vector<double> values;
    const auto column = memoryMeasureText(measure);
    eachSample(capture, stop, [&](const TableStore &table, std::size_t row) {
        const auto bytes = table.number(row, column, kNoBytes);
        if (bytes != kNoBytes && isOf(table, row, owner)) {
            times.push_back(table.number(row, "at_ns"));
            values.push_back(static_cast<double>(bytes));
        }
    });
    return {std::move(times), std::move(values)};
}

MemoryPeak memoryPeak(const RankCapture &capture, const std::stop_token &stop) {
    auto peak = shallowPeak(capture);
    const auto all = memorySeries(capture, false, stop);
    const auto *allocator = allocatorOf(all);
    const auto *process = find(all, "process", "APP");
    if (allocator != nullptr) {
        const auto &allocated = (*allocator)[MemoryMeasure::Allocated];
        peak.allocated = peakOf(*allocator, MemoryMeasure::Allocated);
        peak.reserved = peakOf(*allocator, MemoryMeasure::Reserved);
        peak.active = peakOf(*allocator, MemoryMeasure::Active);
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

bool needsDeepForMemory(const Run &run) {
    return std::any_of(run.captures.begin(), run.captures.end(), [](const RankCapture &capture) {
        const bool mayTell = std::any_of(capture.files.begin(), capture.files.end(), [](const FileSource &file) {
            return file.chosen && file.format == "profile_memory";
        });
        return mayTell && capture.state != LoadState::Deep && capture.tables(TableKind::MemorySamples).empty() &&
               !shallowPeak(capture).allocated;
    });
}

}  // namespace stagescope
