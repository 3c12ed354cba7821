#include "core/analysis/run/kernels.h"

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
    using R = KernelRecord;
    const TableRecords<R> records(table);
    for (std::size_t row = 0; row < records.size(); ++row) {
        if (row % kLook == 0 && stop.stop_requested()) {
            return;
        }
        DeviceKernel kernel;
        kernel.name = records.at<&R::name>(row);
        kernel.type = records.at<&R::type>(row);
        kernel.core = records.at<&R::core>(row);
        kernel.begin = records.at<&R::begin>(row);
        kernel.duration = records.at<&R::duration>(row);
        kernel.step = records.at<&R::step>(row);
        kernel.cube = static_cast<int>(records.at<&R::cube>(row));
        kernel.stream = records.at<&R::stream>(row);
        const auto launch = records.at<&R::launch>(row);
        kernel.launch = launch == kNoLaunch ? std::nullopt : std::optional(launch);
        kernel.communicates = isCommunication(kernel.core, kernel.name);
        kernel.kind = kernel.core == "MEMCPY"   ? DeviceKernel::Kind::Copy
                      : kernel.core == "MEMSET" ? DeviceKernel::Kind::Fill
                                                : DeviceKernel::Kind::Kernel;
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
    return std::any_of(tables.begin(), tables.end(), [](const auto &table) {
        return TableRecords<KernelRecord>(*table).template has<&KernelRecord::launch>();
    });
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
