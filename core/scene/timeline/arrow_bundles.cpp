#include "core/scene/timeline/arrow_bundles.h"

#include "core/analysis/trace/slice_facts.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace stagescope {

namespace {

const TimelineSource *sourceOf(const TimelineLayout &layout, const TimelineNode &node) {
    const auto &sources = layout.sources();
    const auto it = std::find_if(sources.begin(), sources.end(), [&](const TimelineSource &source) {
        return source.rank == node.rank && source.source == node.source;
    });
    return it == sources.end() ? nullptr : &*it;
}

/// One bundle in one view: where its arrows leave and arrive.
class BundleLines {
public:
    BundleLines(const TimelineLayout &layout, const TimelineSceneOptions &options, const ArrowBundle &bundle,
                const std::optional<AlignedRange> &within, std::vector<ArrowLine> &lines)
        : m_layout(layout),
          m_options(options),
          m_bundle(bundle),
          m_within(within),
          m_lines(lines),
          m_from(sourceOf(layout, bundle.from)),
          m_to(sourceOf(layout, bundle.to)) {}

    [[nodiscard]] bool isShown() const {
        const auto &[from, to] = std::tie(m_bundle.from, m_bundle.to);
        return m_from != nullptr && m_to != nullptr &&
               m_layout.rowShowing(from.rank, from.source, from.track) != nullptr &&
               m_layout.rowShowing(to.rank, to.source, to.track) != nullptr;
    }

    /// One of those that leave within each `step`, then of those that arrive from before what is in sight.
    void add(Nanos step) {
        const auto &begins = m_bundle.begins;
        const auto leaving = m_from->toRank(m_options.range);
        const auto at = [&](auto from, RankTime time) { return std::lower_bound(from, begins.end(), time); };
        for (auto it = at(begins.begin(), leaving.begin); it != begins.end() && *it < leaving.end;
             it = at(it + 1, *it + step)) {
            addLine(static_cast<std::size_t>(it - begins.begin()));
        }
        const auto &byEnd = m_bundle.byEnd;
        const auto arriving = m_to->toRank(m_options.range);
        const auto isBefore = [&](std::uint32_t i, RankTime time) { return m_bundle.ends[i] < time; };
        for (auto it = std::lower_bound(byEnd.begin(), byEnd.end(), arriving.begin, isBefore);
             it != byEnd.end() && m_bundle.ends[*it] < arriving.end;
             it = std::lower_bound(it + 1, byEnd.end(), m_bundle.ends[*it] + step, isBefore)) {
            if (begins[*it] < leaving.begin) {
                addLine(*it);
            }
        }
    }

private:
    void addLine(std::size_t i) {
        const auto begin = m_from->toAligned(m_bundle.begins[i]);
        const auto end = m_to->toAligned(m_bundle.ends[i]);
        const auto isInside = [&](AlignedTime time) { return time >= m_within->begin && time <= m_within->end; };
        if (m_within && (!isInside(begin) || !isInside(end))) {
            return;
        }
        const auto from = sliceAt(*m_from, m_bundle.from, m_bundle.begins[i]);
        const auto to = sliceAt(*m_to, m_bundle.to, m_bundle.ends[i]);
        if (from && to) {
            if (const auto line = timelineLineOf(m_layout, m_options, {*from, begin}, {*to, end})) {
                m_lines.push_back(*line);
            }
        }
    }

    [[nodiscard]] static std::optional<SliceRef> sliceAt(const TimelineSource &source, const TimelineNode &node,
                                                         RankTime time) {
        const auto slice = innermostAt(source.trace->slices(node.track), time);
        return slice ? std::optional(SliceRef{node.rank.run, node.source, node.track, *slice}) : std::nullopt;
    }

    const TimelineLayout &m_layout;
    const TimelineSceneOptions &m_options;
    const ArrowBundle &m_bundle;
    const std::optional<AlignedRange> &m_within;
    std::vector<ArrowLine> &m_lines;
    const TimelineSource *m_from;
    const TimelineSource *m_to;
};

}  // namespace

void ArrowBundle::sortEnds() {
    byEnd.resize(ends.size());
    std::iota(byEnd.begin(), byEnd.end(), 0U);
    std::stable_sort(byEnd.begin(), byEnd.end(), [&](std::uint32_t a, std::uint32_t b) { return ends[a] < ends[b]; });
}

std::vector<ArrowCategory> arrowCategories(const std::vector<TimelineSource> &sources) {
    std::map<std::string, std::size_t> counts;
    for (const auto &source : sources) {
        const auto &flows = source.trace->flows();
        std::map<StringId, std::size_t> own;
        for (std::size_t i = 0; i < flows.size(); ++i) {
            ++own[flows.at(i).category];
        }
        for (const auto &[category, count] : own) {
            counts[std::string(source.trace->text(category))] += count;
        }
    }
    std::vector<ArrowCategory> categories;
    for (const auto &[name, count] : counts) {
        categories.push_back({name, count});
    }
    std::stable_sort(categories.begin(), categories.end(),
                     [](const ArrowCategory &a, const ArrowCategory &b) { return a.count > b.count; });
    return categories;
}

ArrowBundles arrowBundles(const std::vector<TimelineSource> &sources, const std::string &category,
                          const std::stop_token &stop) {
    ArrowBundles result;
    for (const auto &source : sources) {
        const auto wanted = source.trace->strings().find(category);
        const auto &flows = source.trace->flows();
        std::map<std::pair<TrackId, TrackId>, ArrowBundle> bundles;
        // Flows are sorted by the track that they leave and their begin, so those of each bundle are too.
        for (std::size_t i = 0; wanted.isValid() && i < flows.size() && !stop.stop_requested(); ++i) {
            const auto &flow = flows.at(i);
            if (flow.category == wanted) {
                auto &bundle = bundles[{flow.fromTrack, flow.toTrack}];
                bundle.begins.push_back(flow.from);
                bundle.ends.push_back(flow.to);
            }
        }
        for (auto &[tracks, bundle] : bundles) {
            bundle.from = {source.rank, source.source, tracks.first};
            bundle.to = {source.rank, source.source, tracks.second};
            bundle.sortEnds();
            result.push_back(std::move(bundle));
        }
    }
    return result;
}

std::vector<ArrowLine> bundleLines(const TimelineLayout &layout, const TimelineSceneOptions &options,
                                   const ArrowBundles &bundles, std::size_t limit,
                                   const std::optional<AlignedRange> &within) {
    std::vector<ArrowLine> lines;
    std::vector<BundleLines> shown;
    for (const auto &bundle : bundles) {
        BundleLines one(layout, options, bundle, within, lines);
        if (one.isShown()) {
            shown.push_back(one);
        }
    }
    // Each leaves and arrives: twice as many steps fit into the view as it has lines of a bundle.
    const double most =
        std::max(1.0, static_cast<double>(limit) / static_cast<double>(2 * std::max<std::size_t>(shown.size(), 1)));
    const double step =
        std::max(options.axis().nsPerPixel(), static_cast<double>(options.range.duration().count()) / most);
    for (auto &one : shown) {
        one.add(Nanos{std::max<std::int64_t>(1, static_cast<std::int64_t>(step))});
    }
    return lines;
}

}  // namespace stagescope
