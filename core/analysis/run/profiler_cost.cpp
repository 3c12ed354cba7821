#include "core/analysis/run/profiler_cost.h"

#include "core/analysis/run/kernels.h"
#include "core/analysis/run/source_format.h"
#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <optional>

namespace stagescope {

namespace {

constexpr std::size_t kLeastSamples = 50;  ///< fewer say nothing of what is usual

std::optional<ProfilerCost::Kind> recordedKind(SliceClass klass) {
    switch (klass) {
        case SliceClass::HostOp:
            return ProfilerCost::Kind::Operator;
        case SliceClass::Python:
            return ProfilerCost::Kind::Python;
        case SliceClass::Runtime:
            return ProfilerCost::Kind::Driver;
        default:
            return std::nullopt;
    }
}

/// What calls of a thread add to those around them.
struct CostSamples {
    std::array<std::vector<std::int64_t>, ProfilerCost::kKinds> added;
    std::vector<std::int64_t> launches;  ///< durations

    void add(const SliceTable &slices) {
        for (std::uint32_t depth = 0; depth + 1 < slices.depthCount(); ++depth) {
            auto child = slices.depthBegin(depth + 1);
            const auto last = slices.depthBegin(depth + 2);
            for (auto i = slices.depthBegin(depth); i < slices.depthBegin(depth + 1); ++i) {
                for (; child < last && slices.begin(child) < slices.begin(i); ++child) {
                }
                addParent(slices, i, child, last);
            }
        }
    }

private:
    /// Moves on to the first call behind the parent.
    void addParent(const SliceTable &slices, std::uint32_t parent, std::uint32_t &child, std::uint32_t last) {
        const auto kind = recordedKind(slices.klass(parent));
        bool areAlike = kind && *kind != ProfilerCost::Kind::Driver;
        std::int64_t count = 0;
        auto rest = slices.end(parent) - slices.begin(parent);
        for (; child < last && slices.begin(child) < slices.end(parent); ++child, ++count) {
            areAlike = areAlike && slices.klass(child) == slices.klass(parent);
            rest -= slices.end(child) - slices.begin(child);
        }
        if (areAlike && count > 0 && rest >= Nanos{0}) {
            added.at(static_cast<std::size_t>(*kind)).push_back(rest.count() / count);
        }
    }
};

Nanos usualOf(std::vector<std::int64_t> samples) {
    return samples.size() < kLeastSamples ? Nanos{0} : Nanos{lowerMedian(std::move(samples))};
}

}  // namespace

bool hasAllEvents(const RankCapture &capture) {
    const auto contents = recordsOf<ContentsRecord>(capture);
    const bool hadPython = std::any_of(contents.begin(), contents.end(), [](const ContentsRecord &part) {
        return part.name == "category python_function";
    });
    return !hadPython || capture.environmentValue("bundle", kBundledLevel).empty();
}

ProfilerCost::ProfilerCost(const RankCapture &capture, const std::stop_token &stop) {
    if (!tellsLaunches(capture)) {
        return;
    }
    CostSamples samples;
    for (const auto &[source, trace, track] : capture.tracks()) {
        if (track.kind == TrackKind::HostThread && !stop.stop_requested()) {
            samples.add(trace->slices(track.id));
            addThread(*trace, trace->slices(track.id), samples.launches);
        }
    }
    for (auto &begins : m_begins) {
        std::sort(begins.begin(), begins.end());
    }
    m_each = {usualOf(std::move(samples.added[0])), usualOf(std::move(samples.added[1])), Nanos{0}};
    m_each.back() = m_each.front() + usualOf(std::move(samples.launches)) / 2;
}

void ProfilerCost::addThread(const TraceStore &trace, const SliceTable &slices, std::vector<std::int64_t> &launches) {
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        const auto kind = recordedKind(slices.klass(i));
        if (!kind) {
            continue;
        }
        m_begins.at(static_cast<std::size_t>(*kind)).push_back(ns(slices.begin(i)));
        if (*kind == Kind::Driver && containsIgnoringCase(trace.text(slices.name(i)), "launchkernel")) {
            launches.push_back((slices.end(i) - slices.begin(i)).count());
        }
    }
}

namespace {

std::int64_t countIn(const std::vector<std::int64_t> &begins, RankRange range) {
    return std::lower_bound(begins.begin(), begins.end(), ns(range.end)) -
           std::lower_bound(begins.begin(), begins.end(), ns(range.begin));
}

}  // namespace

std::int64_t ProfilerCost::events(RankRange range) const {
    std::int64_t count = 0;
    for (const auto &begins : m_begins) {
        count += countIn(begins, range);
    }
    return count;
}

Nanos ProfilerCost::in(RankRange range) const {
    Nanos cost{0};
    for (std::size_t i = 0; i < kKinds; ++i) {
        cost += m_each.at(i) * countIn(m_begins.at(i), range);
    }
    return cost;
}

}  // namespace stagescope
