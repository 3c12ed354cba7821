#pragma once

#include "core/analysis/overview/item_location.h"
#include "core/scene/pipeline/pipeline_scene.h"
#include "core/session/workspace.h"

#include <optional>
#include <vector>

class QPainter;

namespace stagescope {

class Marks;
struct SelectionState;

/// Where an item lies in a chart; nothing when it has no meaning there. GUI thread, like all here.
[[nodiscard]] std::optional<AlignedSpan> placeInChart(const PipelineInput &input, const Workspace *workspace,
                                                      const ItemRef &item);
/// Selected ranks, stretch of time and items, and the marks, over a chart that is painted.
void paintPipelineSelection(QPainter &painter, const PipelineInput &input, const PipelineScene &layout,
                            const Workspace *workspace, const SelectionState &state, const Marks *marks);
/// The transfers of the items as arrows.
void paintPipelineEdges(QPainter &painter, const PipelineInput &input, const PipelineScene &layout,
                        const std::vector<ItemRef> &items);

}  // namespace stagescope
