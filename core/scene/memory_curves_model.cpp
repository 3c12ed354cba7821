#include "core/scene/memory_curves_model.h"

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

constexpr std::string_view kModule = "module";
constexpr std::string_view kAllocators = "PTA+GE";  ///< the sum of what the framework's allocators have

struct RankSeries {
    int rank = 0;
    const RankCapture *capture = nullptr;
    std::vector<MemorySeries> all;
};

bool has(const std::vector<int> &ranks, int rank) { return std::find(ranks.begin(), ranks.end(), rank) != ranks.end(); }

/// The totals leave out what is part of another total: PTA and GE where there is their sum, modules of the process.
bool isTotal(const std::vector<MemorySeries> &all, const MemoryOwner &owner) {
    const bool hasSum = std::any_of(all.begin(), all.end(),
                                    [](const MemorySeries &series) { return series.owner.component == kAllocators; });
    return owner.level != kModule && !(hasSum && (owner.component == "PTA" || owner.component == "GE"));
}

std::int64_t peakOf(const std::vector<MemorySeries> &all) {
    std::int64_t peak = 0;
    for (const auto &series : all) {
        for (const auto measure : kMemoryMeasures) {
            peak = series[measure].samples > 0 ? std::max(peak, series[measure].peak) : peak;
        }
    }
    return peak;
}

std::vector<MemoryCurveKey> keysOf(const std::vector<MemorySeries> &all, const MemoryCurveQuestion &question) {
    std::vector<MemoryCurveKey> keys;
    for (const auto &series : all) {
        const auto &owner = series.owner;
        const bool isMeant = question.component.empty() ? isTotal(all, owner) : owner.component == question.component;
        const bool isOther =
            question.byStream ? owner.stream.empty() && owner.level == "allocator" : !owner.stream.empty();
        if (!isMeant || isOther) {
            continue;
        }
        for (const auto measure : question.measures) {
            if (series[measure].samples > 0 && series[measure].peak > 0) {
                keys.push_back({owner, measure});
            }
        }
    }
    // Allocators before what the driver tells, what was given out before what is held for it.
    std::stable_sort(keys.begin(), keys.end(),
                     [](const MemoryCurveKey &a, const MemoryCurveKey &b) { return a.owner < b.owner; });
    return keys;
}

/// Devices differ from rank to rank; the same curve of each is one key.
MemoryCurveKey lookOf(MemoryCurveKey key) {
    key.owner.device = -1;
    return key;
}

void noteComponents(const std::vector<MemorySeries> &all, std::vector<std::pair<std::string, std::string>> &found) {
    for (const auto &series : all) {
        const std::pair name(series.owner.level, series.owner.component);
        if (peakOf({series}) > 0 && std::find(found.begin(), found.end(), name) == found.end()) {
            found.push_back(name);
        }
    }
}

/// Of too many ranks those with the greatest peaks, in their order; the baseline stays.
void keepGreatest(std::vector<RankSeries> &ranks, std::optional<int> baseline) {
    if (ranks.size() <= MemoryCurves::kMostRanks) {
        return;
    }
    std::stable_sort(ranks.begin(), ranks.end(), [&](const RankSeries &a, const RankSeries &b) {
        return a.rank == baseline || (b.rank != baseline && peakOf(a.all) > peakOf(b.all));
    });
    ranks.resize(MemoryCurves::kMostRanks);
    std::sort(ranks.begin(), ranks.end(), [](const RankSeries &a, const RankSeries &b) { return a.rank < b.rank; });
}

void addCurves(MemoryCurves &model, const Run &run, const RankSeries &rank, const MemoryCurveQuestion &question,
               const std::stop_token &stop) {
    const auto keys = keysOf(rank.all, question);
    auto tables = memoryCurves(*rank.capture, keys, stop);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        model.curves.push_back({rank.rank, lookOf(keys[i]), run.clock.offset(rank.rank),
                                std::make_shared<const CounterTable>(withoutRepeats(tables[i]))});
        tables[i] = {};
        if (model.keyIndex(lookOf(keys[i])) == model.keys.size()) {
            model.keys.push_back(lookOf(keys[i]));
        }
    }
}

/// Every curve minus the same one of the baseline, which itself goes.
void subtractBaseline(MemoryCurves &model, int baseline) {
    std::vector<RankCurve> differences;
    for (const auto &curve : model.curves) {
        const auto other = std::find_if(model.curves.begin(), model.curves.end(), [&](const RankCurve &each) {
            return each.rank == baseline && each.key == curve.key;
        });
        if (curve.rank != baseline && other != model.curves.end()) {
            differences.push_back({curve.rank, curve.key, curve.offset,
                                   std::make_shared<const CounterTable>(
                                       difference(*curve.samples, *other->samples, other->offset - curve.offset))});
        }
    }
    model.curves = std::move(differences);
    model.baseline = baseline;
    std::erase(model.ranks, baseline);
}

std::optional<AlignedRange> boundsOf(const std::vector<RankCurve> &curves) {
    std::optional<AlignedRange> bounds;
    for (const auto &curve : curves) {
        const auto &samples = *curve.samples;
        if (samples.size() == 0) {
            continue;
        }
        const auto at = [&](std::size_t i) {
            return alignedTime(ns(samples.time(static_cast<std::uint32_t>(i))) + curve.offset.count());
        };
        const AlignedRange range{at(0), at(samples.size() - 1) + Nanos{1}};
        bounds = bounds ? AlignedRange{std::min(bounds->begin, range.begin), std::max(bounds->end, range.end)} : range;
    }
    return bounds;
}

}  // namespace

std::size_t MemoryCurves::keyIndex(const MemoryCurveKey &key) const {
    return static_cast<std::size_t>(std::find(keys.begin(), keys.end(), key) - keys.begin());
}

const RankCurve *MemoryCurves::mainCurve(int rank) const {
    const auto it =
        std::find_if(curves.begin(), curves.end(), [&](const RankCurve &curve) { return curve.rank == rank; });
    return it == curves.end() ? nullptr : &*it;
}

std::optional<CurvePeak> MemoryCurves::peakOf(int rank, const std::optional<AlignedRange> &range) const {
    const auto *curve = mainCurve(rank);
    const auto asked = range ? range : bounds;
    return curve == nullptr || !asked ? std::nullopt
                                      : peakWithin(*curve->samples, {rankTime(ns(asked->begin) - curve->offset.count()),
                                                                     rankTime(ns(asked->end) - curve->offset.count())});
}

std::optional<MemoryCurves::Top> MemoryCurves::top(const std::optional<AlignedRange> &range) const {
    std::optional<Top> best;
    for (const int rank : ranks) {
        const auto peak = peakOf(rank, range);
        if (peak && (!best || peak->value > best->peak.value)) {
            best = Top{rank, *peak};
        }
    }
    return best;
}

MemoryCurves memoryCurves(const Run &run, const MemoryCurveQuestion &question, const std::stop_token &stop) {
    MemoryCurves model;
    model.run = run.id;
    std::vector<RankSeries> asked;
    std::vector<std::pair<std::string, std::string>> components;
    for (const int rank : run.ranks()) {
        const auto &capture = *run.capture(rank);
        const auto record = memoryRecord(capture);
        if (record == MemoryRecord::Unread) {
            model.ranksUnread.push_back(rank);
        }
        if (record != MemoryRecord::Loaded) {
            continue;
        }
        model.ranksKnown.push_back(rank);
        RankSeries series{rank, &capture, memorySeries(capture, true, stop)};
        noteComponents(series.all, components);
        if (question.ranks.empty() || has(question.ranks, rank) || rank == question.baseline) {
            asked.push_back(std::move(series));
        }
    }
    std::stable_sort(components.begin(), components.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
    for (const auto &[level, component] : components) {
        if (std::find(model.components.begin(), model.components.end(), component) == model.components.end()) {
            model.components.push_back(component);
        }
    }
    keepGreatest(asked, question.baseline);
    for (const auto &rank : asked) {
        model.ranks.push_back(rank.rank);
        addCurves(model, run, rank, question, stop);
    }
    if (question.baseline && has(model.ranks, *question.baseline)) {
        subtractBaseline(model, *question.baseline);
    }
    model.bounds = boundsOf(model.curves);
    return model;
}

}  // namespace stagescope
