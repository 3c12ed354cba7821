#pragma once

#include "core/advice/joint_headroom.h"
#include "core/advice/remedies/memory_exchange.h"
#include "views/common/async_result.h"

#include <QtWidgets/QWidget>

#include <memory>
#include <set>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace stagescope {

/// The findings of a run as remedies to be checked: what each saves alone, what on top of those above, and the step
/// that results of all that are checked. In the order in which they are best done; those without a check and those that
/// no replay can judge stand below. In a second list what memory could be won or given for what time. Studies the run
/// when it is first shown. GUI thread; answers are made on the pool.
class RemedyList : public QWidget {
    Q_OBJECT
public:
    explicit RemedyList(QWidget *parent = nullptr);

    /// Whose findings; all of them are checked.
    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    [[nodiscard]] bool isBusy() const { return m_analysis.isBusy(); }
    void retranslate();

    /// For tests.
    [[nodiscard]] QTreeWidget *list() const { return m_list; }
    [[nodiscard]] QLabel *total() const { return m_total; }
    [[nodiscard]] QTreeWidget *exchanges() const { return m_exchanges; }

Q_SIGNALS:
    void busyChanged();

protected:
    void showEvent(QShowEvent *event) override;

private:
    struct Model {
        std::shared_ptr<const HeadroomStudy> study;  ///< null = not made yet
        JointHeadroom joint;
        std::vector<MemoryExchange> exchanges{};
        std::set<std::size_t> unchecked;  ///< findings
    };
    void ask();
    void adopt(Model model);
    void showRows();
    void addRows();
    void showExchanges();
    void addExchanges();
    void addRow(std::size_t finding, const JointHeadroom::Row *row);
    [[nodiscard]] QString totalText() const;
    void onItemChanged(QTreeWidgetItem *item);

    std::shared_ptr<const Workspace> m_workspace;
    Model m_model;
    AsyncResult<Model> m_analysis;
    QTreeWidget *m_list = nullptr;
    QTreeWidget *m_exchanges = nullptr;
    QLabel *m_total = nullptr;
};

}  // namespace stagescope
