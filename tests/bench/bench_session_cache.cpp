// bench_session_cache PATH [ROUNDS]: opening a trace or a folder for the first time, and again from the session cache
// up to the first picture of the timeline, beside the limit: reading the archive's bytes and nothing else. Each in a
// process of its own; medians.
#include "core/scene/timeline/timeline_scene.h"
#include "core/session/loading/load_job.h"
#include "core/session/loading/session_cache.h"
#include "core/store/trace/trace_store.h"
#include "tests/bench/measured_process.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <thread>

using namespace stagescope;
using bench::Outcome;

namespace {

namespace fs = std::filesystem;

std::shared_ptr<SessionCache> cacheIn(const fs::path &folder) {
    SessionCache::Options options;
    options.folder = folder;
    options.program = "bench";
    return std::make_shared<SessionCache>(options);
}

std::shared_ptr<const Workspace> opened(const std::string &path, const std::shared_ptr<SessionCache> &cache) {
    LoadJob::Options options;
    options.autoDeepBytes = std::numeric_limits<std::uint64_t>::max();
    options.deepBudgetBytes = options.autoDeepBytes;
    options.cache = cache;
    LoadJob job(path, RunId{0}, options);
    job.wait();
    auto workspace = std::make_shared<Workspace>();
    workspace->runs.push_back(*job.snapshot());
    return workspace;
}

/// What there is to see of a file that is being loaded, as soon as there is anything.
std::shared_ptr<const Workspace> firstSeen(const std::string &path) {
    LoadJob::Options options;
    options.autoDeepBytes = std::numeric_limits<std::uint64_t>::max();
    static LoadJob job(path, RunId{0}, options);  // goes on while the picture is made, and never ends
    for (;;) {
        auto workspace = std::make_shared<Workspace>();
        workspace->runs.push_back(*job.snapshot());
        const auto &captures = workspace->runs.front().captures;
        const bool isSeen = std::any_of(captures.begin(), captures.end(), [](const RankCapture &capture) {
            return capture.hasTrace() || capture.preview.has_value();
        });
        if (isSeen || !job.status().running) {
            return workspace;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

/// Rectangles of the whole view.
std::size_t picture(const std::shared_ptr<const Workspace> &workspace) {
    const TextRuler ruler([](std::string_view text) { return static_cast<int>(text.size()) * 7; });
    std::vector<RankRef> ranks;
    for (const auto &capture : workspace->runs.front().captures) {
        ranks.push_back({RunId{0}, capture.rank});
    }
    const TimelineLayout layout(timelineSources(*workspace, ranks, {}), {});
    const auto bounds = timelineBounds(layout.sources());
    if (!bounds) {
        return 0;
    }
    TimelineSceneOptions options;
    options.width = 1600;
    options.height = 900;
    options.origin = bounds->begin;
    options.range = *bounds;
    return timelineScene(layout, options, ruler, [](const Message &message) { return message.id; }).rects.size();
}

std::uint64_t slicesOf(const Workspace &workspace) {
    std::uint64_t count = 0;
    for (const auto &capture : workspace.runs.front().captures) {
        for (const auto &loaded : capture.loaded) {
            for (const auto &trace : loaded.traces) {
                for (const auto &track : trace->tracks()) {
                    count += trace->slices(track.id).size();
                }
                count += trace->flows().size();
            }
        }
    }
    return count;
}

std::uint64_t bytesIn(const fs::path &folder) {
    std::uint64_t sum = 0;
    std::vector<char> window(std::size_t{1} << 20);
    for (const auto &file : fs::directory_iterator(folder)) {
        std::ifstream in(file.path(), std::ios::binary);
        while (in.read(window.data(), static_cast<std::streamsize>(window.size())) || in.gcount() > 0) {
            sum += static_cast<std::uint64_t>(in.gcount());
        }
    }
    return sum;
}

}  // namespace

int main(int argc, char **argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_session_cache PATH [ROUNDS]\n");
        return 2;
    }
    const std::string path = argv[1];
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
    const auto folder = fs::temp_directory_path() / ("stagescope-bench-" + std::to_string(::getpid()));
    struct Step {
        const char *title;
        int rounds;
        std::function<int()> work;
    };
    const std::array<Step, 6> steps{{
        {"first opening, first picture", rounds, [&] { return picture(firstSeen(path)) > 0 ? 0 : 1; }},
        {"first opening, picture of all", rounds, [&] { return picture(opened(path, nullptr)) > 0 ? 0 : 1; }},
        {"first opening, cache written", 1,
         [&] {
             const auto cache = cacheIn(folder);
             opened(path, cache);
             cache->flush();
             return 0;
         }},
        {"again, first picture", rounds, [&] { return picture(opened(path, cacheIn(folder))) > 0 ? 0 : 1; }},
        {"again, all columns decoded", rounds, [&] { return slicesOf(*opened(path, cacheIn(folder))) > 0 ? 0 : 1; }},
        {"limit: bytes of the cache read", rounds, [&] { return bytesIn(folder) > 0 ? 0 : 1; }},
    }};
    std::printf("%-32s %9s %9s %9s\n", "", "wall s", "CPU s", "peak MiB");
    for (const auto &step : steps) {
        std::vector<Outcome> outcomes;
        for (int i = 0; i < step.rounds; ++i) {
            outcomes.push_back(bench::measured(step.work));
        }
        const auto middle = bench::median(outcomes);
        std::printf("%-32s %9.3f %9.3f %9.0f\n", step.title, middle.seconds, middle.cpuSeconds, middle.peakMiB);
    }
    std::printf("cache: %.1f MB\n", static_cast<double>(bytesIn(folder)) / 1e6);
    fs::remove_all(folder);
    return 0;
}
