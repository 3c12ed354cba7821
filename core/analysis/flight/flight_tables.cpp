#include "core/analysis/flight/flight_study.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/words/ranges_text.h"

#include <algorithm>

namespace stagescope {

namespace {

/// How to have one differs by framework and its version: the manual says it.
constexpr std::string_view kNoDumps =
    "No such calls: no dump of a flight recorder is loaded, or it has none; 'stagescope help hang' says what writes "
    "one.";

/// Empty of none.
std::optional<std::string> ranksText(const std::vector<int> &ranks) {
    return ranks.empty() ? std::nullopt : std::optional(rangesText({ranks.begin(), ranks.end()}));
}

struct CallRow {
    const FlightCollective *call;
    RunId run;
    std::int64_t last = -1;

    [[nodiscard]] std::string group() const { return call->group->text(); }
    [[nodiscard]] std::optional<std::string> members() const { return ranksText(call->group->members); }
    [[nodiscard]] std::string op() const { return call->usual().ops(); }
    [[nodiscard]] const FlightCall &usual() const { return call->usual().calls.front(); }
    [[nodiscard]] std::size_t called() const { return call->parts.size(); }
    [[nodiscard]] std::int64_t done() const {
        return std::count_if(call->parts.begin(), call->parts.end(), [](const auto &part) { return part.isDone(); });
    }
    [[nodiscard]] std::optional<std::string> odd() const { return ranksText(call->odd); }
    [[nodiscard]] std::optional<std::string> missing() const { return ranksText(call->missing); }
    [[nodiscard]] std::optional<std::string> passed() const { return ranksText(call->passed); }
    [[nodiscard]] std::optional<std::string> undumped() const { return ranksText(call->undumped); }
    [[nodiscard]] std::optional<Nanos> waited() const {
        const auto since = call->waitsSince();
        return since < 0 ? std::nullopt : std::optional(Nanos{last - since});
    }
    [[nodiscard]] std::optional<RankRef> rank() const {
        const auto &to = !call->missing.empty() ? call->missing : call->odd;
        return to.empty() ? std::optional(RankRef{run, call->parts.front().rank})
                          : std::optional(RankRef{run, to.front()});
    }
};

void addCalls(const AnalysisInput &input, const std::stop_token &stop, TableRows<CallRow> &out) {
    const auto study = flightStudy(*input.run(), stop);
    for (const auto &one : study.collectives) {
        const auto isWanted = [&](const FlightPart &part) { return input.wants(part.rank); };
        const bool isOfWanted =
            std::any_of(one.parts.begin(), one.parts.end(), isWanted) ||
            std::any_of(one.missing.begin(), one.missing.end(), [&](int rank) { return input.wants(rank); });
        if (isOfWanted) {
            out.add({&one, input.run()->id, study.last});
        }
    }
}

struct RankRow {
    FlightRank is;
    FlightProgress progress;
    const FlightGroup &group;
    RunId run;
    std::int64_t furthest = -1;  ///< number of the last call that any rank of the group made

    [[nodiscard]] std::string groupText() const { return group.text(); }
    [[nodiscard]] std::optional<std::int64_t> behind() const {
        const bool isKnown = progress.enqueued >= 0 && furthest >= 0;
        return isKnown ? std::optional(furthest - progress.enqueued) : std::nullopt;
    }
    [[nodiscard]] std::optional<std::string> waitsFor() const { return ranksText(is.waitsFor); }
};

/// A row for each rank and group that it is in: as the states of the groups tell it, else as its calls do.
void addProgressRows(const AnalysisInput &input, const std::stop_token &stop, TableRows<RankRow> &out) {
    auto study = flightStudy(*input.run(), stop);
    for (const auto &one : study.collectives) {
        for (const auto &part : one.parts) {
            auto &progress = study.progress[{one.group, part.rank}];
            progress.enqueued = std::max(progress.enqueued, one.sequence);
            progress.completed = part.isDone() ? std::max(progress.completed, one.sequence) : progress.completed;
        }
    }
    std::map<const FlightGroup *, std::int64_t> furthest;
    for (const auto &[key, progress] : study.progress) {
        auto &most = furthest.try_emplace(key.first, -1).first->second;
        most = std::max(most, progress.enqueued);
    }
    for (const auto &rank : study.byRank) {
        for (const auto &[key, progress] : study.progress) {
            if (key.second == rank.rank && input.wants(rank.rank)) {
                out.add({rank, progress, *key.first, input.run()->id, furthest[key.first]});
            }
        }
    }
}

struct TransferRow {
    FlightTransfers is;
    RunId run;
    std::int64_t last = -1;

    [[nodiscard]] std::string group() const { return is.group->text(); }
    [[nodiscard]] std::optional<int> missing() const {
        return is.missing() < 0 ? std::nullopt : std::optional(is.missing());
    }
    [[nodiscard]] const FlightCall &call() const { return is.calls.front(); }
    [[nodiscard]] std::optional<Nanos> waited() const {
        return is.since < 0 ? std::nullopt : std::optional(Nanos{last - is.since});
    }
};

}  // namespace

AnalysisEntry makeCollectiveCallsEntry() {
    using Row = CallRow;
    return runTable<Row>(
        {.entry = {.id = "collective_calls", .title = "Collectives in flight recorder dumps"},
         .whenEmpty = std::string(kNoDumps)},
        {
            key(column("group", "Process group: its description and its name.", &Row::group)),
            key(column("sequence", "Number of the collective in its group.", &Row::call, &FlightCollective::sequence)),
            column("operation", "What most ranks called; several calls of one number with +.", &Row::op),
            column("verdict",
                   "done; running: called by all, not done; missing rank: a rank that has a dump did not call it; "
                   "other operation, other size, other data type: ranks disagree; not done on some; undecided: a rank "
                   "has no dump; after a mismatch: numbers no longer mean the same.",
                   &Row::call, &FlightCollective::verdict, &callVerdictText),
            column("missing_ranks", "Global ranks that have a dump and did not call it.", &Row::missing),
            column("odd_ranks", "Global ranks that differ from most, or are not done.", &Row::odd),
            column("ranks_without_dump", "Members of the group without a dump.", &Row::undumped),
            column("ranks_past_it", "Members whose recorder no longer has it: they called later ones.", &Row::passed),
            column("called", "Ranks that called it.", &Row::called),
            column("done", "Of them those where it is done.", &Row::done),
            column("input", "Shapes of the tensors that go in.", &Row::usual, &FlightCall::inputs, textIfAny),
            column("output", "Shapes of the tensors that come out.", &Row::usual, &FlightCall::outputs, textIfAny),
            column("data_type", "Of the input.", &Row::usual, &FlightCall::inputType, textIfAny),
            column("waited_us", "us",
                   "From the first call that is not done to the latest time in all dumps; the dumps themselves do not "
                   "say when they were written.",
                   &Row::waited),
            column(
                "caller", "Line of the program that called: innermost frame outside of torch.",
                [](const Row &row) { return std::string(row.usual().caller()); }, textIfAny),
            column("members", "Global ranks of the group.", &Row::members),
            column("rank", "The first missing or odd rank, else one that called it.", &Row::rank),
        },
        addCalls);
}

AnalysisEntry makeCollectiveRanksEntry() {
    using Row = RankRow;
    return runTable<Row>(
        {.entry = {.id = "collective_ranks", .title = "Progress of ranks in flight recorder dumps"},
         .whenEmpty = std::string(kNoDumps)},
        {
            key(column("rank", "Global rank.", &Row::is, &FlightRank::rank)),
            key(column("group", "Process group: its description and its name.", &Row::groupText)),
            column("last_called", "Number of the last collective that the rank called.", &Row::progress,
                   &FlightProgress::enqueued, ifKnown),
            column("last_done", "Number of the last that is done.", &Row::progress, &FlightProgress::completed,
                   ifKnown),
            column("behind", "Numbers behind the rank of the group that called most.", &Row::behind),
            column("calls", "Calls in its dump, in all groups.", &Row::is, &FlightRank::calls),
            column("open", "Of them those that are not done.", &Row::is, &FlightRank::open),
            column("waits_for", "Ranks that its first open call waits for.", &Row::waitsFor),
            column("last_call_ns", "ns", "When it called last; UTC of its host.", &Row::is, &FlightRank::last, ifKnown),
        },
        addProgressRows);
}

AnalysisEntry makeOpenTransfersEntry() {
    using Row = TransferRow;
    return runTable<Row>(
        {.entry = {.id = "open_transfers", .title = "Transfers not done in flight recorder dumps"},
         .whenEmpty = std::string(kNoDumps)},
        {
            key(column("group", "Process group: its description and its name.", &Row::group)),
            key(column("source", "Global rank that sends.", &Row::is, &FlightTransfers::source)),
            key(column("destination", "Global rank that receives.", &Row::is, &FlightTransfers::destination)),
            column("sends", "Sends that are not done.", &Row::is, &FlightTransfers::sends),
            column("receives", "Receives that are not done.", &Row::is, &FlightTransfers::receives),
            column("missing_rank", "Who has not called what the other waits for.", &Row::missing),
            column("other_size", "yes: one is sent in another size or type than it is received.", &Row::is,
                   &FlightTransfers::isOfOtherSize),
            column("size", "Shapes of the tensors of the first.", &Row::call, &FlightCall::inputs, textIfAny),
            column("data_type", "Of the first.", &Row::call, &FlightCall::inputType, textIfAny),
            column("waited_us", "us", "From the first call to the latest time in all dumps.", &Row::waited),
        },
        [](const AnalysisInput &input, const std::stop_token &stop, TableRows<Row> &out) {
            const auto study = flightStudy(*input.run(), stop);
            for (const auto &one : study.transfers) {
                if (input.wants(one.source) || input.wants(one.destination)) {
                    out.add({one, input.run()->id, study.last});
                }
            }
        });
}

}  // namespace stagescope
