#include "core/analysis/snapshot/snapshot_source.h"

#include "core/base/path_text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace stagescope {

namespace {

std::optional<std::uint32_t> firstFailure(const SnapshotStore &store, const SnapshotDevice &device) {
    for (std::uint32_t i = 0; i < device.eventCount; ++i) {
        if (store.events().action(device.firstEvent + i) == SnapshotAction::OutOfMemory) {
            return i;
        }
    }
    return std::nullopt;
}

}  // namespace

std::vector<SnapshotSource> snapshotSources(const AnalysisInput &input, const Run *run) {
    std::vector<SnapshotSource> result;
    if (run == nullptr) {
        return result;
    }
    for (std::size_t i = 0; i < run->snapshots.size(); ++i) {
        const auto &snapshot = run->snapshots[i];
        if (snapshot.store == nullptr || (snapshot.rank && !input.wants(*snapshot.rank))) {
            continue;
        }
        for (const auto &device : snapshot.store->devices()) {
            result.push_back({snapshot.store.get(), &device, unpackedName(lastPart(snapshot.file.path)), snapshot.rank,
                              run->id, static_cast<std::uint32_t>(i)});
        }
    }
    return result;
}

std::uint32_t SnapshotSource::deviceIndex() const {
    return static_cast<std::uint32_t>(device - store->devices().data());
}

std::string deviceName(const SnapshotStore &store, const SnapshotDevice &device) {
    const auto allocator = store.text(device.allocator);
    return (device.isHost ? "host" : std::to_string(device.device)) +
           (allocator.empty() ? std::string() : ' ' + std::string(allocator));
}

std::string addressText(std::uint64_t address) {
    std::array<char, 18> text{'0', 'x'};
    const auto end = std::to_chars(text.data() + 2, text.data() + text.size(), address, 16).ptr;
    return {text.data(), end};
}

std::string poolText(const SnapshotStore &store, std::uint16_t pool) {
    const auto ids = pool < store.pools().size() ? store.pools()[pool] : std::pair<std::int64_t, std::int64_t>{};
    return "(" + std::to_string(ids.first) + ", " + std::to_string(ids.second) + ")";
}

bool hasFailure(const SnapshotStore &store, const SnapshotDevice &device) {
    return firstFailure(store, device).has_value();
}

std::string noSnapshotNote() { return "No memory snapshot of these ranks is loaded."; }

Result<std::uint32_t> snapshotMoment(const SnapshotSource &source, std::string_view text) {
    const auto &device = *source.device;
    const auto &bytes = device.allocations.activeBytes;
    if (text == "peak") {
        const auto peak = std::max_element(bytes.begin(), bytes.end());
        const bool isLater = peak != bytes.end() && *peak > device.allocations.baselineBytes;
        return isLater ? static_cast<std::uint32_t>(peak - bytes.begin()) + 1 : 0;
    }
    if (text == "end") {
        return device.eventCount;
    }
    if (text == "oom") {
        const auto failure = firstFailure(*source.store, device);
        return failure ? *failure + 1 : device.eventCount;
    }
    std::uint32_t event = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), event);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return fail(ErrorKind::BadArgument,
                    "at wants peak, end, oom or the number of an event, not '" + std::string(text) + "'");
    }
    return std::min(event, device.eventCount == 0 ? 0 : device.eventCount - 1) + (device.eventCount == 0 ? 0 : 1);
}

}  // namespace stagescope
