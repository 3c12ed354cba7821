#pragma once

#include "views/view_list.h"

#include <QtWidgets/QTabWidget>

#include <memory>
#include <vector>

namespace stagescope {

/// One page: the view, or, while there is nothing to see, why that is so and which profiler setting would fill it.
class ViewPage;

/// The tabs of viewList(), in its order. A tab without data stays selectable, greyed, with the reason as tooltip and on
/// its page. Makes the views and owns them; GUI thread.
class ViewTabs : public QTabWidget {
    Q_OBJECT
public:
    explicit ViewTabs(const ViewServices &services, QWidget *parent = nullptr);

    /// Given to every view: the greying of the tabs comes from them.
    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    /// What is in front: a tab, or of one that is led by a page the page.
    [[nodiscard]] View *currentView() const;
    /// A tab, or the page of one, by its id; null for others.
    [[nodiscard]] View *view(const QString &id) const;
    [[nodiscard]] View *tab(const QString &id) const;
    [[nodiscard]] QString currentId() const;
    void setCurrentId(const QString &id);
    /// Gives the keys to the view in front.
    void focusCurrent();
    /// To a place as in Finding::place, or as it was called before (placeOfView).
    void turnTo(const QString &place);
    void retranslate();

Q_SIGNALS:
    void currentIdChanged(const QString &id);
    /// A place is a table of the whole system.
    void tableRequested(const QString &id);
    /// A place is the list of findings.
    void findingsRequested();
    /// A place is the settings that would answer a question of capability_list.
    void settingsRequested(const QString &question);
    /// As View::slicesRequested, from any tab.
    void slicesRequested(const stagescope::LaneRef &lane);
    /// As View::sourceRequested, from any tab.
    void sourceRequested(stagescope::RunId run, const std::vector<int> &ranks, bool back);
    /// As View::stepsRequested.
    void stepsRequested(const QString &pattern);

private:
    void showReasons();

    std::vector<ViewPage *> m_pages;
    std::shared_ptr<const Workspace> m_workspace;
};

}  // namespace stagescope
