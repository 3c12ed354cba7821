#include "core/export/trace_arguments.h"

#include "core/export/quoted_text.h"
#include "core/store/tables/table_store.h"

#include <algorithm>
#include <cstdlib>
#include <span>

namespace stagescope {

namespace {

/// A column of a table and the argument that it becomes: named as PyTorch's profiler does where it writes the same.
struct ToldColumn {
    std::string_view column;
    std::string_view key;
    bool isNumber = false;
};
constexpr std::array<ToldColumn, 6> kOfKernels{{{"stream", "stream", true},
                                                {"type", "type"},
                                                {"operator", "operator"},
                                                {"module", "module"},
                                                {"input_shapes", "input_shapes"},
                                                {"input_types", "input_types"}}};
constexpr std::array<ToldColumn, 3> kOfCopies{
    {{"bytes", "bytes", true}, {"direction", "direction"}, {"memory", "memory"}}};
constexpr std::array<ToldColumn, 4> kOfCollectives{{{"type", "Collective name"},
                                                    {"data_type", "dtype"},
                                                    {"count", "In msg nelems", true},
                                                    {"group", "Process Group Name"}}};

struct ToldTable {
    TableKind kind;
    std::span<const ToldColumn> columns;
};
constexpr std::array<ToldTable, 3> kToldTables{
    {{TableKind::Kernels, kOfKernels}, {TableKind::Copies, kOfCopies}, {TableKind::CommOps, kOfCollectives}}};

void addMembers(const TableStore &table, std::size_t row, std::span<const ToldColumn> columns, std::string &text) {
    for (const auto &[column, key, isNumber] : columns) {
        const auto number = isNumber ? table.number(row, column, -1) : -1;
        const auto value = isNumber ? std::string_view() : table.text(row, column);
        if (number < 0 && value.empty()) {
            continue;
        }
        text.append(", \"").append(key).append("\": ");
        if (isNumber) {
            text += std::to_string(number);
        } else {
            appendJsonText(text, value);
        }
    }
}

std::uint64_t keyOfSlice(TrackId track, std::uint32_t slice) { return std::uint64_t{track.value} << 32U | slice; }

bool isWithin(const SliceTable &slices, SliceId slice, RankRange range) {
    return slices.begin(slice.value) >= range.begin && slices.begin(slice.value) < range.end;
}

}  // namespace

std::optional<SliceId> sliceAt(const TraceStore &trace, TrackId track, RankTime time) {
    const auto &slices = trace.slices(track);
    std::optional<SliceId> innermost;
    for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
        const auto found = slices.find(depth, time);
        innermost = found ? found : innermost;
        if (found && slices.begin(found->value) == time) {
            break;
        }
    }
    return innermost;
}

WorkRecords::WorkRecords(const RankCapture &capture) {
    static_assert(kToldTables.size() == kKinds);
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        auto &records = m_records[kind];
        for (const auto &table : capture.tables(kToldTables[kind].kind)) {
            const auto begins = table->numbers("begin_ns");
            for (std::size_t row = 0; row < begins.size(); ++row) {
                records.push_back({begins[row], table.get(), row});
            }
        }
        std::stable_sort(records.begin(), records.end(),
                         [](const Record &a, const Record &b) { return a.begin < b.begin; });
    }
}

std::string WorkRecords::membersOf(std::string_view name, std::int64_t begin) const {
    constexpr std::int64_t kRounding = 1000;  // files of kernels round to a microsecond
    std::string text;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        const auto &records = m_records[kind];
        const Record *nearest = nullptr;
        for (auto it = std::lower_bound(records.begin(), records.end(), begin - kRounding,
                                        [](const Record &record, std::int64_t time) { return record.begin < time; });
             it != records.end() && it->begin <= begin + kRounding; ++it) {
            const bool isNearer = nearest == nullptr || std::abs(it->begin - begin) < std::abs(nearest->begin - begin);
            nearest = isNearer && it->table->text(it->row, "name") == name ? &*it : nearest;
        }
        if (nearest != nullptr) {
            addMembers(*nearest->table, nearest->row, kToldTables[kind].columns, text);
        }
    }
    return text;
}

LaunchNumbers::LaunchNumbers(const TraceStore &trace, RankRange range, std::uint64_t &last,
                             const std::stop_token &stop) {
    constexpr std::size_t kFlowsBetweenLooks = 4096;
    const auto &flows = trace.flows();
    for (std::size_t i = 0; i < flows.size(); ++i) {
        if (i % kFlowsBetweenLooks == 0 && stop.stop_requested()) {
            return;
        }
        const auto flow = flows.at(i);
        // What begins within the range leads there: most of a long trace need not be searched for slices.
        if (flow.from < range.begin || flow.from >= range.end || flow.to < range.begin) {
            continue;
        }
        const auto kind = trace.track(flow.toTrack).kind;
        const bool isToDevice = kind == TrackKind::DeviceStream || kind == TrackKind::CommGroup;
        const auto call = sliceAt(trace, flow.fromTrack, flow.from);
        const auto work = isToDevice ? sliceAt(trace, flow.toTrack, flow.to) : std::nullopt;
        const bool isLaunch = call && work && trace.slices(flow.fromTrack).klass(call->value) == SliceClass::Runtime &&
                              isWithin(trace.slices(flow.fromTrack), *call, range) &&
                              isWithin(trace.slices(flow.toTrack), *work, range);
        if (isLaunch) {
            auto &number = m_numbers[keyOfSlice(flow.fromTrack, call->value)];
            number = number == 0 ? ++last : number;
            m_numbers[keyOfSlice(flow.toTrack, work->value)] = number;
        }
    }
}

std::uint64_t LaunchNumbers::of(TrackId track, std::uint32_t slice) const {
    const auto it = m_numbers.find(keyOfSlice(track, slice));
    return it == m_numbers.end() ? 0 : it->second;
}

}  // namespace stagescope
