#include "core/analysis/run/ranks.h"

#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/store/bundle/bundle_rank.h"

#include <algorithm>
#include <array>

namespace stagescope {
namespace {

constexpr auto kOrigins = std::to_array<std::string_view>(
    {"unknown", "profiler_info", "database", "metadata", "trace_head", "folder_name", "file_name", "only_one"});
constexpr auto kStates = std::to_array<std::string_view>(
    {"listed", "loading_shallow", "shallow", "loading_deep", "deep", "damaged", "missing"});

struct PresentRow {
    const Run *run;
    const RankCapture *capture;
    std::optional<RankIndices> place;

    operator const RankCapture &() const { return *capture; }
};

PresentRow rowOf(const Run &run, const RankCapture &capture) {
    return {&run, &capture, capture.rank < 0 ? std::nullopt : rankIndices(run.parallel, capture.rank)};
}

std::size_t countInUse(const RankCapture &capture) { return capture.filesInUse().count(); }

std::uint64_t bytesInUse(const RankCapture &capture) { return capture.filesInUse().bytes(); }

std::size_t kindsOfDiagnostics(const RankCapture &capture) {
    return capture.log == nullptr ? 0 : capture.log->entries().size();
}

void addRanks(const AnalysisInput &input, const std::stop_token &stop, TableRows<PresentRow> &out) {
    const auto &run = *input.run();
    for (const auto &capture : run.captures) {
        if (input.wants(capture.rank)) {
            out.add(rowOf(run, capture));
        }
    }
    for (const int rank : missingRanks(run)) {
        if (stop.stop_requested()) {
            return;
        }
        if (input.wants(rank)) {
            RankCapture absent;
            absent.rank = rank;
            absent.state = LoadState::Missing;
            out.add(rowOf(run, absent));
        }
    }
}

}  // namespace

std::optional<RankIndices> rankIndices(const ParallelSizes &sizes, int rank) {
    const std::int64_t tp = sizes.tp;
    const std::int64_t cp = std::max(sizes.cp, 1);
    const std::int64_t dp = sizes.dp;
    const std::int64_t pp = sizes.pp;
    constexpr std::int64_t kMaxSize = 10'000;  // keeps the product of four within 64 bits
    if (tp < 1 || dp < 1 || pp < 1 || rank < 0 || std::max({tp, cp, dp, pp}) > kMaxSize) {
        return std::nullopt;
    }
    const auto world = tp * cp * dp * pp;
    if ((sizes.world > 0 && sizes.world != world) || rank >= world) {
        return std::nullopt;
    }
    return RankIndices{.tp = static_cast<int>(rank % tp),
                       .cp = static_cast<int>(rank / tp % cp),
                       .dp = static_cast<int>(rank / (tp * cp) % dp),
                       .pp = static_cast<int>(rank / (tp * cp * dp))};
}

std::vector<int> missingRanks(const Run &run) {
    constexpr int kMaxRanks = 1'000'000;  // a hostile size must not fill the memory
    const auto found = run.ranks();
    const int expected = std::min(run.expectedRanks().value_or(0), kMaxRanks);
    std::vector<int> missing;
    for (int rank = 0; rank < expected; ++rank) {
        if (!std::binary_search(found.begin(), found.end(), rank)) {
            missing.push_back(rank);
        }
    }
    return missing;
}

bool isGuessed(const Run &run, const RankCapture &capture) {
    // Discovery tells of each that it guessed, bundles and digests keep that; what was put together elsewhere has no
    // guesses.
    return capture.rank >= 0 && capture.origin == RankOrigin::Unknown &&
           ((run.log != nullptr && run.log->count("discovery.rank_unknown") > 0) ||
            !capture.environmentValue("bundle", kBundledGuess).empty());
}

bool hasGuessedRanks(const Run &run) {
    return std::any_of(run.captures.begin(), run.captures.end(),
                       [&](const RankCapture &capture) { return isGuessed(run, capture); });
}

std::string_view rankOriginText(RankOrigin origin) { return kOrigins.at(static_cast<std::size_t>(origin)); }
std::string_view loadStateText(LoadState state) { return kStates.at(static_cast<std::size_t>(state)); }

AnalysisEntry makeRanksEntry() {
    return runTable<PresentRow>(
        {{.id = "ranks", .title = "Ranks"}},
        {
            column("run", "Name of the run: the last part of the opened path.", &PresentRow::run, &Run::label),
            column("rank", "Global rank; empty when no file has it.", &RankCapture::rank, ifKnown),
            column("rank_origin",
                   "From where the rank is known: profiler_info, database, metadata, trace_head, folder_name, "
                   "file_name, only_one; never from the device.",
                   &RankCapture::origin, rankOriginText),
            column("host", "Name of the host, else the host's folder; empty when unknown.", &RankCapture::host),
            column("device", "Number of the device on its host; empty when unknown.", &RankCapture::device, ifKnown),
            column("capture", "Which capture of the rank, where it has several.", &RankCapture::captureLabel),
            column("folder", "Folder of the rank.", &RankCapture::folder),
            column("load_state",
                   "listed, loading_shallow, shallow, loading_deep, deep, damaged, or missing (metadata counts this "
                   "rank, the path does not hold it).",
                   &RankCapture::state, loadStateText),
            column("files", "Files of the rank that are in use.", countInUse),
            column("size_bytes", "bytes", "Size of these files together.", bytesInUse),
            column("pp_index",
                   "Pipeline stage by Megatron's order, rank / (TP * CP * DP); empty when the sizes are unknown or do "
                   "not fit.",
                   &PresentRow::place, &RankIndices::pp),
            column("dp_index", "Data-parallel index, rank / (TP * CP) % DP.", &PresentRow::place, &RankIndices::dp),
            column("cp_index", "Context-parallel index, rank / TP % CP.", &PresentRow::place, &RankIndices::cp),
            column("tp_index", "Tensor-parallel index, rank % TP.", &PresentRow::place, &RankIndices::tp),
            column("diagnostics", "Kinds of diagnostics that loading gave; table import_log lists them.",
                   kindsOfDiagnostics),
        },
        addRanks);
}

}  // namespace stagescope
