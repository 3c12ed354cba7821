#pragma once

#include "core/scene/kit/scene.h"
#include "views/common/async_result.h"
#include "views/common/view.h"
#include "views/memory/operator_table.h"

class QLabel;
class QStackedWidget;
class QTableView;

namespace stagescope {

class ColumnFit;
class OperatorBar;
class SceneCanvas;

/// The memory that operators of a rank were given, out of the profiler's own record: searched, filtered by place, size,
/// release and time, sorted, with what was alive at the moment that is selected. A row selects its operator; what is
/// selected elsewhere marks the rows that it allocated. Filters and sums run on the pool. GUI thread.
class OperatorsPage : public View {
    Q_OBJECT
public:
    explicit OperatorsPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString ownFilter() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] QWidget *emptyArea() override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] QTableView *table() const { return m_table; }
    [[nodiscard]] OperatorTable *model() const { return m_model; }
    [[nodiscard]] OperatorBar *bar() const { return m_bar; }
    [[nodiscard]] QString sumShown() const;

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    void arrange();
    void connectControls();
    void showRanks();
    void onSelectionChanged();
    void ask();
    void askIfChanged();
    void adopt(OperatorTable::Answer answer);
    void chooseRow();
    void markSelected();
    void showMenu(QPoint position);
    [[nodiscard]] const Run *run() const;
    [[nodiscard]] OperatorQuestion question() const;
    [[nodiscard]] QString sumText() const;
    [[nodiscard]] QString tabSeparated() const;
    [[nodiscard]] Scene messageFor(QSize size) const;

    std::shared_ptr<const Workspace> m_workspace;
    OperatorTable *m_model;
    AlignedTime m_origin{};  ///< the first event of the workspace
    OperatorQuestion m_asked;
    std::shared_ptr<const Workspace> m_askedOf;
    std::optional<int> m_wantedRank;
    MemoryOpColumn m_order = MemoryOpColumn::Allocated;
    bool m_isSorted = false;
    bool m_isDescending = false;
    AsyncResult<OperatorTable::Answer> m_work;

    OperatorBar *m_bar;
    QLabel *m_sum;
    QStackedWidget *m_stack;
    QTableView *m_table;
    ColumnFit *m_columns;
    SceneCanvas *m_message;
};

}  // namespace stagescope
