#pragma once

#include "core/scene/timeline/arrow_bundles.h"
#include "core/scene/timeline/timeline_arrows.h"
#include "core/session/selection.h"
#include "views/common/async_result.h"

#include <QtCore/QObject>
#include <QtCore/QString>

#include <array>
#include <optional>
#include <vector>

class QKeyEvent;
class QMenu;
class QPainter;

namespace stagescope {

class TimelineModel;

/// The arrows of a timeline: those of the first selected slice, one of them to be followed by a key in each direction,
/// and all of a category. Kept to the lock. Model and Selection outlive it; GUI thread, categories are read on the
/// pool.
class TimelineFlows : public QObject {
    Q_OBJECT
public:
    TimelineFlows(Selection *selection, TimelineModel *model, QObject *parent);

    /// Follows an arrow of the slice, or takes another one to follow; false for keys that do neither.
    bool key(const QKeyEvent &event);
    /// The slices that those arrows lead to (Out) or come from, below `parent`; null where there are none.
    [[nodiscard]] QMenu *makeJumps(QMenu *parent, ArrowDirection direction);
    /// The categories there are now, in place of what the menu holds.
    void fillCategories(QMenu *menu);

    void paintCategory(QPainter &painter, const TimelineSceneOptions &options) const;
    void paintOfSlice(QPainter &painter, const TimelineSceneOptions &options) const;

Q_SIGNALS:
    /// There is something else to paint.
    void changed();
    void followed(const stagescope::SliceRef &slice);
    void noticed(const QString &text);

private:
    void followSelection();
    void updateOfSlice();
    void showCategory(const QString &category);
    void loadCategory();
    [[nodiscard]] bool isWithinLock(const SliceRef &slice) const;

    Selection *m_selection;
    TimelineModel *m_model;
    std::optional<SliceRef> m_slice;
    std::array<std::vector<SliceArrow>, 2> m_arrows;  ///< of the slice, by ArrowDirection
    std::array<std::size_t, 2> m_chosen{};            ///< the one that a key follows
    QString m_category;                               ///< null = none
    ArrowBundles m_bundles;
    AsyncResult<ArrowBundles> m_bundling;
};

}  // namespace stagescope
