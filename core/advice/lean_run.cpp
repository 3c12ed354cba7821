#include "core/advice/lean_run.h"

#include "core/analysis/memory/memory_series.h"
#include "core/analysis/memory/step_memory.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/core_frequency.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/run/time_split.h"
#include "core/formats/format_list.h"
#include "core/session/loading/rank_stream.h"
#include "core/session/loading/run_facts.h"
#include "core/session/loading/source_loader.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"

#include <memory>
#include <utility>

namespace stagescope {

namespace {

/// Rows of each kernel, each sample, each copy.
bool isOfTimeline(TableKind kind) {
    switch (kind) {
        case TableKind::Kernels:
        case TableKind::MemoryOps:
        case TableKind::MemorySamples:
        case TableKind::TaskMetrics:
        case TableKind::Copies:
            return true;
        default:
            return false;
    }
}

/// What is asked of a capture before rules are: its pipeline, clocks, steps, memory, and what it can answer. All of it
/// lies in functions that measure once.
void measure(Run &one, const std::stop_token &stop) {
    const auto &capture = one.captures.front();
    static_cast<void>(busyIntervals(capture, stop));
    static_cast<void>(timeSplits(capture, stop));
    static_cast<void>(rankSteps(capture));
    static_cast<void>(frequencySpans(capture, stop));
    static_cast<void>(memoryPeak(capture, stop));
    static_cast<void>(stepMemory(capture, stop));
    static_cast<void>(rankRow(capture, stop));
    static_cast<void>(capabilities(one));
}

/// Memory snapshots as deep loading has them.
void readSnapshots(Run &run, const std::stop_token &stop) {
    for (auto &snapshot : run.snapshots) {
        if (snapshot.store == nullptr && !stop.stop_requested()) {
            auto read = loadFiles({snapshot.file}, {.stop = stop, .depth = LoadDepth::Deep}, formatList());
            snapshot.file = read.files.front();
            snapshot.store = read.loaded.empty() ? nullptr : read.loaded.front().snapshot;
            snapshot.log = read.log;
            snapshot.state = snapshot.store == nullptr ? LoadState::Damaged : LoadState::Deep;
            ++snapshot.version;
        }
    }
}

/// Of all captures, twice: for what is measured once and for what rules ask.
class Timelines {
public:
    explicit Timelines(Run shallow) : m_run(std::move(shallow)), m_stream(m_run, order(m_run.captures.size())) {}

    RankCapture read(std::size_t index) {
        const auto lease = m_stream.lend(m_run.captures[index]);
        return m_run.captures[index];
    }

private:
    static std::vector<std::size_t> order(std::size_t captures) {
        std::vector<std::size_t> result;
        for (std::size_t i = 0; i < 2 * captures; ++i) {
            result.push_back(i % captures);
        }
        return result;
    }
    Run m_run;
    RankStream m_stream;
};

}  // namespace

bool asksRulesAlone(std::string_view table) { return table == "findings" || table == "headroom"; }

std::vector<LoadedSource> withoutTimelines(const std::vector<LoadedSource> &loaded) {
    auto result = loaded;
    for (auto &source : result) {
        for (auto &trace : source.traces) {
            trace = std::make_shared<const TraceStore>();
        }
        for (auto &table : source.tables) {
            if (isOfTimeline(table->kind())) {
                table = std::make_shared<const TableStore>(table->kind());
            }
        }
    }
    return result;
}

Run leanRun(Run shallow, const std::function<void(std::size_t)> &progress, const std::stop_token &stop) {
    auto lean = shallow;
    readSnapshots(lean, stop);
    auto one = lean;
    RunFacts facts;
    const auto timelines = std::make_shared<Timelines>(std::move(shallow));
    lean.readAgain = [timelines](std::size_t capture) { return timelines->read(capture); };
    for (std::size_t i = 0; i < lean.captures.size() && !stop.stop_requested(); ++i) {
        auto &capture = lean.captures[i];
        capture = timelines->read(i);
        capture.facts = std::make_shared<RankFacts>();
        ImportLog known;  // shallow loading has told it
        facts.add(capture, known);
        one.captures = {capture};
        measure(one, stop);
        capture.facts->setOpen(false);
        capture.loaded = withoutTimelines(capture.loaded);
        one.captures.clear();
        if (progress) {
            progress(i + 1);
        }
    }
    lean.parallel = facts.parallel();
    lean.groups = facts.groups();
    return lean;
}

}  // namespace stagescope
