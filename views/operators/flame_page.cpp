#include "views/operators/flame_page.h"

#include "core/analysis/run/steps.h"
#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/base/time.h"
#include "core/session/loading/source_loader.h"
#include "views/common/control_bar.h"
#include "views/common/elided_label.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/flame_keys.h"
#include "views/common/pages/shown_rank.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QStringList>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>

#include <algorithm>
#include <span>

namespace stagescope {

namespace {

std::vector<ControlBar::Choice> widthChoices() {
    return {{FlamePage::tr("Device computing"), static_cast<int>(FlameWidth::Device),
             FlamePage::tr("Device computing time, by the call that launched the kernels")},
            {FlamePage::tr("Communication, not overlapped"), static_cast<int>(FlameWidth::Exposed),
             FlamePage::tr("Communication time not overlapped by computing, by the call that launched it")},
            {FlamePage::tr("Host"), static_cast<int>(FlameWidth::Host),
             FlamePage::tr("Host time of the calls themselves")}};
}

std::vector<ControlBar::Choice> frameChoices() {
    return {{FlamePage::tr("All calls"), static_cast<int>(FlameFrames::All)},
            {FlamePage::tr("Python functions"), static_cast<int>(FlameFrames::Python)},
            {FlamePage::tr("Modules (nn.Module)"), static_cast<int>(FlameFrames::Module)},
            {FlamePage::tr("Operators"), static_cast<int>(FlameFrames::Operator)}};
}

/// The selected rank of a run, else the usual one, else the first one, that has a timeline.
int rankToShow(const Run &run, const SelectionState &state, std::optional<int> usual) {
    for (const auto &rank : state.ranks) {
        if (rank.run == run.id && run.capture(rank.rank) != nullptr) {
            return rank.rank;
        }
    }
    if (const auto *capture = usual ? run.capture(*usual) : nullptr; capture != nullptr && capture->hasTrace()) {
        return *usual;
    }
    const auto ranks = run.ranks();
    const auto it = std::find_if(ranks.begin(), ranks.end(), [&](int rank) { return run.capture(rank)->hasTrace(); });
    return it == ranks.end() ? -1 : *it;
}

bool hasTimeline(const Run *run) { return run != nullptr && rankToShow(*run, {}, {}) >= 0; }

constexpr int kMostSteps = 100;  ///< to be chosen from

std::vector<ControlBar::Choice> againstChoices(const Workspace *workspace, const SelectionState &state,
                                               std::optional<int> usual) {
    const auto named = [](const FlameAgainst &against) { return QString::fromStdString(flameAgainstText(against)); };
    using Kind = FlameAgainst::Kind;
    std::vector<ControlBar::Choice> choices{{FlamePage::tr("None"), named({Kind::None})}};
    const auto *run = workspace == nullptr ? nullptr : workspace->mainRun();
    if (run == nullptr) {
        return choices;
    }
    if (const auto *baseline = workspace->baseline(); hasTimeline(baseline)) {
        choices.push_back({FlamePage::tr("Baseline"), named({Kind::Baseline}), utf8Text(baseline->label)});
    }
    const int shown = rankToShow(*run, state, usual);
    for (const int rank : run->ranks()) {
        if (rank != shown && run->capture(rank)->hasTrace()) {
            choices.push_back({FlamePage::tr("rank %1").arg(rank), named({Kind::Rank, rank})});
        }
    }
    const auto steps = shown < 0 ? std::vector<StepBounds>{} : rankSteps(*run->capture(shown));
    if (steps.size() > 1) {
        for (const auto &step : std::span(steps).first(std::min<std::size_t>(steps.size(), kMostSteps))) {
            choices.push_back(
                {FlamePage::tr("step %1").arg(utf8Text(stepText(step.step))), named({Kind::Step, step.step})});
        }
    }
    return choices;
}

/// Why there is no timeline of a rank, or of any when it is none.
std::string missingTimeline(const Run *run, int rank) {
    const auto isAnyOf = [&](auto &&holds) {
        return run != nullptr && std::any_of(run->captures.begin(), run->captures.end(), [&](const auto &capture) {
                   return (rank < 0 || capture.rank == rank) && holds(capture);
               });
    };
    const auto isLoading = [](const RankCapture &capture) {
        return capture.state == LoadState::LoadingShallow || capture.state == LoadState::LoadingDeep;
    };
    const auto isWaiting = [](const RankCapture &capture) {
        return (capture.state == LoadState::Shallow || capture.state == LoadState::Listed) && hasDeepFiles(capture);
    };
    return isAnyOf(isLoading)   ? "timeline.empty.loading"
           : isAnyOf(isWaiting) ? "timeline.empty.not_loaded"
                                : "flame.empty";
}

}  // namespace

FlamePage::FlamePage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "operator_flame", Extent::Rows, parent) {
    auto *bar = m_bar = new ControlBar(this);
    m_width = bar->addPicker(
        "flameWidth", [] { return tr("Width"); }, widthChoices);
    m_frames = bar->addPicker(
        "flameFrames", [] { return tr("Frames"); }, frameChoices);
    m_against = bar->addPicker(
        "flameAgainst", [] { return tr("Compare with"); },
        [this] { return againstChoices(workspace().get(), this->services().selection->state(), m_focus.rank()); });
    m_about = new ElidedLabel(this);
    m_about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    bar->addWide(m_about);
    setBar(bar);
    connect(&m_focus, &FocusRank::judged, this, [this] {
        ask();
        Q_EMIT busyChanged();
    });
    retranslate();
}

QString FlamePage::ownFilter() const {
    return shownRankText(services().selection, run(), run() == nullptr ? -1 : question().here.rank);
}

QString FlamePage::title() const { return tr("Flame graph"); }
QString FlamePage::canvasName() const { return tr("Flame graph of time by call path"); }

std::optional<Message> FlamePage::emptyReason() const {
    if (hasTimeline(run())) {
        return std::nullopt;
    }
    const auto reason = missingTimeline(run(), -1);
    return reason == "flame.empty" ? emptyBecause(workspace(), reason, "framework_ops") : Message(reason);
}

std::optional<Message> FlamePage::shownReason() const {
    if (const auto reason = emptyReason()) {
        return reason;
    }
    if (!isKnown()) {
        return Message("flame.loading");
    }
    if (const auto rank = question().here.rank; !run()->capture(rank)->hasTrace()) {
        return Message(missingTimeline(run(), rank));
    }
    return model().isEmpty()
               ? std::optional(emptyBecause(workspace(), "flame.empty.choice", lackedTable(), {question().here.rank}))
               : std::nullopt;
}

/// That tells of such frames.
std::string_view FlamePage::lackedTable() const {
    const auto frames = question().frames;
    return frames == FlameFrames::Python || frames == FlameFrames::Module ? "flame_graph" : "framework_ops";
}

FlameWidth FlamePage::chosenWidth() const { return static_cast<FlameWidth>(m_width->currentData().toInt()); }

/// A baseline is compared with as soon as there is one.
void FlamePage::offerOthers() {
    const bool hasBaseline = workspace() && hasTimeline(workspace()->baseline());
    m_bar->refill(m_against);
    const auto baseline = m_against->findData(QString::fromStdString(flameAgainstText({FlameAgainst::Kind::Baseline})));
    if (hasBaseline && !m_hadBaseline && baseline >= 0) {
        m_against->setCurrentIndex(baseline);
    }
    m_hadBaseline = hasBaseline;
}

FlamePage::Side FlamePage::sideOf(const Run &run, int rank) {
    return {run.path, rank, run.capture(rank)->version, run.clock.offset(rank)};
}

FlamePage::Question FlamePage::question() const {
    const auto &state = services().selection->state();
    Question asked;
    asked.step = state.step;
    asked.range = state.range;
    asked.frames = static_cast<FlameFrames>(m_frames->currentData().toInt());
    const int rank = run() == nullptr ? -1 : rankToShow(*run(), state, m_focus.rank());
    if (rank >= 0) {
        asked.here = sideOf(*run(), rank);
        asked.against = flameAgainst(m_against->currentData().toString().toStdString()).value_or(FlameAgainst{});
        const AnalysisInput input{.workspace = workspace().get(), .step = asked.step, .range = asked.range};
        const auto other = flameOther(input, *run()->capture(rank), asked.against);
        asked.there = other && other->capture->hasTrace() ? std::optional(sideOf(*other->run, other->capture->rank))
                                                          : std::nullopt;
    }
    return asked;
}

QString FlamePage::caption() const {
    const auto asked = question();
    QStringList parts{tr("rank %1").arg(asked.here.rank)};
    if (asked.step) {
        parts << tr("step %1").arg(utf8Text(stepText(*asked.step)));
    }
    if (asked.range) {
        parts << tr("selected range");
    }
    if (asked.there) {
        parts << tr("compared with: %1").arg(m_against->currentText());
    }
    return parts.join(QStringLiteral(", "));
}

void FlamePage::ask() {
    m_focus.judge(workspace());
    offerOthers();
    m_about->setText(hasTimeline(run()) ? caption() : QString());
    if (!isVisible() || question() == m_asked) {
        refresh();
        return;
    }
    m_asked = question();
    start([workspace = workspace(), asked = *m_asked, width = chosenWidth()](const std::stop_token &stop) {
        const auto *run = workspace ? workspace->mainRun() : nullptr;
        const auto *capture = run == nullptr ? nullptr : run->capture(asked.here.rank);
        if (capture == nullptr) {
            return OperatorFlameModel{};
        }
        const AnalysisInput input{.workspace = workspace.get(), .step = asked.step, .range = asked.range};
        const auto treeOf = [&](const AnalysisInput &of, const Run &from, const RankCapture &rank) {
            const auto options = flameOptions(of, from, rank, asked.frames);
            return options ? flameTree(from, rank, *options, stop) : FlameTree{{FlameNode{}}, {{}}};
        };
        FlameDifference paths{treeOf(input, *run, *capture), {}};
        if (const auto other = flameOther(input, *capture, asked.against); other && other->capture->hasTrace()) {
            paths = flameDifference(paths.tree, treeOf(other->input, *other->run, *other->capture));
        }
        return operatorFlameModel(std::make_shared<const FlameDifference>(std::move(paths)), width);
    });
}

void FlamePage::askIfChanged() {
    if (isVisible() && question() != m_asked) {
        ask();
    }
    canvas()->update();
}

void FlamePage::onControls() {
    if (isBusy()) {
        m_asked.reset();  // what is under way has another width
    }
    if (question() != m_asked || !isKnown()) {
        ask();
    } else if (chosenWidth() != model().width) {
        setModel(operatorFlameModel(model().paths, chosenWidth()));
    }
}

/// The box that had the whole width, or the innermost one around it that there is, keeps it.
void FlamePage::onModel() {
    m_root = 0;
    for (std::size_t depth = 0; depth < m_path.size() && !model().isEmpty(); ++depth) {
        const auto &nodes = model().tree().nodes;
        const auto it = std::find_if(nodes.begin(), nodes.end(), [&](const FlameNode &of) {
            return of.depth == depth + 1 && of.parent == m_root && model().tree().name(of) == m_path[depth];
        });
        const auto found = static_cast<std::size_t>(it - nodes.begin());
        if (it == nodes.end() || model().boxes[found].size == 0) {
            break;
        }
        m_root = static_cast<std::uint32_t>(found);
    }
}

void FlamePage::onSelectionChanged(const QObject *) {
    m_about->setText(hasTimeline(run()) ? caption() : QString());
    askIfChanged();
}

FlameScene FlamePage::layoutFor(QSize size) const {
    return buildOperatorFlameScene(model(), {size.width(), size.height(), m_root}, caption().toStdString(),
                                   sceneStyle(font()));
}

/// Gives a box the whole width and selects what it stands for.
void FlamePage::enter(std::uint32_t to) {
    m_root = to;
    m_path.clear();
    for (auto i = to; i != 0; i = node(i).parent) {
        m_path.insert(m_path.begin(), std::string(model().tree().name(node(i))));
    }
    if (node(to).longest) {
        services().selection->setItem(*node(to).longest, this);
    }
    refresh();
}

void FlamePage::showInTimeline() {
    if (!model().isEmpty() && node(m_root).longest) {
        services().selection->setItem(*node(m_root).longest, this);
        Q_EMIT viewRequested(QStringLiteral("timeline"));
    }
}

void FlamePage::onClicked(QPoint position, const std::optional<ItemRef> &) {
    if (const auto at = layoutShown().nodeAt(position.x(), position.y())) {
        enter(*at);
    }
}

void FlamePage::onDoubleClicked(QPoint position, const std::optional<ItemRef> &) {
    if (layoutShown().nodeAt(position.x(), position.y()) == m_root) {
        showInTimeline();
    }
}

bool FlamePage::onKey(const QKeyEvent &key) {
    if (model().isEmpty()) {
        return false;
    }
    if (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) {
        showInTimeline();
    } else if (key.key() == Qt::Key_Home) {
        enter(0);
    } else if (const auto move = flameMoveOf(key)) {
        enter(flameNeighbour(model().boxes, m_root, *move));
    } else {
        return false;
    }
    return true;
}

QString FlamePage::differenceTip(std::uint32_t node) const {
    const auto time = [](Nanos value) { return utf8Text(shownDuration(value)); };
    const auto grown = model().paths->grown(node, model().width);
    return tr("this %1, compared %2: %3")
        .arg(time(flameWidth(this->node(node), model().width)),
             time(flameWidth(model().paths->other[node], model().width)), utf8Text(signedFigure(shownDuration(grown))));
}

QString FlamePage::tipAt(QPoint position) const {
    const auto at = layoutShown().nodeAt(position.x(), position.y());
    if (!at || model().isEmpty()) {
        return {};
    }
    const auto &of = node(*at);
    const auto time = [](Nanos value) { return utf8Text(shownDuration(value)); };
    const auto share =
        100.0 * static_cast<double>(model().boxes[*at].size) / static_cast<double>(model().boxes.front().size);
    QStringList lines{utf8Text(operatorFlameText(model(), *at, sceneStyle(font()))),
                      tr("%1 % of total").arg(share, 0, 'f', 1)};
    if (!of.isWork() && of.host > Nanos{0}) {
        lines << tr("host: %1, self time %2, %n call(s)", nullptr, static_cast<int>(of.calls))
                     .arg(time(of.host), time(of.hostSelf));
    }
    if (of.device.kernels > 0) {
        lines << tr("device: computing %1, communication (not overlapped) %2, %n kernel(s)", nullptr,
                    static_cast<int>(of.device.kernels))
                     .arg(time(of.device.filled), time(of.device.exposed));
    }
    if (model().isDifference()) {
        lines << differenceTip(*at);
    }
    if (of.backward.kernels > 0) {
        lines << tr("of which backward: %1").arg(time(of.backward.filled));
    }
    return lines.join(QLatin1Char('\n'));
}

/// The box that has the whole width.
void FlamePage::paintMarks(QPainter &painter, const FlameScene &layout) const {
    const QRect area(0, 0, layout.scene.width, layout.scene.height);
    for (const auto &part : layout.parts) {
        if (part.node == m_root && m_root != 0) {
            paintOutline(painter, QRect(part.box.x, part.box.y, part.box.width, part.box.height), area);
        }
    }
}

void FlamePage::showEvent(QShowEvent *event) {
    ModelPage::showEvent(event);
    askIfChanged();
}

void FlamePage::retranslate() {
    ModelPage::retranslate();
    m_about->setText(hasTimeline(run()) ? caption() : QString());
}

}  // namespace stagescope
