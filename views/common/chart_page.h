#pragma once

#include "core/scene/kit/scene.h"
#include "views/common/async_result.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/theme.h"
#include "views/common/view.h"

#include <QtGui/QPainter>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QKeyEvent;
class QModelIndex;
class QScrollArea;
class QScrollBar;
class QSplitter;

namespace stagescope {

class ControlBar;
class SceneCanvas;
class TableView;

/// A view that is one picture, perhaps with controls above and a table below: the skeleton that such pages share. Owns
/// its widgets. GUI thread.
///
/// A page derives from ModelPage (a model worked out on the pool) or ScenePage (the model is someone else's) and says
/// what is asked, how the model becomes a scene, and what a click, a tip and the selection mean there.
class ChartPage : public View {
    Q_OBJECT
public:
    enum class Extent : std::uint8_t {
        Page,    ///< the scene is as large as the room for it
        Rows,    ///< it is as high as its rows and scrolled
        Window,  ///< some of many rows are drawn; a scroll bar says which
    };

    [[nodiscard]] QString id() const final { return m_id; }
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    void retranslate() override;
    [[nodiscard]] QWidget *emptyArea() override;
    /// A picture of rows that is not too high becomes as high as they are.
    void keepReadable() override;

    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    /// What the pointer is told at a position of the canvas; empty = nothing.
    [[nodiscard]] virtual QString tipAt(QPoint) const { return {}; }

protected:
    ChartPage(const ViewServices &services, const char *id, Extent extent, QWidget *parent);

    /// Above the picture, with texts that follow the language.
    void setBar(ControlBar *bar);
    /// Below the picture, with a handle between; shares of the height.
    void setTable(TableView *table, int pictureShare, int tableShare);
    /// The same of what is no TableView; its texts are the page's care.
    void setBelow(QWidget *below, int pictureShare, int belowShare);
    [[nodiscard]] TableView *table() const { return m_table; }
    /// The ranks that the table is about; empty = all of the run.
    [[nodiscard]] virtual std::vector<int> tableRanks() const { return {}; }
    /// With Extent::Window: how many rows there are, and how many fit; firstRow() is where they begin.
    void setRows(std::size_t rows, std::size_t fitting);
    [[nodiscard]] std::size_t firstRow() const;
    [[nodiscard]] QScrollBar *rowBar() const { return m_rowBar; }
    /// The row of the table's data that is meant by a row in sight.
    [[nodiscard]] std::size_t tableRow(const QModelIndex &index) const;

    /// What setWorkspace() does before it asks, for pages that ask otherwise.
    void keepWorkspace(std::shared_ptr<const Workspace> workspace) { m_workspace = std::move(workspace); }
    [[nodiscard]] const std::shared_ptr<const Workspace> &workspace() const { return m_workspace; }
    /// The main run; null without one.
    [[nodiscard]] const Run *run() const { return m_workspace ? m_workspace->mainRun() : nullptr; }

    /// The picture is to be made anew; with Extent::Rows laid out, too.
    void refresh();
    /// Scrolls as far as it takes to see this place of the canvas; only Extent::Rows scrolls.
    void bringToSight(const QRect &place);
    /// Makes the item the selection, with its rank, or nothing.
    void select(const std::optional<ItemRef> &item);

    /// What the canvas is called for those who do not see it.
    [[nodiscard]] virtual QString canvasName() const = 0;
    /// The workspace has changed, or what was asked of it.
    virtual void ask() = 0;
    /// The user has changed something in the bar.
    virtual void onControls() { ask(); }
    virtual void onSelectionChanged(const QObject *origin);
    virtual void onClicked(QPoint position, const std::optional<ItemRef> &item);
    virtual void onDoubleClicked(QPoint, const std::optional<ItemRef> &) {}
    /// The canvas has another size.
    virtual void onResized() {}
    /// A key on the canvas; false = not ours.
    virtual bool onKey(const QKeyEvent &) { return false; }
    /// The title with a message below it, as a scene.
    [[nodiscard]] Scene messageScene(QSize size, const Message &message) const;
    /// Outlines of the selected items and ranks wherever the scene has them.
    void paintSelected(QPainter &painter, const Scene &scene) const;
    /// Builds what is in sight, of this size, and keeps it.
    virtual const Scene &buildShown(QSize size) = 0;
    virtual void paintShown(QPainter &painter) const = 0;

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void connectCanvas();
    void layOut();
    void keepRows();

    QString m_id;
    std::shared_ptr<const Workspace> m_workspace;
    ControlBar *m_bar = nullptr;
    SceneCanvas *m_canvas = nullptr;
    QScrollArea *m_scroll = nullptr;  ///< of Extent::Rows
    QScrollBar *m_rowBar = nullptr;   ///< of Extent::Window
    QSplitter *m_split = nullptr;
    bool m_isReadable = false;  ///< parts have least heights
    TableView *m_table = nullptr;
};

/// What a scene builder gives when nothing but the scene is to be known of it.
struct PlainLayout {
    Scene scene;
};

/// A page whose scene builder gives a `Layout`: a Scene in its member `scene`, and what stands where.
template <class Layout = PlainLayout>
class ScenePage : public ChartPage {
public:
    using ChartPage::ChartPage;

    void paintPicture(QPainter &painter, QSize size) override {
        auto layout = layOutOrSayWhy(size);
        cutBelow(layout.scene, size.height());
        painter.setFont(font());
        paintScene(painter, layout.scene, Theme::current());
        paintMarks(painter, layout);
    }
    /// As last built for the canvas.
    [[nodiscard]] const Layout &layoutShown() const { return m_layout; }

protected:
    /// Called only when there is something to show.
    [[nodiscard]] virtual Layout layoutFor(QSize size) const = 0;
    /// Above the scene: what is selected.
    virtual void paintMarks(QPainter &painter, const Layout &layout) const { paintSelected(painter, layout.scene); }

    [[nodiscard]] Layout layOutOrSayWhy(QSize size) const {
        if (const auto reason = shownReason()) {
            Layout empty;
            empty.scene = messageScene(size, *reason);
            return empty;
        }
        return layoutFor(size);
    }
    const Scene &buildShown(QSize size) override { return m_layout = layOutOrSayWhy(size), m_layout.scene; }
    void paintShown(QPainter &painter) const override { paintMarks(painter, m_layout); }

private:
    Layout m_layout;
};

/// A page whose model is worked out on the pool, anew for each question.
template <class Model, class Layout = PlainLayout>
class ModelPage : public ScenePage<Layout> {
public:
    using ScenePage<Layout>::ScenePage;

    [[nodiscard]] bool isBusy() const override { return m_work.isBusy(); }
    /// The last one that came; never stale for long.
    [[nodiscard]] const Model &model() const { return *m_model; }

protected:
    /// Starts `work(stop) -> Model` on the pool; what was asked before is dropped.
    template <class Work>
    void start(Work work) {
        m_work.start(
            [work = std::move(work)](const std::stop_token &stop) { return std::make_shared<const Model>(work(stop)); },
            [this](std::shared_ptr<const Model> model) { adopt(std::move(model)); });
        Q_EMIT this->busyChanged();
    }
    /// Shows a model that is at hand; work under way is dropped.
    void setModel(Model model) {
        m_work.cancel();
        adopt(std::make_shared<const Model>(std::move(model)));
    }
    /// A model has come back since the page was made.
    [[nodiscard]] bool isKnown() const { return m_isKnown; }
    /// The next answer is waited for as the first one was.
    void forget() { m_isKnown = false; }
    [[nodiscard]] std::shared_ptr<const Model> sharedModel() const { return m_model; }
    /// A new model is there: what else than the picture follows it.
    virtual void onModel() {}

private:
    void adopt(std::shared_ptr<const Model> model) {
        m_isKnown = true;
        m_model = std::move(model);
        onModel();
        this->refresh();
        Q_EMIT this->titleOrReasonChanged();
        Q_EMIT this->busyChanged();
    }

    std::shared_ptr<const Model> m_model = std::make_shared<const Model>();
    bool m_isKnown = false;
    AsyncResult<std::shared_ptr<const Model>> m_work;
};

}  // namespace stagescope
