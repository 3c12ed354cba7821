// Thread CPU time of one frame of alive memory (blocks, scene, replay into an image of 1920x1080) over a recording of
// training steps: long-lived weights, activations freed in reverse, short-lived workspaces. Limit: 8 ms at 10 M events.
//
//   bench_view_memory_frame [millions of events ...]
#include "core/scene/memory/memory_blocks_scene.h"
#include "core/store/trace/trace_store.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"

#include <QtGui/QImage>
#include <QtWidgets/QApplication>

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

using namespace stagescope;

namespace {

constexpr int kRounds = 15;
constexpr Box kArea{60, 40, 1840, 1000};

double cpuMs() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

/// Steps of `activations` blocks kept until their backward, each with some short-lived ones around it.
std::vector<BlockLife> makeLives(std::uint32_t events, std::uint32_t activations) {
    std::mt19937 random(1);
    std::vector<BlockLife> blocks;
    std::uint32_t event = 0;
    const auto size = [&] { return std::uint64_t{512} << (random() % 14); };
    for (; event < 2000 && event < events; ++event) {
        blocks.push_back({std::uint64_t{1} << 24, event, BlockLife::kForever, event % 40});
    }
    while (event + 8 * activations < events) {
        std::vector<std::size_t> kept;
        for (std::uint32_t i = 0; i < activations; ++i) {
            kept.push_back(blocks.size());
            blocks.push_back({size() * 4, event++, BlockLife::kForever, 40 + i % 300});
            blocks.push_back({size(), event, event + 1, 400 + i % 100});
            event += 2;
        }
        for (; !kept.empty(); kept.pop_back()) {
            blocks.push_back({size(), event, event + 2, 500 + static_cast<std::uint32_t>(kept.size() % 100)});
            blocks[kept.back()].end = event + 1;
            event += 3;
        }
    }
    return blocks;
}

double medianFrameMs(const LiveBlocks &live, double first, double last) {
    QImage image(1920, 1080, QImage::Format_RGB32);
    const auto style = sceneStyle(QApplication::font());
    const MemoryBlocksOptions options{kArea, evenEdges(first, last, kArea.width, live.events()), 0,
                                      [](std::uint32_t g) {
                                          return Color{ColorRole::Slice, g};
                                      }};
    std::vector<double> times;
    for (int i = 0; i < kRounds; ++i) {
        const double begin = cpuMs();
        Scene scene;
        scene.width = 1920;
        scene.height = 1080;
        ScenePen pen(scene, style);
        pen.fill({0, 0, 1920, 1080}, ColorRole::Background);
        drawMemoryBlocks(pen, memoryBlocksPicture(live, options), options);
        rasterScene(image, scene, Theme::light(), QApplication::font());
        times.push_back(cpuMs() - begin);
    }
    std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
    return times[kRounds / 2];
}

void measure(std::uint32_t events, std::uint32_t activations) {
    auto lives = makeLives(events, activations);
    const double begin = cpuMs();
    const LiveBlocks live(std::move(lives), events);
    const double built = cpuMs() - begin;
    std::printf("%5.1f M events, %5u activations a step: built in %.0f ms; frame", events / 1e6, activations, built);
    for (const double window : {static_cast<double>(events), kExactEvents * 1.0, 20000.0, 2000.0, 100.0}) {
        if (window <= events) {
            const double first = (events - window) / 2;
            std::printf("  %.0f: %.2f ms", window, medianFrameMs(live, first, first + window));
        }
    }
    std::printf("\n");
}

}  // namespace

int main(int argc, char **argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    std::vector<double> millions;
    for (int i = 1; i < argc; ++i) {
        millions.push_back(std::strtod(argv[i], nullptr));
    }
    for (const double m : millions.empty() ? std::vector<double>{0.1, 1, 10} : millions) {
        for (const std::uint32_t activations : {300U, 5000U}) {
            measure(static_cast<std::uint32_t>(m * 1e6), activations);
        }
    }
    return 0;
}
