#include "core/analysis/trace/launch_marks.h"

#include "core/analysis/run/kernels.h"
#include "core/base/text.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr std::size_t kLook = 4096;

constexpr std::array<std::string_view, 6> kAttention{"flash_attention", "fusion_attention",    "flashattn",
                                                     "xformers_flash",  "efficient_attention", "flash2attn"};
constexpr std::array<std::string_view, 1> kConvolution{"aten::conv"};
constexpr std::array<std::string_view, 4> kMatrix{"aten::addmm", "aten::bmm", "aten::mm", "aten::matmul"};
constexpr std::array<std::string_view, 3> kBackward{"bwd", "back", "grad"};

struct MarkedOp {
    std::int64_t begin;
    std::int64_t end;
    OperatorMark mark;
};

/// Operators with a mark of one thread, by begin; what lies inside another one is left out.
std::vector<MarkedOp> markedOps(const TraceStore &trace, const Track &track,
                                std::unordered_map<StringId, OperatorMark> &marks, const std::stop_token &stop) {
    const auto &slices = trace.slices(track.id);
    std::vector<MarkedOp> ops;
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (i % kLook == 0 && stop.stop_requested()) {
            return {};
        }
        if (slices.klass(i) != SliceClass::HostOp) {
            continue;
        }
        const auto [it, isNew] = marks.try_emplace(slices.name(i));
        if (isNew) {
            it->second = markOfOperator(trace.text(it->first));
        }
        if (it->second.computes != Computes::Unknown) {
            ops.push_back({ns(slices.begin(i)), ns(slices.end(i)), it->second});
        }
    }
    std::sort(ops.begin(), ops.end(), [](const MarkedOp &a, const MarkedOp &b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    std::vector<MarkedOp> outermost;
    for (const auto &op : ops) {
        if (outermost.empty() || op.begin > outermost.back().end) {
            outermost.push_back(op);
        }
    }
    return outermost;
}

std::optional<OperatorMark> markAt(const std::vector<MarkedOp> &ops, std::int64_t time) {
    const auto it =
        std::upper_bound(ops.begin(), ops.end(), time, [](std::int64_t t, const MarkedOp &op) { return t < op.begin; });
    return it != ops.begin() && time <= std::prev(it)->end ? std::optional(std::prev(it)->mark) : std::nullopt;
}

}  // namespace

OperatorMark markOfOperator(std::string_view name) {
    const auto text = lowerCase(name);
    OperatorMark mark;
    mark.computes = containsAny(text, kAttention)       ? Computes::FlashAttention
                    : startsWithAny(text, kConvolution) ? Computes::Convolution
                    : startsWithAny(text, kMatrix)      ? Computes::MatrixProduct
                                                        : Computes::Unknown;
    mark.isBackward = mark.computes != Computes::Unknown && containsAny(text, kBackward);
    return mark;
}

LaunchMarks::LaunchMarks(const RankCapture &capture, const std::stop_token &stop) {
    for (const auto &[source, trace] : capture.traces()) {
        addTrace(*trace, stop);
    }
    std::sort(m_launches.begin(), m_launches.end(), [](const Launch &a, const Launch &b) { return a.begin < b.begin; });
}

void LaunchMarks::addTrace(const TraceStore &trace, const std::stop_token &stop) {
    const auto tracks = trace.tracks();
    std::unordered_map<StringId, OperatorMark> marks;
    std::vector<std::vector<MarkedOp>> opsOf(tracks.size());
    std::vector<std::int64_t> streamOf(tracks.size(), -1);
    for (const auto &track : tracks) {
        if (track.kind == TrackKind::HostThread) {
            opsOf[track.id.value] = markedOps(trace, track, marks, stop);
        } else if (track.kind == TrackKind::DeviceStream) {
            streamOf[track.id.value] = streamNumber(trace.text(track.name));
        }
    }
    const auto &flows = trace.flows();
    for (std::size_t i = 0; i < flows.size(); ++i) {
        if (i % kLook == 0 && stop.stop_requested()) {
            return;
        }
        const auto &flow = flows.at(i);
        if (trace.track(flow.toTrack).kind != TrackKind::DeviceStream) {
            continue;
        }
        if (const auto mark = markAt(opsOf[flow.fromTrack.value], ns(flow.from))) {
            m_launches.push_back({ns(flow.to), streamOf[flow.toTrack.value], *mark});
        }
    }
}

OperatorMark LaunchMarks::of(std::int64_t begin, std::int64_t stream) const {
    auto it = std::lower_bound(m_launches.begin(), m_launches.end(), begin,
                               [](const Launch &launch, std::int64_t t) { return launch.begin < t; });
    OperatorMark mark;
    for (; it != m_launches.end() && it->begin == begin; ++it) {
        mark = it->mark;
        if (stream < 0 || it->stream == stream) {
            break;
        }
    }
    return mark;
}

}  // namespace stagescope
