#include "app/pictures/schedule_picture.h"

#include "app/pictures/picture_file.h"
#include "app/pictures/picture_maker.h"
#include "core/scene/pipeline/pipeline_scene.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"

#include <QtGui/QPainter>
#include <QtWidgets/QApplication>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kWidth = 1600;
constexpr int kRowHeight = 88;     ///< lanes and table line of a rank
constexpr int kOtherHeight = 160;  ///< ruler, legend, head of the table

PipelineInput inputOf(const PipelineChart &chart) {
    PipelineInput input;
    input.chart = chart;
    input.digest = pipelineDigest(input.chart, input.clock);
    // Nothing was measured, so there is no source to name in the legend.
    input.digest.evidence = {};
    input.digest.numbering = {};
    input.step = chart.steps.front();
    input.bubbles = stepBubbles(input.chart, *input.step, input.clock);
    return input;
}

}  // namespace

Status writeSchedulePicture(const PipelineChart &chart, const PictureLook &look, const QString &path) {
    const auto input = inputOf(chart);
    const auto rows = static_cast<int>(std::min<std::size_t>(chart.group.ranks.size(), 4096));
    const QSize natural(kWidth, std::min(kOtherHeight + rows * kRowHeight, PictureMaker::kMaxSide));
    const auto font = QApplication::font();
    const auto paint = [&](QPainter &painter, QSize size) {
        PipelineSceneOptions options;
        options.width = size.width();
        options.height = size.height();
        if (input.bubbles) {
            const auto &window = input.bubbles->window;
            const Nanos margin = window.duration() / 50;
            options.range = {window.begin - margin, window.end + margin};
        }
        paintScene(painter, buildPipelineScene(input, options, sceneStyle(font)).scene, Theme::current());
    };
    return writePicture({QString::fromStdString(chart.group.id), font, paint}, path, look.size.value_or(natural),
                        look.scale);
}

}  // namespace stagescope
