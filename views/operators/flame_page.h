#pragma once

#include "core/analysis/flame/flame_question.h"
#include "core/scene/operators/operator_flame_scene.h"
#include "views/common/chart_page.h"
#include "views/common/pages/focus_rank.h"

class QComboBox;
class QLabel;

namespace stagescope {

/// The page "Flame graph": which call paths of the host the time of a rank belongs to, in the selected step and range.
/// A click gives a box the whole width and selects its longest call; a second one, and Enter, show that in the
/// timeline. Compared with the baseline (from the start where there is one), another rank or another step it shows the
/// difference. Trees are made on the pool; another width only places their boxes anew. GUI thread.
class FlamePage : public ModelPage<OperatorFlameModel, FlameScene> {
    Q_OBJECT
public:
    explicit FlamePage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString ownFilter() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    void retranslate() override;
    [[nodiscard]] QString tipAt(QPoint position) const override;
    [[nodiscard]] bool isBusy() const override { return ModelPage::isBusy() || m_focus.isBusy(); }

    /// For tests.
    [[nodiscard]] QComboBox *widthPicker() const { return m_width; }
    [[nodiscard]] QComboBox *framesPicker() const { return m_frames; }
    [[nodiscard]] QComboBox *againstPicker() const { return m_against; }
    [[nodiscard]] std::uint32_t root() const { return m_root; }

protected:
    void ask() override;
    void onControls() override;
    void onModel() override;
    void onSelectionChanged(const QObject *origin) override;
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    void onDoubleClicked(QPoint position, const std::optional<ItemRef> &item) override;
    bool onKey(const QKeyEvent &key) override;
    [[nodiscard]] std::optional<Message> shownReason() const override;
    [[nodiscard]] std::string_view lackedTable() const;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] FlameScene layoutFor(QSize size) const override;
    void paintMarks(QPainter &painter, const FlameScene &layout) const override;
    void showEvent(QShowEvent *event) override;

private:
    /// What a tree is made of: other ranks that arrive meanwhile change nothing.
    struct Side {
        std::string run;  ///< its path; empty without one
        int rank = -1;
        std::uint64_t version = 0;  ///< of the rank's capture
        Nanos offset{0};            ///< of its clock
        bool operator==(const Side &) const = default;
    };
    struct Question {
        Side here;
        std::optional<Side> there;  ///< what it is compared with
        FlameAgainst against;
        std::optional<std::int64_t> step;
        std::optional<AlignedRange> range;
        FlameFrames frames = FlameFrames::All;
        bool operator==(const Question &) const = default;
    };
    static Side sideOf(const Run &run, int rank);
    [[nodiscard]] Question question() const;
    void offerOthers();
    [[nodiscard]] FlameWidth chosenWidth() const;
    [[nodiscard]] QString caption() const;
    [[nodiscard]] const FlameNode &node(std::uint32_t i) const { return model().tree().nodes[i]; }
    [[nodiscard]] QString differenceTip(std::uint32_t node) const;
    void askIfChanged();
    void enter(std::uint32_t node);
    void showInTimeline();

    FocusRank m_focus{this};
    ControlBar *m_bar = nullptr;
    QComboBox *m_width = nullptr;
    QComboBox *m_frames = nullptr;
    QComboBox *m_against = nullptr;
    bool m_hadBaseline = false;
    QLabel *m_about = nullptr;
    std::optional<Question> m_asked;
    std::uint32_t m_root = 0;
    std::vector<std::string> m_path;  ///< names of the boxes from the outermost to the root, to find it in another tree
};

}  // namespace stagescope
