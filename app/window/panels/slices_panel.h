#pragma once

#include "app/window/panels/slice_list_view.h"
#include "core/session/workspace.h"

#include <memory>
#include <optional>

class QComboBox;

namespace stagescope {

/// Tab of the drawer: every slice of one track, chosen from a list or by key E on the timeline. GUI thread.
class SlicesPanel : public QWidget {
    Q_OBJECT
public:
    SlicesPanel(Selection *selection, TimeView *timeView, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    void showTrack(const LaneRef &lane);
    void retranslate();
    [[nodiscard]] SliceListView *slices() const { return m_slices; }
    [[nodiscard]] QComboBox *tracks() const { return m_tracks; }

private:
    void fillTracks();
    void list();

    std::shared_ptr<const Workspace> m_workspace;
    std::vector<LaneRef> m_lanes;  ///< as in the box, from its second entry on
    std::optional<LaneRef> m_lane;
    QComboBox *m_tracks;
    SliceListView *m_slices;
};

}  // namespace stagescope
