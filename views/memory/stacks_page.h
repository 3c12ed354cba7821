#pragma once

#include "core/scene/memory/memory_flame_scene.h"
#include "views/common/chart_page.h"

class QComboBox;
class QLabel;

namespace stagescope {

class SnapshotSession;

/// What the page "Call stacks" shows.
struct StacksPageModel {
    std::shared_ptr<const SnapshotHistory> history;  ///< that the rest is of; null: nothing was asked
    std::vector<StackSum> sums;
    StackTree tree;
    std::vector<StackRow> rows;
};

/// Who made the blocks that are in use at a moment, or were made in a range: as a flame graph and as a table, by stack
/// or by the first frame of the program. Sums are made on the pool. GUI thread.
class StacksPage : public ModelPage<StacksPageModel, FlameScene> {
    Q_OBJECT
public:
    StacksPage(const ViewServices &services, SnapshotSession &session, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;
    [[nodiscard]] QString tipAt(QPoint position) const override;

    /// For tests.
    using ChartPage::table;
    [[nodiscard]] QComboBox *choicePicker() const { return m_choice; }
    [[nodiscard]] const StackTree &tree() const { return model().tree; }

protected:
    void ask() override;
    void onModel() override;
    void onSelectionChanged(const QObject *) override {}  // the session says what of it concerns this page
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    void onDoubleClicked(QPoint position, const std::optional<ItemRef> &item) override;
    bool onKey(const QKeyEvent &key) override;
    [[nodiscard]] std::optional<Message> shownReason() const override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] FlameScene layoutFor(QSize size) const override;
    void paintMarks(QPainter &painter, const FlameScene &layout) const override;
    void showEvent(QShowEvent *event) override;

private:
    void addControls();
    [[nodiscard]] bool isAsked() const;
    void askIfChanged();
    void showRows();
    void chooseRow();
    void enter(std::uint32_t node);
    void showQuestion();
    [[nodiscard]] BlockQuestion question() const;

    SnapshotSession &m_session;
    QComboBox *m_choice = nullptr;
    QComboBox *m_grouping = nullptr;
    QLabel *m_about = nullptr;
    BlockQuestion m_asked;
    std::shared_ptr<const SnapshotHistory> m_askedOf;
    std::uint32_t m_root = 0;
};

}  // namespace stagescope
