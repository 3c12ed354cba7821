#include "core/analysis/fusion/affinity_apis.h"

#include "core/analysis/run/dispatch_paths.h"
#include "core/analysis/run/platform.h"
#include "core/base/text.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace stagescope {

namespace {

/// Names of aten without "aten::", separated by blanks: a|b one of them, [a] or none, a* any number.
struct AffinityPattern {
    std::string_view api;
    std::string_view calls;
};
constexpr AffinityPattern kPatterns[] = {
    {"torch_npu.npu_confusion_transpose", "permute|transpose [contiguous] reshape|view"},
    {"torch_npu.npu_confusion_transpose", "reshape|view [contiguous] permute|transpose"},
    {"torch_npu.fast_gelu", "gelu"},
    {"torch_npu.npu_scaled_masked_softmax", "softmax [mul] masked_fill_|add"},
    {"torch_npu.npu_fusion_attention", "matmul [add] [mul] [masked_fill_|add] softmax [dropout] matmul"},
    {"torch_npu.npu_rotary_mul", "chunk|slice neg cat mul* add"},
    {"torch_npu.npu_rms_norm", "[pow] [mean] [add] rsqrt mul [type_as]"},
    {"torch_npu.npu_swiglu", "slice|chunk silu mul"},
    {"torch_npu.npu_swiglu", "slice|chunk sigmoid mul mul"},
    {"torch_npu.npu_geglu", "slice|chunk gelu mul"},
    {"torch_npu.npu_group_norm_silu", "group_norm silu"},
    {"torch_npu.npu_add_layer_norm", "add layer_norm"},
    {"torch.addmm", "mul mul add"},
    {"mindspeed.ops.npu_moe_token_permute", "argsort argsort index_select"},
    {"mindspeed.ops.npu_moe_token_unpermute", "index_select mul reduce_sum"},
};

std::string_view firstWord(std::string_view text) { return text.substr(0, text.find(' ')); }
std::string_view afterFirstWord(std::string_view text) {
    const auto end = text.find(' ');
    return end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
}

bool isOneOf(std::string_view alternatives, std::string_view name) {
    while (!alternatives.empty()) {
        const auto end = alternatives.find('|');
        if (alternatives.substr(0, end) == name) {
            return true;
        }
        alternatives = end == std::string_view::npos ? std::string_view() : alternatives.substr(end + 1);
    }
    return false;
}

/// How many of the names from the first on the pattern takes at most; 0: it does not match.
std::size_t matchedLength(std::string_view pattern, std::span<const std::string_view> names, std::size_t taken = 0) {
    if (pattern.empty()) {
        return taken;
    }
    auto word = firstWord(pattern);
    const auto rest = afterFirstWord(pattern);
    const bool isOptional = word.front() == '[';
    const bool isRepeated = word.back() == '*';
    word = isOptional ? word.substr(1, word.size() - 2) : isRepeated ? word.substr(0, word.size() - 1) : word;
    const bool fits = taken < names.size() && isOneOf(word, names[taken]);
    const auto with = fits ? matchedLength(isRepeated ? pattern : rest, names, taken + 1) : std::size_t{0};
    const auto without = isOptional || isRepeated ? matchedLength(rest, names, taken) : std::size_t{0};
    return std::max(with, without);
}

struct HostOp {
    std::int64_t begin;
    std::int64_t end;
    std::string_view name;  ///< without "aten::"
    SliceRef slice;
};

/// Outermost calls of aten on a thread, by begin.
std::vector<HostOp> outermostCalls(const TraceStore &trace, SliceRef of) {
    constexpr std::string_view kAten = "aten::";
    const auto &slices = trace.slices(of.track);
    std::vector<HostOp> all;
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        const auto name = trace.text(slices.name(i));
        if (name.starts_with(kAten)) {
            of.slice = SliceId{i};
            all.push_back({ns(slices.begin(i)), ns(slices.end(i)), name.substr(kAten.size()), of});
        }
    }
    std::sort(all.begin(), all.end(),
              [](const HostOp &a, const HostOp &b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
    std::vector<HostOp> outermost;
    for (const auto &op : all) {
        if (outermost.empty() || op.begin >= outermost.back().end) {
            outermost.push_back(op);
        }
    }
    return outermost;
}

/// A kernel by the call that asked for it.
struct LaunchedKernel {
    SourceId source;
    TrackId track;
    std::int64_t call;
    Interval range;
    bool isProduct;

    [[nodiscard]] Nanos duration() const { return Nanos{range.end - range.begin}; }
};

std::vector<LaunchedKernel> launchedKernels(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<LaunchedKernel> kernels;
    for (const auto &[source, trace] : capture.traces()) {
        for (const auto &path : dispatchPaths(*trace, source, stop)) {
            if (path.klass == SliceClass::Computing && path.call != DispatchPath::kUnknown) {
                kernels.push_back({source,
                                   path.callTrack,
                                   path.call,
                                   {path.begin, path.end},
                                   containsIgnoringCase(trace->text(path.name), "matmul")});
            }
        }
    }
    std::sort(kernels.begin(), kernels.end(), [](const auto &a, const auto &b) { return a.call < b.call; });
    return kernels;
}

void addDevice(AffinityMatch &match, const std::vector<LaunchedKernel> &kernels) {
    Nanos products{0};
    Nanos longest{0};
    auto it = std::lower_bound(kernels.begin(), kernels.end(), ns(match.range.begin),
                               [](const LaunchedKernel &kernel, std::int64_t begin) { return kernel.call < begin; });
    for (; it != kernels.end() && it->call < ns(match.range.end); ++it) {
        if (it->source == match.first.source && it->track == match.first.track) {
            ++match.kernels;
            match.device += it->duration();
            match.onDevice.push_back(it->range);
            products += it->isProduct ? it->duration() : Nanos{0};
            longest = std::max(longest, it->duration());
        }
    }
    match.headroom = match.device - std::max(products, longest);
}

void matchOn(const std::vector<HostOp> &calls, std::vector<AffinityMatch> &matches) {
    std::vector<std::string_view> names;
    std::transform(calls.begin(), calls.end(), std::back_inserter(names), [](const HostOp &call) { return call.name; });
    for (std::size_t i = 0; i < calls.size();) {
        std::size_t most = 0;
        std::string_view api;
        for (const auto &pattern : kPatterns) {
            const auto length = matchedLength(pattern.calls, std::span(names).subspan(i));
            api = length > most ? pattern.api : api;
            most = std::max(most, length);
        }
        if (most > 0) {
            matches.push_back({.api = api,
                               .calls = most,
                               .first = calls[i].slice,
                               .range = {rankTime(calls[i].begin), rankTime(calls[i + most - 1].end)}});
        }
        i += std::max<std::size_t>(most, 1);
    }
}

}  // namespace

std::vector<AffinityMatch> affinityMatches(const Run &run, const RankCapture &capture, const std::stop_token &stop) {
    const auto own = platformOf(capture);
    if (const auto platform = own ? *own : platformOf(run); isOfGpus(platform) || platform == Platform::MindSpore) {
        return {};  // they have other libraries
    }
    std::vector<AffinityMatch> matches;
    for (const auto &[source, trace, track] : capture.tracks()) {
        if (track.kind == TrackKind::HostThread && !stop.stop_requested()) {
            matchOn(outermostCalls(*trace, {run.id, source, track.id, {}}), matches);
        }
    }
    const auto kernels = matches.empty() ? std::vector<LaunchedKernel>{} : launchedKernels(capture, stop);
    for (auto &match : matches) {
        addDevice(match, kernels);
    }
    return matches;
}

}  // namespace stagescope
