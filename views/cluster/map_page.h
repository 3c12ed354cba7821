#pragma once

#include "views/common/view.h"

#include <memory>
#include <vector>

class QComboBox;
class QStackedWidget;

namespace stagescope {

class ControlBar;

/// The page "Map": all ranks of the job by one figure, by their places in the parallel dimensions, over time or as
/// bars. One box says which figure; one that a layout does not have turns to the layout that has it. GUI thread.
class MapPage : public View {
    Q_OBJECT
public:
    explicit MapPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("map"); }
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override { return inFront()->emptyReason(); }
    [[nodiscard]] QWidget *emptyArea() override { return inFront()->emptyArea(); }
    [[nodiscard]] bool isOffered(const Workspace &workspace) const override;
    [[nodiscard]] bool isBusy() const override { return inFront()->isBusy(); }
    [[nodiscard]] View *shown() override { return inFront(); }
    [[nodiscard]] QString ownFilter() const override { return inFront()->ownFilter(); }
    /// "rank_time/waiting_for", "comm_strategy", "stragglers/work".
    void showPage(const QString &id) override;
    [[nodiscard]] QStringList pageIds() const override;
    void paintPicture(QPainter &painter, QSize size) override { inFront()->paintPicture(painter, size); }
    void retranslate() override;

private:
    enum class Layout : std::uint8_t { Grid, Time, Bars };

    void addPart(View *part);
    void addControls();
    void showChosen();
    void give();
    void leaveEmptyGrid();
    [[nodiscard]] View *inFront() const;
    [[nodiscard]] Layout layoutChosen() const;
    [[nodiscard]] static std::vector<Layout> layoutsOf(std::size_t metric);
    [[nodiscard]] std::size_t metricChosen() const;

    std::shared_ptr<const Workspace> m_workspace;
    ControlBar *m_bar = nullptr;
    QComboBox *m_layout = nullptr;
    QComboBox *m_metric = nullptr;
    QStackedWidget *m_stack = nullptr;
    bool m_isChosen = false;  ///< the layout, by the user
};

/// What MapPage shows, each with the ids of its figures behind a slash.
[[nodiscard]] const std::vector<ViewEntry> &mapParts();

}  // namespace stagescope
