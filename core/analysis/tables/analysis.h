#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/formats/io/load_control.h"
#include "core/session/workspace.h"
#include "core/store/bundle/bundle_notes.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a comparison takes as its other side, in place of what the question itself asks about. Empty: the same.
struct ComparedWith {
    std::vector<int> ranks{};
    std::optional<std::int64_t> step{};
    bool operator==(const ComparedWith &) const = default;
};

/// What a table is asked about. The main run, a baseline where given, and filters; empty filters mean all.
struct AnalysisInput {
    const Workspace *workspace = nullptr;  ///< never null; outlives the call
    std::vector<int> ranks{};
    std::optional<std::int64_t> step{};
    std::string group{};                  ///< PipelineGroup::id
    std::optional<AlignedRange> range{};  ///< absolute
    std::map<std::string, std::string> parameters{};
    /// The other side of a comparison: of the baseline where there is one, else of the main run. Nothing: the same
    /// ranks and step of the baseline.
    std::optional<ComparedWith> comparedWith{};

    [[nodiscard]] const Run *run() const { return workspace->mainRun(); }
    [[nodiscard]] const Run *baseline() const { return workspace->baseline(); }
    [[nodiscard]] bool wants(int rank) const;
    [[nodiscard]] bool wantsStep(std::optional<std::int64_t> number) const { return !step || step == number; }
    /// Whether a span of a rank's clock touches the range that is asked about; a point counts as inside.
    [[nodiscard]] bool touches(int rank, RankRange span) const;
    [[nodiscard]] bool touches(AlignedRange span) const;
    /// Captures of the run that are asked about, by rank; of a rank with several the last. None without a run.
    [[nodiscard]] std::vector<const RankCapture *> captures() const;
    [[nodiscard]] std::string parameter(const std::string &name, std::string_view fallback = {}) const;
};

/// A parameter of a table, for `--set name=value`.
struct ParameterSpec {
    std::string name;
    std::string defaultValue;
    std::string meaning;
};

/// A table while it is made of one rank after the other. One thread.
class TableByRank {
public:
    TableByRank() = default;
    TableByRank(const TableByRank &) = delete;
    TableByRank &operator=(const TableByRank &) = delete;
    virtual ~TableByRank() = default;

    /// Whether all ranks are to be looked at before the first rows are made, since one says something of the others.
    [[nodiscard]] virtual bool needsSurvey() const { return false; }
    /// As add(), before that.
    virtual void survey(const RankCapture &) {}
    /// Each of AnalysisInput::captures(), in that order. Its timeline may go when this returns.
    virtual void add(const RankCapture &capture) = 0;
    /// Once, after the last.
    [[nodiscard]] virtual Result<ResultTable> finish() = 0;
};
/// Begins a table about a run, before the first timeline is there. Both arguments outlive it.
using BeginByRank =
    std::function<Result<std::unique_ptr<TableByRank>>(const AnalysisInput &input, const std::stop_token &stop)>;

/// An analysis as the outside sees it: a pure function from a workspace to a table. Runs on any thread, looks at the
/// stop token at least every 4096 rows, and fails with Cancelled, BadArgument, or NotFound (nothing to compute from;
/// the detail says what would be needed).
struct AnalysisEntry {
    std::string id;     ///< stable name for the command line: "time_split"
    std::string title;  ///< English; the window shows message "table.<id>"
    /// Whether figures need deep loading of the ranks that are asked about; Shallow works from metadata and small
    /// tables.
    LoadDepth depth = LoadDepth::Shallow;
    /// For an entry of depth Shallow, asked about a run loaded so far: whether its figures need deep loading in this
    /// run. Null = no.
    bool (*needsDeep)(const Run &run) = nullptr;
    /// The lowest level of a digest that tells all of it. Nothing: that with the device's work where deep loading may
    /// be needed, else the lowest.
    std::optional<BundleLevel> level{};
    /// Of an entry of depth Deep: it asks timelines nothing but what is measured once (measuredOnce) of each, and tells
    /// a run that keeps none (leanRun) whole.
    bool isLean = false;
    bool hasTwoSides = false;  ///< compares by itself what AnalysisInput::comparedWith and the baseline say
    std::vector<ParameterSpec> parameters{};
    /// All that its tables may have. Those of counters that the profilers measure only when they are told to (metrics
    /// of the cores) are left out of a table where no capture has them.
    std::vector<ColumnSpec> columns{};
    std::function<Result<ResultTable>(const AnalysisInput &input, const std::stop_token &stop)> run{};
    /// The same table with one timeline at a time. Null: it looks at those of several ranks together.
    BeginByRank byRank{};
    /// Of a table with byRank: whether it does so all the same where that is asked for. Null = never.
    bool (*joinsRanks)(const AnalysisInput &input) = nullptr;
};

/// THE list of tables, in order of display.
[[nodiscard]] std::span<const AnalysisEntry> analysisList();
[[nodiscard]] const AnalysisEntry *analysisById(std::string_view id);

}  // namespace stagescope
