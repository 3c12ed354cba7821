#include "core/demo/demo_writer.h"

#include "core/base/io/output_file.h"
#include "core/base/io/output_folder.h"
#include "core/demo/analysis_db_writer.h"
#include "core/demo/metadata_writer.h"
#include "core/demo/profiler_db_writer.h"
#include "core/demo/rank_recording.h"
#include "core/demo/truth_writer.h"

#include <QtConcurrent/QtConcurrentMap>

#include <algorithm>
#include <numeric>
#include <vector>

namespace stagescope {

namespace {

/// One host: rank_3_ascend_pt. Several: node000/rank_3_20260101000000000_ascend_pt, as folders from several hosts come
/// together.
std::string rankFolder(const DemoCluster &cluster, int rank) {
    const std::string name = "rank_" + std::to_string(rank);
    if (cluster.hosts() == 1) {
        return name + "_ascend_pt";
    }
    return cluster.hostName(cluster.hostOf(rank)) + "/" + name + "_20260101000000000_ascend_pt";
}

Status writeRank(const std::string &folder, const RankRecording &recording) {
    const std::string output = folder + "/ASCEND_PROFILER_OUTPUT";
    const std::string database = "ascend_pytorch_profiler_" + std::to_string(recording.program.rank) + ".db";
    if (const Status status = makeFolders(output); !status) {
        return status;
    }
    if (const Status status = writeRankMetadata(folder, recording); !status) {
        return status;
    }
    if (const Status status = writeProfilerDatabase(output + "/" + database, recording); !status) {
        return status;
    }
    return writeAnalysisDatabase(output + "/analysis.db", recording);
}

/// Side by side: each rank's files are its own, and writing them is nearly all of the work.
Status writeRanks(const std::string &folder, const DemoCluster &cluster, const std::vector<RankRecording> &recordings,
                  const std::stop_token &stop) {
    std::vector<Status> outcomes(recordings.size());
    std::vector<std::size_t> ranks(recordings.size());
    std::iota(ranks.begin(), ranks.end(), std::size_t{0});
    QtConcurrent::blockingMap(ranks, [&](std::size_t rank) {
        outcomes[rank] = stop.stop_requested()
                             ? fail(ErrorKind::Cancelled, "cancelled")
                             : writeRank(folder + "/" + rankFolder(cluster, int(rank)), recordings[rank]);
    });
    const auto failed = std::find_if(outcomes.begin(), outcomes.end(), [](const Status &outcome) { return !outcome; });
    return failed == outcomes.end() ? Status{} : *failed;
}

}  // namespace

Status writeDemo(const std::string &folder, const DemoOptions &options, const std::stop_token &stop) {
    if (const Status status = checkDemoOptions(options); !status) {
        return status;
    }
    const Result<Schedule> schedule = generateSchedule(options.scheduleOptions());
    RETURN_IF_ERROR(schedule);
    ASSIGN_OR_RETURN(const auto target, OutputFolder::create(folder));

    const auto part = target->path().string();
    const DemoCluster cluster(options);
    std::vector<RankProgram> programs;
    for (int rank = 0; rank < cluster.ranks(); ++rank) {
        programs.push_back(rankProgram(cluster, *schedule, rank));
    }
    const Result<DemoTimes> times = playPrograms(cluster, programs, stop);
    RETURN_IF_ERROR(times);

    std::vector<RankRecording> recordings;
    recordings.reserve(programs.size());
    for (std::size_t rank = 0; rank < programs.size(); ++rank) {
        recordings.emplace_back(cluster, programs[rank], (*times)[rank]);
    }
    if (const Status status = writeRanks(part, cluster, recordings, stop); !status) {
        return status;
    }
    const Status status = writeWholeFile(part + "/truth.json", truthJson(cluster, recordings));
    return status ? target->commit() : status;
}

}  // namespace stagescope
