#include "core/demo/metadata_writer.h"

#include "core/base/io/output_file.h"
#include "core/demo/qt_text.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

namespace stagescope {

namespace {

std::string compact(const QJsonObject &object) {
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

QJsonObject distributedArgs(const DemoCluster &cluster, int rank) {
    const DemoOptions &options = cluster.options();
    return {
        {QStringLiteral("tensor_model_parallel_size"), 1},
        {QStringLiteral("pipeline_model_parallel_size"), options.pp},
        {QStringLiteral("data_parallel_size"), options.dp},
        {QStringLiteral("context_parallel_size"), 1},
        {QStringLiteral("expert_model_parallel_size"), 1},
        {QStringLiteral("sequence_parallel"), false},
        {QStringLiteral("rank"), rank},
        {QStringLiteral("world_size"), cluster.ranks()},
    };
}

QJsonObject parallelGroups(const DemoCluster &cluster, int rank) {
    QJsonObject groups;
    for (const DemoGroup *group : cluster.groupsOf(rank)) {
        QJsonArray ranks;
        for (const int member : group->ranks) {
            ranks.append(member);
        }
        groups.insert(qt(group->id), QJsonObject{
                                         {QStringLiteral("group_name"), qt(group->kind)},
                                         {QStringLiteral("group_rank"), group->localRank(rank)},
                                         {QStringLiteral("global_ranks"), ranks},
                                     });
    }
    return groups;
}

QJsonObject environment() {
    return {
        {QStringLiteral("ASCEND_GLOBAL_LOG_LEVEL"), QStringLiteral("3")},
        {QStringLiteral("PYTORCH_NPU_ALLOC_CONF"), QStringLiteral("expandable_segments:True")},
        {QStringLiteral("TASK_QUEUE_ENABLE"), QStringLiteral("1")},
        {QStringLiteral("ASCEND_LAUNCH_BLOCKING"), QString()},
        {QStringLiteral("HCCL_ALGO"), QString()},
    };
}

QJsonObject profilerConfig(const DemoOptions &options) {
    const QJsonObject schedule{
        {QStringLiteral("wait"), 0},
        {QStringLiteral("active"), options.steps},
        {QStringLiteral("warmup"), 1},
        {QStringLiteral("repeat"), 1},
        {QStringLiteral("skip_first"), kDemoFirstStep - 1},
    };
    const QJsonObject common{
        {QStringLiteral("activities"),
         QJsonArray{QStringLiteral("ProfilerActivity.CPU"), QStringLiteral("ProfilerActivity.NPU")}},
        {QStringLiteral("schedule"), schedule},
        {QStringLiteral("record_shapes"), true},
        {QStringLiteral("profile_memory"), true},
        {QStringLiteral("with_stack"), false},
        {QStringLiteral("with_flops"), false},
        {QStringLiteral("with_modules"), false},
    };
    const QJsonObject experimental{
        {QStringLiteral("_profiler_level"), QStringLiteral("Level1")},
        {QStringLiteral("_aic_metrics"), QStringLiteral("ACL_AICORE_NONE")},
        {QStringLiteral("_l2_cache"), false},
        {QStringLiteral("_mstx"), true},
        {QStringLiteral("_data_simplification"), true},
        {QStringLiteral("_export_type"), QJsonArray{QStringLiteral("db")}},
    };
    return {{QStringLiteral("common_config"), common}, {QStringLiteral("experimental_config"), experimental}};
}

}  // namespace

std::string distributedArgsJson(const DemoCluster &cluster, int rank) {
    return compact(distributedArgs(cluster, rank));
}
std::string parallelGroupsJson(const DemoCluster &cluster, int rank) { return compact(parallelGroups(cluster, rank)); }
std::string environmentJson() { return compact(environment()); }

std::string pipelineJson(const DemoOptions &options) {
    // Users of MindSpeed write plainly dualpipev: the recipe knows no other word.
    const bool isMindSpeed = options.schedule == ScheduleKind::MindSpeedDualPipeV;
    const ScheduleKind kind = isMindSpeed ? ScheduleKind::DualPipeV : options.schedule;
    return compact({
        {QStringLiteral("pp_type"), qt(std::string(scheduleKindText(kind)))},
        {QStringLiteral("microbatch_num"), options.microbatches},
    });
}

Status writeRankMetadata(const std::string &rankFolder, const RankRecording &recording) {
    const int rank = recording.program.rank;
    const QJsonObject profilerInfo{
        {QStringLiteral("config"), profilerConfig(recording.cluster.options())},
        {QStringLiteral("start_info"), QJsonObject{{QStringLiteral("syscnt_enable"), true},
                                                   {QStringLiteral("freq"), 100},
                                                   {QStringLiteral("start_cnt"), qint64{470'000'000'000}},
                                                   {QStringLiteral("start_monotonic"), qint64{4'700'000'000'000}}}},
        {QStringLiteral("end_info"),
         QJsonObject{{QStringLiteral("collectionTimeEnd"), qint64{recording.clock(recording.sessionEnd)}},
                     {QStringLiteral("MonotonicTimeEnd"), qint64{4'700'000'000'000 + recording.sessionEnd}}}},
        {QStringLiteral("torch_npu_version"), QStringLiteral("2.7.1")},
        {QStringLiteral("cann_version"), QStringLiteral("8.3.RC1")},
        {QStringLiteral("rank_id"), QString::number(rank)},
    };
    const std::string infoPath = rankFolder + "/profiler_info_" + std::to_string(rank) + ".json";
    if (const Status status = writeWholeFile(infoPath, QJsonDocument(profilerInfo).toJson().toStdString()); !status) {
        return status;
    }
    const QJsonObject metadata{
        {QStringLiteral("distributed_args"), distributedArgs(recording.cluster, rank)},
        {QStringLiteral("parallel_group_info"), parallelGroups(recording.cluster, rank)},
        {QStringLiteral("ENV_VARIABLES"), environment()},
    };
    return writeWholeFile(rankFolder + "/profiler_metadata.json", compact(metadata));
}

}  // namespace stagescope
