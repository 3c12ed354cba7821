#include "core/analysis/roles/role_phases.h"

#include "core/base/words/producer_words.h"
#include "core/session/rank_facts.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace stagescope {

namespace {

/// A phase on its rank's own clock.
struct OwnPhase {
    RoleWork work = RoleWork::Rollout;
    std::string name;
    RankRange range{};
    SourceId source;
    TrackId track;
    SliceId slice;
};

std::set<std::uint32_t> devicesOf(const TraceStore &trace) {
    std::set<std::uint32_t> devices;
    for (const auto &track : trace.tracks()) {
        if (track.kind == TrackKind::DeviceStream && track.parent.isValid()) {
            devices.insert(track.parent.value);
        }
    }
    return devices;
}

/// Ranges of the host with a name that tells the work.
void addRanges(SourceId source, const TraceStore &trace, const Track &track, std::vector<OwnPhase> &phases) {
    const auto &slices = trace.slices(track.id);
    std::unordered_map<StringId, std::optional<RoleWork>> known;
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (slices.klass(i) != SliceClass::Mstx || slices.begin(i) == slices.end(i)) {
            continue;
        }
        const auto name = slices.name(i);
        const auto [it, isNew] = known.try_emplace(name);
        if (isNew) {
            it->second = ProducerWords::builtIn().roleWork(trace.text(name));
        }
        if (it->second) {
            phases.push_back({*it->second,
                              std::string(trace.text(name)),
                              {slices.begin(i), slices.end(i)},
                              source,
                              track.id,
                              SliceId{i}});
        }
    }
}

std::vector<OwnPhase> rangesOf(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<OwnPhase> phases;
    for (const auto &[loaded, trace] : capture.traces()) {
        const auto devices = devicesOf(*trace);
        for (const auto &track : trace->tracks()) {
            const bool isOfHost = track.kind == TrackKind::HostThread || track.kind == TrackKind::Other ||
                                  (track.kind == TrackKind::Mstx && !devices.contains(track.parent.value));
            if (isOfHost && !stop.stop_requested()) {
                addRanges(loaded, *trace, track, phases);
            }
        }
    }
    return phases;
}

std::vector<OwnPhase> phasesOf(const RankCapture &capture, const std::stop_token &stop) {
    return measuredAlone(
        capture, stop, [&] { return rangesOf(capture, stop); }, "ranges of roles");
}

/// Parts of others fall away; what overlaps its predecessor begins where that ends.
std::vector<RolePhase> outermost(std::vector<RolePhase> phases) {
    std::sort(phases.begin(), phases.end(), [](const RolePhase &a, const RolePhase &b) {
        return std::pair(a.range.begin, b.range.end) < std::pair(b.range.begin, a.range.end);
    });
    std::vector<RolePhase> kept;
    for (auto &phase : phases) {
        if (!kept.empty()) {
            phase.range.begin = std::max(phase.range.begin, kept.back().range.end);
        }
        if (phase.range.begin < phase.range.end) {
            kept.push_back(std::move(phase));
        }
    }
    return kept;
}

bool isReinforcement(const std::vector<RolePhase> &phases) {
    std::set<RoleWork> works;
    for (const auto &phase : phases) {
        works.insert(phase.work);
    }
    const auto hasAny = [&](std::initializer_list<RoleWork> wanted) {
        return std::any_of(wanted.begin(), wanted.end(), [&](RoleWork work) { return works.contains(work); });
    };
    const bool isJudged = hasAny({RoleWork::ActorLogProb, RoleWork::Reference, RoleWork::Reward, RoleWork::Advantage});
    const bool isTrained = hasAny({RoleWork::Update, RoleWork::CriticUpdate});
    return works.contains(RoleWork::Rollout) ? isJudged || isTrained : isTrained && isJudged;
}

}  // namespace

void measureRoles(const RankCapture &capture, const std::stop_token &stop) {
    static_cast<void>(phasesOf(capture, stop));
}

std::vector<RolePhase> rolePhases(const Run &run, const std::stop_token &stop) {
    std::map<int, std::vector<RolePhase>> byRank;
    for (const auto &capture : run.captures) {
        // A process that drives the ranks is none, and its ranges are around theirs.
        if (capture.rank < 0 || run.capture(capture.rank) != &capture) {
            continue;
        }
        for (auto &phase : phasesOf(capture, stop)) {
            byRank[capture.rank].push_back({capture.rank,
                                            capture.host,
                                            phase.work,
                                            std::move(phase.name),
                                            run.clock.toAligned(capture.rank, phase.range),
                                            {run.id, phase.source, phase.track, phase.slice}});
        }
    }
    std::vector<RolePhase> result;
    for (auto &[rank, phases] : byRank) {
        std::ranges::move(outermost(std::move(phases)), std::back_inserter(result));
    }
    return isReinforcement(result) ? result : std::vector<RolePhase>{};
}

bool hasRoles(const Run &run) { return !rolePhases(run).empty(); }

}  // namespace stagescope
