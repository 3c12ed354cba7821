#pragma once

#include "core/base/import_log.h"
#include "core/session/workspace.h"
#include "core/store/trace/trace_merger.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace stagescope::bench {

struct MadeTrace {
    std::size_t slices = 0;  ///< of all tracks
    int tracks = 1;
    int depths = 1;  ///< > 1 nests
    std::size_t names = 400;
};

/// A trace in memory: bursts and pauses, durations over three decades. The same numbers give the same trace.
inline std::shared_ptr<const TraceStore> madeTrace(const MadeTrace &shape) {
    TraceBuilder builder;
    std::mt19937 random(7);
    std::vector<StringId> names;
    for (std::size_t i = 0; i < shape.names; ++i) {
        names.push_back(builder.intern("aten::operator_with_a_name_" + std::to_string(i)));
    }
    std::lognormal_distribution<double> length(8, 1.5);
    const auto process = builder.intern("device");
    for (int t = 0; t < shape.tracks; ++t) {
        const auto track =
            builder.track({TrackKind::DeviceStream, process, builder.intern("stream " + std::to_string(t))});
        std::int64_t now = 1'000'000'000;
        const auto rows = shape.slices / static_cast<std::size_t>(shape.tracks * shape.depths);
        for (std::size_t i = 0; i < rows; ++i) {
            const auto duration = 10 + static_cast<std::int64_t>(std::min(length(random), 1e7));
            for (int depth = 0; depth < shape.depths; ++depth) {
                builder.slice(track, now + depth, duration - 2 * depth, names[random() % names.size()],
                              SliceClass::Computing, i);
            }
            now += duration + (random() % 50 == 0 ? 20'000 : random() % 300);
        }
    }
    ImportLog log;
    MergeOptions options;
    options.log = &log;
    std::vector<TraceBuilder> builders;
    builders.push_back(std::move(builder));
    return mergeTraces(std::move(builders), options).value();
}

/// It as the only rank of the only run.
inline std::shared_ptr<const Workspace> madeWorkspace(const MadeTrace &shape) {
    RankCapture capture;
    capture.rank = 0;
    capture.state = LoadState::Deep;
    capture.loaded.push_back({SourceId{0}, {madeTrace(shape)}, {}});
    Run run;
    run.id = RunId{0};
    run.captures.push_back(std::move(capture));
    auto workspace = std::make_shared<Workspace>();
    workspace->runs.push_back(std::move(run));
    return workspace;
}

}  // namespace stagescope::bench
