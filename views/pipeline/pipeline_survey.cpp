#include "views/pipeline/pipeline_survey.h"

#include "core/analysis/pipeline/time/step_bubbles.h"

#include <algorithm>
#include <chrono>

namespace stagescope {

namespace {
constexpr std::chrono::milliseconds kBatchTime{150};
}

void PipelineSurvey::start(std::shared_ptr<const Workspace> workspace, std::optional<std::int64_t> step, int stages) {
    const bool isMore = m_workspace != nullptr && m_workspace != workspace && m_step == step && m_stages == stages;
    m_workspace = std::move(workspace);
    m_step = step;
    m_stages = stages;
    if (isBusy() && isMore) {
        // Loading publishes a new workspace several times a second; no pass would ever end if each began anew.
        m_restart = true;
        return;
    }
    next({});
}

void PipelineSurvey::next(Batch from) {
    m_restart = m_restart && from.next > 0;
    m_pass.start(
        [workspace = m_workspace, step = m_step, stages = m_stages,
         from = std::move(from)](const std::stop_token &stop) {
            auto batch = from;
            const auto &run = *workspace->mainRun();
            if (batch.next == 0) {
                batch.groups = pipelineGroups(run);
            }
            batch.figures.clear();
            const auto begin = std::chrono::steady_clock::now();
            while (batch.next < batch.groups.size() && !stop.stop_requested() &&
                   std::chrono::steady_clock::now() - begin < kBatchTime) {
                const auto &group = batch.groups[batch.next];
                const auto chart = pipelineChart(run, group, stop);
                const auto own = step ? step : typicalStepOf(run, stepWindows(chart, run.clock), stop);
                const auto figures = groupFigures(chart, run.clock, static_cast<int>(batch.next), own);
                batch.figures.insert(batch.figures.end(), figures.begin(), figures.end());
                if (static_cast<int>(group.ranks.size()) == stages) {
                    batch.envelope.add(chart, own, run.clock);
                }
                ++batch.next;
            }
            return batch;
        },
        [this](Batch batch) { adopt(std::move(batch)); });
}

void PipelineSurvey::adopt(Batch batch) {
    const auto *run = m_workspace->mainRun();
    m_groups = batch.groups;
    if (m_grid.run != run->id) {
        m_grid.ranks.clear();
        m_grid.run = run->id;
    }
    m_grid.replicas = static_cast<int>(m_groups.size());
    m_grid.replicasDone = static_cast<int>(batch.next);
    m_grid.stages = 0;
    for (const auto &group : m_groups) {
        m_grid.stages = std::max(m_grid.stages, static_cast<int>(group.ranks.size()));
    }
    // Figures of an earlier pass stay in sight until newer ones replace them.
    const auto first = batch.figures.empty() ? 0 : batch.figures.front().replica;
    std::erase_if(m_grid.ranks, [&](const PipelineRankFigures &rank) {
        return rank.replica >= m_grid.replicas ||
               (!batch.figures.empty() && rank.replica >= first && rank.replica <= batch.figures.back().replica);
    });
    m_grid.ranks.insert(m_grid.ranks.end(), batch.figures.begin(), batch.figures.end());
    const bool isDone = batch.next >= batch.groups.size();
    if (isDone) {
        m_envelope = std::move(batch.envelope);
    }
    if (!isDone) {
        next(std::move(batch));
    } else if (m_restart) {
        m_restart = false;
        next({});
    }
    Q_EMIT progressed();
}

}  // namespace stagescope
