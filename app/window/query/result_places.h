#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/scene/timeline/own_track.h"
#include "core/session/workspace.h"
#include "views/common/async_result.h"

#include <QtWidgets/QPushButton>

#include <memory>
#include <utility>

class QAction;

namespace stagescope {

class Marks;

/// The button that puts the result of a query elsewhere: where its rows are in time, as a track on the timeline or as
/// marks, or into the report. Works on the pool. GUI thread.
class ResultPlaces : public QPushButton {
    Q_OBJECT
public:
    static constexpr std::size_t kMostMarks = 1000;  ///< more are no help, and the file of marks is read at each start

    /// `marks` outlives it; null: none are kept.
    explicit ResultPlaces(Marks *marks, QWidget *parent = nullptr);

    /// What is shown; `name` is that of the query, or empty. Null: there is none.
    void setResult(std::shared_ptr<const ResultTable> result, std::shared_ptr<const Workspace> workspace,
                   const QString &name);
    /// The same profile with the ranks and clocks of now; what is being placed goes on.
    void setWorkspace(std::shared_ptr<const Workspace> workspace) { m_workspace = std::move(workspace); }
    void retranslate();
    [[nodiscard]] QAction *trackAction() const { return m_asTrack; }
    [[nodiscard]] QAction *marksAction() const { return m_asMarks; }
    [[nodiscard]] QAction *reportAction() const { return m_inReport; }

Q_SIGNALS:
    void trackMade(const stagescope::OwnTrack &track);
    /// What became of it, as sentences.
    void told(const QString &text);

private:
    struct Placed {
        ResultSpans spans;
        OwnTrack track;  ///< empty where marks were asked for
    };
    void place(bool asTrack);
    void tellTrack(const Placed &placed);
    void addMarks(const ResultSpans &spans);
    [[nodiscard]] static QString lacksOf(const ResultSpans &spans);

    Marks *m_marks;
    QAction *m_asTrack;
    QAction *m_asMarks;
    QAction *m_inReport;
    std::shared_ptr<const ResultTable> m_result;
    std::shared_ptr<const Workspace> m_workspace;
    QString m_name;
    int m_number = 0;  ///< of what was placed without a name
    AsyncResult<std::shared_ptr<const Placed>> m_work;
};

}  // namespace stagescope
