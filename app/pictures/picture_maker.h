#pragma once

#include "core/base/result.h"
#include "core/session/marks.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "core/session/workspace.h"
#include "views/common/view.h"

#include <QtCore/QSize>
#include <QtCore/QString>
#include <QtGui/QImage>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

struct Advice;
struct Finding;

/// What PictureMaker::show takes: "summary", "timeline" ...; one by one and as a list with commas.
[[nodiscard]] std::vector<std::string> drawableViewIds();
[[nodiscard]] std::string drawableViewNames();
/// The section of a help that lists them by tab.
[[nodiscard]] std::string viewsHelp();

/// A run of which deep loading would read more is loaded deep in part: 256 MiB, less where the process may have little
/// memory (--memory).
[[nodiscard]] std::uint64_t wholeBytes();

/// Loads a run for pictures: all ranks shallow, then those that the views want at depth: the ranks that were asked for,
/// else those that the rules look at first, whose files together stay within a budget (at least one). `advice`: what
/// rules say, where it is known; null: what they say of what shallow loading gives. Shows progress on a terminal.
/// Blocks; any thread.
[[nodiscard]] Result<Run> loadForPictures(const std::string &path, RunId id, const std::vector<std::string> &views,
                                          const std::vector<int> &asked, const Advice *advice = nullptr);
/// The ranks of a baseline to ask for, so that it has what it is compared with: those of the run that are there at
/// depth when they were chosen for it.
[[nodiscard]] std::vector<int> ranksForBaseline(const Run &run, const std::vector<int> &asked);

/// Draws views without a window. Owns selection, time view, marks and the view that is drawn. GUI thread, QApplication.
class PictureMaker {
public:
    static constexpr int kMaxSide = 16384;

    explicit PictureMaker(std::shared_ptr<const Workspace> workspace);
    ~PictureMaker();

    [[nodiscard]] Selection &selection() { return m_selection; }
    [[nodiscard]] TimeView &timeView() { return m_timeView; }

    /// Makes the view and waits until it has worked everything out; "rank_time/waiting_for" turns it to what of it is
    /// named behind the slash (View::showPage). Errors: BadArgument for an unknown view.
    [[nodiscard]] Status show(const std::string &asked, QSize size);
    /// The same with what shows the evidence of a finding best, and that in sight: what a click on Show does. Its place
    /// is a view.
    [[nodiscard]] Status showEvidence(const Finding &finding, QSize size);
    /// Applies `set` (step, items ...) and waits again.
    void settle();
    /// Where nothing was asked for: a timeline and pages of communication show what the first finding is about. Other
    /// views see to that themselves.
    void lookAtFirstFinding();
    /// Brings the selected step into sight: of one rank, or of all.
    void lookAtStep(std::optional<int> rank = std::nullopt);
    /// What was shown last.
    [[nodiscard]] const View &view() const { return *m_view; }
    [[nodiscard]] QString title() const { return m_view->title(); }
    /// Why the view has nothing to show, empty when it has.
    [[nodiscard]] QString emptyReason() const;

    /// Of what is shown, without empty rows at its end; null when it is blank.
    [[nodiscard]] QImage image(QSize size);
    /// As writePicture.
    [[nodiscard]] Status write(const QString &path, QSize size, double scale);

private:
    std::shared_ptr<const Workspace> m_workspace;
    Selection m_selection;
    TimeView m_timeView;
    Marks m_marks;
    std::unique_ptr<View> m_view;
    QString m_tab;  ///< that the view is, or is a page of
};

}  // namespace stagescope
