#include "core/store/snapshot/snapshot_events.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, kSnapshotActions> kActions{
    "alloc",       "free_requested", "free_completed", "segment_alloc", "segment_free",
    "segment_map", "segment_unmap",  "snapshot",       "oom",           "workspace_snapshot",
    "annotate",    "user_defined",   "unknown",
};

/// Sets the value of an event in a column that may be shorter; the default value takes no room.
template <class T>
void setIn(std::vector<T> &column, std::size_t i, T value, T fallback) {
    if (i < column.size()) {
        column[i] = value;
    } else if (value != fallback) {
        column.resize(i, fallback);
        column.push_back(value);
    }
}

template <class T>
T valueIn(const std::vector<T> &column, std::size_t i, T fallback) {
    return i < column.size() ? column[i] : fallback;
}

template <class T>
std::size_t bytesOf(const std::vector<T> &column) {
    return column.size() * sizeof(T);
}

}  // namespace

std::string_view snapshotActionText(SnapshotAction action) { return kActions.at(static_cast<std::size_t>(action)); }

SnapshotAction snapshotAction(std::string_view text) {
    const auto it = std::find(kActions.begin(), kActions.end(), text);
    return it == kActions.end() ? SnapshotAction::Unknown : static_cast<SnapshotAction>(it - kActions.begin());
}

SnapshotEvent SnapshotEvents::at(std::size_t i) const {
    SnapshotEvent event;
    event.action = m_action[i];
    event.stream = m_stream[i];
    event.address = m_address[i];
    event.size = m_bytes[i];
    event.stack = m_stack[i];
    event.timeNs = timeNs(i);
    event.pool = pool(i);
    event.userText = valueIn(m_userText, i, StringId{0});
    event.compileContext = valueIn(m_compileContext, i, StringId{0});
    event.category = valueIn(m_category, i, StringId{0});
    event.forwardStack = valueIn(m_forwardStack, i, StackId{0});
    return event;
}

std::size_t SnapshotEvents::byteSize() const {
    return bytesOf(m_action) + bytesOf(m_stream) + bytesOf(m_address) + bytesOf(m_bytes) + bytesOf(m_stack) +
           bytesOf(m_timeNs) + bytesOf(m_pool) + bytesOf(m_userText) + bytesOf(m_compileContext) + bytesOf(m_category) +
           bytesOf(m_forwardStack);
}

void SnapshotEvents::reserve(std::size_t events) {
    m_action.reserve(events);
    m_stream.reserve(events);
    m_address.reserve(events);
    m_bytes.reserve(events);
    m_stack.reserve(events);
    m_timeNs.reserve(events);
}

void SnapshotEvents::push(const SnapshotEvent &event) {
    const auto i = m_action.size();
    m_action.push_back(event.action);
    m_stream.push_back(event.stream);
    m_address.push_back(event.address);
    m_bytes.push_back(event.size);
    m_stack.push_back(event.stack);
    setRare(i, event);
}

void SnapshotEvents::replace(std::size_t i, const SnapshotEvent &event) {
    m_action[i] = event.action;
    m_stream[i] = event.stream;
    m_address[i] = event.address;
    m_bytes[i] = event.size;
    m_stack[i] = event.stack;
    setRare(i, event);
}

void SnapshotEvents::setRare(std::size_t i, const SnapshotEvent &event) {
    setIn(m_timeNs, i, event.timeNs, SnapshotEvent::kNoTime);
    const auto texts = event.userText.value | event.compileContext.value | event.category.value;
    if (i >= m_rareEnd && (event.pool | texts | event.forwardStack.value) == 0) {
        return;
    }
    m_rareEnd = std::max(m_rareEnd, i + 1);
    setIn(m_pool, i, event.pool, std::uint16_t{0});
    setIn(m_userText, i, event.userText, StringId{0});
    setIn(m_compileContext, i, event.compileContext, StringId{0});
    setIn(m_category, i, event.category, StringId{0});
    setIn(m_forwardStack, i, event.forwardStack, StackId{0});
}

}  // namespace stagescope
