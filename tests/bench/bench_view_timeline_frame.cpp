// Thread CPU time of one timeline frame (scene and its replay into an image of 1920x1080), beside what filling the
// frame and the same number of boxes by QPainter::fillRect costs on the same machine. Budgets: the scene of a lane of
// 0.75 M slices 1 ms; the scene of a full window 4 ms in the middle, 8 ms at the 99th percentile, also at 100 M.
//
//   bench_view_timeline_frame [millions of slices ...]
#include "core/scene/timeline/timeline_scene.h"
#include "core/store/trace/trace_store.h"
#include "tests/bench/made_trace.h"
#include "views/common/scene_painter.h"
#include "views/common/texts/message_texts.h"

#include <QtGui/QPainter>
#include <QtWidgets/QApplication>

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace stagescope;

namespace {

constexpr int kTracks = 52;  // all in sight, one below the other
constexpr int kRounds = 100;

double cpuMs() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

double percentile(std::vector<double> values, std::size_t percent) {
    const auto at = std::min(values.size() * percent / 100, values.size() - 1);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
    return values[at];
}
double median(const std::vector<double> &values) { return percentile(values, 50); }

TimelineSource makeSource(std::size_t slices, int tracks, int depths) {
    TimelineSource source;
    source.rank = {RunId{0}, 0};
    source.source = SourceId{0};
    source.trace = bench::madeTrace({slices, tracks, depths});
    source.colors = std::make_shared<const SliceColors>(sliceColors(*source.trace));
    return source;
}

struct Frame {
    std::vector<double> scene;
    std::vector<double> replay;
    std::vector<double> sum;
    std::vector<double> limit;
    std::size_t rects = 0;
    std::size_t texts = 0;
};

class Bench {
public:
    Bench() : m_ruler(textMetrics(QApplication::font())), m_image(1920, 1080, QImage::Format_RGB32) {
        m_options.width = m_image.width();
        m_options.height = m_image.height();
    }

    void run(const char *title, const TimelineLayout &layout, double zoom, bool pan) {
        const auto bounds = timelineBounds(layout.sources()).value();
        const Nanos span{static_cast<std::int64_t>(static_cast<double>(bounds.duration().count()) * zoom)};
        const Nanos room = bounds.duration() - span;
        m_options.origin = bounds.begin;
        Frame frame;
        for (int i = 0; i < kRounds; ++i) {
            const auto begin = bounds.begin + (pan ? room / kRounds * i : room / 3);
            m_options.range = {begin, begin + span};
            measure(layout, frame);
        }
        std::printf("%-34s %8zu %6zu %9.2f %9.2f %9.2f %9.2f %9.2f %9.2f\n", title, frame.rects, frame.texts,
                    median(frame.scene), percentile(frame.scene, 99), median(frame.replay), median(frame.sum),
                    percentile(frame.sum, 99), median(frame.limit));
    }

private:
    void measure(const TimelineLayout &layout, Frame &frame) {
        const double t0 = cpuMs();
        const auto scene = timelineScene(layout, m_options, m_ruler, messageTextFunction());
        const double t1 = cpuMs();
        rasterScene(m_image, scene, Theme::light(), QApplication::font());
        const double t2 = cpuMs();
        QPainter painter(&m_image);
        painter.fillRect(m_image.rect(), Qt::white);
        for (const auto &r : scene.rects) {
            painter.fillRect(r.x, r.y, r.width, r.height, QColor::fromRgb(Theme::light().rgb(r.color)));
        }
        painter.end();
        const double t3 = cpuMs();
        frame.scene.push_back(t1 - t0);
        frame.replay.push_back(t2 - t1);
        frame.sum.push_back(t2 - t0);
        frame.limit.push_back(t3 - t2);
        frame.rects = scene.rects.size();
        frame.texts = scene.texts.size();
    }

    TextRuler m_ruler;
    QImage m_image;
    TimelineSceneOptions m_options;
};

void runAll(Bench &bench, const char *shape, const TimelineLayout &layout) {
    std::printf("%s: %d px of rows\n", shape, layout.height());
    bench.run("  whole", layout, 1.0, false);
    bench.run("  10 %", layout, 0.1, false);
    bench.run("  1 %", layout, 0.01, false);
    bench.run("  0.1 %", layout, 0.001, false);
    bench.run("  pan at 10 %", layout, 0.1, true);
    bench.run("  pan at 0.1 %", layout, 0.001, true);
}

}  // namespace

int main(int argc, char **argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const QApplication app(argc, argv);
    std::vector<double> millions;
    for (int i = 1; i < argc; ++i) {
        millions.push_back(std::atof(argv[i]));
    }
    if (millions.empty()) {
        millions = {1, 10};
    }
    Bench bench;
    std::printf("%-34s %8s %6s %9s %9s %9s %9s %9s %9s\n", "frame, median ms of CPU", "boxes", "texts", "scene",
                "scene p99", "replay", "sum", "sum p99", "fillRect");
    constexpr std::size_t kWidestLane = 750'000;
    runAll(bench, "one lane of 0.75 M slices", TimelineLayout({makeSource(kWidestLane, 1, 1)}, {}));
    for (const double m : millions) {
        const auto slices = static_cast<std::size_t>(m * 1e6);
        std::printf("%g M slices\n", m);
        {
            const TimelineLayout layout({makeSource(slices, kTracks, 1)}, {});
            runAll(bench, " one line a track, all in sight", layout);
        }
        const auto deep = makeSource(slices, kTracks, 8);
        TimelineFolds folds;
        for (const auto &track : deep.trace->tracks()) {
            folds[{deep.rank, deep.source, track.id}] = track.kind != TrackKind::Process;
        }
        runAll(bench, " eight lines a track", TimelineLayout({deep}, {}));
        runAll(bench, " eight lines a track, folded, all in sight", TimelineLayout({deep}, {folds}));
        TimelineArrangement oneRow;
        for (const auto &track : deep.trace->tracks()) {
            oneRow.merged.insert({deep.rank, deep.source, track.id});
        }
        runAll(bench, " all tracks in one row", TimelineLayout({deep}, oneRow, blendedTracks({deep}, oneRow, {})));
    }
    return 0;
}
