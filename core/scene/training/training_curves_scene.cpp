#include "core/scene/training/training_curves_scene.h"

#include "core/analysis/training/logged_steps.h"
#include "core/base/number_text.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kValueWidth = 84;
constexpr int kLeastCurve = 44;  ///< pixels of a panel, its name included
constexpr int kStepTick = 90;
constexpr int kMarkSize = 5;
constexpr double kNsOfMs = 1e6;
constexpr double kBytesOfGiB = 0x1p30;

struct CurveKind {
    const char *id;
    const char *unit;
    double LoggedStep::*value;
    double scale;
    bool isTime = false;
};
constexpr auto kCurveKinds = std::to_array<CurveKind>({
    {"training.curve.loss", "", &LoggedStep::loss, 1},
    {"training.curve.grad_norm", "", &LoggedStep::gradNorm, 1},
    {"training.curve.step_time", "ms", &LoggedStep::stepTime, 1 / kNsOfMs, true},
    {"training.curve.tokens", "1/s", &LoggedStep::tokens, 1},
    {"training.curve.learning_rate", "", &LoggedStep::learningRate, 1},
    {"training.curve.memory", "GiB", &LoggedStep::memory, 1 / kBytesOfGiB},
});

/// Least and greatest finite value.
struct ValueScale {
    double low = INFINITY;
    double high = -INFINITY;
    bool isFlat = false;

    explicit ValueScale(const std::vector<double> &values) {
        for (const double value : values) {
            low = std::isfinite(value) ? std::min(low, value) : low;
            high = std::isfinite(value) ? std::max(high, value) : high;
        }
        isFlat = low == high;
        if (isFlat) {
            const double room = std::max(std::abs(low) / 100, 1e-9);
            low -= room;
            high += room;
        }
    }
    [[nodiscard]] bool isKnown() const { return low < high; }
};

class CurvesPainter {
public:
    CurvesPainter(const TrainingCurves &curves, int width, int height, const SceneStyle &style)
        : m_curves(curves), m_style(style) {
        m_layout.scene.width = width;
        m_layout.scene.height = height;
        const auto [first, last] = std::minmax_element(curves.steps.begin(), curves.steps.end());
        m_layout.first = first == curves.steps.end() ? 0 : *first;
        m_layout.last = last == curves.steps.end() ? 0 : *last;
    }

    TrainingCurvesLayout build() {
        ScenePen pen(m_layout.scene, m_style);
        Box area = Box{0, 0, m_layout.scene.width, m_layout.scene.height}.inset(kPad, kPad);
        pen.text(area.takeTop(m_style.lineHeight + 2), m_curves.file, ColorRole::Text, TextAlign::Left, true);
        drawLegend(pen, area.takeTop(m_style.lineHeight + 4));
        auto axis = area.takeBottom(m_style.lineHeight);
        const auto fitting = static_cast<std::size_t>(std::max(1, area.height / kLeastCurve));
        const auto shown = std::min(m_curves.curves.size(), fitting);
        if (shown == 0 || area.width <= 2 * kValueWidth) {
            return std::move(m_layout);
        }
        m_layout.plot = area;
        m_layout.plot.takeLeft(kValueWidth);
        const int height = area.height / static_cast<int>(shown);
        for (std::size_t i = 0; i < shown; ++i) {
            drawCurve(pen, area.takeTop(height), m_curves.curves[i]);
        }
        drawAxis(pen, axis);
        return std::move(m_layout);
    }

private:
    void drawLegend(ScenePen &pen, Box line) const {
        const auto add = [&](ColorRole role, const char *id) {
            line.takeLeft(pen.legendEntry(line.x, line.y, role, pen.words(Message(id))) + kEntryGap);
        };
        if (!m_curves.captured.steps.empty()) {
            add(ColorRole::Accent, "training.legend.captured");
        }
        if (!m_curves.slow.empty()) {
            add(ColorRole::Warning, "training.legend.slow");
        }
        if (!m_curves.bad.empty()) {
            add(ColorRole::Error, "training.legend.bad_loss");
        }
    }

    void drawCurve(ScenePen &pen, Box area, const TrainingCurves::Curve &curve) {
        const auto name = pen.words(curve.name) + (curve.unit.empty() ? std::string() : " (" + curve.unit + ")");
        pen.text(area.takeTop(m_style.lineHeight), name, ColorRole::MutedText);
        auto plot = area.inset(0, 3);
        auto left = plot.takeLeft(kValueWidth).inset(4, 0);
        pen.fill(plot, ColorRole::AlternateBackground);
        for (const auto &step : m_curves.captured.steps) {
            drawCaptured(pen, plot, step);
        }
        const ValueScale scale(curve.values);
        if (!scale.isKnown() || plot.height < 4) {
            return;
        }
        if (scale.isFlat) {
            const Box middle{left.x, left.y + (left.height - m_style.lineHeight) / 2, left.width, m_style.lineHeight};
            pen.text(middle, trainingValueText((scale.low + scale.high) / 2), ColorRole::MutedText, TextAlign::Right);
        } else {
            pen.text(left.takeTop(m_style.lineHeight), trainingValueText(scale.high), ColorRole::MutedText,
                     TextAlign::Right);
            pen.text(left.takeBottom(m_style.lineHeight), trainingValueText(scale.low), ColorRole::MutedText,
                     TextAlign::Right);
        }
        drawValues(pen, plot, curve, scale);
        if (curve.isTime) {
            drawMarks(pen, plot, m_curves.slow, ColorRole::Warning);
        }
        if (&curve == &m_curves.curves.front()) {
            drawMarks(pen, plot, m_curves.bad, ColorRole::Error);
        }
    }

    /// At least so wide that it can be met.
    void drawCaptured(ScenePen &pen, const Box &plot, const CapturedStep &step) const {
        if (step.inLog < m_layout.first || step.inLog > m_layout.last) {
            return;
        }
        const int x = m_layout.xOf(step.inLog);
        pen.vertical(x, plot.y, plot.height, ColorRole::Accent);
        pen.hit({x - kMarkSize / 2, plot.y, kMarkSize, plot.height}, StepRef{m_curves.run, step.step});
    }

    /// From the least to the greatest of each pixel, joined with the pixel before; a restart begins anew.
    void drawValues(ScenePen &pen, const Box &plot, const TrainingCurves::Curve &curve, const ValueScale &scale) {
        const auto yOf = [&](double value) {
            const double share = (scale.high - value) / (scale.high - scale.low);
            return plot.y + static_cast<int>(std::lround(share * (plot.height - 1)));
        };
        std::optional<std::pair<int, int>> before;
        std::int64_t part = 0;
        for (std::size_t i = 0; i < curve.values.size();) {
            if (!std::isfinite(curve.values[i])) {
                ++i;
                continue;
            }
            const int x = m_layout.xOf(m_curves.steps[i]);
            before = m_curves.parts[i] == part ? before : std::nullopt;
            part = m_curves.parts[i];
            int top = plot.bottom();
            int bottom = plot.y;
            int last = plot.y;
            const int first = yOf(curve.values[i]);
            for (; i < curve.values.size() && m_curves.parts[i] == part && m_layout.xOf(m_curves.steps[i]) == x; ++i) {
                if (std::isfinite(curve.values[i])) {
                    last = yOf(curve.values[i]);
                    top = std::min(top, last);
                    bottom = std::max(bottom, last);
                }
            }
            pen.fill({x, top, 1, bottom - top + 1}, ColorRole::Counter);
            if (before) {
                m_layout.scene.lines.push_back({before->first, before->second, x, first, Color{ColorRole::Counter, 0}});
            }
            before = std::pair{x, last};
        }
    }

    void drawMarks(ScenePen &pen, const Box &plot, const std::vector<std::size_t> &marked, ColorRole role) const {
        for (const auto i : marked) {
            pen.fill({m_layout.xOf(m_curves.steps[i]) - kMarkSize / 2, plot.y, kMarkSize, kMarkSize}, role);
        }
    }

    /// Round numbers of steps, as many as there is room for.
    void drawAxis(ScenePen &pen, const Box &line) const {
        const auto &plot = m_layout.plot;
        const auto span = std::max<std::int64_t>(1, m_layout.last - m_layout.first);
        const auto wanted = std::max<std::int64_t>(1, span * kStepTick / std::max(1, plot.width));
        std::int64_t every = 1;
        for (std::size_t i = 0; every < wanted && every < INT64_MAX / 10; ++i) {
            every = i % 3 == 1 ? every / 2 * 5 : every * 2;  // 1 2 5 10 20 50 ...
        }
        int free = line.x + pen.text(line, pen.words(Message("training.axis.step")), ColorRole::MutedText) + kPad;
        for (auto step = (m_layout.first + every - 1) / every * every; step <= m_layout.last; step += every) {
            const int x = m_layout.xOf(step);
            pen.vertical(x, plot.bottom() - 3, 3, ColorRole::MutedText);
            const auto text = std::to_string(step);
            const int width = pen.widthOf(text);
            const Box label{std::min(x - width / 2, line.right() - width), line.y, width, line.height};
            if (label.x >= free) {
                pen.text(label, text, ColorRole::MutedText);
                free = label.right() + kPad;
            }
            if (step > INT64_MAX - every) {
                break;
            }
        }
    }

    const TrainingCurves &m_curves;
    const SceneStyle &m_style;
    TrainingCurvesLayout m_layout;
};

}  // namespace

std::string trainingValueText(double value) {
    constexpr double kLeastFixed = 1e-3;
    std::array<char, 32> digits{};
    const auto [end, error] =
        std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::scientific, 1);
    const bool isSmall = value != 0 && std::abs(value) < kLeastFixed && error == std::errc();
    return isSmall ? shownFigure(std::string(digits.data(), end)) : valueText(value);
}

TrainingCurves trainingCurves(const Run &run, const std::stop_token &stop) {
    TrainingCurves result;
    const auto all = loggedSeries(run);
    const auto *log = mainSeries(all);
    if (log == nullptr || stop.stop_requested()) {
        return result;
    }
    result.run = run.id;
    result.file = log->file;
    for (const auto &step : log->steps) {
        if (step.hasLoss && !std::isfinite(step.loss)) {
            result.bad.push_back(result.steps.size());
        }
        result.steps.push_back(step.step);
        result.parts.push_back(step.part);
    }
    for (const auto &kind : kCurveKinds) {
        TrainingCurves::Curve curve{Message(kind.id), kind.unit, {}, kind.isTime};
        for (const auto &step : log->steps) {
            curve.values.push_back(step.*kind.value * kind.scale);
        }
        // Programs write 0 for what they do not measure.
        if (std::any_of(curve.values.begin(), curve.values.end(),
                        [](double value) { return std::isfinite(value) && value != 0; })) {
            result.curves.push_back(std::move(curve));
        }
    }
    result.slow = loggedPace(*log, kSlowStepFactor).slow;
    result.captured = capturedSteps(run, *log);
    return result;
}

int TrainingCurvesLayout::xOf(std::int64_t step) const {
    const double share = last > first ? static_cast<double>(step - first) / static_cast<double>(last - first) : 0.5;
    return plot.x + static_cast<int>(std::lround(share * (plot.width - 1)));
}

std::optional<std::size_t> TrainingCurvesLayout::stepAt(const TrainingCurves &curves, int x, int y) const {
    if (!plot.contains(x, y) || curves.steps.empty()) {
        return std::nullopt;
    }
    // Of a step that a restart ran again, the last run of it.
    std::size_t best = 0;
    for (std::size_t i = 0; i < curves.steps.size(); ++i) {
        best = std::abs(xOf(curves.steps[i]) - x) <= std::abs(xOf(curves.steps[best]) - x) ? i : best;
    }
    return best;
}

TrainingCurvesLayout layOutTrainingCurves(const TrainingCurves &curves, int width, int height,
                                          const SceneStyle &style) {
    return CurvesPainter(curves, width, height, style).build();
}

}  // namespace stagescope
