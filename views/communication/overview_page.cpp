#include "views/communication/overview_page.h"

#include "core/scene/kit/message_scene.h"
#include "views/common/empty_reason.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"
#include "views/communication/scope_bar.h"

#include <QtGui/QPainter>
#include <QtWidgets/QVBoxLayout>

namespace stagescope {

OverviewPage::OverviewPage(const ViewServices &services, QWidget *parent)
    : View(services, parent), m_bar(new ScopeBar(services.selection, this)), m_canvas(new SceneCanvas(this)) {
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_canvas, 1);
    m_canvas->setBuilder([this](QSize size) { return sceneFor(size); });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &scene) { paintSelected(painter, scene); });
    connect(m_bar, &ScopeBar::changed, this, &OverviewPage::ask);
    connect(m_canvas, &SceneCanvas::clicked, this, [this](QPoint, const std::optional<ItemRef> &item) {
        auto state = this->services().selection->state();
        const auto *rank = item ? std::get_if<RankRef>(&*item) : nullptr;
        state.items.clear();
        state.ranks.clear();
        if (rank != nullptr) {
            state.ranks = {*rank};
            state.items = {*rank};
        }
        this->services().selection->set(std::move(state), this);
    });
    connect(this->services().selection, &Selection::changed, m_canvas, qOverload<>(&QWidget::update));
    retranslate();
}

QString OverviewPage::id() const { return QStringLiteral("comm_overview"); }
QString OverviewPage::title() const { return tr("Overlap"); }
bool OverviewPage::isBusy() const { return m_analysis.isBusy(); }

std::optional<Message> OverviewPage::emptyReason() const {
    if (!m_model->isEmpty()) {
        return std::nullopt;
    }
    return m_known ? emptyBecause(m_workspace, "communication.empty.overview") : Message("communication.empty.loading");
}

void OverviewPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    ask();
}

void OverviewPage::ask() {
    m_analysis.start(
        [workspace = m_workspace, scope = m_bar->scope()](const std::stop_token &stop) {
            const auto *run = workspace ? workspace->mainRun() : nullptr;
            return std::make_shared<const CommOverview>(run ? commOverview(*run, scope, stop) : CommOverview{});
        },
        [this](Model model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void OverviewPage::adopt(Model model) {
    m_known = true;
    m_model = std::move(model);
    m_bar->setScopes(m_model->scopes);
    m_canvas->invalidate();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

void OverviewPage::paintSelected(QPainter &painter, const Scene &scene) const {
    for (const auto &rank : services().selection->state().ranks) {
        paintItemOutlines(painter, scene, rank, {0, 0, scene.width, scene.height});
    }
}

Scene OverviewPage::sceneFor(QSize size) const {
    const auto style = sceneStyle(font());
    if (const auto reason = emptyReason()) {
        return buildMessageScene(size.width(), size.height(), title().toStdString(), messageText(*reason).toStdString(),
                                 style);
    }
    return buildCommOverviewScene(*m_model, size.width(), size.height(), m_bar->caption().toStdString(), style);
}

void OverviewPage::paintPicture(QPainter &painter, QSize size) {
    const auto scene = sceneFor(size);
    painter.setFont(font());
    paintScene(painter, scene, Theme::current());
    paintSelected(painter, scene);
}

void OverviewPage::retranslate() {
    m_bar->retranslate();
    m_canvas->setAccessibleName(tr("Computing and communication of each rank and step"));
    m_canvas->invalidate();
}

}  // namespace stagescope
