#include "views/timeline/timeline_marks.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

constexpr int kStripHeight = 14;  ///< of names on the ruler

/// Texts of this file, translated as those of a class.
struct TimelineMarks {
    Q_DECLARE_TR_FUNCTIONS(stagescope::TimelineMarks)
public:
    [[nodiscard]] static std::string flag(std::uint64_t number) { return tr("Flag %1").arg(number).toStdString(); }
    [[nodiscard]] static std::string range(std::uint64_t number) { return tr("Range %1").arg(number).toStdString(); }
};

}  // namespace

MarkArea timelineMarkArea(const TimelineLayout &layout, const TimelineSceneOptions &options) {
    MarkArea area;
    area.axis = options.axis();
    area.stripTop = TimelineSceneOptions::kRulerHeight - kStripHeight;
    area.stripHeight = kStripHeight;
    area.top = TimelineSceneOptions::kRulerHeight;
    area.bottom = std::min(options.height, area.top + layout.height());
    return area;
}

void runOnMarks(Marks *marks, TimelineCommand command, AlignedTime time, const std::optional<AlignedRange> &range) {
    if (marks == nullptr || !marks->isOpen()) {
        return;
    }
    using enum TimelineCommand;
    if (command == SetFlag) {
        marks->add({time, time}, TimelineMarks::flag(marks->nextNumber()));
    } else if (command == MarkRange) {
        if (range && !range->isEmpty()) {
            marks->add(*range, TimelineMarks::range(marks->nextNumber()));
        }
    } else if (command == UndoMark) {
        marks->undo();
    } else if (command == RedoMark) {
        marks->redo();
    } else if (const auto *inHand = marks->inHand()) {
        marks->remove(inHand->id);
    }
}

bool takeMark(Marks *marks, const MarkArea &area, const TextMetrics &metrics, QPoint position, Selection *selection,
              QObject *origin) {
    const auto id = markUnder(marks, area, metrics, position.x(), position.y());
    if (!id) {
        return false;
    }
    marks->take(id);
    const auto *mark = marks->find(*id);
    if (!mark->isFlag()) {
        auto state = selection->state();
        state.items.clear();
        state.setRange(mark->range);
        selection->set(std::move(state), origin);
    }
    return true;
}

}  // namespace stagescope
