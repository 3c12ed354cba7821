#include "views/summary/summary_view.h"

#include "core/advice/joint_headroom.h"
#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/scene/kit/message_scene.h"
#include "core/scene/kit/split_parts.h"
#include "core/session/loading/open_runs.h"
#include "views/common/rule_settings.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"
#include "views/common/workspace_advice.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <functional>

namespace stagescope {

SummaryView::SummaryView(const ViewServices &services, QWidget *parent) : View(services, parent) {
    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_canvas = new SceneCanvas;
    m_scroll->setWidget(m_canvas);
    m_order = new QComboBox(m_canvas);
    m_order->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);

    m_canvas->setBuilder([this](QSize size) {
        m_layout = sceneFor(size, m_findings);
        return m_layout.scene;
    });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &scene) { paintSelection(painter, scene); });
    connect(m_canvas, &SceneCanvas::clicked, this,
            [this](QPoint position, const std::optional<ItemRef> &item, Qt::KeyboardModifiers) {
                if (!showEvidenceAt(position) && !fixAt(position) && !loadAt(position) && !collectAt(position)) {
                    onClicked(item);
                }
            });
    connect(m_canvas, &SceneCanvas::hovered, this, &SummaryView::showTip);
    connect(m_order, &QComboBox::currentIndexChanged, this, &SummaryView::layOut);
    connect(this->services().selection, &Selection::changed, this, &SummaryView::onSelectionChanged);
    connect(&RuleSettings::current(), &RuleSettings::changed, this, &SummaryView::judge);
    retranslate();
}

QString SummaryView::id() const { return QStringLiteral("summary"); }
QString SummaryView::title() const { return tr("Summary"); }
bool SummaryView::isBusy() const { return m_analysis.isBusy() || m_judging.isBusy() || m_pricing.isBusy(); }

std::optional<Message> SummaryView::emptyReason() const {
    if (!m_workspace || m_workspace->mainRun() == nullptr) {
        return Message("summary.empty");
    }
    return m_model ? std::nullopt : std::optional(Message("summary.empty.loading"));
}

void SummaryView::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    if (!isOfSameRun(m_workspace, workspace)) {
        m_model.reset();
        m_advice.reset();
        m_judging.start([](const std::stop_token &) { return std::shared_ptr<const Advice>(); }, [](const auto &) {});
    }
    m_workspace = std::move(workspace);
    m_study.reset();
    m_pricing.cancel();
    analyse();
    judge();
}

/// All rules at once, when all is read that they need; what was found before stands until they are through.
void SummaryView::judge() {
    if (!m_workspace || m_workspace->mainRun() == nullptr) {
        return;
    }
    m_unjudged = unjudged(m_workspace.get(), services().runs);
    if (m_unjudged) {
        layOut();
        return;
    }
    const auto work = [workspace = m_workspace, values = RuleSettings::current().values()](
                          const std::stop_token &stop) { return workspaceAdvice(workspace, values, stop); };
    m_judging.start(work, [this](std::shared_ptr<const Advice> advice) {
        m_findings = findingsModel(*advice);
        m_advice = std::move(advice);
        m_left.clear();
        showFocus();
        layOut();
        tellGist();
        Q_EMIT busyChanged();
    });
}

/// The typical step, not one that was chosen.
void SummaryView::tellGist() {
    if (!m_model || m_model->isLoading() || !m_advice || m_unjudged || m_step) {
        return;
    }
    RunGist gist{m_advice->step.count(),
                 {},
                 m_advice->findings.empty() ? Message() : m_advice->findings.front().title,
                 m_advice->findings.size()};
    SplitParts sums{};
    for (const auto &bar : m_model->split.bars) {
        const auto lengths = splitParts(bar.parts);
        std::transform(sums.begin(), sums.end(), lengths.begin(), sums.begin(), std::plus());
    }
    const auto ranks = static_cast<std::int64_t>(m_model->split.bars.size());
    for (std::size_t i = 0; i < kSplitParts.size(); ++i) {
        if (sums[i] > 0) {
            gist.parts.emplace_back(kSplitParts[i].id, sums[i] / ranks);
        }
    }
    Q_EMIT seen(gist);
}

/// The pipeline that is drawn is the one to look at first.
void SummaryView::showFocus() {
    const SummaryPipeline wanted{m_advice->focus.group, m_advice->focus.step};
    if (wanted != m_pipeline) {
        m_pipeline = wanted;
        analyse();
    }
}

bool SummaryView::showEvidenceAt(QPoint position) {
    if (m_advice && m_layout.checks.contains(position.x(), position.y())) {
        Q_EMIT viewRequested(QStringLiteral("findings"));
        return true;
    }
    // What was drawn may be older than what is known.
    const auto known = m_advice ? m_advice->findings.size() : 0;
    for (std::size_t i = 0; i < std::min(known, m_layout.showButtons.size()); ++i) {
        if (m_layout.showButtons[i].contains(position.x(), position.y())) {
            const auto advice = m_advice;  // may be replaced on the way
            showFinding(advice->findings[i], services().selection, this,
                        [this](const QString &place) { Q_EMIT viewRequested(place); });
            return true;
        }
    }
    return false;
}

/// A finding that is not to be fixed, or is again.
bool SummaryView::fixAt(QPoint position) {
    const auto known = m_advice ? m_findings.findings.size() : 0;
    for (std::size_t i = 0; i < std::min(known, m_layout.fixBoxes.size()); ++i) {
        if (m_layout.fixBoxes[i].contains(position.x(), position.y())) {
            auto &line = m_findings.findings[i];
            line.isFixed = !line.isFixed;
            line.isFixed ? static_cast<void>(m_left.erase(i)) : static_cast<void>(m_left.insert(i));
            priceChosen();
            return true;
        }
    }
    return false;
}

/// Savings do not add up: a replay tells what those that are chosen save together.
void SummaryView::priceChosen() {
    m_pricing.cancel();
    if (m_left.empty()) {
        m_findings.joint = jointOf(*m_advice);
        layOut();
        Q_EMIT busyChanged();
        return;
    }
    m_findings.joint = Message("findings.chosen.working");
    layOut();
    m_pricing.start(
        [workspace = m_workspace, study = m_study, left = m_left,
         values = RuleSettings::current().values()](const std::stop_token &stop) {
            const auto priced = study ? study : HeadroomStudy::make(*workspace->mainRun(), values, stop);
            std::vector<std::size_t> chosen;
            for (std::size_t i = 0; i < priced->findings().size(); ++i) {
                if (!left.contains(i)) {
                    chosen.push_back(i);
                }
            }
            return Priced{priced, priced->of(chosen).saved()};
        },
        [this](const Priced &priced) {
            m_study = priced.study;
            const auto all = m_findings.findings.size();
            m_findings.joint =
                Message("findings.chosen",
                        {std::to_string(all - m_left.size()), std::to_string(all), MillisFormat{1}.text(priced.saved),
                         MillisFormat{1}.text(m_advice->step), MillisFormat{1}.text(m_advice->step - priced.saved)});
            layOut();
            Q_EMIT busyChanged();
        });
    Q_EMIT busyChanged();
}

/// Loads what the capability at that place still lacks, a few ranks at a time: each may be gigabytes. What digests left
/// out is looked for in the source of the rank that is blamed, else of the first.
bool SummaryView::loadAt(QPoint position) {
    constexpr std::size_t kMostAsked = 4;
    const auto known = m_model && services().runs != nullptr ? m_model->capabilities.size() : 0;
    for (std::size_t i = 0; i < std::min(known, m_layout.loadButtons.size()); ++i) {
        if (m_layout.loadButtons[i].contains(position.x(), position.y())) {
            auto ranks = m_model->capabilities[i].toLoad;
            ranks.resize(std::min(ranks.size(), kMostAsked));
            const auto blamed = m_advice ? m_advice->focus.rank : std::nullopt;
            if (ranks.empty()) {
                Q_EMIT sourceRequested(m_model->run, {blamed ? blamed->rank : m_workspace->mainRun()->ranks().front()},
                                       false);
            } else {
                services().runs->requestDeep(m_model->run, ranks);
            }
            return true;
        }
    }
    return false;
}

/// The settings by which the next profile answers what this one does not.
bool SummaryView::collectAt(QPoint position) {
    const auto known = m_model ? m_model->capabilities.size() : 0;
    for (std::size_t i = 0; i < std::min(known, m_layout.settingRows.size()); ++i) {
        if (m_layout.settingRows[i].contains(position.x(), position.y())) {
            Q_EMIT viewRequested(QStringLiteral("collect/") + utf8Text(m_model->capabilities[i].question));
            return true;
        }
    }
    return false;
}

void SummaryView::analyse() {
    if (m_workspace->mainRun() == nullptr) {
        m_model.reset();
        layOut();
        Q_EMIT titleOrReasonChanged();
        return;
    }
    const auto work = [workspace = m_workspace, step = m_step, pipeline = m_pipeline](const std::stop_token &stop) {
        return summaryModel(*workspace->mainRun(), step, pipeline, workspace->baseline(), stop);
    };
    m_analysis.start(work, [this](SummaryModel model) {
        m_model = std::move(model);
        layOut();
        tellGist();
        Q_EMIT titleOrReasonChanged();
        Q_EMIT busyChanged();
    });
    Q_EMIT busyChanged();
}

SplitOrder SummaryView::order() const { return static_cast<SplitOrder>(std::max(0, m_order->currentIndex())); }

SummaryScene SummaryView::sceneFor(QSize size, const FindingsModel &findings) const {
    const auto style = sceneStyle(font());
    if (const auto reason = emptyReason()) {
        SummaryScene empty;
        empty.scene = buildMessageScene(size.width(), size.height(), title().toStdString(),
                                        messageText(*reason).toStdString(), style);
        return empty;
    }
    return buildSummaryScene(*m_model,
                             {size.width(), size.height(), order(), m_advice ? &findings : nullptr, m_unjudged}, style);
}

/// The page takes the width of the window and the height that its tiles need.
void SummaryView::layOut() {
    const QSize room = m_scroll->maximumViewportSize();
    auto page = sceneFor(room, m_findings);
    const int bar = page.scene.height > room.height() ? m_scroll->verticalScrollBar()->sizeHint().width() : 0;
    if (bar > 0) {
        page = sceneFor({room.width() - bar, room.height()}, m_findings);
    }
    m_canvas->resize(page.scene.width, page.scene.height);
    m_canvas->invalidate();
    const auto &control = page.orderControl;
    m_order->setVisible(control.width > 0);
    m_order->setGeometry(control.x, control.y, control.width, control.height);
}

void SummaryView::resizeEvent(QResizeEvent *event) {
    View::resizeEvent(event);
    layOut();
}

void SummaryView::changeEvent(QEvent *event) {
    View::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_order != nullptr) {
        layOut();
    }
}

void SummaryView::paintPicture(QPainter &painter, QSize size) {
    auto scene = sceneFor(size, withoutButtons(m_findings)).scene;
    cutBelow(scene, size.height());
    painter.setFont(font());
    paintScene(painter, scene, Theme::current());
    paintSelection(painter, scene);
}

void SummaryView::retranslate() {
    const QSignalBlocker blocker(m_order);
    const int current = std::max(0, m_order->currentIndex());
    m_order->clear();
    for (const auto value : {SplitOrder::Rank, SplitOrder::Stage, SplitOrder::Total}) {
        m_order->addItem(messageText(orderMessage(value)));
    }
    m_order->setCurrentIndex(current);
    m_order->setAccessibleName(tr("Rank order"));
    m_canvas->setAccessibleName(tr("Summary"));
    layOut();
}

void SummaryView::onClicked(const std::optional<ItemRef> &item) {
    auto state = services().selection->state();
    state.items.clear();
    state.ranks.clear();
    if (item) {
        state.items = {*item};
        if (const auto *rank = std::get_if<RankRef>(&*item)) {
            state.ranks = {*rank};
        } else if (const auto *step = std::get_if<StepRef>(&*item)) {
            state.step = step->step;
        }
    }
    services().selection->set(std::move(state), this);
}

void SummaryView::onSelectionChanged(QObject *origin) {
    const auto step = services().selection->state().step;
    if (step != m_step && m_workspace) {
        m_step = step;
        analyse();
    }
    if (origin != this && isVisible()) {
        reveal();
    }
    m_canvas->update();
}

/// Brings the first mark of the selection into sight.
void SummaryView::reveal() {
    const auto &items = services().selection->state().items;
    if (items.empty()) {
        return;
    }
    for (const auto &hit : m_canvas->scene().hits) {
        if (hit.item == items.front()) {
            m_scroll->ensureVisible(hit.x + hit.width / 2, hit.y + hit.height / 2, hit.width / 2, hit.height / 2 + 12);
            return;
        }
    }
}

void SummaryView::paintSelection(QPainter &painter, const Scene &scene) const {
    const auto &state = services().selection->state();
    const QRect area(0, 0, scene.width, scene.height);
    for (const auto &item : state.items) {
        if (paintItemOutlines(painter, scene, item, area)) {
            continue;
        }
        // A slice or operation has no box here; its rank has.
        if (const auto rank = rankOf(item)) {
            paintItemOutlines(painter, scene, RankRef{runOf(item), *rank}, area);
        }
    }
    for (const auto &rank : state.ranks) {
        paintItemOutlines(painter, scene, rank, area);
    }
}

void SummaryView::showTip(QPoint position) {
    const auto item = position.x() < 0 ? std::nullopt : m_layout.scene.itemAt(position.x(), position.y());
    const auto text = item ? tipOf(*item) : QString();
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 16)), text, m_canvas);
    }
}

QString SummaryView::tipOf(const ItemRef &item) const {
    if (!m_model) {
        return {};
    }
    if (const auto *rank = std::get_if<RankRef>(&item)) {
        return splitTip(rank->rank);
    }
    if (const auto *ref = std::get_if<StepRef>(&item)) {
        for (const auto &step : m_model->steps) {
            if (step.step == ref->step) {
                return tr("step %1\nmean %2, shortest %3, longest %4 of %n rank(s)", nullptr,
                          static_cast<int>(step.ranks))
                    .arg(utf8Text(stepText(step.step)))
                    .arg(QString::fromStdString(shownDuration(step.mean)),
                         QString::fromStdString(shownDuration(step.shortest)),
                         QString::fromStdString(shownDuration(step.longest)));
            }
        }
    }
    if (const auto *cell = std::get_if<CellRef>(&item)) {
        return messageText(Message("pipeline.kind." + cell->kind)) + QLatin1Char('\n') + tr("rank %1").arg(cell->rank);
    }
    return {};
}

QString SummaryView::splitTip(int rank) const {
    const auto &bars = m_model->split.bars;
    const auto bar = std::find_if(bars.begin(), bars.end(), [rank](const SplitBar &b) { return b.rank == rank; });
    auto text = tr("rank %1").arg(rank);
    if (bar == bars.end()) {
        return text;
    }
    text += bar->host.empty() ? QString() : QStringLiteral(", ") + QString::fromStdString(bar->host);
    const auto &parts = bar->parts;
    const std::pair<const char *, Nanos> lines[] = {{"split.preparing", parts.preparing},
                                                    {"split.computing", parts.computing - parts.overlapped},
                                                    {"split.overlapped", parts.overlapped},
                                                    {"split.not_overlapped", parts.notOverlapped},
                                                    {"split.free", parts.free},
                                                    {"split.tail", parts.tail},
                                                    {"split.total", parts.total}};
    for (const auto &[id, length] : lines) {
        text += QStringLiteral("\n%1: %2 (%3 %)")
                    .arg(messageText(Message(id)), QString::fromStdString(shownDuration(length)),
                         QString::fromStdString(percentText(static_cast<double>(length.count()),
                                                            static_cast<double>(parts.total.count()))));
    }
    if (bar->baseline) {
        const Nanos difference = parts.total - bar->baseline->total;
        text += QLatin1Char('\n') + tr("baseline: %1, difference %2")
                                        .arg(QString::fromStdString(shownDuration(bar->baseline->total)),
                                             QString::fromStdString(signedFigure(shownDuration(difference))));
    }
    return text;
}

}  // namespace stagescope
