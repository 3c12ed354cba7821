#pragma once

#include "core/analysis/snapshot/snapshot_phases.h"
#include "core/analysis/snapshot/snapshot_quality.h"
#include "core/scene/kit/scene.h"
#include "views/common/async_result.h"
#include "views/common/view.h"

#include <memory>
#include <vector>

class QLabel;
class QSplitter;
class QStackedWidget;

namespace stagescope {

class SceneCanvas;
class SnapshotSession;
class TableView;

/// What the open snapshots lack and what was put right in them, in words; below, the phases of the one that is looked
/// at (initialisation, steps) and the settings of its allocator. A row above looks at its snapshot, one below selects
/// its events. Looked through on the pool. GUI thread.
class QualityPage : public View {
    Q_OBJECT
public:
    QualityPage(const ViewServices &services, SnapshotSession &session, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] QWidget *emptyArea() override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] TableView *facts() const { return m_facts; }
    [[nodiscard]] TableView *phases() const { return m_phases; }
    [[nodiscard]] TableView *settings() const { return m_settings; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    /// A fact of one of the session's choices.
    struct Row {
        std::size_t choice = 0;
        QualityFact fact;
    };
    struct Model {
        std::vector<Row> rows;
        std::vector<SnapshotPhase> phases;
    };

    void connectControls();
    void ask();
    void adopt(Model model);
    void showRows();
    void chooseFact();
    void choosePhase();
    [[nodiscard]] Scene messageFor(QSize size) const;

    SnapshotSession &m_session;
    QStackedWidget *m_stack;
    SceneCanvas *m_message;
    QSplitter *m_split;
    TableView *m_facts;
    QLabel *m_about;
    TableView *m_phases;
    QLabel *m_aboutSettings;
    TableView *m_settings;
    Model m_model;
    AsyncResult<Model> m_work;
};

}  // namespace stagescope
