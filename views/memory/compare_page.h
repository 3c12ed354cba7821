#pragma once

#include "core/analysis/snapshot/snapshot_comparison.h"
#include "core/scene/kit/scene.h"
#include "views/common/async_result.h"
#include "views/common/view.h"

#include <array>

class QComboBox;
class QLabel;
class QStackedWidget;

namespace stagescope {

class SceneCanvas;
class SnapshotSession;
class TableView;

/// A snapshot and one of a baseline, of another run, rank or time: which places of the program hold more than there, by
/// bytes and by number of blocks, at the peak, at the end or when the first step begins. A row selects its stack.
/// Compared on the pool. GUI thread.
class ComparePage : public View {
    Q_OBJECT
public:
    enum class Moment : std::uint8_t { Peak, End, FirstStep };

    ComparePage(const ViewServices &services, SnapshotSession &session, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    /// One snapshot has nothing to be compared with.
    [[nodiscard]] bool isOffered(const Workspace &workspace) const override {
        const auto *run = workspace.mainRun();
        return run != nullptr && run->snapshots.size() > 1;
    }
    [[nodiscard]] std::optional<Message> shownReason() const override;
    [[nodiscard]] QWidget *emptyArea() override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] QComboBox *picker(std::size_t side) const { return m_sides[side]; }
    [[nodiscard]] QComboBox *momentPicker() const { return m_moment; }
    [[nodiscard]] const SnapshotComparison &comparison() const { return m_model.comparison; }
    [[nodiscard]] QString aboutShown() const;

protected:
    void showEvent(QShowEvent *event) override;

private:
    struct Model {
        SnapshotComparison comparison;
        std::array<std::uint32_t, 2> events{};
        bool hasFirstStep = true;  ///< false: it was asked for and is not told
    };

    void connectControls();
    void showChoices();
    /// Two snapshots are to be seen: they become the sides.
    void onShown();
    void ask();
    void adopt(Model model);
    void showRows();
    void chooseRow();
    [[nodiscard]] QString aboutText() const;
    [[nodiscard]] Scene messageFor(QSize size) const;

    SnapshotSession &m_session;
    std::array<QLabel *, 2> m_labels{};
    std::array<QComboBox *, 2> m_sides;
    QComboBox *m_moment;
    QComboBox *m_grouping;
    QLabel *m_about;
    QStackedWidget *m_stack;
    TableView *m_table;
    SceneCanvas *m_message;
    Model m_model;
    AsyncResult<Model> m_work;
};

}  // namespace stagescope
