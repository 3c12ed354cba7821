#include "core/analysis/trace/overall_metrics.h"

#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/platform.h"
#include "core/analysis/trace/group_waits.h"
#include "core/analysis/trace/operator_category.h"
#include "core/base/text.h"
#include "core/store/trace/summary_lanes.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace stagescope {

namespace {

/// Classes of time on GPUs, whose kernels tell no units: by the framework's operator, else by the kernel's name.
constexpr std::array<std::string_view, 10> kGpuClasses{"GEMM",          "Attention", "Convolution",  "Normalization",
                                                       "Elementwise",   "Reduction", "Multi-tensor", "Communication",
                                                       "Other kernels", "Copy"};
constexpr std::size_t kGpuCopies = kGpuClasses.size() - 1;

OperatorCategory categoryOf(const DeviceKernel &kernel, const OperatorMark &mark) {
    switch (mark.computes) {
        case Computes::FlashAttention:
            return OperatorCategory::Attention;
        case Computes::Convolution:
            return OperatorCategory::Convolution;
        case Computes::MatrixProduct:
            return OperatorCategory::MatrixProduct;
        case Computes::Unknown:
            break;
    }
    return kernelCategory(kernel.frameworkOp, kernel.name);
}

/// Into kGpuClasses, of which all but the last are in the order of OperatorCategory.
std::size_t gpuClass(const DeviceKernel &kernel, const OperatorMark &mark) {
    return movesElements(kernel.frameworkOp, kernel.name) ? kGpuCopies
                                                          : static_cast<std::size_t>(categoryOf(kernel, mark));
}

constexpr std::array<std::string_view, 3> kFused{"allgathermatmul", "matmulreducescatter", "matmulallreduce"};
/// As msprof-analyze looks for them, inside of the type: BroadcastTo counts among them.
constexpr std::array<std::string_view, 3> kLayoutTypes{"cast", "transdata", "transpose"};
constexpr std::array<std::string_view, 3> kBackwardTypes{"grad", "backprop", "bwd"};

/// Nothing where neither kind of unit worked.
std::optional<bool> usesMatrixUnits(const DeviceKernel &kernel) {
    if (kernel.cube >= 0) {
        return kernel.cube == 1;
    }
    const bool matrix = kernel.core == "AI_CORE" || kernel.core == "MIX_AIC";
    const bool vector = kernel.core == "AI_VECTOR_CORE" || kernel.core == "MIX_AIV";
    return matrix || vector ? std::optional(matrix) : std::nullopt;
}

KernelClass classOfMark(Computes computes, bool isBackward) {
    switch (computes) {
        case Computes::FlashAttention:
            return isBackward ? KernelClass::AttentionBackward : KernelClass::AttentionForward;
        case Computes::Convolution:
            return isBackward ? KernelClass::ConvolutionBackward : KernelClass::ConvolutionForward;
        case Computes::MatrixProduct:
            return KernelClass::MatrixProduct;
        case Computes::Unknown:
            break;
    }
    return KernelClass::Other;
}

Computes computesByType(std::string_view type) {
    return type.find("flashattention") != type.npos ? Computes::FlashAttention
           : type.starts_with("conv")               ? Computes::Convolution
           : type.find("matmul") != type.npos       ? Computes::MatrixProduct
                                                    : Computes::Unknown;
}

struct MetricSum {
    Nanos duration{0};
    std::uint64_t count = 0;
    void add(std::int64_t ns) {
        duration += Nanos{ns};
        ++count;
    }
};

/// Sums of a class and of its two halves: matrix units and others, or layout changes and others.
struct ClassSums {
    MetricSum all;
    MetricSum first;
    MetricSum second;
};

constexpr std::size_t kClasses = static_cast<std::size_t>(KernelClass::Other) + 1;

struct ClassName {
    std::string_view name;
    std::string_view first;  ///< empty: not halved
    std::string_view second;
};
constexpr std::array<ClassName, kClasses> kClassNames{{{"Flash Attention (Forward)", " (Cube)", " (Vector)"},
                                                       {"Flash Attention (Backward)", " (Cube)", " (Vector)"},
                                                       {"Conv (Forward)", " (Cube)", " (Vector)"},
                                                       {"Conv (Backward)", " (Cube)", " (Vector)"},
                                                       {"Matmul", " (Cube)", " (Vector)"},
                                                       {"Page Attention", "", ""},
                                                       {"Vector", " (Trans)", " (No Trans)"},
                                                       {"Cube", "", ""},
                                                       {"SDMA (Tensor Move)", "", ""},
                                                       {"MC2", "", ""},
                                                       {"Other", "", ""}}};

struct AllSums : std::array<ClassSums, kClasses> {
    std::array<MetricSum, kGpuClasses.size()> ofGpu{};
};

AllSums sumsOf(const RankCapture &capture, const std::optional<RankRange> &range, const std::stop_token &stop) {
    const LaunchMarks marks(capture, stop);
    const bool isOfNpu = isOfNpus(platformOf(capture).value_or(Platform::Unknown));
    AllSums sums;
    for (const auto &kernel : deviceKernels(capture, stop)) {
        if (kernel.communicates || kernel.kind == DeviceKernel::Kind::Copy ||
            (range && !range->contains(rankTime(kernel.begin)))) {
            continue;
        }
        const auto mark = marks.of(kernel.begin, kernel.stream);
        if (!isOfNpu) {
            sums.ofGpu[gpuClass(kernel, mark)].add(kernel.duration);
            continue;
        }
        const auto klass = kernelClass(kernel, mark);
        auto &sum = sums[static_cast<std::size_t>(klass)];
        sum.all.add(kernel.duration);
        const auto type = lowerCase(kernel.type.empty() ? kernel.name : kernel.type);
        const bool isFirst =
            klass == KernelClass::Vector ? containsAny(type, kLayoutTypes) : usesMatrixUnits(kernel).value_or(false);
        (isFirst ? sum.first : sum.second).add(kernel.duration);
    }
    return sums;
}

void addComputing(const AllSums &sums, Nanos computing, std::vector<OverallMetric> &rows) {
    std::uint64_t count = 0;
    Nanos named{0};
    for (std::size_t i = 0; i + 1 < kClasses; ++i) {
        count += sums[i].all.count;
        named += sums[i].all.duration;
    }
    for (const auto &sum : sums.ofGpu) {
        count += sum.count;
        named += sum.duration;
    }
    rows.push_back({"Computing Time", 0, computing, count});
    for (std::size_t i = 0; i < kGpuClasses.size(); ++i) {
        if (const auto &sum = sums.ofGpu[i]; sum.count > 0) {
            rows.push_back({std::string(kGpuClasses[i]), 1, sum.duration, sum.count});
        }
    }
    for (std::size_t i = 0; i + 1 < kClasses; ++i) {
        const auto &sum = sums[i];
        const auto &[name, first, second] = kClassNames[i];
        if (sum.all.count == 0) {
            continue;
        }
        rows.push_back({std::string(name), 1, sum.all.duration, sum.all.count});
        for (const auto &[half, suffix] : {std::pair(&sum.first, first), std::pair(&sum.second, second)}) {
            if (!suffix.empty() && half->count > 0) {
                rows.push_back({std::string(name) + std::string(suffix), 2, half->duration, half->count});
            }
        }
    }
    // Below 0 where kernels of several streams ran at once.
    if (computing != named) {
        rows.push_back({std::string(kClassNames.back().name), 1, computing - named, {}});
    }
}

/// What the lanes and tasks of a capture say of free time.
struct DeviceSpan {
    std::vector<Interval> freeLanes;  ///< of the file itself
    std::int64_t begin = std::numeric_limits<std::int64_t>::max();
    std::int64_t end = std::numeric_limits<std::int64_t>::min();
};

bool isTask(SliceClass klass) {
    return klass == SliceClass::Computing || klass == SliceClass::Communication || klass == SliceClass::CommTask ||
           klass == SliceClass::Memcpy || klass == SliceClass::Other;
}

void addTrack(const TraceStore &trace, const Track &track, const std::stop_token &stop, DeviceSpan &span) {
    const auto &slices = trace.slices(track.id);
    const bool isDevice = track.kind == TrackKind::DeviceStream || track.kind == TrackKind::CommGroup;
    const bool isFree =
        track.kind == TrackKind::Overlap && trace.text(track.name) == "Free" && !isComputedLane(trace, track);
    for (std::uint32_t i = 0; (isDevice || isFree) && i < slices.size(); ++i) {
        if ((i & 0xfff) == 0 && stop.stop_requested()) {
            return;
        }
        if (isFree) {
            span.freeLanes.push_back({ns(slices.begin(i)), ns(slices.end(i))});
        } else if (isTask(slices.klass(i))) {
            span.begin = std::min(span.begin, ns(slices.begin(i)));
            span.end = std::max(span.end, ns(slices.end(i)));
        }
    }
}

/// Neither computing nor communicating.
IntervalSet freeTime(const RankCapture &capture, const IntervalSet &busy, const std::stop_token &stop,
                     bool &isFromLanes) {
    DeviceSpan span;
    for (const auto &[source, trace, track] : capture.tracks()) {
        addTrack(*trace, track, stop, span);
    }
    isFromLanes = !span.freeLanes.empty();
    if (isFromLanes) {
        return subtracted(merged(std::move(span.freeLanes)), busy);
    }
    if (span.begin >= span.end) {
        return busy.empty() ? IntervalSet{} : subtracted(IntervalSet{{busy.front().begin, busy.back().end}}, busy);
    }
    return subtracted(IntervalSet{{span.begin, span.end}}, busy);
}

void addCommunication(const RankCapture &capture, const IntervalSet &computing, Nanos notOverlapped,
                      const std::optional<RankRange> &range, const std::stop_token &stop,
                      std::vector<OverallMetric> &rows) {
    rows.push_back({"Uncovered Communication Time", 0, notOverlapped, {}});
    Nanos sum{0};
    const auto groups = groupWaits(capture, computing, range, stop);
    for (const auto &group : groups) {
        sum += group.notOverlapped;
        if (group.notOverlapped == Nanos{0}) {
            continue;
        }
        rows.push_back({group.name, 1, group.notOverlapped, {}});
        if (group.wait > Nanos{0}) {
            rows.push_back({"Wait", 2, group.wait, {}});
        }
        rows.push_back({"Transmit", 2, group.notOverlapped - group.wait, {}});
    }
    if (groups.size() > 1 && sum > notOverlapped) {
        rows.push_back({"Uncovered Communication Overlapped", 1, sum - notOverlapped, {}});
    }
}

}  // namespace

KernelClass kernelClass(const DeviceKernel &kernel, const OperatorMark &mark) {
    const auto type = lowerCase(kernel.type.empty() ? kernel.name : kernel.type);
    const auto name = lowerCase(kernel.name);
    if (type.find("pagedattention") != type.npos) {
        return KernelClass::PagedAttention;
    }
    if (name.starts_with("aclnninplacecopy") && name.find("tensormove") != name.npos) {
        return KernelClass::TensorMove;
    }
    if (containsAny(name, kFused)) {
        return KernelClass::FusedCommunication;
    }
    if (mark.computes != Computes::Unknown) {
        return classOfMark(mark.computes, mark.isBackward);
    }
    if (const auto computes = computesByType(type); computes != Computes::Unknown) {
        return classOfMark(computes, containsAny(type, kBackwardTypes));
    }
    const auto matrix = usesMatrixUnits(kernel);
    return !matrix ? KernelClass::Other : *matrix ? KernelClass::Cube : KernelClass::Vector;
}

OverallMetrics overallMetrics(const RankCapture &capture, const std::optional<RankRange> &range,
                              const std::stop_token &stop) {
    OverallMetrics result;
    const auto busy = busyIntervals(capture, stop);
    if (busy.source == BusyIntervals::Source::None) {
        return result;
    }
    const auto all = united(busy.computing, busy.communication);
    const auto computing = lengthIn(busy.computing, range);
    const auto notOverlapped = lengthIn(subtracted(busy.communication, busy.computing), range);
    const auto free = lengthIn(freeTime(capture, all, stop, result.isFromLanes), range);
    result.endToEnd = computing + notOverlapped + free;
    addComputing(sumsOf(capture, range, stop), computing, result.rows);
    addCommunication(capture, busy.computing, notOverlapped, range, stop, result.rows);
    result.rows.push_back({"Free Time", 0, free, {}});
    if (free > Nanos{0}) {
        result.rows.push_back({"Free", 1, free, {}});
    }
    result.rows.push_back({"E2E Time", 0, result.endToEnd, {}});
    return result;
}

}  // namespace stagescope
