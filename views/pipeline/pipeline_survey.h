#pragma once

#include "core/scene/pipeline/pipeline_grid_scene.h"
#include "core/session/workspace.h"
#include "views/common/async_result.h"

#include <QtCore/QObject>

#include <memory>
#include <optional>
#include <vector>

namespace stagescope {

/// Goes through all pipeline groups of a run on the pool, some at a time, so that what is known appears at once:
/// figures of every rank, and where each action lies over the groups of one size. Starting anew stops the pass under
/// way. GUI thread.
class PipelineSurvey : public QObject {
    Q_OBJECT
public:
    explicit PipelineSurvey(QObject *parent = nullptr) : QObject(parent) {}

    /// `stages`: groups of this size make the envelope. The workspace must have a main run.
    void start(std::shared_ptr<const Workspace> workspace, std::optional<std::int64_t> step, int stages);
    [[nodiscard]] bool isBusy() const { return m_pass.isBusy(); }
    [[nodiscard]] const PipelineGridInput &grid() const { return m_grid; }
    [[nodiscard]] const PipelineEnvelope &envelope() const { return m_envelope; }
    /// By replica, as the figures number them.
    [[nodiscard]] const std::vector<PipelineGroup> &groups() const { return m_groups; }

Q_SIGNALS:
    /// More figures, or the last of them.
    void progressed();

private:
    struct Batch {
        std::vector<PipelineGroup> groups;
        std::vector<PipelineRankFigures> figures;
        PipelineEnvelope envelope;
        std::size_t next = 0;
    };
    void next(Batch from);
    void adopt(Batch batch);

    std::shared_ptr<const Workspace> m_workspace;
    std::optional<std::int64_t> m_step;
    int m_stages = 0;
    bool m_restart = false;  ///< a newer workspace waits for the pass under way
    PipelineGridInput m_grid;
    PipelineEnvelope m_envelope;
    std::vector<PipelineGroup> m_groups;
    AsyncResult<Batch> m_pass;
};

}  // namespace stagescope
