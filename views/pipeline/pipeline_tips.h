#pragma once

#include "core/scene/pipeline/pipeline_scene.h"
#include "core/session/workspace.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QPoint>
#include <QtCore/QString>

#include <optional>
#include <vector>

namespace stagescope {

/// What hovering says in the pipeline chart. Made for one question: refers to what the chart shows. GUI thread.
class PipelineTips {
    Q_DECLARE_TR_FUNCTIONS(stagescope::PipelineTips)
public:
    /// `ghost`: the cells below the measured ones; `ideal`: whose costs they have, nothing for an answer to a question.
    PipelineTips(const Workspace *workspace, const PipelineInput &input, const MemoryLanes &memory,
                 const PipelineScene &layout, const std::vector<IdealCell> &ghost, std::optional<IdealCosts> ideal)
        : m_workspace(workspace), m_input(input), m_memory(memory), m_layout(layout), m_ghost(ghost), m_ideal(ideal) {}

    /// Of what lies at a pixel of the layout; empty where there is nothing to say.
    [[nodiscard]] QString at(QPoint position) const;

private:
    [[nodiscard]] QString cellTip(const CellRef &cell) const;
    [[nodiscard]] QString transferTip(const CommOpRef &op) const;
    [[nodiscard]] QString rankTip(const RankRef &rank) const;
    [[nodiscard]] QString gapTip(QPoint position) const;
    [[nodiscard]] QString ghostTip(int rank, AlignedTime time) const;
    [[nodiscard]] QString baselineTip(int rank, AlignedTime time) const;
    [[nodiscard]] QString memoryTip(const MomentRef &moment) const;
    [[nodiscard]] QString bubbleTip(const RowBubbles &row, const Bubble &bubble) const;
    [[nodiscard]] QString pathTip() const;
    [[nodiscard]] QString pathText(std::size_t position) const;
    [[nodiscard]] QString latenessText(const IdealCell &ideal) const;

    const Workspace *m_workspace;
    const PipelineInput &m_input;
    const MemoryLanes &m_memory;
    const PipelineScene &m_layout;
    const std::vector<IdealCell> &m_ghost;
    std::optional<IdealCosts> m_ideal;
};

}  // namespace stagescope
