#include "core/session/loading/lean_run.h"

#include "core/base/import_log.h"
#include "core/formats/format_list.h"
#include "core/session/discovery/capture_order.h"
#include "core/session/loading/rank_stream.h"
#include "core/session/loading/run_facts.h"
#include "core/session/loading/source_loader.h"
#include "core/session/rank_facts.h"
#include "core/store/bundle/bundle_rank.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"

#include <memory>
#include <utility>

namespace stagescope {

namespace {

/// Rows of each kernel, each sample, each copy; batches of data are few, and asked for.
bool isOfTimeline(TableKind kind) { return isBulky(kind) && kind != TableKind::DataBatches; }

/// What is kept of the stores of a capture.
std::vector<LoadedSource> withoutTimelines(std::vector<LoadedSource> loaded) {
    for (auto &source : loaded) {
        for (auto &trace : source.traces) {
            trace = std::make_shared<const TraceStore>();
        }
        for (auto &table : source.tables) {
            if (isOfTimeline(table->kind())) {
                table = std::make_shared<const TableStore>(table->kind());
            }
        }
    }
    return loaded;
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

}  // namespace

Run leanRun(Run shallow, const std::vector<int> &ranks, const MeasureCapture &measure,
            const std::function<void(std::size_t, std::size_t)> &progress, const std::stop_token &stop) {
    auto lean = std::move(shallow);
    readSnapshots(lean, stop);
    RunFacts facts;
    ImportLog known;  // shallow loading has told it
    for (const auto &capture : lean.captures) {
        facts.add(capture, known);
    }
    auto one = lean;
    const auto places = timelinesOf(lean, ranks);
    std::vector<RankCapture> timelines;
    for (const auto place : places) {
        timelines.push_back(lean.captures[place]);
    }
    const auto stream = std::make_shared<RankStream>(std::move(timelines));
    bool areRanksOthers = false;
    for (std::size_t done = 0; done < places.size() && !stop.stop_requested(); ++done) {
        auto &capture = lean.captures[places[done]];
        capture = stream->read(done);
        const auto own = std::make_shared<ImportLog>();
        areRanksOthers = applyIdentity(capture, *own) || areRanksOthers;
        facts.add(capture, *own);
        capture.log = combined(capture.log, own);
        capture.facts = std::make_shared<RankFacts>();
        capture.own.reset();  // of what was read shallow
        one.captures = {capture};
        measure(one, stop);
        capture.facts->setOpen(false);
        capture.loaded = withoutTimelines(std::move(capture.loaded));
        one.captures.clear();
        if (progress) {
            progress(done + 1, places.size());
        }
    }
    lean.parallel = facts.parallel();
    lean.groups = facts.groups();
    if (areRanksOthers) {
        followRanks(lean);
    }
    readFrom(stream, lean);
    return lean;
}

}  // namespace stagescope
