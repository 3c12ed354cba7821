#pragma once

#include "core/scene/timeline/timeline_layout.h"
#include "core/store/trace/track.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace stagescope {

/// Fills a TimelineLayout, once, from its sources. Used by its constructor only.
class TimelineLayoutBuilder {
public:
    TimelineLayoutBuilder(TimelineLayout &layout, const TimelineArrangement &arrangement, const BlendedTracks &blended,
                          AlignedRange inSight);
    void build();

private:
    /// A rank, a process or a track, with what is shown below it.
    struct Branch {
        TimelineNode node;
        std::size_t source = 0;
        const Track *track = nullptr;  ///< null for a rank
        std::vector<Branch> below{};
    };

    [[nodiscard]] Branch rankBranch(std::size_t first, std::size_t end) const;
    [[nodiscard]] std::vector<Branch> sourceBranches(std::size_t source) const;
    void addMembers(Branch &process, const std::vector<const Track *> &members) const;
    [[nodiscard]] std::shared_ptr<const BlendedTrack> blendedOf(const Branch &track) const;
    [[nodiscard]] bool isNamed(const Branch &branch) const;
    [[nodiscard]] bool foldOf(const TimelineNode &node, bool byDefault) const;
    [[nodiscard]] const Branch *find(const std::vector<Branch> &branches, const TimelineNode &node) const;

    void sort(const TimelineNode &parent, std::vector<Branch> &branches);
    /// What a rank is like that nobody folded or unfolded.
    enum class RankLook : std::uint8_t { Open, Brief, Folded };

    void add(const Branch &branch, int indent, RankLook look);
    void addBelow(const Branch &parent, int indent);
    void addRank(const Branch &branch, int indent, RankLook look);
    void addBrief(const Branch &rank, int indent);
    void addOwn(const Branch &rank, int indent);
    [[nodiscard]] bool isShown(const Branch &branch) const;
    void addProcess(const Branch &branch, int indent, bool isBrief = false);
    void addTrack(const Branch &branch, int indent);
    void addHidden(const TimelineNode &parent, std::size_t source, int indent, std::size_t count);
    void push(TimelineRow row);
    [[nodiscard]] TimelineLane laneOf(const Branch &track) const;
    [[nodiscard]] std::uint32_t depthsInSight(const TimelineLane &lane) const;

    TimelineLayout &m_layout;
    const TimelineArrangement &m_arrangement;
    const BlendedTracks &m_blended;
    AlignedRange m_inSight;
    bool m_isPinning = false;
};

}  // namespace stagescope
