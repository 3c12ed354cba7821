#include "views/communication/late_page.h"

#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis.h"
#include "core/scene/kit/message_scene.h"
#include "views/common/empty_reason.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"
#include "views/communication/scope_bar.h"

#include <QtCore/QAbstractProxyModel>
#include <QtGui/QPainter>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QTableView>
#include <QtWidgets/QVBoxLayout>

namespace stagescope {

LatePage::LatePage(const ViewServices &services, QWidget *parent)
    : View(services, parent),
      m_bar(new ScopeBar(services.selection, this)),
      m_canvas(new SceneCanvas),
      m_table(new TableView) {
    auto *split = new QSplitter(Qt::Vertical, this);
    split->addWidget(m_canvas);
    split->addWidget(m_table);
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(split, 1);
    m_canvas->setBuilder([this](QSize size) { return sceneFor(size); });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &scene) { paintSelection(painter, scene); });
    connect(m_bar, &ScopeBar::changed, this, &LatePage::ask);
    connect(m_canvas, &SceneCanvas::clicked, this,
            [this](QPoint, const std::optional<ItemRef> &item) { onClicked(item); });
    connect(m_canvas, &SceneCanvas::doubleClicked, this, [this](QPoint, const std::optional<ItemRef> &item) {
        if (item && std::holds_alternative<CommOpRef>(*item)) {
            Q_EMIT viewRequested(QStringLiteral("timeline"));
        }
    });
    connect(m_table->table(), &QTableView::activated, this, &LatePage::showRow);
    connect(this->services().selection, &Selection::changed, m_canvas, qOverload<>(&QWidget::update));
    retranslate();
}

QString LatePage::id() const { return QStringLiteral("comm_late"); }
QString LatePage::title() const { return tr("Late arrivals"); }
bool LatePage::isBusy() const { return m_analysis.isBusy(); }

std::optional<Message> LatePage::emptyReason() const {
    if (!m_model->late.isEmpty()) {
        return std::nullopt;
    }
    return m_known ? emptyBecause(m_workspace, "communication.empty.late") : Message("communication.empty.loading");
}

void LatePage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    ask();
}

LatePage::Shared LatePage::modelOf(const Workspace *workspace, const CommScope &scope, const std::stop_token &stop) {
    auto model = std::make_shared<Model>();
    if (workspace == nullptr || workspace->mainRun() == nullptr) {
        return model;
    }
    model->late = commLateModel(*workspace->mainRun(), scope, stop);
    AnalysisInput input;
    input.workspace = workspace;
    input.step = stepNumber(scope.step);
    if (auto table = analysisById("comm_late")->run(input, stop)) {
        model->table = std::move(*table);
    }
    return model;
}

void LatePage::ask() {
    m_analysis.start([workspace = m_workspace, scope = m_bar->scope()](
                         const std::stop_token &stop) { return modelOf(workspace.get(), scope, stop); },
                     [this](Shared model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void LatePage::adopt(Shared model) {
    m_known = true;
    m_model = std::move(model);
    m_bar->setScopes(m_model->late.scopes);
    m_table->setTable(m_model->table);
    m_table->setVisible(!emptyReason());
    m_canvas->invalidate();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

void LatePage::onClicked(const std::optional<ItemRef> &item) {
    auto state = services().selection->state();
    state.items.clear();
    state.ranks.clear();
    if (item) {
        state.items = {*item};
        state.ranks = {{runOf(*item), rankOf(*item).value_or(-1)}};
    }
    services().selection->set(std::move(state), this);
}

/// The operator of a row on the rank that came last, in the timeline.
void LatePage::showRow(const QModelIndex &index) {
    const auto *sorted = static_cast<const QAbstractProxyModel *>(m_table->table()->model());
    const auto row = static_cast<std::size_t>(sorted->mapToSource(index).row());
    const auto &table = m_table->model()->table();
    const auto number = [&](const char *column) { return QString::fromStdString(table.text(row, column)).toInt(); };
    onClicked(CommOpRef{m_model->late.run, number("last_rank"), number("nth"), table.text(row, "name")});
    Q_EMIT viewRequested(QStringLiteral("timeline"));
}

void LatePage::paintSelection(QPainter &painter, const Scene &scene) const {
    const QRect area(0, 0, scene.width, scene.height);
    for (const auto &item : services().selection->state().items) {
        paintItemOutlines(painter, scene, item, area);
    }
}

Scene LatePage::sceneFor(QSize size) const {
    const auto style = sceneStyle(font());
    if (const auto reason = emptyReason()) {
        return buildMessageScene(size.width(), size.height(), title().toStdString(), messageText(*reason).toStdString(),
                                 style);
    }
    return buildCommLateScene(m_model->late, size.width(), size.height(), m_bar->caption().toStdString(), style);
}

void LatePage::paintPicture(QPainter &painter, QSize size) {
    const auto scene = sceneFor(size);
    painter.setFont(font());
    paintScene(painter, scene, Theme::current());
    paintSelection(painter, scene);
}

void LatePage::retranslate() {
    m_bar->retranslate();
    m_table->retranslate();
    m_table->table()->setAccessibleName(tr("All collectives and who came last"));
    m_canvas->setAccessibleName(tr("What was waited for each rank"));
    m_canvas->invalidate();
}

}  // namespace stagescope
