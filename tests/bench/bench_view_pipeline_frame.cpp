// Thread CPU time of one frame of the pipeline chart (scene and its replay into an image of 1920x1080) for theoretical
// schedules, whole and zoomed. Budget: 8 ms.
//
//   bench_view_pipeline_frame [folder for pictures of the frames]
#include "core/analysis/pipeline/time/ideal_schedule.h"
#include "core/scene/pipeline/pipeline_grid_scene.h"
#include "core/scene/pipeline/pipeline_scene.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"

#include <QtGui/QFontDatabase>
#include <QtWidgets/QApplication>

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using namespace stagescope;

namespace {

constexpr int kRounds = 15;
constexpr Nanos kUnit{1'000'000};

double cpuMs() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

PipelineInput inputOf(const ScheduleOptions &options) {
    UniformCosts costs;
    costs.forward = kUnit;
    costs.backwardInput = kUnit;
    costs.backwardWeight = kUnit;
    PipelineInput input;
    input.run = RunId{0};
    const auto schedule = generateSchedule(options);
    if (!schedule) {
        std::fprintf(stderr, "%s\n", schedule.error().detail.c_str());
        return input;
    }
    input.chart = theoryChart(options, *schedule, costs).value();
    input.digest = pipelineDigest(input.chart, {});
    input.step = 0;
    input.bubbles = stepBubbles(input.chart, 0, {});
    input.timing = pipelineTiming(input.chart, 0, {});
    for (const auto which : {IdealCosts::UniformMeans, IdealCosts::StageMeans}) {
        input.ideal[static_cast<std::size_t>(which)] = idealCells(input.chart, 0, {}, which);
    }
    return input;
}

void run(const char *title, const PipelineInput &input, double zoom, bool hasGhost, const std::string &picture) {
    const auto style = sceneStyle(QApplication::font());
    QImage image(1920, 1080, QImage::Format_RGB32);
    PipelineSceneOptions options;
    options.width = image.width();
    options.height = image.height();
    const auto window = input.bubbles->window;
    const Nanos span{static_cast<std::int64_t>(static_cast<double>(window.duration().count()) * zoom)};
    options.range = {window.begin + (window.duration() - span) / 3,
                     window.begin + (window.duration() - span) / 3 + span};
    options.ghost = hasGhost ? std::optional(IdealCosts::UniformMeans) : std::nullopt;
    std::vector<double> scene;
    std::vector<double> replay;
    std::size_t rects = 0;
    std::size_t texts = 0;
    for (int i = 0; i < kRounds; ++i) {
        const double t0 = cpuMs();
        const auto out = buildPipelineScene(input, options, style);
        const double t1 = cpuMs();
        rasterScene(image, out.scene, Theme::current(), QApplication::font());
        const double t2 = cpuMs();
        scene.push_back(t1 - t0);
        replay.push_back(t2 - t1);
        rects = out.scene.rects.size();
        texts = out.scene.texts.size();
    }
    std::printf("%-46s %8zu %6zu %9.2f %9.2f %9.2f\n", title, rects, texts, median(scene), median(replay),
                median(scene) + median(replay));
    if (!picture.empty()) {
        image.save(QString::fromStdString(picture));
    }
}

void runGrid(int stages, int replicas) {
    PipelineGridInput input;
    input.run = RunId{0};
    input.stages = stages;
    input.replicas = replicas;
    input.replicasDone = replicas;
    for (int i = 0; i < stages * replicas; ++i) {
        input.ranks.push_back(
            {i, i % stages, i / stages, true, Nanos{100 * kUnit}, Nanos{(30 + i * 7 % 60) * kUnit}, kUnit, kUnit});
    }
    const auto style = sceneStyle(QApplication::font());
    QImage image(1920, 400, QImage::Format_RGB32);
    std::vector<double> scene;
    std::vector<double> replay;
    Scene out;
    for (int i = 0; i < kRounds; ++i) {
        const double t0 = cpuMs();
        out = buildPipelineGridScene(input, {image.width(), image.height(), PipelineMetric::BubbleShare}, style);
        const double t1 = cpuMs();
        rasterScene(image, out, Theme::current(), QApplication::font());
        scene.push_back(t1 - t0);
        replay.push_back(cpuMs() - t1);
    }
    const auto title = "overview " + std::to_string(stages) + " x " + std::to_string(replicas);
    std::printf("%-46s %8zu %6zu %9.2f %9.2f %9.2f\n", title.c_str(), out.rects.size(), out.texts.size(), median(scene),
                median(replay), median(scene) + median(replay));
}

}  // namespace

int main(int argc, char **argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const QApplication app(argc, argv);
    QFont font = QApplication::font();
    font.setPixelSize(13);
    QApplication::setFont(font);
    const std::string folder = argc > 1 ? argv[1] : "";
    std::printf("%-46s %8s %6s %9s %9s %9s\n", "frame, median ms of CPU", "boxes", "texts", "scene", "replay", "sum");
    runGrid(16, 64);
    runGrid(16, 256);
    runGrid(2, 2048);
    const std::vector<ScheduleOptions> all{
        {.kind = ScheduleKind::OneFOneB, .stages = 16, .microbatches = 256},
        {.kind = ScheduleKind::Interleaved, .stages = 16, .microbatches = 256, .chunks = 4},
        {.kind = ScheduleKind::DualPipe, .stages = 8, .microbatches = 20},
        {.kind = ScheduleKind::DualPipeV, .stages = 4, .microbatches = 10},
        {.kind = ScheduleKind::ZeroBubbleV, .stages = 4, .microbatches = 10},
        {.kind = ScheduleKind::Interleaved, .stages = 4, .microbatches = 8, .chunks = 2},
    };
    for (const auto &options : all) {
        const auto input = inputOf(options);
        auto title = scheduleText(options);
        for (const double zoom : {1.0, 0.1}) {
            for (const bool hasGhost : {false, true}) {
                const auto name = title + (zoom < 1 ? ", 10 %" : "") + (hasGhost ? ", ideal" : "");
                run(name.c_str(), input, zoom, hasGhost, folder.empty() ? std::string() : folder + "/" + name + ".png");
            }
        }
    }
    return 0;
}
