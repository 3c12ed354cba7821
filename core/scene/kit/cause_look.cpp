#include "core/scene/kit/cause_look.h"

namespace stagescope {

CauseLook lookOf(BubbleCause cause) {
    switch (cause) {
        case BubbleCause::Head:
            return {ColorRole::BubbleHead, Pattern::Rising};
        case BubbleCause::DependencyWait:
            return {ColorRole::BubbleDependency, Pattern::Level};
        case BubbleCause::RendezvousWait:
            return {ColorRole::BubbleRendezvous, Pattern::Dashes};
        case BubbleCause::Transfer:
            return {ColorRole::BubbleTransfer, Pattern::Upright};
        case BubbleCause::HostLaunch:
            return {ColorRole::BubbleLaunch, Pattern::Crossed};
        case BubbleCause::LateStart:
            return {ColorRole::BubbleLaunch, Pattern::Dots};
        case BubbleCause::Tail:
            return {ColorRole::BubbleTail, Pattern::Falling};
        case BubbleCause::OtherWork:
            return {ColorRole::OtherWork, Pattern::Solid};
        case BubbleCause::Unknown:
            return {ColorRole::BubbleUnknown, Pattern::Dots};
    }
    return {ColorRole::BubbleUnknown, Pattern::Dots};
}

void fillCause(ScenePen &pen, const Box &box, BubbleCause cause) {
    const auto look = lookOf(cause);
    if (look.pattern == Pattern::Solid) {
        pen.fill(box, look.role);
        return;
    }
    pen.fill(box, Color{look.role, 0, kGhostShade});
    pen.strokes(box, Color{look.role}, look.pattern);
}

Message nameOf(BubbleCause cause) { return Message("bubbles.cause." + std::string(bubbleCauseText(cause))); }

}  // namespace stagescope
