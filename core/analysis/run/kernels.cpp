#include "core/analysis/run/kernels.h"

#include "core/store/tables/table_store.h"
#include "core/store/trace/launch_columns.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace stagescope {

namespace {

constexpr std::size_t kLook = 4096;

bool isCommunication(std::string_view core, std::string_view name) {
    return core == "COMMUNICATION" || core == "HCCL" || name.starts_with("hcom_");
}

void addRows(const TableStore &table, const std::stop_token &stop, std::vector<DeviceKernel> &kernels) {
    const auto begins = table.numbers("begin_ns");
    const auto durations = table.numbers("duration_ns");
    const auto steps = table.numbers("step");
    const auto cubes = table.numbers("cube");
    const auto streams = table.numbers("stream");
    const auto launches = table.numbers("launch_ns");
    if (begins.size() != table.rowCount() || durations.size() != table.rowCount()) {
        return;
    }
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (row % kLook == 0 && stop.stop_requested()) {
            return;
        }
        DeviceKernel kernel;
        kernel.name = table.text(row, "name");
        kernel.type = table.text(row, "type");
        kernel.core = table.text(row, "core");
        kernel.begin = begins[row];
        kernel.duration = durations[row];
        kernel.step = steps.empty() ? kNoStep : steps[row];
        kernel.cube = cubes.empty() ? -1 : static_cast<int>(cubes[row]);
        kernel.stream = streams.empty() ? -1 : streams[row];
        kernel.communicates = isCommunication(kernel.core, kernel.name);
        kernel.kind = kernel.core == "MEMCPY"   ? DeviceKernel::Kind::Copy
                      : kernel.core == "MEMSET" ? DeviceKernel::Kind::Fill
                                                : DeviceKernel::Kind::Kernel;
        kernel.launch = launches.empty() || launches[row] == kNoLaunch ? std::nullopt : std::optional(launches[row]);
        kernel.table = &table;
        kernel.row = row;
        kernels.push_back(kernel);
    }
}

void addSlices(const TraceStore &trace, const std::stop_token &stop, std::vector<DeviceKernel> &kernels) {
    for (const auto &track : trace.tracks()) {
        if (track.kind != TrackKind::DeviceStream) {
            continue;
        }
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (i % kLook == 0 && stop.stop_requested()) {
                return;
            }
            const auto klass = slices.klass(i);
            if (klass == SliceClass::Computing || klass == SliceClass::Communication) {
                DeviceKernel kernel;
                kernel.name = trace.text(slices.name(i));
                kernel.begin = ns(slices.begin(i));
                kernel.duration = (slices.end(i) - slices.begin(i)).count();
                kernel.stream = streamNumber(trace.text(track.name));
                kernel.communicates = klass == SliceClass::Communication;
                kernels.push_back(kernel);
            }
        }
    }
}

}  // namespace

KernelSlices::KernelSlices(const Run &run, const RankCapture &capture, const std::stop_token &stop) {
    for (const auto &source : capture.loaded) {
        for (const auto &trace : source.traces) {
            add(run.id, source.source, *trace, stop);
        }
    }
    std::stable_sort(m_entries.begin(), m_entries.end(),
                     [](const Entry &a, const Entry &b) { return a.begin < b.begin; });
}

void KernelSlices::add(RunId run, SourceId source, const TraceStore &trace, const std::stop_token &stop) {
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; track.kind == TrackKind::DeviceStream && i < slices.size(); ++i) {
            if (i % kLook == 0 && stop.stop_requested()) {
                return;
            }
            m_entries.push_back({ns(slices.begin(i)), trace.text(slices.name(i)), {run, source, track.id, SliceId{i}}});
        }
    }
}

std::optional<SliceRef> KernelSlices::of(const DeviceKernel &kernel) const {
    constexpr std::int64_t kRounding = 1000;
    auto it = std::lower_bound(m_entries.begin(), m_entries.end(), kernel.begin - kRounding,
                               [](const Entry &entry, std::int64_t begin) { return entry.begin < begin; });
    const Entry *best = nullptr;
    const auto away = [&](const Entry &entry) { return std::abs(entry.begin - kernel.begin); };
    for (; it != m_entries.end() && it->begin <= kernel.begin + kRounding; ++it) {
        if (it->name == kernel.name && (best == nullptr || away(*it) < away(*best))) {
            best = &*it;
        }
    }
    return best == nullptr ? std::nullopt : std::optional(best->ref);
}

std::int64_t streamNumber(std::string_view name) {
    const auto first = name.find_first_of("0123456789");
    std::int64_t number = -1;
    if (first != std::string_view::npos) {
        std::from_chars(name.data() + first, name.data() + name.size(), number);
    }
    return number;
}

bool tellsLaunches(const RankCapture &capture) {
    const auto tables = capture.tables(TableKind::Kernels);
    return std::any_of(tables.begin(), tables.end(),
                       [](const auto &table) { return table->hasColumn("launch_ns") && table->rowCount() > 0; });
}

std::vector<DeviceKernel> deviceKernels(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<DeviceKernel> kernels;
    for (const auto &table : capture.tables(TableKind::Kernels)) {
        addRows(*table, stop, kernels);
    }
    for (const auto &source : capture.loaded) {
        for (const auto &trace : source.traces) {
            if (kernels.empty()) {
                addSlices(*trace, stop, kernels);
            }
        }
    }
    const auto byBegin = [](const DeviceKernel &a, const DeviceKernel &b) { return a.begin < b.begin; };
    if (!std::is_sorted(kernels.begin(), kernels.end(), byBegin)) {
        std::stable_sort(kernels.begin(), kernels.end(), byBegin);
    }
    return kernels;
}

}  // namespace stagescope
