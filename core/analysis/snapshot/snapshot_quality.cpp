#include "core/analysis/snapshot/snapshot_quality.h"

#include "core/analysis/snapshot/snapshot_table.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/base/byte_text.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr double kManyWithoutFrames = 0.05;  ///< share of events from which it is a note

using Counts = std::array<std::uint64_t, kSnapshotActions>;

/// What one pass over the events of a device finds.
struct Survey {
    Counts actions{};
    std::uint64_t withoutTime = 0;
    std::uint64_t withoutFrames = 0;
    std::uint64_t freesAfterFailure = 0;  ///< since the last failed allocation

    [[nodiscard]] std::uint64_t of(SnapshotAction action) const { return actions[static_cast<std::size_t>(action)]; }
};

Survey surveyOf(const SnapshotSource &source) {
    Survey survey;
    const auto &events = source.store->events();
    for (std::size_t i = source.device->firstEvent, end = i + source.device->eventCount; i < end; ++i) {
        const auto action = events.action(i);
        ++survey.actions[static_cast<std::size_t>(action)];
        survey.withoutTime += events.timeNs(i) == SnapshotEvent::kNoTime ? 1 : 0;
        survey.withoutFrames += events.stack(i) == StackId{0} ? 1 : 0;
        if (action == SnapshotAction::OutOfMemory) {
            survey.freesAfterFailure = 0;
        }
        const bool isFree = action == SnapshotAction::FreeCompleted && survey.of(SnapshotAction::OutOfMemory) > 0;
        survey.freesAfterFailure += isFree ? 1 : 0;
    }
    return survey;
}

class Report {
public:
    void add(std::string check, QualityGrade grade, std::vector<std::string> args = {}, std::uint64_t count = 0,
             std::uint64_t of = 0, std::string_view variant = {}) {
        auto id = "memory.quality." + check + "." + std::string(variant.empty() ? qualityGradeText(grade) : variant);
        m_facts.push_back({std::move(check), grade, count, of, Message(std::move(id), std::move(args))});
    }
    std::vector<QualityFact> take() {
        std::stable_sort(m_facts.begin(), m_facts.end(),
                         [](const QualityFact &a, const QualityFact &b) { return a.grade < b.grade; });
        return std::move(m_facts);
    }

private:
    std::vector<QualityFact> m_facts;
};

void addOverflow(const SnapshotSource &source, Report &report) {
    const auto &table = source.device->allocations;
    const auto older = static_cast<std::uint64_t>(
        std::count_if(table.allocations.begin(), table.allocations.end(), [](const auto &a) { return a.isOlder(); }));
    const std::vector<std::string> args{groupedText(older), bytesText(table.baselineBytes)};
    const auto grade = source.device->overflow == RingOverflow::Certain    ? QualityGrade::Loss
                       : source.device->overflow == RingOverflow::Possible ? QualityGrade::Note
                                                                           : QualityGrade::Sound;
    report.add("overflow", grade, args, older);
}

/// How many of the events lack something.
void addMissing(std::string check, std::uint64_t missing, std::uint64_t events, QualityGrade whenAll, double many,
                Report &report) {
    const std::vector<std::string> args{groupedText(missing), groupedText(events)};
    if (events > 0 && missing == events) {
        report.add(std::move(check), whenAll, {}, missing, events, "all");
    } else if (static_cast<double>(missing) > many * static_cast<double>(events)) {
        report.add(std::move(check), QualityGrade::Note, args, missing, events, "some");
    } else {
        report.add(std::move(check), QualityGrade::Sound, args, missing, events);
    }
}

/// Kinds of events that a recording may leave out (skip_actions).
void addActions(const SnapshotSource &source, const Survey &survey, Report &report) {
    using Action = SnapshotAction;
    const auto allocs = survey.of(Action::Alloc);
    const auto frees = survey.of(Action::FreeCompleted);
    const auto segments = survey.of(Action::SegmentAlloc) + survey.of(Action::SegmentFree) +
                          survey.of(Action::SegmentMap) + survey.of(Action::SegmentUnmap);
    if (allocs > 0 && frees == 0) {
        report.add("frees", QualityGrade::Note, {groupedText(allocs)}, allocs);
    } else if (frees > 0 && !source.device->allocations.hasFreeRequests) {
        report.add("free_requests", QualityGrade::Note, {groupedText(frees)}, frees);
    }
    if (allocs > 0 && segments == 0) {
        report.add("segment_events", QualityGrade::Note);
    }
    if (const auto unknown = survey.of(Action::Unknown); unknown > 0) {
        report.add("unknown_actions", QualityGrade::Note, {groupedText(unknown)}, unknown, source.device->eventCount);
    }
}

void addReplay(const ReplayTrouble &trouble, Report &report) {
    const auto sum = trouble.doubleAllocs + trouble.lostBlocks + trouble.sizeMismatches + trouble.lostSegments;
    if (trouble.isSound()) {
        report.add("replay", QualityGrade::Sound);
        return;
    }
    report.add("replay", QualityGrade::Loss,
               {groupedText(trouble.doubleAllocs), groupedText(trouble.lostBlocks), groupedText(trouble.sizeMismatches),
                bytesText(trouble.lostSegments)},
               sum);
}

}  // namespace

std::string_view qualityGradeText(QualityGrade grade) {
    static constexpr std::array<std::string_view, 3> kTexts{"loss", "note", "sound"};
    return kTexts[static_cast<std::size_t>(grade)];
}

std::vector<QualityFact> snapshotQuality(const SnapshotSource &source) {
    Report report;
    const auto &quality = source.store->quality();
    const std::uint64_t events = source.device->eventCount;
    report.add("complete", quality.isComplete ? QualityGrade::Sound : QualityGrade::Loss);
    const bool isPickle = quality.protocol >= 0;
    report.add("format", QualityGrade::Sound,
               isPickle ? std::vector{std::to_string(quality.protocol)} : std::vector<std::string>{}, 0, 0,
               isPickle                                         ? "pickle"
               : quality.protocol == SnapshotQuality::kNoPickle ? "record"
                                                                : "json");
    if (events == 0) {
        report.add("history", QualityGrade::Loss);
        return report.take();
    }
    const auto survey = surveyOf(source);
    addOverflow(source, report);
    addMissing("times", survey.withoutTime, events, QualityGrade::Note, 0, report);
    addMissing("frames", survey.withoutFrames, events, QualityGrade::Loss, kManyWithoutFrames, report);
    addActions(source, survey, report);
    if (const auto failures = survey.of(SnapshotAction::OutOfMemory); failures > 0) {
        report.add("failures", QualityGrade::Note, {groupedText(failures), groupedText(survey.freesAfterFailure)},
                   failures);
    }
    if (quality.repairedWorkspaces > 0) {
        report.add("workspaces", QualityGrade::Note, {groupedText(quality.repairedWorkspaces)},
                   quality.repairedWorkspaces);
    }
    addReplay(source.device->allocations.trouble, report);
    return report.take();
}

namespace {

struct FactRow : SnapshotSource, QualityFact {};

Status addFacts(const AnalysisInput &input, const std::stop_token &stop, TableRows<FactRow> &out) {
    return forEachSnapshot(input, stop, out, [&](const SnapshotSource &source) {
        for (const auto &fact : snapshotQuality(source)) {
            out.add({source, fact});
        }
    });
}

}  // namespace

AnalysisEntry makeSnapshotQualityEntry() {
    return runTable<FactRow>(
        {{.id = "snapshot_quality",
          .title = "Memory snapshot: what the file lacks",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Full}},
        {
            snapshotColumns(),
            column("check",
                   "complete: the file is whole; overflow: blocks older than the history; times, frames: events "
                   "without; frees, free_requests, segment_events: kinds of events that were not recorded; failures: "
                   "failed allocations; workspaces: put right; replay: the history against the segments at its end.",
                   &QualityFact::check),
            column("grade",
                   "loss: figures are wrong or missing; note: something is unknown or was corrected; sound: checked "
                   "and nothing found.",
                   &QualityFact::grade, qualityGradeText),
            column("count", "How often it was found.", &QualityFact::count),
            column("of", "Among so many events.",
                   [](const FactRow &row) { return row.of == 0 ? std::nullopt : std::optional(row.of); }),
        },
        addFacts);
}

}  // namespace stagescope
