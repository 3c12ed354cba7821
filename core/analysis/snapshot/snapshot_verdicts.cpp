#include "core/analysis/snapshot/free_space.h"
#include "core/analysis/snapshot/leak_candidates.h"
#include "core/analysis/snapshot/snapshot_table.h"
#include "core/analysis/snapshot/stack_groups.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_parameters.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace stagescope {

namespace {

constexpr std::uint32_t kParts = 8;

Result<StackGrouping> groupingOf(const AnalysisInput &input) {
    const auto text = input.parameter("group", "frame");
    if (text != "frame" && text != "stack") {
        return fail(ErrorKind::BadArgument, "group wants frame or stack, not '" + text + "'");
    }
    return text == "stack" ? StackGrouping::Stack : StackGrouping::Frame;
}

struct PeakRow : SnapshotSource, StackGroup {
    std::uint32_t moment;
    std::uint64_t sum;
};

Status addPeak(const AnalysisInput &input, const std::stop_token &stop, TableRows<PeakRow> &out) {
    ASSIGN_OR_RETURN(const auto grouping, groupingOf(input));
    if (!snapshotSources(input, input.run()).empty()) {
        out.note(
            "Bytes as requested. The allocator's own figure of its peak is larger by what it rounds up, which a "
            "snapshot "
            "records of blocks at its end alone (columns rounded_bytes of snapshot_blocks, reserved_bytes of "
            "snapshot_events).");
    }
    return forEachSnapshot(input, stop, out, [&](const SnapshotSource &source) -> Status {
        ASSIGN_OR_RETURN(const auto moment, snapshotMoment(source, input.parameter("at", "peak")));
        const auto groups = stackGroups(source, moment, grouping);
        const auto sum = bytesOf(groups);
        for (const auto &group : groups) {
            out.add({source, group, moment, sum});
        }
        return {};
    });
}

struct LeakRow : SnapshotSource, LeakCandidate {
    StepEvidence steps;
};

Status addLeaks(const AnalysisInput &input, const std::stop_token &stop, TableRows<LeakRow> &out) {
    ASSIGN_OR_RETURN(const auto grouping, groupingOf(input));
    return forEachSnapshot(input, stop, out, [&](const SnapshotSource &source) {
        const auto report = leakCandidates(source, grouping, kParts);
        for (const auto &candidate : report.candidates) {
            out.add({source, candidate, report.evidence});
        }
    });
}

struct SpaceRow : SnapshotSource, FreeSpace {
    [[nodiscard]] std::uint64_t rounding() const { return used - std::min(requested, used); }
};

Status addSpaces(const AnalysisInput &input, const std::stop_token &stop, TableRows<SpaceRow> &out) {
    return forEachSnapshot(input, stop, out, [&](const SnapshotSource &source) {
        for (const auto &space : freeSpaceAtEnd(source)) {
            out.add({source, space});
        }
    });
}

struct OomRow : SnapshotSource, OomExplanation {
    bool hasCapacity;
    StackId stack;
};

Status addFailures(const AnalysisInput &input, const std::stop_token &stop, TableRows<OomRow> &out) {
    ASSIGN_OR_RETURN(const auto capacity, wholeNumberParameter(input, "capacity_bytes", "0"));
    return forEachSnapshot(input, stop, out, [&](const SnapshotSource &source) {
        for (const auto &oom : oomExplanations(source, capacity, SIZE_MAX, stop)) {
            const auto stack = source.store->events().stack(source.device->firstEvent + oom.event);
            out.add({source, oom, capacity > 0, stack});
        }
    });
}

struct Side {
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
};
struct DiffRow {
    std::string group{};
    Side before{};
    Side now{};

    [[nodiscard]] std::int64_t delta() const { return static_cast<std::int64_t>(now.bytes - before.bytes); }
};

/// Adds what all snapshots of a run hold to one side of its groups.
Status addSide(const AnalysisInput &input, const Run *run, StackGrouping grouping, Side DiffRow::*side,
               std::map<std::string, DiffRow> &groups) {
    for (const auto &source : snapshotSources(input, run)) {
        ASSIGN_OR_RETURN(const auto moment, snapshotMoment(source, input.parameter("at", "peak")));
        for (const auto &group : stackGroups(source, moment, grouping)) {
            auto &row = groups[group.name];
            row.group = group.name;
            (row.*side).bytes += group.bytes;
            (row.*side).blocks += group.blocks;
        }
    }
    return {};
}

Status addDifferences(const AnalysisInput &input, const std::stop_token & /*stop*/, TableRows<DiffRow> &out) {
    if (input.baseline() == nullptr) {
        out.note("Nothing to compare with: open a second run as the baseline.");
        return {};
    }
    ASSIGN_OR_RETURN(const auto grouping, groupingOf(input));
    std::map<std::string, DiffRow> groups;
    auto status = addSide(input, input.baseline(), grouping, &DiffRow::before, groups);
    if (status) {
        status = addSide(input, input.run(), grouping, &DiffRow::now, groups);
    }
    std::vector<DiffRow> rows;
    for (auto &[name, row] : groups) {
        rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const DiffRow &a, const DiffRow &b) { return std::abs(a.delta()) > std::abs(b.delta()); });
    for (const auto &row : rows) {
        out.add(row);
    }
    return status;
}

std::vector<ParameterSpec> momentParameters() {
    return {{"at", "peak", "peak, end, oom or the number of an event."},
            {"group", "frame", "frame: by the innermost frame of the user's program; stack: by whole call stack."}};
}

}  // namespace

AnalysisEntry makeSnapshotPeakEntry() {
    using Row = PeakRow;
    using Group = StackGroup;
    return runTable<Row>(
        {{.id = "snapshot_peak",
          .title = "Memory snapshot: who holds the peak",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Full,
          .parameters = momentParameters()}},
        {
            snapshotColumns(),
            column("event", "After this event; empty: before the first one.", &Row::moment, eventBefore),
            column("group", "Who made the blocks.", &Group::name),
            column("size_bytes", "bytes", "Requested bytes in use; all groups sum up to all in use.", &Group::bytes),
            column("blocks", "Blocks in use.", &Group::blocks),
            column("share_percent", "%", "Of all bytes in use then.",
                   [](const Row &row) { return percentOf(row.bytes, row.sum); }),
            column("smallest_bytes", "bytes", "Smallest block.", &Group::smallest),
            column("largest_bytes", "bytes", "Largest block.", &Group::largest),
        },
        addPeak);
}

AnalysisEntry makeSnapshotLeaksEntry() {
    using Row = LeakRow;
    using Leak = LeakCandidate;
    return runTable<Row>(
        {{.id = "snapshot_leaks",
          .title = "Memory snapshot: leak candidates",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Full,
          .parameters = {{"group", "frame", "frame or stack, as in snapshot_peak."}}}},
        {
            snapshotColumns(),
            column("group", "Who makes the blocks that grow.", &Leak::name),
            column("growth_bytes", "bytes", "Per step, on average, without the first two steps.", &Leak::bytesPerStep),
            column("first_bytes", "bytes", "In use at the end of the first step that counts.", &Leak::firstBytes),
            column("last_bytes", "bytes", "In use at the end of the last step.", &Leak::lastBytes),
            column("blocks", "In use at the end.", &Leak::blocks),
            column("allocated", "Blocks of the group in the whole history.", &Leak::allocated),
            column("freed_percent", "%", "Of these; 0: nothing was ever freed.", &Leak::freedShare, inPercent),
            column("steps", "Source of the steps.", &Row::steps, stepEvidenceText),
        },
        addLeaks);
}

AnalysisEntry makeSnapshotFragmentationEntry() {
    using Row = SpaceRow;
    using Space = FreeSpace;
    return runTable<Row>(
        {{.id = "snapshot_fragmentation",
          .title = "Memory snapshot: fragmentation at the end",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Full}},
        {
            snapshotColumns(),
            column("stream", "Blocks are reused within their stream, pool and type only.", streamOf<Row>),
            column("pool", "(0, 0) is the default pool.", snapshotPoolOf<Row>),
            column("type", "small or large segments.", [](const Row &row) { return row.isSmall ? "small" : "large"; }),
            column("reserved_bytes", "bytes", "From the driver.", &Space::reserved),
            column("used_bytes", "bytes", "Rounded bytes of blocks in use, pending ones included.", &Space::used),
            column("rounding_bytes", "bytes", "Of these, lost to rounding.", &Row::rounding),
            column("free_bytes", "bytes", "reserved_bytes - used_bytes = releasable + stranded.", &Space::free),
            column("releasable_bytes", "bytes", "In segments without a block: empty_cache gives them back.",
                   &Space::releasable),
            column("stranded_bytes", "bytes", "Free within segments that are partly in use.", &Space::stranded),
            column("free_runs", "Free stretches.", &Space::runs),
            column("largest_run_bytes", "bytes", "Longest free block.", &Space::largest),
            column("fragmentation_percent", "%", "100 x (1 - largest_run_bytes / free_bytes).", &Space::fragmentation,
                   inPercent),
            column("efficiency_percent", "%", "Requested bytes in use of reserved bytes.",
                   [](const Row &row) { return percentOf(row.requested, row.reserved); }),
        },
        addSpaces);
}

AnalysisEntry makeSnapshotOomEntry() {
    using Row = OomRow;
    using Oom = OomExplanation;
    return runTable<Row>(
        {{.id = "snapshot_oom",
          .title = "Memory snapshot: failed allocations",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Full,
          .parameters = {{"capacity_bytes", "0", "Memory of the device; 0 = unknown."}}}},
        {
            snapshotColumns(),
            column("event", "The failed allocation; everything is rebuilt at this moment.", &Oom::event),
            column("cause",
                   "fragmentation, stream or pool isolation, pending frees, outside the allocator, large request, "
                   "exhaustion.",
                   &Oom::cause, oomCauseText),
            column("requested_bytes", "bytes", "Requested.", &Oom::requested),
            column("device_free_bytes", "bytes", "Free on the device as its driver said.", &Oom::deviceFree),
            column("active_bytes", "bytes", "Requested bytes in use.", &Oom::active),
            column("pending_bytes", "bytes", "Of these, freed and waiting for other streams.", &Oom::pending),
            column("reserved_bytes", "bytes", "From the driver.", &Oom::reserved),
            column("free_bytes", "bytes",
                   "Reserved and not in use where it could be used: in the stream, pool and size class that was "
                   "requested; an estimate with rounding to 512.",
                   &Oom::freeOfStream),
            column("largest_run_bytes", "bytes", "Longest free block there.", &Oom::largestOfStream),
            column("releasable_elsewhere_bytes", "bytes", "In unused segments of other streams and pools.",
                   &Oom::releasableElsewhere),
            column("free_runs", "Free stretches of all streams.", &Oom::freeRuns),
            column("outside_bytes", "bytes", "capacity - reserved - device free; empty without capacity.",
                   [](const Row &row) { return row.hasCapacity ? std::optional(row.outside) : std::nullopt; }),
            column("stack", "Requester.", stackOf<Row>),
        },
        addFailures);
}

AnalysisEntry makeSnapshotDiffEntry() {
    using Row = DiffRow;
    return runTable<Row>(
        {{.id = "snapshot_diff",
          .title = "Memory snapshot: difference to the baseline",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Full,
          .parameters = momentParameters()}},
        {
            column("group", "Who made the blocks; matched by name, not by address.", &Row::group),
            column("baseline_bytes", "bytes", "In use in all snapshots of the baseline.", &Row::before, &Side::bytes),
            column("size_bytes", "bytes", "In use in all snapshots of this run.", &Row::now, &Side::bytes),
            column("delta_bytes", "bytes", "size_bytes - baseline_bytes.", &Row::delta),
            column("baseline_blocks", "Blocks in the baseline.", &Row::before, &Side::blocks),
            column("blocks", "Blocks in this run.", &Row::now, &Side::blocks),
        },
        addDifferences);
}

}  // namespace stagescope
