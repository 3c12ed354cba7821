// Thread CPU time of one frame of a dense communication matrix (scene and its replay into an image of 1920x1080),
// beside what filling the frame costs on the same machine. Limit: 8 ms at 4096 x 4096.
//
//   bench_view_matrix_frame [ranks ...]
#include "core/scene/communication/matrix_scene.h"
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

constexpr int kRounds = 25;

double cpuMs() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

template <class Work>
double medianMs(const Work &work) {
    std::vector<double> times;
    for (int i = 0; i < kRounds; ++i) {
        const double begin = cpuMs();
        work();
        times.push_back(cpuMs() - begin);
    }
    std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
    return times[kRounds / 2];
}

void measure(std::size_t ranks) {
    std::mt19937 random(1);
    std::vector<float> values(ranks * ranks);
    for (float &v : values) {
        v = static_cast<float>(random() % 10000) / 100;
    }
    MatrixAxes axes{Message("matrix.from"), Message("matrix.to")};
    for (std::size_t i = 0; i < ranks; ++i) {
        axes.names.push_back(std::to_string(i));
    }
    const double begin = cpuMs();
    const HeatMatrix matrix(ranks, ranks, std::move(values), false);
    const double built = cpuMs() - begin;
    const auto style = sceneStyle(QApplication::font());
    QImage image(1920, 1080, QImage::Format_RGB32);
    const double fill = medianMs([&] { image.fill(Qt::white); });
    const auto frame = [&](const MatrixWindow &window) {
        return medianMs([&] {
            const auto scene =
                buildMatrixScene(matrix, axes, {Message("matrix.bandwidth")}, {1920, 1080, window}, style);
            rasterScene(image, scene.scene, Theme::light(), QApplication::font());
        });
    };
    const auto half = static_cast<double>(ranks) / 2;
    std::printf("%5zu ranks: levels %.0f ms once, frame whole %.2f ms, half %.2f ms, 16 ranks %.2f ms; fill %.2f ms\n",
                ranks, built, frame({}), frame({half / 2, half, half / 2, half}), frame({half, 16, half, 16}), fill);
}

}  // namespace

int main(int argc, char **argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    std::vector<std::size_t> counts;
    for (int i = 1; i < argc; ++i) {
        counts.push_back(static_cast<std::size_t>(std::strtoull(argv[i], nullptr, 10)));
    }
    for (const auto ranks : counts.empty() ? std::vector<std::size_t>{16, 256, 4096} : counts) {
        measure(ranks);
    }
    return 0;
}
