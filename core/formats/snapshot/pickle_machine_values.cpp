#include "core/formats/snapshot/pickle_machine.h"
#include "core/formats/snapshot/pickle_opcodes.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace stagescope {

using namespace pickle_code;
using Kind = PickleValue::Kind;

namespace {

constexpr std::uint64_t kBytesPerStackValue = 16;
constexpr std::uint64_t kHeldPerByte = 12;
constexpr std::uint64_t kBytesPerPut = 2;
constexpr std::uint64_t kFreeEntries = 1024;

}  // namespace

// Containers -------------------------------------------------------------------------------------------------------

bool PickleMachine::runContainer(Byte code, std::uint64_t /*argument*/) {
    switch (code) {
        case kAppend:
        case kSetItem:
            putOne(code);
            return true;
        case kList:
        case kDict:
        case kTuple:
        case kFrozenSet:
            fromMark(code);
            return true;
        case kAddItems:
            std::ignore = appendItems(m_top);
            return true;
        case kEmptySet:
            push(PickleValue::object(m_sink.newList()));
            return true;
        case kEmptyTuple:
            std::ignore = tuple(0);
            return true;
        case kTuple1:
        case kTuple2:
        case kTuple3:
            std::ignore = tuple(std::size_t{code} - kTuple1 + 1);
            return true;
        default:
            return false;
    }
}

bool PickleMachine::setItems(PickleValue *&top) {
    if (m_marks.empty()) {
        return trouble("finds no mark");
    }
    auto *const first = base() + m_marks.back();
    const auto count = static_cast<std::size_t>(top - first);
    if (count % 2 != 0) {
        return trouble("finds a key without a value");
    }
    if (first == base() || first[-1].kind != Kind::Object || !m_sink.set(first[-1].id(), {first, count})) {
        return trouble("finds no dict to fill");
    }
    m_marks.pop_back();
    top = first;
    return true;
}

bool PickleMachine::appendItems(PickleValue *&top) {
    if (m_marks.empty()) {
        return trouble("finds no mark");
    }
    auto *const first = base() + m_marks.back();
    if (first == base() || first[-1].kind != Kind::Object ||
        !m_sink.append(first[-1].id(), {first, static_cast<std::size_t>(top - first)})) {
        return trouble("finds no list to fill");
    }
    m_marks.pop_back();
    top = first;
    return true;
}

/// APPEND and SETITEM: one item into the container below it.
void PickleMachine::putOne(Byte code) {
    const std::size_t items = code == kAppend ? 1 : 2;
    if (itemsOf(m_top) < items + 1) {
        trouble("finds too little on the stack");
        return;
    }
    auto *const first = m_top - items;
    const bool taken =
        first[-1].kind == Kind::Object &&
        (code == kAppend ? m_sink.append(first[-1].id(), {first, items}) : m_sink.set(first[-1].id(), {first, items}));
    m_top = first;
    if (!taken) {
        trouble("finds nothing to fill");
    }
}

/// LIST, DICT, TUPLE and FROZENSET: all that lies above the mark.
void PickleMachine::fromMark(Byte code) {
    if (m_marks.empty()) {
        trouble("finds no mark");
        return;
    }
    const auto count = itemsOf(m_top);
    m_marks.pop_back();
    if (code == kTuple || code == kFrozenSet) {
        std::ignore = tuple(count);
        return;
    }
    auto *const first = m_top - count;
    const auto id = code == kList ? m_sink.newList() : m_sink.newMap();
    const bool whole = code == kList || count % 2 == 0;
    const bool taken = whole && (code == kList ? m_sink.append(id, {first, count}) : m_sink.set(id, {first, count}));
    m_top = first;
    if (!taken) {
        trouble("finds a key without a value");
    } else {
        push(PickleValue::object(id));
    }
}

bool PickleMachine::tuple(std::size_t items) {
    if (itemsOf(m_top) < items) {
        return trouble("finds too little on the stack");
    }
    m_top -= items;
    push(PickleValue::object(m_sink.newTuple({m_top, items})));
    return true;
}

bool PickleMachine::openMark(const PickleValue *top) {
    if (m_marks.size() >= m_limits.marks) {
        return trouble("nests too deep", ErrorKind::Limit);
    }
    m_marks.push_back(static_cast<std::size_t>(top - m_stack.data()));
    return true;
}

/// What was open when the file broke off goes where it belongs, so that it can still be looked at.
void PickleMachine::closeOpen() {
    while (!m_marks.empty()) {
        auto *const first = base() + m_marks.back();
        const auto count = static_cast<std::size_t>(m_top - first);
        m_marks.pop_back();
        m_top = first;
        if (first == base() || first[-1].kind != Kind::Object) {
            continue;
        }
        if (!m_sink.append(first[-1].id(), {first, count})) {
            std::ignore = m_sink.set(first[-1].id(), {first, count / 2 * 2});
        }
    }
    if (m_top == base() || base()->kind != Kind::Object) {
        return;
    }
    // SETITEM and APPEND come without a mark.
    const auto count = static_cast<std::size_t>(m_top - base()) - 1;
    if (count > 0 && !m_sink.append(base()->id(), {base() + 1, count})) {
        std::ignore = m_sink.set(base()->id(), {base() + 1, count / 2 * 2});
    }
    m_root = *base();
}

// Memo, numbers, bytes ---------------------------------------------------------------------------------------------

void PickleMachine::put(std::uint64_t index) {
    if (itemsOf(m_top) == 0) {
        trouble("finds nothing on the stack");
    } else if (index >= kFreeEntries + bytesUsed() / kBytesPerPut) {
        trouble("names a memo entry far beyond those in use", ErrorKind::Limit);
    } else {
        m_memo.resize(std::max<std::size_t>(m_memo.size(), index + 1));
        m_memo[index] = packed(m_top[-1]);
    }
}

void PickleMachine::pushNumber(const PickleNumber &number) {
    m_saturated += number.saturated ? 1 : 0;
    push(number.value);
}

bool PickleMachine::moveWindow(std::size_t wanted) {
    const auto moved = m_window.moveTo(m_at, wanted);
    m_at = m_window.begin();
    m_end = m_window.end();
    m_safe = m_at;
    if (!moved) {
        m_error = moved.error();
        return false;
    }
    m_control.addBytes(bytesUsed() - m_told);
    m_told = bytesUsed();
    if (!m_control.checkpoint()) {
        m_error = Error{ErrorKind::Cancelled, "cancelled", m_path};
        return false;
    }
    if (m_sink.isFull() ||
        m_sink.heldBytes() + m_memo.size() * sizeof(std::uint32_t) + m_boxed.size() * sizeof(PickleValue) >
            m_limits.heldBytes + kHeldPerByte * bytesUsed()) {
        m_error = Error{ErrorKind::Limit, "its values need far more memory than a memory snapshot's",
                        m_path + ":byte " + std::to_string(bytesUsed())};
        return false;
    }
    return true;
}

std::optional<std::string_view> PickleMachine::take(std::uint64_t bytes) {
    if (bytes > m_limits.textBytes) {
        trouble("announces more bytes than any text of a snapshot has", ErrorKind::Limit);
        return std::nullopt;
    }
    if (bytes > static_cast<std::uint64_t>(m_end - m_at) && !m_window.isLast() && !moveWindow(bytes)) {
        return std::nullopt;
    }
    if (bytes > static_cast<std::uint64_t>(m_end - m_at)) {
        trouble("announces more bytes than the file has", ErrorKind::Truncated);
        return std::nullopt;
    }
    const std::string_view taken(reinterpret_cast<const char *>(m_at), bytes);
    m_at += bytes;
    return taken;
}

std::optional<std::string_view> PickleMachine::takeLine() {
    constexpr std::size_t kLineBytes = 4096;
    for (std::size_t wanted = kLineBytes;; wanted *= 2) {
        const std::string_view rest(reinterpret_cast<const char *>(m_at), static_cast<std::size_t>(m_end - m_at));
        if (const auto end = rest.find('\n'); end != std::string_view::npos) {
            m_at += end + 1;
            return rest.substr(0, end);
        }
        if (m_window.isLast() || wanted > m_limits.textBytes) {
            trouble("holds a line without an end", m_window.isLast() ? ErrorKind::Truncated : ErrorKind::Limit);
            return std::nullopt;
        }
        if (rest.size() < wanted && !moveWindow(wanted)) {
            return std::nullopt;
        }
    }
}

bool PickleMachine::growStack() {
    const auto size = m_stack.size();
    if (size >= m_limits.stackValues + bytesUsed() / kBytesPerStackValue) {
        trouble("finds too many values on the stack", ErrorKind::Limit);
        describeTrouble(*m_at, bytesUsed());
        return false;
    }
    const auto used = m_top - base();
    m_stack.resize(size * 2);
    m_top = base() + used;
    m_full = base() + m_stack.size() - 1;
    return true;
}

void PickleMachine::describeTrouble(Byte code, std::uint64_t offset) {
    const auto name = pickleOpcode(code).name;
    std::string text = name.empty() ? "the byte " + std::to_string(code) : "the opcode " + std::string(name);
    text += " at byte " + std::to_string(offset) + ' ' + std::string(m_trouble);
    m_error = Error{m_troubleKind, std::move(text), m_path + ":byte " + std::to_string(offset)};
    m_trouble = {};
}

}  // namespace stagescope
