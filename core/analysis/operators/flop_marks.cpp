#include "core/analysis/operators/flop_marks.h"

#include "core/analysis/run/dispatch_paths.h"
#include "core/analysis/run/kernels.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <unordered_map>

namespace stagescope {

namespace {

struct FlopMark {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    double flop = 0;

    bool operator==(const FlopMark &) const = default;
};

/// The number in "2000000000-aten::conv2d".
std::optional<double> flopOf(std::string_view name) {
    std::uint64_t flop = 0;
    const auto [rest, error] = std::from_chars(name.data(), name.data() + name.size(), flop);
    const bool isMark = error == std::errc{} && rest + 1 < name.data() + name.size() && *rest == '-' && flop > 0;
    return isMark ? std::optional(static_cast<double>(flop)) : std::nullopt;
}

void addMarks(const TraceStore &trace, std::vector<FlopMark> &marks) {
    std::unordered_map<std::uint32_t, std::optional<double>> known;  // by name
    for (const auto &track : trace.tracks()) {
        if (track.kind != TrackKind::Mstx) {
            continue;
        }
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            const auto name = slices.name(i);
            const auto [it, isNew] = known.try_emplace(name.value);
            if (isNew) {
                it->second = flopOf(trace.text(name));
            }
            if (it->second) {
                marks.push_back({ns(slices.begin(i)), ns(slices.end(i)), *it->second});
            }
        }
    }
}

/// The shortest first: a call counts for the innermost mark around it.
std::vector<FlopMark> marksOf(const RankCapture &capture) {
    std::vector<FlopMark> marks;
    for (const auto &[source, trace] : capture.traces()) {
        addMarks(*trace, marks);
    }
    std::stable_sort(marks.begin(), marks.end(), [](const FlopMark &a, const FlopMark &b) {
        return a.end - a.begin != b.end - b.begin ? a.end - a.begin < b.end - b.begin : a.begin < b.begin;
    });
    marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
    return marks;
}

/// When the work of a begin on the device was asked for on the host.
struct Request {
    std::int64_t device = 0;
    std::int64_t host = 0;
};

std::vector<Request> requestsOf(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<Request> requests;
    visitKernels(capture, stop, [&](const DeviceKernel &kernel) {
        if (kernel.launch) {
            requests.push_back({kernel.begin, *kernel.launch});
        }
    });
    if (requests.empty()) {
        for (const auto &path : dispatchPaths(capture, stop)) {
            if (path.hasHost() && path.klass == SliceClass::Computing) {
                requests.push_back(
                    {path.begin, path.opBegin != DispatchPath::kUnknown ? path.opBegin : path.launchBegin});
            }
        }
    }
    std::stable_sort(requests.begin(), requests.end(),
                     [](const Request &a, const Request &b) { return a.device < b.device; });
    return requests;
}

/// Files of kernels round to a microsecond.
const Request *requestOf(const std::vector<Request> &requests, std::int64_t begin) {
    constexpr std::int64_t kRounding = 1000;
    const Request *best = nullptr;
    auto it = std::lower_bound(requests.begin(), requests.end(), begin - kRounding,
                               [](const Request &request, std::int64_t at) { return request.device < at; });
    for (; it != requests.end() && it->device <= begin + kRounding; ++it) {
        if (best == nullptr || std::abs(it->device - begin) < std::abs(best->device - begin)) {
            best = &*it;
        }
    }
    return best;
}

/// A call of the matrix units and when it was asked for.
struct Asked {
    std::int64_t host = 0;
    std::size_t call = 0;
    bool isTold = false;
};

std::vector<Asked> matrixCalls(const KernelCalls &found, const std::vector<Request> &requests) {
    std::vector<Asked> asked;
    for (std::size_t i = 0; i < found.calls.size(); ++i) {
        const auto &kind = found.kinds[found.calls[i].kind];
        const bool isCube = kind.cube == 1 || (kind.cube < 0 && kind.isMatrix());
        if (const auto *request = isCube ? requestOf(requests, found.calls[i].begin) : nullptr) {
            asked.push_back({request->host, i});
        }
    }
    std::stable_sort(asked.begin(), asked.end(), [](const Asked &a, const Asked &b) { return a.host < b.host; });
    return asked;
}

}  // namespace

void applyFlopMarks(const RankCapture &capture, const std::stop_token &stop, KernelCalls &found) {
    const auto marks = marksOf(capture);
    if (marks.empty() || stop.stop_requested()) {
        return;
    }
    auto asked = matrixCalls(found, requestsOf(capture, stop));
    for (const auto &mark : marks) {
        const auto first = std::lower_bound(asked.begin(), asked.end(), mark.begin,
                                            [](const Asked &a, std::int64_t at) { return a.host < at; });
        const auto last =
            std::upper_bound(first, asked.end(), mark.end, [](std::int64_t at, const Asked &a) { return at < a.host; });
        double time = 0;
        for (auto it = first; it != last; ++it) {
            time += it->isTold ? 0 : static_cast<double>(found.calls[it->call].duration);
        }
        for (auto it = first; it != last && time > 0; ++it) {
            if (!it->isTold) {
                auto &call = found.calls[it->call];
                call.flop = mark.flop * static_cast<double>(call.duration) / time;
                it->isTold = true;
                ++found.marked;
            }
        }
    }
}

}  // namespace stagescope
