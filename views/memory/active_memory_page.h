#pragma once

#include "core/scene/memory/memory_timeline_scene.h"
#include "views/common/chart_page.h"

class QCheckBox;

namespace stagescope {

class PanZoomController;
class SnapshotSession;

/// Memory over the history as stacked blocks, or as segments from the driver. GUI thread.
class ActiveMemoryPage : public ScenePage<MemoryTimelineScene> {
    Q_OBJECT
public:
    ActiveMemoryPage(const ViewServices &services, SnapshotSession &session, SnapshotSeries series,
                     QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    void retranslate() override;
    [[nodiscard]] QString tipAt(QPoint position) const override;

protected:
    void ask() override { refresh(); }
    void onSelectionChanged(const QObject *) override {}  // the session says what of it concerns this page
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    [[nodiscard]] std::optional<Message> shownReason() const override;
    [[nodiscard]] QString canvasName() const override { return title(); }
    [[nodiscard]] MemoryTimelineScene layoutFor(QSize size) const override;
    void paintMarks(QPainter &painter, const MemoryTimelineScene &layout) const override;
    void paintShown(QPainter &painter) const override;

private:
    void addGestures();
    void reveal();
    [[nodiscard]] std::optional<AlignedRange> selectedRange() const;
    [[nodiscard]] AlignedRange lifeOf(const BlockLife &life) const;
    [[nodiscard]] std::uint32_t momentAt(int x) const;
    [[nodiscard]] const LiveBlocks &live() const;
    [[nodiscard]] QString partTip(const MemoryBlocksPicture::Part &part, std::uint32_t moment) const;

    SnapshotSession &m_session;
    SnapshotSeries m_series;
    QCheckBox *m_reserved;
    PanZoomController *m_gestures = nullptr;
};

}  // namespace stagescope
