#pragma once

#include "core/analysis/blame/blame_study.h"
#include "core/session/selection.h"
#include "core/session/workspace.h"
#include "views/common/async_result.h"

#include <QtCore/QObject>

#include <memory>
#include <optional>

namespace stagescope {

/// Along the chain of blame of the selected item, wherever one is: each step selects the next hop, asks for the tab
/// that shows it and says what it is. A chain begins anew with an item that is not of it. GUI thread; chains are worked
/// out on the pool.
class BlameNavigator : public QObject {
    Q_OBJECT
public:
    BlameNavigator(Selection *selection, QObject *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    /// To the next hop, behind the last one to the sentence again.
    void goOn();
    /// To the hop before, at the first one to the item that the chain began with.
    void goBack();
    [[nodiscard]] bool isBusy() const { return m_search.isBusy(); }

Q_SIGNALS:
    void viewRequested(const QString &id);
    /// What the hop is, or why there is none.
    void told(const QString &text);
    /// The chain as a sentence, as long as one of its hops is selected; then empty.
    void explained(const QString &text);

private:
    struct Found {
        std::shared_ptr<const BlameStudy> study;
        std::optional<BlameChain> chain;
    };
    void start(const ItemRef &item);
    void take(const Found &found);
    void show(const ItemRef &item);
    void leave();

    Selection *m_selection;
    std::shared_ptr<const Workspace> m_workspace;
    std::shared_ptr<const BlameStudy> m_study;  ///< of the workspace; null until it is needed
    AsyncResult<Found> m_search;
    std::optional<BlameChain> m_chain;
    std::optional<ItemRef> m_start;
    std::optional<ItemRef> m_shown;
    std::size_t m_next = 0;  ///< hop that comes next
};

}  // namespace stagescope
