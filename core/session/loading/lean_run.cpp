#include "core/session/loading/lean_run.h"

#include "core/base/import_log.h"
#include "core/base/io/memory_limit.h"
#include "core/formats/format_list.h"
#include "core/session/discovery/capture_order.h"
#include "core/session/loading/rank_stream.h"
#include "core/session/loading/run_facts.h"
#include "core/session/loading/source_loader.h"
#include "core/session/rank_facts.h"
#include "core/store/bundle/bundle_rank.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <memory>
#include <thread>
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

/// Positions of the captures that have timelines to read.
std::vector<std::size_t> timelinesOf(const Run &run) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        if (run.capture(run.captures[i].rank) == &run.captures[i] && hasDeepFiles(run.captures[i])) {
            result.push_back(i);
        }
    }
    return result;
}

/// Readings at a time, so that what waits to be looked at stays within an eighth of the memory too.
unsigned readersFor(const Run &run) {
    std::uint64_t largest = 1;
    for (const auto &capture : run.captures) {
        largest = std::max(largest, loadCost(capture.files, LoadDepth::Deep, formatList()));
    }
    const auto most = std::max(1U, std::thread::hardware_concurrency());
    const auto fitting = memoryLimit() == 0 ? most : memoryLimit() / 8 / largest;
    return static_cast<unsigned>(std::clamp<std::uint64_t>(fitting, 1, most));
}

/// Of a run that was loaded shallow, one after the other, twice.
class Timelines {
public:
    /// `log` gets what a second reading loses.
    Timelines(Run shallow, std::shared_ptr<ImportLog> log)
        : m_run(std::move(shallow)), m_log(std::move(log)), m_stream(m_run, order(m_run), readersFor(m_run)) {}

    RankCapture read(std::size_t index) {
        const auto lease = m_stream.lend(m_run.captures[index]);
        return m_run.captures[index];
    }
    /// Where the captures of a run stand here, which may have come into another order.
    [[nodiscard]] std::vector<std::size_t> placesOf(const Run &run) const {
        std::vector<std::size_t> places;
        for (const auto &capture : run.captures) {
            const auto it = std::ranges::find_if(m_run.captures, [&](const RankCapture &own) {
                return !own.files.empty() && !capture.files.empty() && own.files.front().id == capture.files.front().id;
            });
            places.push_back(static_cast<std::size_t>(it - m_run.captures.begin()));
        }
        return places;
    }
    RankCapture readAgain(std::size_t index) {
        const auto known = m_run.captures[index].log;
        auto capture = read(index);
        for (const auto &entry : capture.log ? capture.log->entriesBeyond(known.get()) : std::vector<ImportEntry>{}) {
            m_log->append(entry);
        }
        return capture;
    }

private:
    static std::vector<std::size_t> order(const Run &run) {
        auto result = timelinesOf(run);
        const auto again = result;
        result.insert(result.end(), again.begin(), again.end());
        return result;
    }

    Run m_run;
    std::shared_ptr<ImportLog> m_log;
    RankStream m_stream;
};

}  // namespace

Run leanRun(Run shallow, const MeasureCapture &measure, const std::function<void(std::size_t)> &progress,
            const std::stop_token &stop) {
    auto lean = shallow;
    readSnapshots(lean, stop);
    const auto log = std::make_shared<ImportLog>();
    if (lean.log != nullptr) {
        log->append(*lean.log);
    }
    lean.log = log;
    RunFacts facts;
    ImportLog known;  // shallow loading has told it
    for (const auto &capture : shallow.captures) {
        facts.add(capture, known);
    }
    auto one = lean;
    const auto places = timelinesOf(shallow);
    const auto timelines = std::make_shared<Timelines>(std::move(shallow), log);
    bool areRanksOthers = false;
    std::size_t done = 0;
    for (const auto place : places) {
        if (stop.stop_requested()) {
            break;
        }
        auto &capture = lean.captures[place];
        capture = timelines->read(place);
        const auto own = std::make_shared<ImportLog>();
        areRanksOthers = applyIdentity(capture, *own) || areRanksOthers;
        facts.add(capture, *own);
        capture.log = combined(capture.log, own);
        capture.facts = std::make_shared<RankFacts>();
        one.captures = {capture};
        measure(one, stop);
        capture.facts->setOpen(false);
        capture.loaded = withoutTimelines(std::move(capture.loaded));
        one.captures.clear();
        if (progress) {
            progress(++done);
        }
    }
    lean.parallel = facts.parallel();
    lean.groups = facts.groups();
    if (areRanksOthers) {
        followRanks(lean);
    }
    lean.readAgain = [timelines, placeOf = timelines->placesOf(lean)](std::size_t capture) {
        return timelines->readAgain(placeOf.at(capture));
    };
    return lean;
}

}  // namespace stagescope
