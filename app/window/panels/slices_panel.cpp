#include "app/window/panels/slices_panel.h"

#include "core/analysis/trace/slice_facts.h"
#include "core/analysis/trace/slice_runs.h"
#include "core/store/trace/trace_store.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::int64_t kFar = std::int64_t{1} << 61;  ///< beyond all times of a store
constexpr int kBoxWidth = 260;

bool isSameTrack(const LaneRef &a, const LaneRef &b) {
    return a.run == b.run && a.source == b.source && a.track == b.track;
}

}  // namespace

SlicesPanel::SlicesPanel(Selection *selection, TimeView *timeView, QWidget *parent)
    : QWidget(parent),
      m_workspace(std::make_shared<Workspace>()),
      m_tracks(new QComboBox(this)),
      m_slices(new SliceListView(selection, timeView, this)) {
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->addWidget(m_slices, 1);
    m_slices->addControl(m_tracks);
    m_tracks->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_tracks->setMinimumWidth(kBoxWidth);
    connect(m_tracks, &QComboBox::activated, this, [this](int index) {
        if (index > 0) {
            showTrack(m_lanes[static_cast<std::size_t>(index) - 1]);
        }
    });
    retranslate();
}

void SlicesPanel::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    fillTracks();
    const bool isThere = m_lane && m_workspace->trace(m_lane->run, m_lane->source) != nullptr;
    if (!isThere) {
        m_lane.reset();
    }
    list();
}

void SlicesPanel::fillTracks() {
    m_lanes.clear();
    const QSignalBlocker blocker(m_tracks);
    m_tracks->clear();
    m_tracks->addItem(tr("Choose a track"));
    for (const auto &lane : loadedLanes(*m_workspace, {}, workLanes(*m_workspace, {}))) {
        if (lane.track().kind != TrackKind::Counter) {
            m_lanes.push_back(lane.lane);
            m_tracks->addItem(tr("Rank %1: %2").arg(lane.rank).arg(utf8Text(trackPath(*lane.trace, lane.lane.track))));
        }
    }
}

void SlicesPanel::showTrack(const LaneRef &lane) {
    m_lane = lane;
    list();
}

void SlicesPanel::list() {
    const auto it = std::find_if(m_lanes.begin(), m_lanes.end(),
                                 [&](const LaneRef &lane) { return m_lane && isSameTrack(lane, *m_lane); });
    m_tracks->setCurrentIndex(it == m_lanes.end() ? 0 : static_cast<int>(it - m_lanes.begin()) + 1);
    const auto trace = m_lane ? m_workspace->trace(m_lane->run, m_lane->source) : nullptr;
    if (trace == nullptr) {
        m_slices->clear(
            tr("All slices of one track: choose it here, or press E in Timeline for the track of the selected slice."));
        return;
    }
    SliceListQuery query;
    query.range = {alignedTime(-kFar), alignedTime(kFar)};
    query.lanes = {*m_lane};
    m_slices->show(m_workspace, std::move(query), utf8Text(trackPath(*trace, m_lane->track)));
}

void SlicesPanel::retranslate() {
    fillTracks();
    m_slices->retranslate();
    list();
}

}  // namespace stagescope
