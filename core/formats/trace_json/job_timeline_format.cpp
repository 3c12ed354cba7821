#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/formats/tables/group_rows.h"
#include "core/formats/trace_json/job_timeline_rows.h"
#include "core/formats/trace_json/trace_json_reader.h"
#include "core/store/tables/pipeline_records.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_merger.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace stagescope {

namespace {

/// What reading a file gave.
struct JobReading {
    Result<JobTimeline> job;
    std::vector<ImportEntry> log;
};

/// The files of jobs that were read last. Discovery asks for the ranks of a file, then each rank is loaded by itself,
/// at two depths: all of them from one reading. Keeps the rows of at most two files, those of a file until all its
/// ranks were loaded at both depths. Any thread; who asks while a file is read waits, and looks at its LoadControl
/// meanwhile.
class JobTimelineFiles {
public:
    /// Never null. A file that changed since is read again.
    [[nodiscard]] std::shared_ptr<const JobReading> read(const std::string &path, const LoadControl &control);
    /// One rank was loaded at one depth.
    void loaded(const std::shared_ptr<const JobReading> &reading);

private:
    struct Kept {
        std::string path;
        std::uint64_t size = 0;
        std::int64_t mtimeNs = 0;
        std::size_t loads = 0;  ///< still to come
        std::shared_ptr<const JobReading> reading;
    };
    [[nodiscard]] std::shared_ptr<const JobReading> kept(const ByteSource &source);
    void keep(Kept kept);

    std::timed_mutex m_reading;  ///< held while a file is read
    std::mutex m_mutex;          ///< guards what is kept
    std::deque<Kept> m_kept;
};

constexpr std::size_t kMostKept = 2;
constexpr std::size_t kDepths = 2;
constexpr auto kPatience = std::chrono::milliseconds(20);

std::shared_ptr<const JobReading> failed(Error error) {
    return std::make_shared<const JobReading>(JobReading{tl::make_unexpected(std::move(error)), {}});
}

std::shared_ptr<const JobReading> JobTimelineFiles::kept(const ByteSource &source) {
    const std::scoped_lock lock(m_mutex);
    const auto it = std::find_if(m_kept.begin(), m_kept.end(), [&](const Kept &kept) {
        return kept.path == source.path() && kept.size == source.fileSize() && kept.mtimeNs == source.mtimeNs();
    });
    return it == m_kept.end() ? nullptr : it->reading;
}

void JobTimelineFiles::keep(Kept kept) {
    const std::scoped_lock lock(m_mutex);
    m_kept.push_back(std::move(kept));
    if (m_kept.size() > kMostKept) {
        m_kept.pop_front();
    }
}

std::shared_ptr<const JobReading> JobTimelineFiles::read(const std::string &path, const LoadControl &control) {
    const auto source = ByteSource::open(path);
    if (!source) {
        return failed(source.error());
    }
    std::unique_lock lock(m_reading, std::defer_lock);
    while (!lock.try_lock_for(kPatience)) {
        if (!control.checkpoint()) {
            return failed({ErrorKind::Cancelled, "loading was cancelled", path});
        }
    }
    if (auto reading = kept(**source)) {
        return reading;
    }
    ImportLog log;
    auto job = readJobTimeline(path, log, control);
    const auto loads = job ? job->ranks().size() * kDepths : 0;
    auto reading = std::make_shared<const JobReading>(JobReading{std::move(job), log.entries()});
    if (loads > 0) {
        keep({path, (*source)->fileSize(), (*source)->mtimeNs(), loads, reading});
    }
    return reading;
}

void JobTimelineFiles::loaded(const std::shared_ptr<const JobReading> &reading) {
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_kept, [&](Kept &kept) { return kept.reading == reading && --kept.loads == 0; });
}

/// What the names of operations mean; texts of cellKindText.
std::string_view cellKindOf(std::string_view name) {
    struct Known {
        std::string_view prefix;
        std::string_view kind;
    };
    static constexpr std::array<Known, 7> kKnown{{{"forward-compute", "F"},
                                                  {"backward-compute", "B"},
                                                  {"optimizer", "optimizer"},
                                                  {"grads-", "gradient_sync"},
                                                  {"layernorm-grads-", "gradient_sync"},
                                                  {"embedding-grads-", "gradient_sync"},
                                                  {"params-all-gather", "other"}}};
    const auto it =
        std::find_if(kKnown.begin(), kKnown.end(), [&](const Known &k) { return name.starts_with(k.prefix); });
    return it == kKnown.end() ? std::string_view{} : it->kind;
}

bool isCommunication(std::string_view lane) { return lane.ends_with("-comm"); }

/// One rank of a job: its rows and where it stands.
struct RankRows {
    JobTimeline::Lane place;
    int rank = 0;
    std::vector<const JobTimeline::Row *> rows;  ///< by begin
};

RankRows rowsOf(const JobTimeline &job, int rank) {
    RankRows own;
    own.rank = rank;
    for (const auto &row : job.rows) {
        const auto &lane = job.lanes.at({row.process, row.thread});
        if (job.rankOf(lane) == rank) {
            own.rows.push_back(&row);
        }
    }
    for (const auto &[key, lane] : job.lanes) {
        own.place = job.rankOf(lane) == rank ? lane : own.place;
    }
    std::stable_sort(own.rows.begin(), own.rows.end(),
                     [](const auto *a, const auto *b) { return a->begin < b->begin; });
    return own;
}

std::int64_t endOf(const JobTimeline::Row &row) {
    std::int64_t end = 0;
    return __builtin_add_overflow(row.begin, row.duration, &end) ? row.begin : end;
}

void giveCells(const RankRows &own, Sink &sink) {
    TableWriter<CellRecord> cells;
    for (const auto *row : own.rows) {
        if (const auto kind = cellKindOf(row->name); !kind.empty()) {
            const bool isCompute = kind == "F" || kind == "B";
            CellRecord cell;
            cell.name = row->name;
            cell.begin = row->begin;
            cell.end = endOf(*row);
            cell.step = row->step;
            cell.evidence = "job_timeline";
            cell.kind = kind;
            cell.microbatch = isCompute ? row->microbatch : -1;
            cell.chunk = isCompute ? row->chunk : -1;
            cells.append(cell);
        }
    }
    sink.addTable(cells.take());
}

/// Sends and receives of one direction follow one another between two stages, so their number of order pairs them.
void giveP2p(const JobTimeline &job, const RankRows &own, Sink &sink) {
    TableWriter<P2pOpRecord> ops;
    for (const auto *row : own.rows) {
        const bool isForward = row->name.starts_with("forward-");
        const bool isSend = row->name.ends_with("-send");
        if ((!isForward && !row->name.starts_with("backward-")) || (!isSend && !row->name.ends_with("-recv"))) {
            continue;
        }
        const auto next = (own.place.pp + 1) % job.pp;
        const auto previous = (own.place.pp + job.pp - 1) % job.pp;
        auto peer = own.place;
        peer.pp = isForward == isSend ? next : previous;
        const auto from = isSend ? own.place.pp : peer.pp;
        const auto to = isSend ? peer.pp : own.place.pp;
        std::string connection;
        for (const auto part :
             {std::int64_t{isForward ? 0 : 1}, row->step, std::int64_t{own.place.dp}, std::int64_t{own.place.tp},
              std::int64_t{from}, std::int64_t{to}, std::int64_t{row->sequence}}) {
            connection += (connection.empty() ? "" : "_") + std::to_string(part);
        }
        ops.append({row->name, row->begin, endOf(*row), isSend ? "send" : "receive", "pp",
                    row->sequence < 0 ? std::string_view{} : connection, job.rankOf(peer)});
    }
    sink.addTable(ops.take());
}

void giveSteps(const RankRows &own, Sink &sink) {
    std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> steps;
    for (const auto *row : own.rows) {
        if (row->step >= 0) {
            const auto [it, isNew] = steps.emplace(row->step, std::pair(row->begin, endOf(*row)));
            it->second = {std::min(it->second.first, row->begin), std::max(it->second.second, endOf(*row))};
        }
    }
    TableWriter<StepRecord> table;
    for (const auto &[step, bounds] : steps) {
        table.append({step, bounds.first, bounds.second});
    }
    sink.addTable(table.take());
}

void givePlace(const JobTimeline &job, const RankRows &own, Sink &sink) {
    TableWriter<EnvironmentRecord> table;
    const auto add = [&](std::string_view section, std::string_view key, int value) {
        table.append({section, key, std::to_string(value)});
    };
    add("identity", "rank", own.rank);
    add("parallel", "tensor_model_parallel_size", job.tp);
    add("parallel", "pipeline_model_parallel_size", job.pp);
    add("parallel", "data_parallel_size", job.dp);
    add("parallel", "world_size", job.world());
    sink.addTable(table.take());
    std::vector<GroupRow> groups;
    const auto addGroup = [&](std::string_view name, int size, int JobTimeline::Lane::*dimension) {
        GroupRow group;
        group.name = name;
        group.groupRank = own.place.*dimension;
        auto lane = own.place;
        for (int i = 0; i < size; ++i) {
            lane.*dimension = i;
            group.globalRanks += (i == 0 ? "" : ",") + std::to_string(job.rankOf(lane));
        }
        group.key = std::string(name) + "(" + group.globalRanks + ")";
        groups.push_back(std::move(group));
    };
    addGroup("pp", job.pp, &JobTimeline::Lane::pp);
    addGroup("dp", job.dp, &JobTimeline::Lane::dp);
    addGroup("tp", job.tp, &JobTimeline::Lane::tp);
    giveGroups(groups, sink);
}

Status giveTrace(const JobTimeline &job, const RankRows &own, const std::string &path, Sink &sink,
                 const LoadControl &control) {
    TraceBuilder builder;
    const auto process = builder.intern("DP rank " + std::to_string(own.place.dp) + ", PP rank " +
                                        std::to_string(own.place.pp) + ", TP rank " + std::to_string(own.place.tp));
    builder.describeProcess(process, process, {});
    for (const auto *row : own.rows) {
        const auto &lane = job.lanes.at({row->process, row->thread});
        const auto kind = lane.name == "compute"       ? TrackKind::DeviceStream
                          : isCommunication(lane.name) ? TrackKind::CommGroup
                                                       : TrackKind::Other;
        const TraceBuilder::TrackKey key{kind, process, builder.intern(lane.name)};
        builder.sortTrack(key, row->thread);
        const bool computes = row->name.ends_with("-compute") || row->name == "optimizer";
        const auto klass = isCommunication(lane.name) ? SliceClass::Communication
                           : computes                 ? SliceClass::Computing
                                                      : SliceClass::Other;
        builder.slice(builder.track(key), row->begin, row->duration, builder.intern(row->name), klass, row->offset);
    }
    std::vector<TraceBuilder> builders;
    builders.push_back(std::move(builder));
    MergeOptions options;
    options.source = path;
    options.log = &sink.log();
    options.stop = control.stop;
    options.workers = control.workers;
    auto trace = mergeTraces(std::move(builders), options);
    if (!trace) {
        return tl::make_unexpected(trace.error());
    }
    sink.addTrace(std::move(*trace));
    return {};
}

/// The timeline of a whole job in one file (JobTimeline): discovery lists it once per rank, each time with its part.
/// All ranks share one reading.
class JobTimelineFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "job_timeline"; }
    [[nodiscard]] bool sniff(std::string_view, std::string_view head) const override {
        const auto first = head.find_first_not_of(kBlanks);
        const auto has = [&](std::string_view key) { return head.find(key) != std::string_view::npos; };
        return first != std::string_view::npos && head[first] == '[' && has("\"model_chunk\"") && has("\"mb_id\"");
    }

    [[nodiscard]] std::vector<FilePart> parts(const std::string &path, const std::stop_token &stop) const override {
        LoadControl control;
        control.stop = stop;
        const auto reading = m_files->read(path, control);
        std::vector<FilePart> parts;
        for (const int rank : reading->job ? reading->job->ranks() : std::vector<int>{}) {
            parts.push_back({rank, FilePart::Holds::Rank, rank});
        }
        return parts;
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        const auto reading = m_files->read(file.path, control);
        for (const auto &entry : reading->log) {
            sink.log().append(entry);
        }
        if (!reading->job) {
            return tl::make_unexpected(reading->job.error());
        }
        const auto &job = *reading->job;
        const auto own = rowsOf(job, file.part < 0 ? job.rankOf(job.lanes.begin()->second) : file.part);
        m_files->loaded(reading);
        if (control.depth == LoadDepth::Deep) {
            return giveTrace(job, own, file.path, sink, control);
        }
        givePlace(job, own, sink);
        giveSteps(own, sink);
        giveCells(own, sink);
        giveP2p(job, own, sink);
        return {};
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef row) const override {
        return readTraceEvent(file, row.row);
    }

private:
    std::unique_ptr<JobTimelineFiles> m_files = std::make_unique<JobTimelineFiles>();
};

}  // namespace

std::unique_ptr<Format> makeJobTimelineFormat() { return std::make_unique<JobTimelineFormat>(); }

}  // namespace stagescope
