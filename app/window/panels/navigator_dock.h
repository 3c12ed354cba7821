#pragma once

#include "app/window/panels/navigator_model.h"
#include "core/base/selection_state.h"

#include <QtWidgets/QDockWidget>

#include <set>
#include <utility>

class QMenu;
class QTreeView;

namespace stagescope {

/// The left dock: tree of what is open. Asks by signals, loads nothing itself. GUI thread.
class NavigatorDock : public QDockWidget {
    Q_OBJECT
public:
    explicit NavigatorDock(QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    void retranslate();
    /// Marks the ranks of a selection and scrolls to the first.
    void follow(const SelectionState &selection);
    [[nodiscard]] NavigatorModel *model() { return &m_model; }
    [[nodiscard]] QTreeView *tree() const { return m_tree; }

Q_SIGNALS:
    void loadRequested(stagescope::RunId run, std::vector<int> ranks);
    void roleRequested(stagescope::RunId run, stagescope::RunRole role);
    /// Files or folders are of other ranks than they seem; below 0: what was set by hand is forgotten.
    void ranksByHandRequested(stagescope::RunId run, const std::vector<stagescope::RankByHand> &ranks);
    void captureRequested(stagescope::RunId run, const std::string &name);
    void chooseRequested(stagescope::RunId run, stagescope::SourceId source);
    /// Digests among these ranks are to be read from their sources, or (`back`) not any more.
    void sourceRequested(stagescope::RunId run, std::vector<int> ranks, bool back);
    /// The one that was clicked first, then others that are selected with it.
    void ranksActivated(const std::vector<stagescope::RankRef> &ranks);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showMenu(QPoint position);
    void addRankByHand(QMenu *menu, const NavigatorModel::Place &place);
    void addSources(QMenu *menu, RunId run, const std::vector<int> &ranks);
    void activate(const QModelIndex &index);
    [[nodiscard]] std::vector<int> selectedRanks(RunId run) const;
    void expandNew();

    std::shared_ptr<const Workspace> m_workspace;
    NavigatorModel m_model;
    QTreeView *m_tree;
    std::set<std::pair<std::uint32_t, QString>> m_opened;  ///< runs and their hosts that were unfolded once
};

}  // namespace stagescope
