#include "core/scene/memory/memory_curves_model.h"

#include "core/analysis/run/steps.h"
#include "core/analysis/snapshot/snapshot_comparison.h"
#include "core/store/tables/memory_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <iterator>
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
    return owner.level != kModule && owner.level != kCategoryLevel &&
           !(hasSum && (owner.component == "PTA" || owner.component == "GE"));
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
        const bool isCategory = owner.level == kCategoryLevel;
        const bool isMeant = question.byCategory ? isCategory || (owner.level == "allocator" && isTotal(all, owner))
                             : question.component.empty() ? isTotal(all, owner)
                                                          : owner.component == question.component && !isCategory;
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

/// Reads the records of a run's ranks, of those that are asked for.
class CurveReader {
public:
    CurveReader(const Run &run, const MemoryCurveQuestion &question, const std::stop_token &stop)
        : m_run(run), m_question(question), m_stop(stop) {}

    /// All that the question asks, or the main one only.
    [[nodiscard]] std::vector<RankCurve> read(const RankSeries &rank, bool isMain) const {
        auto keys = keysOf(rank.all, m_question);
        keys.resize(isMain ? std::min<std::size_t>(1, keys.size()) : keys.size());
        auto tables = memoryCurves(*rank.capture, keys, m_stop);
        std::vector<RankCurve> curves;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            curves.push_back({rank.rank, lookOf(keys[i]), m_run.clock.offset(rank.rank),
                              std::make_shared<const CounterTable>(withoutRepeats(tables[i]))});
            tables[i] = {};
        }
        return curves;
    }

private:
    const Run &m_run;
    const MemoryCurveQuestion &m_question;
    const std::stop_token &m_stop;
};

/// What of a baseline's steps lies where those of a rank do: by number, where none is the same by position. Without
/// steps one piece, from the first sample on.
std::vector<CurvePiece> piecesOf(const RankCapture &baseline, const CounterTable &of, const RankCapture &capture,
                                 const CounterTable &curve) {
    const auto theirs = rankSteps(baseline);
    const auto ours = rankSteps(capture);
    const bool isByNumber = std::any_of(ours.begin(), ours.end(),
                                        [&](const StepBounds &s) { return findStep(theirs, s.step) < theirs.size(); });
    std::vector<CurvePiece> pieces;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        const auto other = isByNumber ? findStep(theirs, ours[i].step) : i;
        if (other < theirs.size()) {
            pieces.push_back({theirs[other].range, ours[i].range});
        }
    }
    if (pieces.empty() && of.size() > 0 && curve.size() > 0) {
        const auto whole = [](const CounterTable &table) {
            return RankRange{table.time(0), table.time(static_cast<std::uint32_t>(table.size() - 1))};
        };
        pieces.push_back({whole(of), whole(curve)});
    }
    return pieces;
}

/// Every curve minus the same one of the baseline, which itself goes.
class Subtraction {
public:
    Subtraction(const Workspace &workspace, const Run &run, const MemoryCurveQuestion &question,
                const std::stop_token &stop)
        : m_run(run),
          m_baseline(*question.baseline),
          m_other(*workspace.run(m_baseline.run)),
          m_reader(m_other, question, stop),
          m_stop(stop) {}

    [[nodiscard]] std::vector<RankCurve> differences(const std::vector<RankCurve> &curves) {
        std::vector<RankCurve> result;
        for (const auto &curve : curves) {
            const bool isItself = m_other.id == m_run.id && curve.rank == m_baseline.rank;
            const auto *other = isItself ? nullptr : otherOf(curve);
            if (other == nullptr) {
                continue;
            }
            auto minus = m_other.id == m_run.id
                             ? difference(*curve.samples, *other->samples, other->offset - curve.offset)
                             : difference(*curve.samples, laidOver(curve, *other), Nanos{0});
            result.push_back(
                {curve.rank, curve.key, curve.offset, std::make_shared<const CounterTable>(std::move(minus))});
        }
        return result;
    }

private:
    const RankCurve *otherOf(const RankCurve &curve) {
        const int rank = m_baseline.rank.value_or(curve.rank);
        auto [it, isNew] = m_read.try_emplace(rank);
        if (const auto *capture = isNew ? m_other.capture(rank) : nullptr) {
            it->second = m_reader.read({rank, capture, memorySeries(*capture, true, m_stop)}, false);
        }
        const auto found = std::find_if(it->second.begin(), it->second.end(),
                                        [&](const RankCurve &each) { return each.key == curve.key; });
        return found == it->second.end() ? nullptr : &*found;
    }
    [[nodiscard]] CounterTable laidOver(const RankCurve &curve, const RankCurve &other) const {
        return moved(*other.samples, piecesOf(*m_other.capture(other.rank), *other.samples, *m_run.capture(curve.rank),
                                              *curve.samples));
    }

    const Run &m_run;
    CurveBaseline m_baseline;
    const Run &m_other;
    CurveReader m_reader;
    std::stop_token m_stop;
    std::map<int, std::vector<RankCurve>> m_read;
};

/// The main curves of each stage together.
void addBands(MemoryCurves &model, const Run &run) {
    const auto stages = stagesOfRanks(run);
    std::map<std::optional<int>, std::vector<OffsetCurve>> members;
    for (const int rank : model.ranks) {
        const auto &curve = *model.mainCurve(rank);
        const auto stage = stages.find(rank);
        const auto of = stage == stages.end() ? std::nullopt : std::optional(stage->second);
        const auto band =
            std::find_if(model.bands.begin(), model.bands.end(), [&](const RankBand &b) { return b.stage == of; });
        auto &at = band == model.bands.end() ? model.bands.emplace_back(RankBand{of, {}, curve.key, {}}) : *band;
        at.ranks.push_back(rank);
        members[of].push_back({curve.samples.get(), curve.offset});
    }
    std::sort(model.bands.begin(), model.bands.end(),
              [](const RankBand &a, const RankBand &b) { return a.stage < b.stage; });
    for (auto &band : model.bands) {
        band.of = bandOf(members[band.stage]);
    }
}

/// Of the main curve.
std::int64_t mainPeak(const RankSeries &rank, const MemoryCurveQuestion &question) {
    const auto keys = keysOf(rank.all, question);
    const auto it = std::find_if(rank.all.begin(), rank.all.end(), [&](const MemorySeries &series) {
        return !keys.empty() && series.owner == keys.front().owner;
    });
    return it == rank.all.end() ? 0 : (*it)[keys.front().measure].peak;
}

/// Of too many ranks those that are asked for get lines, else the one with the greatest peak.
std::vector<int> linesOf(const std::vector<RankSeries> &ranks, const MemoryCurveQuestion &question) {
    std::vector<int> lines;
    const RankSeries *greatest = nullptr;
    for (const auto &rank : ranks) {
        const bool isWanted = ranks.size() <= MemoryCurves::kMostLines || has(question.lines, rank.rank);
        if (isWanted && lines.size() < MemoryCurves::kMostLines) {
            lines.push_back(rank.rank);
        }
        const bool isMore = greatest == nullptr || mainPeak(rank, question) > mainPeak(*greatest, question);
        greatest = isMore ? &rank : greatest;
    }
    return lines.empty() && greatest != nullptr ? std::vector{greatest->rank} : lines;
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

bool MemoryCurves::isLine(int rank) const { return has(lines, rank); }

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

namespace {

/// Who has a record, whatever is asked for; returns those that are.
std::vector<RankSeries> noteRanks(const Run &run, const MemoryCurveQuestion &question, MemoryCurves &model,
                                  const std::stop_token &stop) {
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
        if (question.ranks.empty() || has(question.ranks, rank)) {
            asked.push_back(std::move(series));
        }
    }
    std::stable_sort(components.begin(), components.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
    for (const auto &[level, component] : components) {
        model.hasCategories = model.hasCategories || level == kCategoryLevel;
        if (level != kCategoryLevel &&
            std::find(model.components.begin(), model.components.end(), component) == model.components.end()) {
            model.components.push_back(component);
        }
    }
    return asked;
}

void noteBaseline(const Workspace &workspace, MemoryCurves &model) {
    const auto *baseline = workspace.baseline();
    model.baselineRun = baseline == nullptr ? std::nullopt : std::optional(baseline->id);
    for (const int rank : baseline == nullptr ? std::vector<int>{} : baseline->ranks()) {
        const auto record = memoryRecord(*baseline->capture(rank));
        if (record != MemoryRecord::None) {
            (record == MemoryRecord::Loaded ? model.baselineKnown : model.baselineUnread).push_back(rank);
        }
    }
}

}  // namespace

MemoryCurves memoryCurves(const Workspace &workspace, const MemoryCurveQuestion &question,
                          const std::stop_token &stop) {
    MemoryCurves model;
    const auto *run = workspace.mainRun();
    if (run == nullptr) {
        return model;
    }
    model.run = run->id;
    auto asked = noteRanks(*run, question, model, stop);
    noteBaseline(workspace, model);
    const bool isDifference = question.baseline && workspace.run(question.baseline->run) != nullptr;
    if (isDifference && question.baseline->run == run->id) {
        std::erase_if(asked, [&](const RankSeries &rank) { return rank.rank == question.baseline->rank; });
    }
    model.lines = linesOf(asked, question);
    const CurveReader reader(*run, question, stop);
    for (const auto &rank : asked) {
        auto curves = reader.read(rank, !model.isLine(rank.rank));
        std::move(curves.begin(), curves.end(), std::back_inserter(model.curves));
    }
    if (isDifference) {
        model.curves = Subtraction(workspace, *run, question, stop).differences(model.curves);
        model.baseline = question.baseline;
    }
    for (const auto &curve : model.curves) {
        if (model.keyIndex(curve.key) == model.keys.size()) {
            model.keys.push_back(curve.key);
        }
        if (!has(model.ranks, curve.rank)) {
            model.ranks.push_back(curve.rank);
        }
    }
    std::erase_if(model.lines, [&](int rank) { return !has(model.ranks, rank); });
    if (asked.size() > MemoryCurves::kMostLines) {
        addBands(model, *run);
    }
    model.bounds = boundsOf(model.curves);
    return model;
}

}  // namespace stagescope
