#pragma once

#include "core/analysis/overview/item_facts.h"
#include "core/analysis/tables/result_table.h"
#include "core/session/selection.h"
#include "core/session/workspace.h"
#include "views/common/async_result.h"

#include <QtWidgets/QWidget>

#include <memory>
#include <optional>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace stagescope {

class TableView;

/// Details of the primary selected item: one line that says what, where, how long and which share of its step, then all
/// facts, each selectable and copied by Ctrl+C as tab-separated text; underlined ones lead (double click, Enter) to the
/// item that they speak of. Of a selected range without an item: what ran in
/// it, by name. Facts and figures are read on the pool. GUI thread.
class DetailPanel : public QWidget {
    Q_OBJECT
public:
    explicit DetailPanel(Selection *selection, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    void retranslate();
    /// A sentence about the selected item between headline and facts, to be read and copied; empty: none.
    void setExplanation(const QString &text);
    [[nodiscard]] QString explanation() const;
    /// The first line, as shown.
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QTreeWidget *tree() const { return m_tree; }
    [[nodiscard]] bool isBusy() const { return m_search.isBusy() || m_statistics.isBusy(); }

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void refresh();
    void refreshRange(AlignedRange range);
    void show(const std::optional<ItemFacts> &facts);
    void addFacts();
    void copySelected() const;
    void jump(QTreeWidgetItem *row);
    [[nodiscard]] QString headlineOf(const ItemFacts &facts) const;

    Selection *m_selection;
    std::shared_ptr<const Workspace> m_workspace;
    std::optional<ItemFacts> m_facts;
    QLabel *m_headline;
    QLabel *m_explanation;
    QTreeWidget *m_tree;
    TableView *m_table;
    AsyncResult<std::optional<ItemFacts>> m_search;
    AsyncResult<ResultTable> m_statistics;
};

}  // namespace stagescope
