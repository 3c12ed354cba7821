#include "views/communication/late_page.h"

#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/table_view.h"
#include "views/communication/scope_bar.h"

#include <QtWidgets/QTableView>

namespace stagescope {

namespace {

LatePageModel latePageModel(const Workspace *workspace, const CommScope &scope, const std::stop_token &stop) {
    LatePageModel model;
    if (workspace == nullptr || workspace->mainRun() == nullptr) {
        return model;
    }
    model.late = commLateModel(*workspace->mainRun(), scope, stop);
    AnalysisInput input;
    input.workspace = workspace;
    input.step = stepNumber(scope.step);
    if (auto table = analysisById("comm_late")->run(input, stop)) {
        model.table = std::move(*table);
    }
    return model;
}

}  // namespace

LatePage::LatePage(const ViewServices &services, QWidget *parent, ScopeBar *shared)
    : ModelPage(services, "comm_late", Extent::Page, parent),
      m_bar(shared != nullptr ? shared : new ScopeBar(services.selection, this)),
      m_isBarOwn(shared == nullptr) {
    if (shared == nullptr) {
        setBar(m_bar);
    } else {
        connect(shared, &ControlBar::changed, this, [this] { onControls(); });
    }
    setTable(new TableView, 2, 1);
    connect(table()->table(), &QTableView::activated, this, &LatePage::showRow);
    retranslate();
}

QString LatePage::ownFilter() const { return m_bar->ownFilter(); }
QString LatePage::title() const { return tr("Late arrivals"); }
QString LatePage::canvasName() const { return tr("Time waited for each rank"); }

std::optional<Message> LatePage::emptyReason() const {
    if (!model().late.isEmpty()) {
        return std::nullopt;
    }
    return isKnown() ? emptyBecause(workspace(), "communication.empty.late", "comm_ops")
                     : Message("communication.empty.loading");
}

void LatePage::ask() {
    start([workspace = workspace(), scope = m_bar->scope()](const std::stop_token &stop) {
        return latePageModel(workspace.get(), scope, stop);
    });
}

void LatePage::onModel() {
    if (m_isBarOwn) {
        m_bar->setScopes(model().late.scopes);  // else another page's, which has all groups
    }
    table()->setTable(model().table);
    table()->setVisible(!emptyReason());
}

void LatePage::onDoubleClicked(QPoint, const std::optional<ItemRef> &item) {
    if (item && std::holds_alternative<CommOpRef>(*item)) {
        Q_EMIT viewRequested(QStringLiteral("timeline"));
    }
}

/// The operator of a row on the rank that came last, in the timeline.
void LatePage::showRow(const QModelIndex &index) {
    const auto row = tableRow(index);
    const auto &rows = table()->model()->table();
    const auto number = [&](const char *column) { return QString::fromStdString(rows.text(row, column)).toInt(); };
    select(CommOpRef{model().late.run, number("last_rank"), number("nth"), rows.text(row, "name")});
    Q_EMIT viewRequested(QStringLiteral("timeline"));
}

PlainLayout LatePage::layoutFor(QSize size) const {
    return {buildCommLateScene(model().late, size.width(), size.height(), m_bar->caption().toStdString(),
                               sceneStyle(font()))};
}

void LatePage::retranslate() {
    table()->table()->setAccessibleName(tr("All collectives and the rank that arrived last"));
    ModelPage::retranslate();
}

}  // namespace stagescope
