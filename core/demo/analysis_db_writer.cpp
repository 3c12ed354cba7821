#include "core/demo/analysis_db_writer.h"

#include "core/base/intervals.h"
#include "core/base/io/database_writer.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

double micros(std::int64_t ns) { return double(ns) / 1000.0; }
double millis(std::int64_t ns) { return double(ns) / 1'000'000.0; }
double megabytes(std::int64_t bytes) { return double(bytes) / 1'000'000.0; }
/// Bytes per ns are GB/s.
double gigabytesPerSecond(std::int64_t bytes, std::int64_t ns) { return ns > 0 ? double(bytes) / double(ns) : 0.0; }

constexpr std::string_view kAnalysisTables = R"sql(
CREATE TABLE CommAnalyzerBandwidth (hccl_op_name TEXT, group_name TEXT, transport_type TEXT, transit_size NUMERIC,
 transit_time NUMERIC, bandwidth NUMERIC, large_packet_ratio NUMERIC, package_size NUMERIC, count NUMERIC,
 total_duration NUMERIC, step TEXT, type TEXT);
CREATE TABLE CommAnalyzerMatrix (hccl_op_name TEXT, group_name TEXT, src_rank TEXT, dst_rank TEXT, transport_type TEXT,
 transit_size NUMERIC, transit_time NUMERIC, bandwidth NUMERIC, step TEXT, type TEXT, op_name TEXT);
CREATE TABLE CommAnalyzerTime (hccl_op_name TEXT, group_name TEXT, start_timestamp NUMERIC, elapse_time NUMERIC,
 transit_time NUMERIC, wait_time NUMERIC, synchronization_time NUMERIC, idle_time NUMERIC, step TEXT, type TEXT);
CREATE TABLE StepTraceTime (deviceId INTEGER, step TEXT, computing NUMERIC, communication_not_overlapped NUMERIC,
 overlapped NUMERIC, communication NUMERIC, free NUMERIC, stage NUMERIC, bubble NUMERIC,
 communication_not_overlapped_and_exclude_receive NUMERIC, preparing NUMERIC);
)sql";

const std::string &analysisImage() {
    static const std::string image = databaseImage(std::string(kAnalysisTables));
    return image;
}

class AnalysisDbWriter {
public:
    AnalysisDbWriter(const std::string &path, const RankRecording &recording)
        : m_recording(recording), m_database(path, analysisImage()) {}

    Status write() {
        writeSteps();
        writeTimes();
        writeBandwidths();
        writeMatrix();
        return m_database.finish();
    }

private:
    void writeSteps() {
        TableInsert insert(m_database, "StepTraceTime", 11);
        const int device = m_recording.cluster.deviceOf(m_recording.program.rank);
        int number = kDemoFirstStep;
        for (const StepSplit &s : stepSplits(m_recording)) {
            insert.row({device, std::to_string(number++), micros(s.computing), micros(s.communicationNotOverlapped),
                        micros(s.overlapped), micros(s.communication), micros(s.free), micros(s.stage),
                        micros(s.bubble), micros(s.communicationNotOverlapped - s.bubble), micros(s.preparing)});
        }
    }

    void writeTimes() {
        TableInsert insert(m_database, "CommAnalyzerTime", 10);
        for (const CommRecord &r : m_recording.communication) {
            const std::int64_t elapsed = r.end - r.begin;
            insert.row({r.name, groupHash(r.group->id), micros(m_recording.clock(r.begin)), millis(elapsed),
                        millis(r.transit), millis(r.wait), millis(r.synchronization),
                        millis(elapsed - r.transit - r.wait), stepText(r), typeText(r)});
        }
    }

    void writeBandwidths() {
        TableInsert insert(m_database, "CommAnalyzerBandwidth", 12);
        for (const CommRecord &r : m_recording.communication) {
            if (r.transit == 0) {
                continue;
            }
            const std::int64_t count =
                std::count_if(r.tasks.begin(), r.tasks.end(), [](const CommTask &task) { return task.bytes > 0; });
            const double size = megabytes(r.sentBytes);
            const double time = millis(r.transit);
            const double speed = gigabytesPerSecond(r.sentBytes, r.transit);
            const std::string group = groupHash(r.group->id);
            insert.row({r.name, group, transportText(r), size, time, speed, 0, size / double(count), count, time,
                        stepText(r), typeText(r)});
            if (!r.isRemote) {
                insert.row({r.name, group, "SDMA", size, time, speed, 0, 0, 0, 0, stepText(r), typeText(r)});
            }
        }
    }

    /// Per operation type and link: the sum of all, and the fastest, middle and slowest operation.
    void writeMatrix() {
        std::map<std::tuple<int, std::string, std::string, int, int>, std::vector<const CommRecord *>> cells;
        for (const CommRecord &r : m_recording.communication) {
            if (r.transit > 0) {
                cells[{stepOf(r), matrixName(r), groupHash(r.group->id), r.source, r.target}].push_back(&r);
            }
        }
        TableInsert insert(m_database, "CommAnalyzerMatrix", 11);
        for (auto &[key, records] : cells) {
            std::stable_sort(records.begin(), records.end(), [](const CommRecord *a, const CommRecord *b) {
                return gigabytesPerSecond(a->sentBytes, a->transit) > gigabytesPerSecond(b->sentBytes, b->transit);
            });
            const std::string &name = std::get<1>(key);
            matrixRow(insert, name + "-top1", *records.front(), records.front()->sentBytes, records.front()->transit);
            const CommRecord &middle = *records[records.size() / 2];
            matrixRow(insert, name + "-middle", middle, middle.sentBytes, middle.transit);
            matrixRow(insert, name + "-bottom1", *records.back(), records.back()->sentBytes, records.back()->transit);
            std::int64_t bytes = 0;
            std::int64_t time = 0;
            for (const CommRecord *record : records) {
                bytes += record->sentBytes;
                time += record->transit;
            }
            matrixRow(insert, name + "-total", *records.front(), bytes, time);
        }
    }

    void matrixRow(TableInsert &insert, const std::string &name, const CommRecord &r, std::int64_t bytes,
                   std::int64_t time) {
        insert.row({name, groupHash(r.group->id), std::to_string(r.source), std::to_string(r.target), transportText(r),
                    megabytes(bytes), millis(time), gigabytesPerSecond(bytes, time), stepText(r), typeText(r), r.name});
    }

    [[nodiscard]] int stepOf(const CommRecord &r) const { return kDemoFirstStep + m_recording.program.ops[r.op].step; }
    [[nodiscard]] std::string stepText(const CommRecord &r) const { return "step" + std::to_string(stepOf(r)); }
    static std::string_view typeText(const CommRecord &r) { return r.isCollective ? "collective" : "p2p"; }
    static std::string_view transportText(const CommRecord &r) { return r.isRemote ? "RDMA" : "HCCS"; }
    static std::string matrixName(const CommRecord &r) { return r.isCollective ? "allreduce" : "send"; }

    const RankRecording &m_recording;
    DatabaseWriter m_database;
};

}  // namespace

std::vector<StepSplit> stepSplits(const RankRecording &recording) {
    const std::size_t count = recording.steps.size();
    std::vector<std::vector<Interval>> kernels(count);
    std::vector<std::vector<Interval>> transfers(count);
    std::vector<StepSplit> splits(count);
    for (std::size_t i = 0; i < recording.program.ops.size(); ++i) {
        const DemoOp &op = recording.program.ops[i];
        if (op.kind == DemoOpKind::Kernel) {
            kernels[std::size_t(op.step)].push_back({recording.times[i].deviceBegin, recording.times[i].deviceEnd});
        }
    }
    for (const CommRecord &record : recording.communication) {
        const DemoOp &op = recording.program.ops[record.op];
        transfers[std::size_t(op.step)].push_back({record.begin, record.end});
        if (op.kind == DemoOpKind::Receive) {
            splits[std::size_t(op.step)].bubble += record.end - record.begin;
        }
    }
    for (std::size_t step = 0; step < count; ++step) {
        const IntervalSet computing = merged(std::move(kernels[step]));
        const IntervalSet communication = merged(std::move(transfers[step]));
        const IntervalSet all = united(computing, communication);
        StepSplit &split = splits[step];
        split.computing = totalLength(computing);
        split.communication = totalLength(communication);
        split.overlapped = totalLength(intersected(computing, communication));
        split.communicationNotOverlapped = split.communication - split.overlapped;
        if (all.empty()) {
            continue;
        }
        const std::int64_t span = all.back().end - all.front().begin;
        split.free = span - totalLength(all);
        split.stage = span - split.bubble;
        split.preparing = all.front().begin - recording.steps[step].begin;
    }
    return splits;
}

Status writeAnalysisDatabase(const std::string &path, const RankRecording &recording) {
    return AnalysisDbWriter(path, recording).write();
}

}  // namespace stagescope
