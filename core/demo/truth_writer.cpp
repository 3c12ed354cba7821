#include "core/demo/truth_writer.h"

#include "core/demo/qt_text.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <algorithm>
#include <limits>

namespace stagescope {

namespace {

QJsonObject optionsObject(const DemoOptions &options) {
    QJsonArray faults;
    for (const DemoFault &fault : options.faults) {
        faults.append(qt(demoFaultText(fault)));
    }
    return {
        {QStringLiteral("schedule"), qt(scheduleKindText(options.schedule))},
        {QStringLiteral("drain"),
         options.drain == DrainOrder::Ascending ? QStringLiteral("ascending") : QStringLiteral("descending")},
        {QStringLiteral("chunks"), chunksOf(options.scheduleOptions())},
        {QStringLiteral("group_size"), options.groupSize},
        {QStringLiteral("overlap_moe"), options.overlapsMoe},
        {QStringLiteral("detach"), options.detachesWeights},
        {QStringLiteral("logits"), options.hasLogits},
        {QStringLiteral("named"), options.isNamed},
        {QStringLiteral("pp"), options.pp},
        {QStringLiteral("dp"), options.dp},
        {QStringLiteral("microbatches"), options.microbatches},
        {QStringLiteral("steps"), options.steps},
        {QStringLiteral("layers"), options.layersPerStage},
        {QStringLiteral("ranks_per_host"), options.ranksPerHost},
        {QStringLiteral("clock_offset_ns"), qint64{options.clockOffset.count()}},
        {QStringLiteral("seed"), QString::number(options.seed)},
        {QStringLiteral("faults"), faults},
    };
}

/// First and last moment of a pipeline's cells, by step.
std::vector<RankRecording::Span> pipelineSpans(const std::vector<RankRecording> &recordings, const DemoGroup &group) {
    const RankRecording::Span none{std::numeric_limits<std::int64_t>::max(), 0};
    std::vector<RankRecording::Span> spans(recordings.front().steps.size(), none);
    for (const int rank : group.ranks) {
        const RankRecording &recording = recordings[std::size_t(rank)];
        for (std::size_t i = 0; i < recording.cells.size(); ++i) {
            RankRecording::Span &span = spans[std::size_t(recording.program.cells[i].step)];
            span.begin = std::min(span.begin, recording.cells[i].begin);
            span.end = std::max(span.end, recording.cells[i].end);
        }
    }
    return spans;
}

QJsonArray stepsArray(const RankRecording &recording, const std::vector<RankRecording::Span> &pipeline) {
    std::vector<std::int64_t> busy(recording.steps.size(), 0);
    for (std::size_t i = 0; i < recording.cells.size(); ++i) {
        busy[std::size_t(recording.program.cells[i].step)] += recording.cells[i].end - recording.cells[i].begin;
    }
    QJsonArray steps;
    for (std::size_t i = 0; i < recording.steps.size(); ++i) {
        const std::int64_t makespan = pipeline[i].end - pipeline[i].begin;
        steps.append(QJsonObject{
            {QStringLiteral("step"), kDemoFirstStep + int(i)},
            {QStringLiteral("start_ns"), qint64{recording.steps[i].begin}},
            {QStringLiteral("end_ns"), qint64{recording.steps[i].end}},
            {QStringLiteral("makespan_ns"), qint64{makespan}},
            {QStringLiteral("bubble_ns"), qint64{makespan - busy[i]}},
        });
    }
    return steps;
}

QJsonObject cellsObject(const RankRecording &recording) {
    QJsonArray steps, kinds, microbatches, chunks, backwardMicrobatches, backwardChunks, begins, ends;
    for (std::size_t i = 0; i < recording.cells.size(); ++i) {
        const DemoCell &cell = recording.program.cells[i];
        steps.append(kDemoFirstStep + cell.step);
        kinds.append(qt(cellKindText(cell.action.kind)));
        microbatches.append(cell.action.microbatch);
        chunks.append(cell.action.chunk);
        backwardMicrobatches.append(cell.action.backwardMicrobatch);
        backwardChunks.append(cell.action.backwardChunk);
        begins.append(qint64{recording.cells[i].begin});
        ends.append(qint64{recording.cells[i].end});
    }
    return {
        {QStringLiteral("step"), steps},
        {QStringLiteral("kind"), kinds},
        {QStringLiteral("microbatch"), microbatches},
        {QStringLiteral("chunk"), chunks},
        {QStringLiteral("backward_microbatch"), backwardMicrobatches},
        {QStringLiteral("backward_chunk"), backwardChunks},
        {QStringLiteral("start_ns"), begins},
        {QStringLiteral("end_ns"), ends},
    };
}

/// What faults added to the rank's program, with the time that it took in all steps: on the device, of pauses on the
/// host. Empty without such faults.
QJsonArray plantedArray(const RankRecording &recording) {
    const auto &faults = recording.cluster.options().faults;
    struct Added {
        int operations = 0;
        qint64 time = 0;
    };
    std::vector<Added> added(faults.size());
    for (std::size_t i = 0; i < recording.program.ops.size(); ++i) {
        const DemoOp &op = recording.program.ops[i];
        if (op.fault >= 0) {
            const DemoOpTimes &times = recording.times[i];
            const bool isPause = op.kind == DemoOpKind::HostWork;
            Added &own = added[std::size_t(op.fault)];
            ++own.operations;
            own.time += isPause ? times.hostEnd - times.hostBegin : times.deviceEnd - times.deviceBegin;
        }
    }
    QJsonArray planted;
    for (std::size_t i = 0; i < faults.size(); ++i) {
        if (added[i].operations > 0) {
            planted.append(QJsonObject{
                {QStringLiteral("fault"), qt(demoFaultText(faults[i]))},
                {QStringLiteral("operations"), added[i].operations},
                {QStringLiteral("time_ns"), added[i].time},
            });
        }
    }
    return planted;
}

QJsonObject rankObject(const RankRecording &recording, const std::vector<RankRecording::Span> &pipeline) {
    const DemoCluster &cluster = recording.cluster;
    const int rank = recording.program.rank;
    const int host = cluster.hostOf(rank);
    QJsonObject object{
        {QStringLiteral("rank"), rank},
        {QStringLiteral("stage"), cluster.stageOf(rank)},
        {QStringLiteral("replica"), cluster.replicaOf(rank)},
        {QStringLiteral("host"), qt(cluster.hostName(host))},
        {QStringLiteral("device"), cluster.deviceOf(rank)},
        {QStringLiteral("clock_offset_ns"), qint64{cluster.clockOffset(host)}},
        {QStringLiteral("peak_allocated_bytes"), qint64{recording.memory.peakAllocated}},
        {QStringLiteral("steps"), stepsArray(recording, pipeline)},
        {QStringLiteral("cells"), cellsObject(recording)},
    };
    if (const QJsonArray planted = plantedArray(recording); !planted.isEmpty()) {
        object.insert(QStringLiteral("planted"), planted);
    }
    return object;
}

}  // namespace

std::string truthJson(const DemoCluster &cluster, const std::vector<RankRecording> &recordings) {
    std::vector<std::vector<RankRecording::Span>> pipelines;
    for (int replica = 0; replica < cluster.options().dp; ++replica) {
        pipelines.push_back(pipelineSpans(recordings, cluster.ppGroup(replica)));
    }
    QJsonArray ranks;
    for (const RankRecording &recording : recordings) {
        ranks.append(rankObject(recording, pipelines[std::size_t(cluster.replicaOf(recording.program.rank))]));
    }
    const QJsonObject truth{
        {QStringLiteral("options"), optionsObject(cluster.options())},
        {QStringLiteral("epoch_ns"), qint64{kDemoEpochNs}},
        {QStringLiteral("activation_bytes"), qint64{activationBytes(cluster.options())}},
        {QStringLiteral("ranks"), ranks},
    };
    return QJsonDocument(truth).toJson(QJsonDocument::Compact).toStdString() + "\n";
}

}  // namespace stagescope
