#include "views/pipeline/bubbles_page.h"

#include "core/scene/message_scene.h"
#include "views/common/message_texts.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/theme.h"
#include "views/pipeline/pipeline_pages.h"

#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>

#include <algorithm>

namespace stagescope {

BubblesPage::BubblesPage(const ViewServices &services, QWidget *parent) : View(services, parent) {
    m_canvas = new SceneCanvas;
    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(m_canvas);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
    m_canvas->setBuilder([this](QSize size) { return sceneFor(size); });
    connect(m_canvas, &SceneCanvas::clicked, this, [this](QPoint, const std::optional<ItemRef> &item) {
        if (item) {
            this->services().selection->setItem(*item, this);
        }
    });
    connect(this->services().selection, &Selection::changed, this, &BubblesPage::onSelectionChanged);
    retranslate();
}

QString BubblesPage::id() const { return QStringLiteral("bubbles"); }
QString BubblesPage::title() const { return tr("Bubbles by cause"); }
bool BubblesPage::isBusy() const { return m_analysis.isBusy(); }

std::optional<Message> BubblesPage::emptyReason() const {
    if (m_model.step) {
        return std::nullopt;
    }
    return Message(m_known ? "pipeline.empty" : "pipeline.empty.loading");
}

void BubblesPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    analyse();
}

void BubblesPage::analyse() {
    if (!m_workspace || m_workspace->mainRun() == nullptr) {
        adopt({});
        return;
    }
    const auto &state = services().selection->state();
    m_group = state.group;
    m_step = state.step;
    m_analysis.start([workspace = m_workspace, group = m_group, step = m_step](
                         const std::stop_token &stop) { return bubbleModel(*workspace->mainRun(), group, step, stop); },
                     [this](BubbleModel model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void BubblesPage::adopt(BubbleModel model) {
    m_known = true;
    m_model = std::move(model);
    layOut();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

void BubblesPage::onSelectionChanged() {
    const auto &state = services().selection->state();
    if (m_workspace != nullptr && (state.group != m_group || state.step != m_step)) {
        analyse();
    }
    m_canvas->update();
}

Scene BubblesPage::sceneFor(QSize size) const {
    const auto style = sceneStyle(font());
    if (const auto reason = emptyReason()) {
        return buildMessageScene(size.width(), size.height(), title().toStdString(), messageText(*reason).toStdString(),
                                 style);
    }
    return buildBubbleScene(m_model, size.width(), style).scene;
}

/// As wide as the page and as high as its rows.
void BubblesPage::layOut() {
    const QSize room = m_scroll->maximumViewportSize();
    auto scene = sceneFor(room);
    if (scene.height > room.height()) {
        scene = sceneFor({room.width() - m_scroll->verticalScrollBar()->sizeHint().width(), room.height()});
    }
    m_canvas->resize(scene.width, scene.height);
    m_canvas->invalidate();
}

void BubblesPage::resizeEvent(QResizeEvent *event) {
    View::resizeEvent(event);
    layOut();
}

void BubblesPage::paintPicture(QPainter &painter, QSize size) {
    painter.setFont(font());
    paintScene(painter, sceneFor(size), Theme::current());
}

void BubblesPage::retranslate() {
    m_canvas->setAccessibleName(tr("Bubbles of each rank by cause"));
    layOut();
}

}  // namespace stagescope

stagescope::View *stagescope::makeBubblesPage(const ViewServices &services, QWidget *parent) {
    return new BubblesPage(services, parent);
}
