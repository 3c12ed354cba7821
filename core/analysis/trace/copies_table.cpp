#include "core/analysis/run/asked_range.h"
#include "core/analysis/run/kernels.h"
#include "core/analysis/run/rank_devices.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/analysis/trace/duration_tally.h"
#include "core/base/text.h"
#include "core/store/tables/copy_record.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

namespace {

enum class CopiesBy : std::uint8_t { Kind, Direction, Copy };
constexpr auto kCopiesModes = std::to_array<std::string_view>({"kind", "direction", "copy"});
constexpr std::int64_t kMostCopyRows = 100'000;
constexpr std::size_t kCopiesLook = 4096;

/// What copies of a row have in common; empty where they are not told apart by it.
struct CopyKey {
    std::string_view direction;
    std::string_view name;
    std::string_view memory;
    std::int64_t device = -1;
    std::int64_t stream = -1;
    std::optional<bool> isSynchronous;

    auto operator<=>(const CopyKey &) const = default;
};

struct CopyTally : DurationTally {
    std::optional<std::int64_t> bytes;  ///< of those that tell it
    double timed = 0;                   ///< how long they took, ns
    std::optional<SliceRef> longest;

    void addCopy(const CopyRecord &copy, const std::optional<SliceRef> &slice) {
        longest = count == 0 || Nanos{copy.duration} > max ? slice : longest;
        add(Nanos{copy.duration});
        std::int64_t sum = 0;
        if (copy.bytes >= 0 && !__builtin_add_overflow(bytes.value_or(0), copy.bytes, &sum)) {
            bytes = sum;
            timed += copy.rate > 0 ? static_cast<double>(copy.bytes) / copy.rate : static_cast<double>(copy.duration);
        }
    }
    /// Bytes per ns.
    [[nodiscard]] std::optional<double> rate() const {
        return bytes && timed > 0 ? std::optional(static_cast<double>(*bytes) / timed) : std::nullopt;
    }
};

struct CopyRow {
    int rank;
    const CopyKey *key;
    const CopyTally *tally;
    std::optional<AlignedTime> begin{};

    operator const CopyKey &() const { return *key; }
    operator const CopyTally &() const { return *tally; }
    operator const DurationTally &() const { return *tally; }
};

/// The calls that started copies, by the arrows that lead to them.
class CopyCalls {
public:
    CopyCalls(const Run &run, const RankCapture &capture) : m_slices(run, capture) {
        for (const auto &[source, trace] : capture.traces()) {
            m_traces[source] = trace.get();
        }
    }
    [[nodiscard]] std::optional<SliceRef> sliceOf(const CopyRecord &copy) const {
        DeviceKernel work;
        work.name = copy.name;
        work.begin = copy.begin;
        return m_slices.of(work);
    }
    /// Whether the call waits for the copy: those that do not say so in their name (cudaMemcpyAsync, aclrtMemcpyAsync).
    /// Nothing where no arrow leads to a call that copies.
    [[nodiscard]] std::optional<bool> isSynchronous(const std::optional<SliceRef> &slice) const {
        if (!slice) {
            return std::nullopt;
        }
        const auto &trace = *m_traces.at(slice->source);
        const auto begin = trace.slices(slice->track).begin(slice->slice.value);
        for (const auto &flow : trace.flows().reaching(slice->track, begin, begin)) {
            const auto &calls = trace.slices(flow.fromTrack);
            for (auto depth = calls.depthCount(); depth-- > 0;) {
                const auto call = calls.find(depth, flow.from);
                const bool isCall = call && calls.klass(call->value) == SliceClass::Runtime;
                const auto name = isCall ? trace.text(calls.name(call->value)) : std::string_view{};
                if (containsIgnoringCase(name, "memcpy") || containsIgnoringCase(name, "memset")) {
                    return !containsIgnoringCase(name, "async");
                }
            }
        }
        return std::nullopt;
    }

private:
    KernelSlices m_slices;
    std::map<SourceId, const TraceStore *> m_traces;
};

struct CopiesOptions {
    CopiesBy by = CopiesBy::Kind;
    std::size_t most = 0;
    std::size_t left = 0;    ///< copies so far that find no room
    std::size_t all = 0;     ///< copies so far
    std::size_t untold = 0;  ///< of them, those of which neither direction nor size is recorded
};
Result<CopiesOptions> copiesOptions(const AnalysisInput &input) {
    const auto mode = choiceParameter(input, "by", kCopiesModes);
    const auto most = countParameter(input, "rows", kMostCopyRows);
    if (!mode || !most) {
        return tl::unexpected(mode ? most.error() : mode.error());
    }
    return CopiesOptions{static_cast<CopiesBy>(*mode), *most};
}

void addOneCopy(const RankInput &of, const CopyKey &key, const CopyRecord &copy, const std::optional<SliceRef> &slice,
                TableRows<CopyRow> &out) {
    CopyTally tally;
    tally.addCopy(copy, slice);
    out.add({of.capture.rank, &key, &tally, of.run.clock.toAligned(of.capture.rank, rankTime(copy.begin))});
}

void addCopies(const RankInput &of, CopiesOptions &options, TableRows<CopyRow> &out) {
    const auto asked = askedRange(of.all, of.run, of.capture);
    if (asked.isEmpty) {
        return;
    }
    const auto copies = recordsOf<CopyRecord>(of.capture);
    const bool hasDevices = !devicesOf(of.capture).empty();
    const CopyCalls calls(of.run, of.capture);
    std::map<CopyKey, CopyTally> tallies;
    std::size_t looked = 0;
    for (const auto &copy : copies) {
        if (++looked % kCopiesLook == 0 && of.stop.stop_requested()) {
            return;
        }
        if (asked.range && !asked.range->contains(rankTime(copy.begin))) {
            continue;
        }
        ++options.all;
        options.untold += copy.direction.empty() && copy.bytes < 0 ? 1 : 0;
        const auto slice = calls.sliceOf(copy);
        const auto device = hasDevices || options.by == CopiesBy::Copy ? copy.device : -1;
        const CopyKey sums{copy.direction, {}, {}, device, -1, {}};
        const CopyKey key =
            options.by == CopiesBy::Direction ? sums : CopyKey{copy.direction, copy.name,   copy.memory,
                                                               device,         copy.stream, calls.isSynchronous(slice)};
        if (options.by != CopiesBy::Copy) {
            tallies[key].addCopy(copy, slice);
        } else if (out.size() < options.most) {
            addOneCopy(of, key, copy, slice, out);
        } else {
            ++options.left;
        }
    }
    for (const auto &[key, tally] : tallies) {
        out.add({of.capture.rank, &key, &tally});
    }
}

void noteLeftCopies(const CopiesOptions &options, TableRows<CopyRow> &out) {
    if (options.untold > 0) {
        out.note("Of " + std::to_string(options.untold) + " of " + std::to_string(options.all) +
                 " copies neither direction nor size is recorded; databases of torch_npu have both in MEMCPY_INFO, "
                 "which profiler_level=Level1 and more write.");
    }
    if (options.left > 0) {
        out.note(std::to_string(options.left) + " more copies are skipped; --set rows=N shows more.");
    }
}

}  // namespace

AnalysisEntry makeCopiesEntry() {
    using Row = CopyRow;
    return rankTable<Row>(
        {.entry = {.id = "copies",
                   .title = "Memory copies and fills",
                   .depth = LoadDepth::Deep,
                   .parameters = {{"by", "kind",
                                   "kind: one row for copies of a name, direction, stream and call; direction: sums; "
                                   "copy: each by itself, in the order of the file"},
                                  {"rows", std::to_string(kMostCopyRows), "Most rows, by copy."}}},
         .whenEmpty = "No copies: no trace of these ranks is loaded, or nothing was copied outside of communication."},
        {
            column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown),
            column("direction",
                   "HtoD from the host to the device, DtoH back, DtoD within a device, PtoP between devices, HtoH, "
                   "fill (memset); empty where the profile does not have it.",
                   &CopyKey::direction),
            column("name",
                   "Kind of copy or fill as the trace names it; copies inside of communication operators are not among "
                   "them. Empty for sums by direction, as memory, stream and synchronous are.",
                   &CopyKey::name),
            column("memory", "Memory of the host: pinned or pageable; empty where the profile does not have it.",
                   &CopyKey::memory),
            column("device", "Number of its device: of sums where the file of a rank has several.", &CopyKey::device,
                   ifKnown),
            column("stream", "Number of its stream.", &CopyKey::stream, ifKnown),
            column("synchronous",
                   "yes: the call that started it waits for its end, by its name (cudaMemcpy); no: it does not "
                   "(cudaMemcpyAsync, which waits all the same where the memory is pageable); empty where no such call "
                   "is recorded.",
                   &CopyKey::isSynchronous),
            tallyColumns("copies"),
            column("size_bytes", "bytes", "Bytes moved; empty where no file has it, else of those that have it.",
                   &CopyTally::bytes),
            column("bandwidth_gbps", "GB/s (10^9 B/s)",
                   "size_bytes / time of the copies with bytes; where the file has rates, whose durations may be "
                   "rounded to a microsecond, by these.",
                   &CopyTally::rate),
            column("begin_ns", "ns", "Begin on the common clock of the run, by copy.", &Row::begin),
            column("evidence", "Name of its slice for --select; of sums that of the longest copy.",
                   &CopyTally::longest),
        },
        copiesOptions, addCopies, noteLeftCopies);
}

}  // namespace stagescope
