#include "core/analysis/run/ranks.h"

#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <algorithm>
#include <array>

namespace stagescope {
namespace {

constexpr auto kOrigins = std::to_array<std::string_view>(
    {"unknown", "profiler_info", "database", "metadata", "trace_head", "folder_name", "file_name", "only_one"});
constexpr auto kStates = std::to_array<std::string_view>(
    {"listed", "loading_shallow", "shallow", "loading_deep", "deep", "damaged", "missing"});

std::vector<Cell> rowOf(const Run &run, const RankCapture &capture) {
    const auto place = capture.rank < 0 ? std::nullopt : rankIndices(run.parallel, capture.rank);
    const auto index = [&](int RankIndices::*member) { return place ? numberCell((*place).*member) : Cell{}; };
    const auto chosen =
        std::count_if(capture.files.begin(), capture.files.end(), [](const FileSource &f) { return f.chosen; });
    return {textCell(run.label),
            knownCell(capture.rank),
            textCell(rankOriginText(capture.origin)),
            textCell(capture.host),
            knownCell(capture.device),
            textCell(capture.captureLabel),
            textCell(capture.folder),
            textCell(loadStateText(capture.state)),
            numberCell(chosen),
            numberCell(capture.fileBytes()),
            index(&RankIndices::pp),
            index(&RankIndices::dp),
            index(&RankIndices::cp),
            index(&RankIndices::tp),
            numberCell(capture.log == nullptr ? std::size_t{0} : capture.log->entries().size())};
}

/// One row for a rank that metadata promises and the path does not hold.
std::vector<Cell> missingRow(const Run &run, int rank) {
    RankCapture absent;
    absent.rank = rank;
    absent.state = LoadState::Missing;
    return rowOf(run, absent);
}

Result<ResultTable> runRanks(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("ranks"));
    const auto *run = input.run();
    if (run == nullptr) {
        return table;
    }
    for (const auto &capture : run->captures) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        if (input.wants(capture.rank)) {
            table.rows.push_back(rowOf(*run, capture));
        }
    }
    const auto found = run->ranks();
    const int expected = run->expectedRanks().value_or(0);
    constexpr int kMaxRows = 1'000'000;  // a hostile size in metadata must not fill the memory
    for (int rank = 0; rank < std::min(expected, kMaxRows); ++rank) {
        if (input.wants(rank) && !std::binary_search(found.begin(), found.end(), rank)) {
            table.rows.push_back(missingRow(*run, rank));
        }
    }
    return table;
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

std::string_view rankOriginText(RankOrigin origin) { return kOrigins.at(static_cast<std::size_t>(origin)); }
std::string_view loadStateText(LoadState state) { return kStates.at(static_cast<std::size_t>(state)); }

AnalysisEntry makeRanksEntry() {
    return {.id = "ranks",
            .title = "Ranks",
            .columns =
                {
                    textColumn("run", "Name of the run: the last part of the opened path."),
                    integerColumn("rank", "", "Global rank; empty when no file tells it."),
                    textColumn("rank_origin",
                               "From where the rank is known: profiler_info, database, metadata, trace_head, "
                               "folder_name, file_name, only_one; never from the device."),
                    textColumn("host", "Name of the host, else the host's folder; empty when unknown."),
                    integerColumn("device", "", "Number of the device on its host; empty when unknown."),
                    textColumn("capture", "Which capture of the rank, where it has several."),
                    textColumn("folder", "Folder of the rank."),
                    textColumn("load_state",
                               "listed, loading_shallow, shallow, loading_deep, deep, damaged, or missing (metadata "
                               "counts this rank, the path does not hold it)."),
                    integerColumn("files", "", "Files of the rank that are in use."),
                    integerColumn("size_bytes", "bytes", "Size of these files together."),
                    integerColumn("pp_index", "",
                                  "Pipeline stage by Megatron's order, rank / (TP * CP * DP); empty when the sizes "
                                  "are unknown or do not fit."),
                    integerColumn("dp_index", "", "Data-parallel index, rank / (TP * CP) % DP."),
                    integerColumn("cp_index", "", "Context-parallel index, rank / TP % CP."),
                    integerColumn("tp_index", "", "Tensor-parallel index, rank % TP."),
                    integerColumn("diagnostics", "",
                                  "Kinds of diagnostics that loading gave; table import_log lists them."),
                },
            .run = &runRanks};
}

}  // namespace stagescope
