#pragma once

#include "core/analysis/run/steps.h"
#include "core/ask/track_rows.h"

#include <map>
#include <vector>

namespace stagescope {

class SliceTable;

/// Steps of captures, each looked up once.
class StepsOfCaptures {
public:
    const std::vector<StepBounds> &of(const RankCapture &capture) {
        const auto [place, isNew] = m_steps.try_emplace(&capture);
        if (isNew) {
            place->second = rankSteps(capture);
        }
        return place->second;
    }

private:
    std::map<const RankCapture *, std::vector<StepBounds>> m_steps;
};

/// Slices of the timelines. A time is found by binary search in each row of nested slices; one of a step by its range.
class SliceRows : public TrackRows {
public:
    using TrackRows::TrackRows;
    enum Own : std::uint8_t {
        kDepth = kFirstOwn,
        kName,
        kClass,
        kBegin,
        kEnd,
        kLength,
        kSelf,
        kStep,
        kParent,
        kEvidence,
        kTs,
        kDur
    };

    void next() override {
        ++m_slice;
        if (!findSlice()) {
            leaveTrack();
        }
    }
    void give(int column, sqlite3_context *context) const override;

protected:
    [[nodiscard]] int nameColumn() const override { return kName; }
    [[nodiscard]] int beginColumn() const override { return kBegin; }
    [[nodiscard]] int stepColumn() const override { return kStep; }
    bool enter(const AskTrack &track) override;

private:
    void giveReference(SliceId slice, sqlite3_context *context) const;
    bool narrowToStep(const AskTrack &track);
    /// Its duration without the slices one depth below it.
    [[nodiscard]] std::int64_t selfTime() const;
    /// To the first slice of the depth that may match.
    void enterDepth();
    /// The current slice or the next one that matches; false: none on this track.
    bool findSlice();

    const SliceTable *m_slices = nullptr;
    StringId m_name;
    bool m_hasName = false;
    std::int64_t m_first = kLeastTime;
    std::int64_t m_last = kMostTime;
    std::uint32_t m_depth = 0;
    std::uint32_t m_depthEnd = 0;
    std::uint32_t m_slice = 0;
    mutable StepsOfCaptures m_steps;
};

}  // namespace stagescope
