// Ranks of a job of reinforcement learning, as traces of PyTorch: each part of a round is a range on the host with a
// kernel in it, and nobody begins the next part before the last rank has ended this one.
#pragma once

#include "core/session/loading/load_job.h"
#include "tests/support/small_traces.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

namespace stagescope::testing {

struct RoleJob {
    struct Part {
        QString name;
        int duration = 0;  ///< us
    };
    std::vector<Part> parts{{QStringLiteral("generate_sequences"), 5000},
                            {QStringLiteral("compute_ref_log_prob"), 1200},
                            {QStringLiteral("compute_rm_score"), 800},
                            {QStringLiteral("update_actor"), 4000}};
    int ranks = 4;
    int rounds = 3;
    int pause = 50;  ///< us from the end of a part to the begin of the next one
    /// What a rank takes longer, us.
    std::function<int(int rank, int round, std::size_t part)> extra = [](int, int, std::size_t) { return 0; };
    /// Ranges in each part, and beside all of them.
    QString inner{};
    QString outer{};

    /// Null where it cannot be written or read.
    [[nodiscard]] std::unique_ptr<Run> load() const {
        std::vector<QStringList> events(static_cast<std::size_t>(ranks));
        int time = 1000;
        for (int round = 0; round < rounds; ++round) {
            for (std::size_t part = 0; part < parts.size(); ++part) {
                int end = time;
                for (int rank = 0; rank < ranks; ++rank) {
                    const int duration = parts[part].duration + extra(rank, round, part);
                    addPart(events[static_cast<std::size_t>(rank)], parts[part].name, time, duration);
                    end = std::max(end, time + duration);
                }
                time = end + pause;
            }
        }
        const QTemporaryDir folder;
        for (int rank = 0; rank < ranks; ++rank) {
            auto &own = events[static_cast<std::size_t>(rank)];
            if (!outer.isEmpty()) {
                own << range(outer, 990, time);
            }
            const auto members = QStringLiteral(
                                     "'distributedInfo':{'backend':'nccl','rank':%1,'world_size':%2},"
                                     "'deviceProperties':[{'id':0,'name':'NVIDIA H100'}],")
                                     .arg(rank)
                                     .arg(ranks);
            QFile file(folder.filePath(QStringLiteral("rank%1.json").arg(rank)));
            if (!file.open(QIODevice::WriteOnly)) {
                return nullptr;
            }
            file.write(traceOf(own, members).toUtf8());
        }
        auto run = loadRun(folder.path().toStdString(), RunId{0}, LoadDepth::Deep);
        return run ? std::make_unique<Run>(std::move(*run)) : nullptr;
    }

private:
    static QString range(const QString &name, int begin, int duration) {
        return sliceOf(QStringLiteral("user_annotation"), name, QStringLiteral("9"), QStringLiteral("9"), begin,
                       duration);
    }
    void addPart(QStringList &events, const QString &name, int begin, int duration) const {
        const auto call = QStringLiteral("'correlation':%1").arg(events.size() + 1);
        events << range(name, begin, duration);
        if (!inner.isEmpty()) {
            events << range(inner, begin + 10, duration - 20);
        }
        events << sliceOf(QStringLiteral("cuda_runtime"), QStringLiteral("cudaLaunchKernel"), QStringLiteral("9"),
                          QStringLiteral("9"), begin + 12, 5, call)
               << sliceOf(QStringLiteral("kernel"), QStringLiteral("gemm"), QStringLiteral("0"), QStringLiteral("7"),
                          begin + 20, duration - 20, call + QStringLiteral(",'device':0,'stream':7"));
    }
};

}  // namespace stagescope::testing
