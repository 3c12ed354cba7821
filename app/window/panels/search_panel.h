#pragma once

#include "app/window/panels/rows_panel.h"
#include "core/session/selection.h"
#include "core/session/slice_search.h"
#include "core/session/time_view.h"
#include "views/common/async_result.h"

#include <QtCore/QTimer>

#include <memory>

class QToolButton;

namespace stagescope {

/// Tab of the drawer: slices whose name holds a text, over all loaded traces, found on the pool. Going to a hit selects
/// it and brings its time into sight. GUI thread.
class SearchPanel : public RowsPanel {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxHits = 10000;

    SearchPanel(Selection *selection, TimeView *timeView, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    /// Starts a new search when the text differs; the result comes later. So does a change of the modes above the
    /// table.
    void search(const QString &text);
    /// The hit after (before) the last one; round at the ends. Waits for a search that is under way.
    void goToNext(bool backwards);
    void retranslate();
    [[nodiscard]] bool isBusy() const { return m_search.isBusy() || m_delay.isActive(); }
    [[nodiscard]] const SearchResult &result() const { return m_result; }
    /// For tests.
    [[nodiscard]] QToolButton *caseButton() const { return m_case; }
    [[nodiscard]] QToolButton *wordButton() const { return m_word; }
    [[nodiscard]] QToolButton *patternButton() const { return m_pattern; }

Q_SIGNALS:
    void finished();
    /// A hit is to be seen: a place as in Finding::place.
    void placeRequested(const QString &place);

private:
    void restart();
    void start();
    [[nodiscard]] SearchQuery query() const;
    void take(SearchResult result);
    void goTo(int row);
    void showSummary();

    Selection *m_selection;
    TimeView *m_timeView;
    std::shared_ptr<const Workspace> m_workspace;
    QToolButton *m_case;
    QToolButton *m_word;
    QToolButton *m_pattern;
    QString m_text;
    QTimer m_delay;
    AsyncResult<SearchResult> m_search;
    SearchResult m_result;
    int m_current = -1;
    int m_pendingSteps = 0;  ///< Enter was pressed while searching
};

}  // namespace stagescope
