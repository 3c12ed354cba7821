// The page Compare > Runs: seconds until all runs are there, wall clock and CPU of all threads, and thread CPU time of
// one frame (scene and its replay into an image of 1920x1080). Limits: 20 runs of 8 ranks in 3 s, 8 ms a frame.
//
//   bench_view_runs FOLDER [--traces]      a folder of runs
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "views/common/scene_painter.h"
#include "views/runs/runs_page.h"
#include "views/runs/series_panels.h"

#include <QtCore/QDir>
#include <QtCore/QElapsedTimer>
#include <QtGui/QImage>
#include <QtWidgets/QApplication>
#include <QtWidgets/QCheckBox>

#include <sys/resource.h>

#include <array>
#include <cstdio>
#include <ctime>

using namespace stagescope;

namespace {

double processSeconds() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval &t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void measureFrames(const RunsModel &model, std::size_t copies) {
    constexpr int kFrames = 50;
    std::vector<SeriesRun> runs;
    for (std::size_t i = 0; i < copies; ++i) {
        runs.insert(runs.end(), model.runs.begin(), model.runs.end());
    }
    QImage image(1920, 1080, QImage::Format_RGB32);
    const auto style = sceneStyle(QApplication::font());
    timespec begin{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    for (int i = 0; i < kFrames; ++i) {
        const std::array places{model.chosen};
        const auto layout = layOutSeries(seriesPanels(runs, model.metrics, places), {1920, 1080, {}}, style);
        rasterScene(image, layout.scene, Theme::light(), QApplication::font());
    }
    timespec end{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    const auto ns =
        1e9 * static_cast<double>(end.tv_sec - begin.tv_sec) + static_cast<double>(end.tv_nsec - begin.tv_nsec);
    std::printf("%4zu runs: frame %.2f ms\n", runs.size(), ns / 1e6 / kFrames);
}

}  // namespace

int main(int argc, char **argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    if (argc < 2) {
        return 2;
    }
    std::vector<std::string> paths;
    for (const auto &entry : QDir(QString::fromLocal8Bit(argv[1])).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        paths.push_back(entry.filePath().toStdString());
    }
    Selection selection;
    TimeView time;
    RunsPage page(ViewServices{&selection, &time});
    page.resize(1000, 700);
    page.show();
    page.findChild<QCheckBox *>(QStringLiteral("runsTraces"))->setChecked(argc > 2);
    QElapsedTimer wall;
    wall.start();
    const double cpu = processSeconds();
    page.choose(paths);
    while (page.isBusy()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    std::printf("%4zu runs: %.2f s, CPU %.2f s\n", paths.size(), static_cast<double>(wall.elapsed()) / 1e3,
                processSeconds() - cpu);
    for (const std::size_t copies : {1, 10, 50}) {
        measureFrames(page.model(), copies);
    }
    return 0;
}
