#pragma once

#include "core/base/message.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "core/session/workspace.h"

#include <QtCore/QByteArray>
#include <QtCore/QSize>
#include <QtCore/QString>
#include <QtWidgets/QWidget>

#include <memory>
#include <optional>
#include <vector>

class QPainter;

namespace stagescope {

class Marks;
class OpenRuns;

/// What a view may use. All pointers outlive the view; `runs` is null in pictures made without a window, `marks` where
/// none are kept.
struct ViewServices {
    Selection *selection = nullptr;
    TimeView *timeView = nullptr;
    OpenRuns *runs = nullptr;
    Marks *marks = nullptr;
};

/// One tab. Shows the workspace it was given, asks for changes through Selection and TimeView only, knows no other view
/// and no loader. GUI thread; long analyses run on the pool and the view says so by isBusy().
class View : public QWidget {
    Q_OBJECT
public:
    explicit View(const ViewServices &services, QWidget *parent = nullptr) : QWidget(parent), m_services(services) {}

    /// Stable: "summary", "timeline" ...: `shot VIEW`, settings, tests.
    [[nodiscard]] virtual QString id() const = 0;
    [[nodiscard]] virtual QString title() const = 0;
    /// A new immutable workspace; called at most four times a second. Never null.
    virtual void setWorkspace(std::shared_ptr<const Workspace> workspace) = 0;
    /// Why there is nothing to see and which profiler setting would fill the view; nothing when there is something.
    [[nodiscard]] virtual std::optional<Message> emptyReason() const = 0;
    /// Why nothing is drawn now, though the view may not be empty.
    [[nodiscard]] virtual std::optional<Message> shownReason() const { return emptyReason(); }
    /// Where shownReason() is drawn.
    [[nodiscard]] virtual QWidget *emptyArea() { return this; }
    /// The view says itself why it is empty, with what can be done about it; else the tab shows the reason.
    [[nodiscard]] virtual bool hasOwnEmptyPage() const { return false; }
    /// Whether it is worth a page of its tab for what is open. Cheap: asked whenever files arrive.
    [[nodiscard]] virtual bool isOffered(const Workspace &) const { return true; }
    /// Work is under way whose result will change the picture.
    [[nodiscard]] virtual bool isBusy() const { return false; }
    /// What of steps, ranks and group it shows otherwise than the selection says, as its bar tells it; empty: nothing.
    [[nodiscard]] virtual QString ownFilter() const { return {}; }
    /// Turns to a page of the view by its id, and there to what is named behind a slash: what follows the tab in
    /// Finding::place. Views without pages stay as they are.
    virtual void showPage(const QString &) {}
    /// What showPage knows: "waiting_for", "memory-peaks/reserved".
    [[nodiscard]] virtual QStringList pageIds() const { return {}; }
    /// What of it is in front: itself, or of a tab of pages the page.
    [[nodiscard]] virtual View *shown() { return this; }
    /// Draws the view as it stands at another size, complete with axes and legend, cut to `size` in numbers: for PNG,
    /// SVG, report. Works without a shown window.
    virtual void paintPicture(QPainter &painter, QSize size) = 0;
    /// From now on its parts become no smaller than what can be read: who holds it scrolls.
    virtual void keepReadable() {}
    /// Texts again, after the language has changed.
    virtual void retranslate() = 0;
    /// How the view is arranged (what is unfolded, how wide), to be remembered from one start to the next.
    [[nodiscard]] virtual QByteArray arrangement() const { return {}; }
    /// What arrangement() once gave; anything else leaves the view as it is.
    virtual void setArrangement(const QByteArray &) {}

Q_SIGNALS:
    void busyChanged();
    void titleOrReasonChanged();
    /// What was just selected is best seen elsewhere: a place as in Finding::place.
    void viewRequested(const QString &id);
    /// All slices of a track are to be listed.
    void slicesRequested(const stagescope::LaneRef &lane);
    /// Digests among these ranks are to be read from what they were digested from, or (`back`) not any more.
    void sourceRequested(stagescope::RunId run, const std::vector<int> &ranks, bool back);
    /// Ranges that match are to be taken for the steps of the profile from now on (StepPattern); empty: none of them.
    void stepsRequested(const QString &pattern);

protected:
    [[nodiscard]] const ViewServices &services() const { return m_services; }

private:
    ViewServices m_services;
};

/// A tab or page that can be made, and drawn, by its id.
struct ViewEntry {
    const char *id;
    const char *title;  ///< source text, context "ViewList"
    View *(*make)(const ViewServices &services, QWidget *parent);
    /// The views that a page is made of, each of which can be drawn alone; null: it is one.
    const std::vector<ViewEntry> &(*parts)() = nullptr;
};

template <class Page>
[[nodiscard]] View *makeView(const ViewServices &services, QWidget *parent) {
    return new Page(services, parent);
}

}  // namespace stagescope
