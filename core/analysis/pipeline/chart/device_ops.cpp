#include "core/analysis/pipeline/chart/device_ops.h"

#include "core/analysis/pipeline/chart/p2p_ops.h"
#include "core/base/text.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <unordered_map>

namespace stagescope {

namespace {

struct NamedTrait {
    KernelTrait trait;
    std::size_t name = 0;
    bool isP2p = false;
};

DeviceOp::Role roleOf(P2pOp::Kind kind) {
    switch (kind) {
        case P2pOp::Kind::Send:
            return DeviceOp::Role::Send;
        case P2pOp::Kind::Receive:
            return DeviceOp::Role::Receive;
        case P2pOp::Kind::Batch:
            break;
    }
    return DeviceOp::Role::Batch;
}

void addTrack(const TraceStore &trace, const Track &track, std::unordered_map<StringId, NamedTrait> &traits,
              std::vector<DeviceOp> &ops, const std::stop_token &stop) {
    const auto &slices = trace.slices(track.id);
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (i % 4096 == 0 && stop.stop_requested()) {
            return;
        }
        const bool isCompute = slices.klass(i) == SliceClass::Computing;
        if (!isCompute && slices.klass(i) != SliceClass::Communication) {
            continue;
        }
        const auto [it, isNew] = traits.try_emplace(slices.name(i));
        if (isNew) {
            const auto name = trace.text(slices.name(i));
            it->second = {kernelTrait(name), std::hash<std::string_view>{}(name), p2pKindOf(name).has_value()};
        }
        if (!it->second.isP2p) {
            const auto role = isCompute ? DeviceOp::Role::Compute : DeviceOp::Role::Collective;
            ops.push_back({role,
                           isCompute ? it->second.trait : KernelTrait{},
                           it->second.name,
                           {slices.begin(i), slices.end(i)}});
        }
    }
}

}  // namespace

KernelTrait kernelTrait(std::string_view name) {
    const auto lower = lowerCase(name);
    KernelTrait trait;
    trait.isOptimizer = containsAny(lower, {"adam", "lamb_", "applylamb", "momentum", "sgd", "adagrad", "foreach",
                                            "multi_tensor_apply", "multitensorapply"});
    const bool isAboutGradients = containsAny(lower, {"gradnorm", "grad_norm", "clip_grad", "gradscal", "grad_scal"});
    trait.isBackward =
        !trait.isOptimizer && !isAboutGradients && containsAny(lower, {"grad", "backward", "bwd", "_dkv"});
    const bool isFused =
        containsAny(lower, {"flash_fwd", "flash_bwd", "flash_attn", "flashattn", "fmha"}) ||
        (containsAny(lower, {"attention"}) && containsAny(lower, {"flash", "score", "fused", "fusion"}));
    // Steps around the main kernel would count a layer twice.
    trait.isAttention = isFused && !containsAny(lower, {"dot_do_o", "convert_dq", "preprocess", "postprocess",
                                                        "combine", "castaicore", "memset"});
    return trait;
}

std::vector<DeviceOp> deviceOps(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<DeviceOp> ops;
    for (const auto &[source, trace] : capture.traces()) {
        std::unordered_map<StringId, NamedTrait> traits;
        for (const auto &track : trace->tracks()) {
            if (track.kind == TrackKind::DeviceStream || track.kind == TrackKind::CommGroup) {
                addTrack(*trace, track, traits, ops, stop);
            }
        }
    }
    if (ops.empty()) {
        return ops;
    }
    for (const auto &op : p2pOps(capture)) {
        ops.push_back({roleOf(op.kind), {}, 0, op.range});
    }
    std::stable_sort(ops.begin(), ops.end(),
                     [](const DeviceOp &a, const DeviceOp &b) { return a.range.begin < b.range.begin; });
    return ops;
}

}  // namespace stagescope
