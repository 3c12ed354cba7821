#pragma once

#include "core/base/import_log.h"
#include "core/scene/timeline/timeline_layout.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_merger.h"
#include "core/store/trace/trace_store.h"

#include <memory>
#include <string>
#include <vector>

namespace stagescope::sample {

inline constexpr std::int64_t kMs = 1'000'000;
inline constexpr std::int64_t kStart = 1'700'000'000'000'000'000;

inline std::shared_ptr<const TraceStore> merged(TraceBuilder builder) {
    ImportLog log;
    MergeOptions options;
    options.log = &log;
    std::vector<TraceBuilder> builders;
    builders.push_back(std::move(builder));
    return mergeTraces(std::move(builders), options).value();
}

/// 100 ms of a rank: a step, a host thread six deep, two streams (stream 7: 1000 kernels of 50 us every 100 us), an
/// overlap lane and a counter with one sharp peak at 50 ms.
inline std::shared_ptr<const TraceStore> trace() {
    TraceBuilder b;
    const auto at = [](std::int64_t us) { return kStart + us * 1000; };
    const auto host = b.intern("host");
    const auto device = b.intern("device");
    const auto counters = b.intern("counters");
    b.describeProcess(host, b.intern("Python"), b.intern("CPU"));
    b.describeProcess(device, b.intern("Ascend Hardware"), b.intern("NPU"));
    b.describeProcess(counters, b.intern("HBM"), b.intern("NPU"));
    b.sortProcess(host, 1);
    b.sortProcess(device, 2);
    b.sortProcess(counters, 3);
    const auto thread = b.track({TrackKind::HostThread, host, b.intern("thread 1")});
    for (int depth = 0; depth < 6; ++depth) {
        b.slice(thread, at(depth * 100), (90'000 - depth * 200) * 1000, b.intern("frame " + std::to_string(depth)),
                depth == 0 ? SliceClass::Step : SliceClass::Python, 0);
    }
    const auto stream = b.track({TrackKind::DeviceStream, device, b.intern("stream 7")});
    for (int i = 0; i < 1000; ++i) {
        b.slice(stream, at(i * 100), 50'000, b.intern(i % 2 == 0 ? "MatMul" : "Add"), SliceClass::Computing, 0);
    }
    const auto other = b.track({TrackKind::DeviceStream, device, b.intern("stream 9")});
    b.slice(other, at(20'000), 30 * kMs, b.intern("hcom_allReduce_with_a_long_name"), SliceClass::Communication, 0);
    const auto lane = b.track({TrackKind::Overlap, device, b.intern("Computing")});
    b.slice(lane, at(0), 40 * kMs, b.intern("Computing"), SliceClass::Overlap, 0);
    b.slice(lane, at(40'000), 60 * kMs, b.intern("Free"), SliceClass::Overlap, 0);
    const auto counter = b.track({TrackKind::Counter, counters, b.intern("Bandwidth")});
    for (int i = 0; i < 10'000; ++i) {
        b.sample(counter, at(i * 10), i == 5000 ? 800.0 : 10.0);
    }
    return merged(std::move(b));
}

inline RankCapture capture(int rank, SourceId source, std::shared_ptr<const TraceStore> store = trace()) {
    RankCapture capture;
    capture.rank = rank;
    capture.host = "node";
    capture.device = rank;
    capture.state = LoadState::Deep;
    capture.loaded.push_back({source, {std::move(store)}, {}});
    capture.version = 1;
    return capture;
}

inline Run run(RunId id, int ranks) {
    Run run;
    run.id = id;
    run.label = "run " + std::to_string(id.value);
    for (int rank = 0; rank < ranks; ++rank) {
        run.captures.push_back(capture(rank, SourceId{static_cast<std::uint32_t>(rank)}));
    }
    return run;
}

inline std::shared_ptr<const Workspace> workspace(int ranks) {
    auto workspace = std::make_shared<Workspace>();
    workspace->runs.push_back(run(RunId{0}, ranks));
    workspace->version = 1;
    return workspace;
}

/// The track of a name in the trace of `trace()`.
inline TrackId trackNamed(const TraceStore &trace, std::string_view name) {
    for (const auto &track : trace.tracks()) {
        if (trace.text(track.name) == name && track.kind != TrackKind::Process) {
            return track.id;
        }
    }
    return {};
}

}  // namespace stagescope::sample
