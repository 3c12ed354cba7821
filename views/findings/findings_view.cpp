#include "views/findings/findings_view.h"

#include "core/scene/kit/message_scene.h"
#include "views/common/rule_settings.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"
#include "views/common/workspace_advice.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {
constexpr int kDelayMs = 300;
}

FindingsView::FindingsView(const ViewServices &services, QWidget *parent) : View(services, parent) {
    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_canvas = new SceneCanvas;
    m_canvas->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidget(m_canvas);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
    setFocusPolicy(Qt::StrongFocus);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &FindingsView::analyse);
    m_canvas->setBuilder([this](QSize size) {
        m_layout = sceneFor(size, m_model);
        return m_layout.scene;
    });
    connect(m_canvas, &SceneCanvas::clicked, this,
            [this](QPoint position, const std::optional<ItemRef> &, Qt::KeyboardModifiers) { onClicked(position); });
    // What is told of the opened one stays in sight while the list is scrolled.
    connect(m_scroll->verticalScrollBar(), &QScrollBar::valueChanged, m_canvas, &SceneCanvas::invalidate);
    connect(&RuleSettings::current(), &RuleSettings::changed, this, &FindingsView::judgeAgain);
    connect(services.selection, &Selection::shown, this, [this] {
        m_claim = this->services().selection->claim();
        openShown();
    });
    retranslate();
}

QString FindingsView::id() const { return QStringLiteral("findings"); }
QString FindingsView::title() const { return tr("Findings"); }
bool FindingsView::isBusy() const { return m_delay.isActive() || m_analysis.isBusy(); }

std::optional<Message> FindingsView::emptyReason() const {
    const bool hasRun = m_workspace && m_workspace->mainRun() != nullptr;
    return hasRun ? std::nullopt : std::optional(Message("findings.empty"));
}

void FindingsView::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    if (!isOfSameRun(m_workspace, workspace)) {
        m_advice.reset();
        m_opened = 0;
        m_isShown = false;
        m_claim.reset();
        m_step = Step::None;
        m_analysis.cancel();
    }
    m_workspace = std::move(workspace);
    judgeAgain();
    Q_EMIT titleOrReasonChanged();
}

/// As soon as the page is in sight and all is read that the rules need; what was found before stands until then.
void FindingsView::judgeAgain() {
    m_delay.stop();
    m_unjudged = unjudged(m_workspace.get(), services().runs);
    if (emptyReason() || m_unjudged) {
        layOut();
    } else if (isVisible() || m_step != Step::None) {
        m_delay.start();
    } else {
        m_advice.reset();
    }
}

void FindingsView::analyse() {
    if (emptyReason() || m_unjudged) {
        return;
    }
    const auto work = [workspace = m_workspace, values = RuleSettings::current().values()](
                          const std::stop_token &stop) { return workspaceAdvice(workspace, values, stop); };
    m_analysis.start(work, [this](std::shared_ptr<const Advice> advice) { adopt(std::move(advice)); });
    Q_EMIT busyChanged();
}

void FindingsView::adopt(std::shared_ptr<const Advice> advice) {
    m_model = findingsModel(*advice);
    m_advice = std::move(advice);
    m_opened = std::min(m_opened, std::max<std::size_t>(m_model.findings.size(), 1) - 1);
    openShown();
    layOut();
    walk();
    Q_EMIT busyChanged();
}

/// What was shown from anywhere is open here, and told: not the one that was shown before.
void FindingsView::openShown() {
    if (!m_advice || !m_claim) {
        return;
    }
    const auto claim = *std::exchange(m_claim, std::nullopt);
    const auto &state = services().selection->state();
    const auto &all = m_advice->findings;
    // A view may have chosen more beside the evidence; titles alone are alike where the same was found twice.
    auto it = std::find_if(all.begin(), all.end(),
                           [&](const Finding &finding) { return finding.title == claim && finding.evidence == state; });
    if (it == all.end()) {
        it = std::find_if(all.begin(), all.end(), [&](const Finding &finding) { return finding.title == claim; });
    }
    if (it != all.end()) {
        m_isShown = true;
        open(static_cast<std::size_t>(it - all.begin()));
        Q_EMIT told(tr("Finding %1 of %2: %3").arg(m_opened + 1).arg(all.size()).arg(messageText(it->title)));
    }
}

Message FindingsView::unjudgedReason() const { return m_unjudged.value_or(Message("findings.working")); }

FindingsScene FindingsView::sceneFor(QSize size, const FindingsModel &model) const {
    const auto style = sceneStyle(font());
    if (const auto reason = m_advice ? emptyReason() : emptyReason().value_or(unjudgedReason())) {
        FindingsScene empty;
        empty.scene = buildMessageScene(size.width(), size.height(), title().toStdString(),
                                        messageText(*reason).toStdString(), style);
        return empty;
    }
    const int top = m_scroll->verticalScrollBar()->value();
    return buildFindingsScene(model, {size.width(), size.height(), m_opened, m_isUnfolded, top}, style);
}

void FindingsView::layOut() {
    const QSize room = m_scroll->maximumViewportSize();
    auto page = sceneFor(room, m_model);
    if (page.scene.height > room.height()) {
        page = sceneFor({room.width() - m_scroll->verticalScrollBar()->sizeHint().width(), room.height()}, m_model);
    }
    m_canvas->resize(page.scene.width, page.scene.height);
    m_canvas->invalidate();
}

void FindingsView::paintPicture(QPainter &painter, QSize size) {
    auto scene = sceneFor(size, withoutButtons(m_model)).scene;
    // What lies below the picture is left out box by box: a vector file keeps what a painter's clip would hide.
    const auto isBelow = [&](const auto &box) { return box.y + box.height > size.height(); };
    for (auto &rect : scene.rects) {
        rect.height = std::min(rect.height, size.height() - rect.y);
    }
    std::erase_if(scene.rects, [](const SceneRect &r) { return r.height <= 0; });
    std::erase_if(scene.texts, isBelow);
    scene.height = size.height();
    painter.setFont(font());
    paintScene(painter, scene, Theme::current());
}

void FindingsView::retranslate() {
    m_canvas->setAccessibleName(tr("Findings"));
    layOut();
}

void FindingsView::open(std::size_t finding) {
    if (m_model.findings.empty()) {
        return;
    }
    m_opened = finding % m_model.findings.size();
    layOut();
    const auto &rows = (static_cast<void>(m_canvas->scene()), m_layout.rows);
    if (m_opened < rows.size()) {
        const auto &row = rows[m_opened];
        m_scroll->ensureVisible(row.x, row.y + row.height / 2, 0, row.height / 2);
    }
}

void FindingsView::showEvidence() {
    if (!m_advice || m_opened >= m_advice->findings.size() || !m_model.findings[m_opened].canShow) {
        return;
    }
    const auto advice = m_advice;  // may be replaced on the way
    showFinding(advice->findings[m_opened], services().selection, this,
                [this](const QString &place) { Q_EMIT viewRequested(place); });
}

void FindingsView::goOn(bool back) {
    m_step = back ? Step::Back : Step::On;
    if (emptyReason()) {
        m_step = Step::None;
    } else if (m_unjudged) {
        m_step = Step::None;
        Q_EMIT told(messageText(*m_unjudged));
    } else if (m_advice) {
        walk();
    } else if (!m_analysis.isBusy()) {
        analyse();
    }
}

void FindingsView::walk() {
    const auto step = std::exchange(m_step, Step::None);
    const auto count = m_model.findings.size();
    for (std::size_t tried = 0; step != Step::None && tried < count; ++tried) {
        const bool isFirst = !std::exchange(m_isShown, true);
        open(m_opened + (isFirst ? 0 : step == Step::On ? 1 : count - 1));
        if (m_model.findings[m_opened].canShow) {
            showEvidence();
            return;
        }
    }
    if (step != Step::None) {
        Q_EMIT told(messageText(m_model.headline));
    }
}

void FindingsView::onClicked(QPoint position) {
    setFocus();
    if (m_layout.showButton.contains(position.x(), position.y())) {
        showEvidence();
        return;
    }
    if (m_layout.nextButton.contains(position.x(), position.y())) {
        goOn();
        return;
    }
    if (m_layout.checks.contains(position.x(), position.y())) {
        m_isUnfolded = !m_isUnfolded;
        layOut();
        return;
    }
    for (std::size_t i = 0; i < m_layout.rows.size(); ++i) {
        if (m_layout.rows[i].contains(position.x(), position.y())) {
            open(i);
            return;
        }
    }
}

void FindingsView::keyPressEvent(QKeyEvent *event) {
    const auto count = m_model.findings.size();
    switch (event->key()) {
        case Qt::Key_Down:
            open(m_opened + 1);
            break;
        case Qt::Key_Up:
            open(m_opened + std::max<std::size_t>(count, 1) - 1);
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            showEvidence();
            break;
        default:
            View::keyPressEvent(event);
    }
}

void FindingsView::resizeEvent(QResizeEvent *event) {
    View::resizeEvent(event);
    layOut();
}

void FindingsView::showEvent(QShowEvent *event) {
    View::showEvent(event);
    if (!m_advice && !m_analysis.isBusy() && !emptyReason() && !m_unjudged) {
        m_delay.start();
        Q_EMIT busyChanged();
    }
}

void FindingsView::changeEvent(QEvent *event) {
    View::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_canvas != nullptr) {
        layOut();
    }
}

}  // namespace stagescope
