// Thread CPU time of one frame (scene and replay into an image of 1920x1080) of each page of the tab Memory over a
// history of training steps: weights, activations freed in reverse, short-lived workspaces, expandable segments.
// Limit: 8 ms at 10 M events.
//
//   bench_view_snapshot_frame [millions of events ...]
#include "core/analysis/snapshot/event_filter.h"
#include "core/analysis/snapshot/snapshot_history.h"
#include "core/analysis/snapshot/stack_sums.h"
#include "core/scene/memory/allocator_scene.h"
#include "core/scene/memory/event_list_scene.h"
#include "core/scene/memory/memory_flame_scene.h"
#include "core/scene/memory/memory_minimap_scene.h"
#include "core/scene/memory/memory_timeline_scene.h"
#include "core/store/snapshot/allocation_replay.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"

#include <QtGui/QImage>
#include <QtWidgets/QApplication>

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

using namespace stagescope;

namespace {

constexpr int kRounds = 15;
constexpr int kWidth = 1920;
constexpr int kHeight = 1080;
constexpr std::uint64_t kPage = 2 << 20;
constexpr std::uint64_t kBase = 0x7f0000000000;

double cpuMs() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

/// Writes events as an allocator would that never reuses an address within a step.
class Recorder {
public:
    explicit Recorder(std::uint32_t events) : m_limit(events) {
        m_parts.events.reserve(events);
        m_parts.streams = {0};
        m_parts.pools = {{0, 0}};
        std::mt19937 random(3);
        for (std::uint32_t i = 0; i < 3000; ++i) {
            std::vector<FrameId> frames;
            for (std::uint32_t depth = 0; depth < 24; ++depth) {
                const auto line = depth > 16 ? depth : random() % 400;
                frames.push_back(
                    m_parts.stacks.frame({m_parts.strings.intern("/job/model" + std::to_string(line % 9) + ".py"),
                                          m_parts.strings.intern("function_" + std::to_string(line)), line}));
            }
            m_stacks.push_back(m_parts.stacks.stack(frames));
        }
    }
    [[nodiscard]] bool isFull() const { return m_parts.events.size() >= m_limit; }
    std::uint64_t alloc(std::uint64_t size, std::size_t stack) {
        while (m_next + size > m_mapped) {
            push(SnapshotAction::SegmentMap, kBase + m_mapped, 10 * kPage, 0);
            m_mapped += 10 * kPage;
        }
        const auto address = kBase + m_next;
        m_next += (size + 511) / 512 * 512;
        push(SnapshotAction::Alloc, address, size, stack);
        return address;
    }
    void free(std::uint64_t address, std::uint64_t size) {
        push(SnapshotAction::FreeRequested, address, size, 0);
        push(SnapshotAction::FreeCompleted, address, size, 0);
    }
    [[nodiscard]] std::uint64_t top() const { return m_next; }
    void setTop(std::uint64_t top) { m_next = top; }

    std::shared_ptr<const SnapshotStore> finished() {
        SnapshotDevice device;
        device.eventCount = static_cast<std::uint32_t>(m_parts.events.size());
        const ReplayInput input{&m_parts.events, 0, device.eventCount, {}, {}, false};
        device.allocations = replayed(input, {});
        SnapshotSegment segment;
        segment.address = kBase;
        segment.size = m_mapped;
        segment.isExpandable = true;
        m_parts.segments.push_back(segment);
        device.segmentCount = 1;
        m_parts.devices.push_back(std::move(device));
        return std::make_shared<const SnapshotStore>(std::move(m_parts));
    }

private:
    void push(SnapshotAction action, std::uint64_t address, std::uint64_t size, std::size_t stack) {
        SnapshotEvent event;
        event.action = action;
        event.address = address;
        event.size = size;
        event.stack = m_stacks[stack % m_stacks.size()];
        event.timeNs = static_cast<std::int64_t>(m_parts.events.size()) * 3000;
        m_parts.events.push(event);
    }

    SnapshotStore::Parts m_parts;
    std::uint32_t m_limit;
    std::vector<StackId> m_stacks;
    std::uint64_t m_next = 0;
    std::uint64_t m_mapped = 0;
};

std::shared_ptr<const SnapshotStore> makeStore(std::uint32_t events, std::uint32_t activations) {
    Recorder recorder(events);
    std::mt19937 random(1);
    const auto size = [&] { return std::uint64_t{512} << (random() % 13); };
    for (std::uint32_t i = 0; i < 2000 && !recorder.isFull(); ++i) {
        recorder.alloc(std::uint64_t{1} << 22, i % 40);
    }
    const auto weights = recorder.top();
    while (!recorder.isFull()) {
        struct Kept {
            std::uint64_t address;
            std::uint64_t size;
        };
        std::vector<Kept> kept;
        for (std::uint32_t i = 0; i < activations && !recorder.isFull(); ++i) {
            const auto bytes = size() * 4;
            kept.push_back({recorder.alloc(bytes, 40 + i % 2000), bytes});
            const auto top = recorder.top();
            const auto work = size();
            recorder.free(recorder.alloc(work, 2100 + i % 500), work);
            recorder.setTop(top);
        }
        for (; !kept.empty() && !recorder.isFull(); kept.pop_back()) {
            recorder.free(kept.back().address, kept.back().size);
        }
        recorder.setTop(weights);
    }
    return recorder.finished();
}

template <class Build>
void measure(const char *name, const Build &build) {
    QImage image(kWidth, kHeight, QImage::Format_RGB32);
    std::vector<double> times;
    for (int i = 0; i < kRounds; ++i) {
        const double begin = cpuMs();
        const Scene scene = build(i);
        rasterScene(image, scene, Theme::light(), QApplication::font());
        times.push_back(cpuMs() - begin);
    }
    std::sort(times.begin(), times.end());
    std::printf("  %-34s %6.2f ms, slowest %6.2f ms\n", name, times[kRounds / 2], times.back());
}

void measureTimelines(const SnapshotHistory &history, const SceneStyle &style) {
    const EventAxis axis(history, EventAxisKind::Events);
    for (const auto series : {SnapshotSeries::Blocks, SnapshotSeries::Segments}) {
        for (const std::uint32_t window : {history.events(), kExactEvents, 5000U, 200U}) {
            const auto first = (history.events() - window) / 2;
            const AlignedRange range{axis.placeOf(first), axis.placeOf(first + window)};
            const auto name = std::string(series == SnapshotSeries::Blocks ? "blocks" : "segments") + ", window " +
                              std::to_string(window);
            measure(name.c_str(), [&](int) {
                return buildMemoryTimelineScene(history, axis, {kWidth, kHeight, series, range, true}, style).scene;
            });
        }
    }
    const EventAxis time(history, EventAxisKind::Time);
    measure("blocks, whole, axis of time", [&](int) {
        return buildMemoryTimelineScene(history, time, {kWidth, kHeight, SnapshotSeries::Blocks, time.limits(), true},
                                        style)
            .scene;
    });
    measure("strip", [&](int) { return buildMemoryStripScene(history, axis, kWidth, 56, style).scene; });
}

void measureMoments(const SnapshotHistory &history, const SceneStyle &style) {
    const auto surface = surfaceFor(history, kWidth, kHeight, style);
    std::mt19937 random(5);
    measure("allocator, any moment", [&](int) {
        const auto moment = static_cast<std::uint32_t>(random() % (history.events() + 1));
        return buildAllocatorScene(history, surface, {kWidth, kHeight, moment}, style).scene;
    });
    measure("allocator, peak", [&](int) {
        return buildAllocatorScene(history, surface, {kWidth, kHeight, history.peak()}, style).scene;
    });
    const double begin = cpuMs();
    const auto sums = stackSums(history, {BlockChoice::AtPeak, 0, 0, 0});
    const auto tree = stackTree(history, sums);
    std::printf("  stacks at the peak: %.1f ms on the pool, %zu nodes\n", cpuMs() - begin, tree.nodes.size());
    measure("flame graph", [&](int) {
        return buildMemoryFlameScene(history, tree, {kWidth, kHeight, 0}, style).scene;
    });
    std::vector<std::uint32_t> rows(history.events());
    std::iota(rows.begin(), rows.end(), 0U);
    measure("events", [&](int) {
        const auto first = random() % rows.size();
        return buildEventListScene(history, rows, {kWidth, kHeight, first, 0}, style).scene;
    });
}

}  // namespace

int main(int argc, char **argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const auto style = sceneStyle(QApplication::font());
    std::vector<double> millions;
    for (int i = 1; i < argc; ++i) {
        millions.push_back(std::strtod(argv[i], nullptr));
    }
    for (const double m : millions.empty() ? std::vector<double>{1, 10} : millions) {
        for (const std::uint32_t activations : {2000U, 20000U}) {
            const auto store = makeStore(static_cast<std::uint32_t>(m * 1e6), activations);
            const double begin = cpuMs();
            const SnapshotHistory history(store, 0, {});
            std::printf("%.1f M events, %u activations a step, %zu in use at the peak: history made in %.0f ms\n", m,
                        activations, history.blocks().aliveAt(history.peak()).size(), cpuMs() - begin);
            measureTimelines(history, style);
            measureMoments(history, style);
        }
    }
    return 0;
}
