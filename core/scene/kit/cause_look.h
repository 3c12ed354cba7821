#pragma once

#include "core/analysis/pipeline/time/bubble_causes.h"
#include "core/scene/kit/scene_pen.h"

#include <array>
#include <string>

namespace stagescope {

/// How a cause of bubbles looks, on the page of bubbles and on the pipeline chart alike: strokes, and never a colour of
/// work; only other work, which is work, is solid.
struct CauseLook {
    ColorRole role;
    Pattern pattern;
};
[[nodiscard]] CauseLook lookOf(BubbleCause cause);
/// A part of a bar: the strokes on a tint of their colour.
void fillCause(ScenePen &pen, const Box &box, BubbleCause cause);
[[nodiscard]] Message nameOf(BubbleCause cause);

/// From the begin of a step to its end, as bars and legends list them.
inline constexpr std::array kCauseOrder{BubbleCause::Head,     BubbleCause::DependencyWait, BubbleCause::RendezvousWait,
                                        BubbleCause::Transfer, BubbleCause::HostLaunch,     BubbleCause::LateStart,
                                        BubbleCause::Tail,     BubbleCause::OtherWork,      BubbleCause::Unknown};

}  // namespace stagescope
