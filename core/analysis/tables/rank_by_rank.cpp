#include "core/analysis/tables/rank_by_rank.h"

#include "core/session/rank_facts.h"

#include <utility>

namespace stagescope {

std::shared_ptr<const void> openTimeline(Run &own, std::size_t index) {
    auto read = own.readTimeline ? own.readTimeline(index) : std::nullopt;
    if (!read) {
        return nullptr;
    }
    auto &capture = own.captures[index];
    const auto setOpen = [&capture](bool isOpen) {
        if (capture.facts != nullptr) {
            capture.facts->setOpen(isOpen);
        }
        ++capture.version;
    };
    auto loaded = std::exchange(capture.loaded, std::move(read->loaded));
    const auto state = std::exchange(capture.state, read->state);
    setOpen(true);
    // It holds nothing: what counts is when it goes.
    return {&capture, [setOpen, &capture, loaded = std::move(loaded), state](const void *) mutable {
                capture.loaded = std::move(loaded);
                capture.state = state;
                setOpen(false);
            }};
}

}  // namespace stagescope
