#pragma once

#include "core/scene/timeline/timeline_scene.h"

#include <cstdint>
#include <vector>

namespace stagescope {

/// Draws the data of timeline rows into a scene, cut to the data area in numbers. Used by timelineScene only, once a
/// frame. The vectors keep their memory over the rows.
class TimelineRows {
public:
    TimelineRows(const TimelineLayout &layout, const TimelineSceneOptions &options, Scene &scene);

    /// The part of the view that the next rows may touch.
    void setBand(SceneBand band) { m_band = band; }
    void draw(const TimelineRow &row);
    /// How many folded tracks are in sight: many of them share a frame's time, so each strip gets fewer lines.
    void setFoldedCount(std::size_t count);
    /// Names of the widest boxes that were drawn; once, after all rows.
    void addLabels(const TextRuler &ruler);
    /// A box cut to the data area; nothing outside it.
    void fill(int x, int y, int width, int height, Color color);

private:
    friend class SpanMerger;
    struct Label {
        int x;
        int y;
        int width;
        std::size_t source;
        StringId name;
        Color color;
    };
    struct Column {
        double min;
        double max;
    };

    void drawDepth(const TimelineLane &lane, std::uint32_t depth, int y, int height, bool named);
    void drawStrip(const TimelineRow &row, int y, int height);
    /// One of several lines of a strip.
    void drawLine(const TimelineLane &lane, std::uint32_t depth, int y, int height, std::uint32_t line,
                  std::uint32_t lines);
    void addOccupancy(const TimelineLane &lane);
    void drawOccupancy(const TimelineRow &row, int y, int height);
    void drawCounter(const TimelineRow &row, int y);
    void collectColumns(const CounterTable &counter, const TimelineSource &source);
    void fillColumns(int y, int height, double low, double high, double Column::*value, ColorRole role);

    const TimelineLayout &m_layout;
    const TimelineSceneOptions &m_options;
    Scene &m_scene;
    TimeAxis m_axis;
    int m_right;
    SceneBand m_band;
    std::size_t m_stripLines;
    std::vector<Label> m_labels;
    std::vector<Column> m_columns;
    std::vector<float> m_busy;  ///< by pixel
    std::vector<float> m_busyOfLane;
};

}  // namespace stagescope
