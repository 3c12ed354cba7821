#include "core/analysis/operators/work_groups.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

using WorkKey = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view, NumberType>;

WorkKey keyOf(const CallKind &kind) {
    return {kind.name, kind.core, kind.operands.inputShapes, kind.operands.inputTypes, kind.number()};
}

void addToGroup(const KernelCall &call, const CallKind &kind, WorkGroup &group) {
    const Nanos time{call.duration};
    ++group.calls;
    group.kernels += call.kernels;
    group.time += time;
    group.isMatrix = group.isMatrix || kind.isMatrix();
    group.isPadded = group.isPadded || (kind.work && kind.work->isPadded);
    group.areBytesLeast = group.areBytesLeast || (kind.work && kind.work->areBytesLeast);
    if (call.hasFlop()) {
        group.flop += call.flop;
        group.flopTime += time;
        ++group.flopCalls;
    }
    if (call.bytes >= 0) {
        group.bytes += call.bytes;
        group.bytesTime += time;
        ++group.bytesCalls;
    }
}

std::optional<double> perSecond(double amount, Nanos time) {
    return time.count() > 0 ? std::optional(amount * 1e9 / static_cast<double>(time.count())) : std::nullopt;
}

std::optional<double> ratioOf(std::optional<double> part, std::optional<double> whole) {
    return part && whole && *whole > 0 ? std::optional(*part / *whole) : std::nullopt;
}

}  // namespace

std::optional<double> WorkGroup::flops() const { return perSecond(flop, flopTime); }
std::optional<double> WorkGroup::bandwidth() const { return perSecond(bytes, bytesTime); }
std::optional<double> WorkGroup::intensity() const {
    return flopCalls > 0 && flopCalls == bytesCalls && bytes > 0 ? std::optional(flop / bytes) : std::nullopt;
}
std::optional<double> WorkGroup::peakShare(const ChipPeak &peak) const {
    return isMatrix ? ratioOf(flops(), peak.flopsOf(number)) : std::nullopt;
}
std::optional<double> WorkGroup::bandwidthShare(const ChipPeak &peak) const {
    return ratioOf(bandwidth(), peak.bandwidth);
}
std::optional<double> WorkGroup::roofShare(const ChipPeak &peak) const {
    const auto at = intensity();
    return isMatrix && at ? ratioOf(flops(), peak.roof(*at, number)) : std::nullopt;
}

const WorkGroup *RankWork::same(const WorkGroup &group) const {
    const auto it = std::find_if(groups.begin(), groups.end(), [&](const WorkGroup &other) {
        return other.name == group.name && other.shapes == group.shapes && other.types == group.types &&
               other.core == group.core;
    });
    return it == groups.end() ? nullptr : &*it;
}

RankWork rankWork(const RankCapture &capture, const std::optional<RankRange> &range, const PeakSettings &settings,
                  const std::stop_token &stop) {
    RankWork result;
    result.rank = capture.rank;
    result.peak = peakOf(capture, settings);
    const auto found = kernelCalls(capture, stop);
    result.markedCalls = found.marked;
    std::map<WorkKey, std::size_t> numbers;
    std::vector<std::size_t> groupOfKind;
    for (const auto &kind : found.kinds) {
        groupOfKind.push_back(numbers.try_emplace(keyOf(kind), numbers.size()).first->second);
    }
    std::vector<WorkGroup> groups(numbers.size());
    for (const auto &[key, number] : numbers) {
        auto &group = groups[number];
        group.name = std::get<0>(key);
        group.core = std::get<1>(key);
        group.shapes = std::get<2>(key);
        group.types = std::get<3>(key);
        group.number = std::get<4>(key);
    }
    for (const auto &call : found.calls) {
        if (range && !range->contains(rankTime(call.begin))) {
            continue;
        }
        addToGroup(call, found.kinds[call.kind], groups[groupOfKind[call.kind]]);
        ++result.calls;
        result.time += Nanos{call.duration};
        if (!call.hasFlop() && call.bytes < 0) {
            ++result.unjudgedCalls;
            result.unjudgedTime += Nanos{call.duration};
        }
    }
    std::erase_if(groups, [](const WorkGroup &group) { return group.calls == 0; });
    std::stable_sort(groups.begin(), groups.end(),
                     [](const WorkGroup &a, const WorkGroup &b) { return a.time > b.time; });
    result.groups = std::move(groups);
    return result;
}

}  // namespace stagescope
