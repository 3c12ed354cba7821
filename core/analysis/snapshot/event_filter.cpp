#include "core/analysis/snapshot/event_filter.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace stagescope {

namespace {

std::optional<std::uint64_t> addressIn(std::string_view text) {
    if (!text.starts_with("0x")) {
        return std::nullopt;
    }
    std::uint64_t address = 0;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), address, 16);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(address) : std::nullopt;
}

/// By stack: whether one of its frames holds the text.
std::vector<bool> stacksWith(const SnapshotStore &store, const std::string &text) {
    const auto &stacks = store.stacks();
    std::vector<bool> frames(stacks.frameCount());
    for (std::uint32_t i = 0; i < frames.size(); ++i) {
        frames[i] = lowerCase(frameText(store, FrameId{i})).find(text) != std::string::npos;
    }
    std::vector<bool> result(stacks.stackCount());
    for (std::uint32_t i = 0; i < result.size(); ++i) {
        const auto of = stacks.frames(StackId{i});
        result[i] = std::any_of(of.begin(), of.end(), [&](FrameId frame) { return frames[frame.value]; });
    }
    return result;
}

}  // namespace

std::vector<std::uint32_t> filteredEvents(const SnapshotHistory &history, const EventFilter &filter,
                                          const std::stop_token &stop) {
    std::vector<std::uint32_t> result;
    const auto &events = history.store().events();
    const auto text = lowerCase(filter.text);
    const auto address = addressIn(text);
    const auto stacks = text.empty() || address ? std::vector<bool>{} : stacksWith(history.store(), text);
    const auto end = std::min(filter.end, history.events());
    for (auto event = filter.begin; event < end; ++event) {
        if ((event & 0xfff) == 0 && stop.stop_requested()) {
            break;
        }
        const auto row = history.device().firstEvent + event;
        const auto action = events.action(row);
        const bool isAction = (filter.actions & EventFilter::bit(action)) != 0;
        const bool holdsAddress =
            address && action != SnapshotAction::OutOfMemory && events.address(row) != 0 &&
            (*address == events.address(row) || *address - events.address(row) < events.bytes(row));
        const bool isText = text.empty() || holdsAddress || (!address && stacks[events.stack(row).value]);
        if (isAction && isText) {
            result.push_back(event);
        }
    }
    return result;
}

}  // namespace stagescope
