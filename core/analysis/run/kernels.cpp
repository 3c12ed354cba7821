#include "core/analysis/run/kernels.h"

#include "core/base/kernel_name.h"
#include "core/base/words/kernel_label.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <set>
#include <span>

namespace stagescope {

namespace {

constexpr std::size_t kLook = 4096;

char runsCommunication(std::string_view core) { return core == "COMMUNICATION" || core == "HCCL" ? 1 : 0; }
char namesCommunication(std::string_view name) { return name.starts_with("hcom_") ? 1 : 0; }

using Visit = std::function<void(const DeviceKernel &)>;

/// Columns of a table that has millions of rows: looked up once.
struct TextColumn {
    const TableStore::Texts *texts;
    [[nodiscard]] std::string_view at(std::size_t row) const {
        return texts == nullptr ? std::string_view() : std::string_view(texts->values[texts->at[row]]);
    }
};
struct NumberColumn {
    IntView numbers;
    std::int64_t unless;
    [[nodiscard]] std::int64_t at(std::size_t row) const { return numbers.empty() ? unless : numbers[row]; }
};
template <std::string_view KernelRecord::*Member>
TextColumn columnOf(const TableRecords<KernelRecord> &records) {
    return {records.texts<Member>()};
}
template <std::int64_t KernelRecord::*Member>
NumberColumn columnOf(const TableRecords<KernelRecord> &records) {
    return {records.numbers<Member>(), KernelRecord{}.*Member};
}

/// A fact of a text, worked out once for each text of a column.
template <class Fact>
class FactsOfTexts {
public:
    FactsOfTexts(TextColumn column, Fact (*factOf)(std::string_view text)) : m_column(column) {
        if (column.texts == nullptr) {
            m_facts.push_back(factOf({}));
            return;
        }
        for (const auto &text : column.texts->values) {
            m_facts.push_back(factOf(text));
        }
    }
    [[nodiscard]] Fact at(std::size_t row) const {
        return m_facts[m_column.texts == nullptr ? 0 : m_column.texts->at[row]];
    }

private:
    TextColumn m_column;
    std::vector<Fact> m_facts;
};

DeviceKernel::Kind kindOf(std::string_view core) {
    return core == "MEMCPY"   ? DeviceKernel::Kind::Copy
           : core == "MEMSET" ? DeviceKernel::Kind::Fill
                              : DeviceKernel::Kind::Kernel;
}

void visitRows(const TableStore &table, const std::stop_token &stop, const Visit &visit, Share share) {
    using R = KernelRecord;
    const TableRecords<R> records(table);
    const auto name = columnOf<&R::name>(records);
    const auto type = columnOf<&R::type>(records);
    const auto core = columnOf<&R::core>(records);
    const auto shapes = columnOf<&R::inputShapes>(records);
    const auto begin = columnOf<&R::begin>(records);
    const auto duration = columnOf<&R::duration>(records);
    const auto step = columnOf<&R::step>(records);
    const auto cube = columnOf<&R::cube>(records);
    const auto stream = columnOf<&R::stream>(records);
    const auto device = columnOf<&R::device>(records);
    const auto launch = columnOf<&R::launch>(records);
    const auto wait = columnOf<&R::wait>(records);
    const auto frameworkOp = columnOf<&R::frameworkOp>(records);
    const FactsOfTexts<char> isCommunicationCore(core, &runsCommunication);  // not of bool: a vector of bits
    const FactsOfTexts<char> isCommunicationName(name, &namesCommunication);
    const FactsOfTexts<DeviceKernel::Kind> kind(core, &kindOf);
    DeviceKernel kernel;
    kernel.table = &table;
    const auto end = share.end(records.size());
    for (auto row = share.begin(records.size()); row < end; ++row) {
        if (row % kLook == 0 && stop.stop_requested()) {
            return;
        }
        kernel.name = name.at(row);
        kernel.type = type.at(row);
        kernel.core = core.at(row);
        kernel.inputShapes = shapes.at(row);
        kernel.begin = begin.at(row);
        kernel.duration = duration.at(row);
        kernel.step = step.at(row);
        kernel.cube = static_cast<int>(cube.at(row));
        kernel.stream = stream.at(row);
        kernel.device = device.at(row);
        const auto launched = launch.at(row);
        kernel.isUnclear = launched == kUnclearLaunch;
        kernel.launch = launched == kNoLaunch || kernel.isUnclear ? std::nullopt : std::optional(launched);
        kernel.communicates = isCommunicationCore.at(row) != 0 || isCommunicationName.at(row) != 0;
        kernel.kind = kind.at(row);
        kernel.wait = wait.at(row);
        kernel.frameworkOp = frameworkOp.at(row);
        kernel.row = row;
        visit(kernel);
    }
}

bool isOfKernels(SliceClass klass) { return klass == SliceClass::Computing || klass == SliceClass::Communication; }

/// The number of a device in the name of its process: "/device:GPU:1 (NVIDIA H100)" -> 1; -1 where there is none.
std::int64_t deviceInName(std::string_view name) {
    std::int64_t number = -1;
    for (auto colon = name.find(':'); colon != std::string_view::npos; colon = name.find(':', colon + 1)) {
        std::from_chars(name.data() + colon + 1, name.data() + name.size(), number);
    }
    return number;
}

void visitSlices(const TraceStore &trace, const std::stop_token &stop, const Visit &visit) {
    const auto devices = devicesOfProcesses(trace);
    for (const auto &track : trace.tracks()) {
        if (track.kind != TrackKind::DeviceStream) {
            continue;
        }
        const auto &slices = trace.slices(track.id);
        const auto device = devices.find(track.parent);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (i % kLook == 0 && stop.stop_requested()) {
                return;
            }
            const auto klass = slices.klass(i);
            if (isOfKernels(klass)) {
                DeviceKernel kernel;
                kernel.device = device == devices.end() ? -1 : device->second;
                kernel.name = trace.text(slices.name(i));
                kernel.begin = ns(slices.begin(i));
                kernel.duration = (slices.end(i) - slices.begin(i)).count();
                kernel.stream = streamNumber(trace.text(track.name));
                kernel.communicates = klass == SliceClass::Communication;
                visit(kernel);
            }
        }
    }
}

}  // namespace

std::map<TrackId, std::int64_t> devicesOfProcesses(const TraceStore &trace) {
    std::map<TrackId, std::int64_t> devices;
    for (const auto &track : trace.tracks()) {
        const bool isNew =
            track.kind == TrackKind::DeviceStream && track.parent.isValid() && !devices.contains(track.parent);
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; isNew && i < slices.size(); ++i) {
            if (isOfKernels(slices.klass(i))) {
                devices.emplace(track.parent, deviceInName(trace.text(trace.track(track.parent).name)));
                break;
            }
        }
    }
    std::set<std::int64_t> numbers;
    for (const auto &[process, number] : devices) {
        numbers.insert(number);
    }
    if (numbers.size() < devices.size() || numbers.contains(-1)) {
        std::int64_t next = 0;  // as they come: names do not tell them apart
        for (auto &[process, number] : devices) {
            number = next++;
        }
    }
    return devices.size() < 2 ? std::map<TrackId, std::int64_t>{} : devices;
}

KernelSlices::KernelSlices(const Run &run, const RankCapture &capture) : m_run(run.id) {
    for (const auto &[source, trace, track] : capture.tracks()) {
        if (track.kind == TrackKind::DeviceStream) {
            m_streams.push_back({trace.get(), source, track.id});
        } else if (track.kind == TrackKind::CommGroup) {
            m_groups.push_back({trace.get(), source, track.id});
        }
    }
}

std::optional<SliceRef> KernelSlices::of(const DeviceKernel &kernel) const {
    const auto slice = among(m_streams, kernel);
    return slice || !kernel.communicates ? slice : among(m_groups, kernel);
}

std::optional<SliceRef> KernelSlices::among(const std::vector<Lane> &lanes, const DeviceKernel &kernel) const {
    constexpr std::int64_t kRounding = 1000;
    std::optional<SliceRef> best;
    std::int64_t bestAway = kRounding + 1;
    for (const auto &lane : lanes) {
        const auto &slices = lane.trace->slices(lane.track);
        for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
            // What ends there is no later than what begins there; points end as they begin.
            auto i = slices.firstEndingAfter(depth, rankTime(kernel.begin - kRounding - 1));
            for (; i < slices.depthBegin(depth + 1) && ns(slices.begin(i)) <= kernel.begin + kRounding; ++i) {
                const auto away = std::abs(ns(slices.begin(i)) - kernel.begin);
                if (away < bestAway && lane.trace->text(slices.name(i)) == kernel.name) {
                    bestAway = away;
                    best = SliceRef{m_run, lane.source, lane.track, SliceId{i}};
                }
            }
        }
    }
    return best;
}

std::string_view identityOf(const DeviceKernel &kernel) {
    return !kernel.type.empty()          ? kernel.type
           : !kernel.frameworkOp.empty() ? kernel.frameworkOp
                                         : keptKernelLabel(kernelName(kernel.name).shortName);
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

void visitKernels(const RankCapture &capture, const std::stop_token &stop, const Visit &visit, Share share) {
    bool isFound = false;
    for (const auto &table : capture.tables(TableKind::Kernels)) {
        isFound = isFound || TableRecords<KernelRecord>(*table).size() > 0;
        visitRows(*table, stop, visit, share);
    }
    for (const auto &[source, trace] : capture.traces()) {
        if (!isFound && share.number == 0) {
            visitSlices(*trace, stop, [&](const DeviceKernel &kernel) {
                isFound = true;
                visit(kernel);
            });
        }
    }
}

std::vector<DeviceKernel> deviceKernels(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<DeviceKernel> kernels;
    std::size_t rows = 0;
    for (const auto &table : capture.tables(TableKind::Kernels)) {
        rows += TableRecords<KernelRecord>(*table).size();
    }
    kernels.reserve(rows);  // growing copies each of them twice
    visitKernels(capture, stop, [&](const DeviceKernel &kernel) { kernels.push_back(kernel); });
    const auto byBegin = [](const DeviceKernel &a, const DeviceKernel &b) { return a.begin < b.begin; };
    if (!std::is_sorted(kernels.begin(), kernels.end(), byBegin)) {
        std::stable_sort(kernels.begin(), kernels.end(), byBegin);
    }
    return kernels;
}

}  // namespace stagescope
