// budget: the loop over the common opcodes is one function, so that its place and its stack stay in registers
#include "core/formats/snapshot/pickle_machine.h"

#include "core/base/io/little_endian.h"
#include "core/formats/snapshot/pickle_opcodes.h"
#include "core/formats/snapshot/pickle_text.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace stagescope {

using namespace pickle_code;
using Kind = PickleValue::Kind;

namespace {

constexpr std::size_t kFirstStack = 4096;
constexpr int kNewestProtocol = 5;
constexpr unsigned kTagShift = 30;
constexpr std::uint32_t kMemoMask = (std::uint32_t{1} << kTagShift) - 1;
constexpr std::size_t kCommonLong = 8;  ///< bytes of numbers on the fast path

std::uint32_t word16(const std::uint8_t *at) { return at[0] | std::uint32_t{at[1]} << 8; }
std::uint32_t word32(const std::uint8_t *at) { return littleAt<std::uint32_t>(at); }
/// Two's complement of 1 to 8 bytes; the bytes behind may be anything, but are there.
PickleValue shortLong(const std::uint8_t *at, std::size_t bytes) {
    const auto value = littleAt<std::uint64_t>(at);
    const auto shift = 64 - 8 * bytes;
    return PickleValue::number(static_cast<std::int64_t>(value << shift) >> shift);
}
std::string_view viewOf(const std::uint8_t *at, std::size_t bytes) {
    return {reinterpret_cast<const char *>(at), bytes};
}

/// Small files need no large window; what is compressed has more than its file.
std::size_t windowBytesOf(const ByteSource &source, const PickleLimits &limits) {
    const auto bytes = source.isSeekable() ? source.fileSize() + 1 : limits.windowBytes;
    return static_cast<std::size_t>(std::min<std::uint64_t>(bytes, limits.windowBytes));
}

}  // namespace

PickleMachine::PickleMachine(ByteSource &source, PickleSink &sink, const LoadControl &control,
                             const PickleLimits &limits)
    : m_sink(sink),
      m_control(control),
      m_limits(limits),
      m_path(source.path()),
      m_window(source, std::max(windowBytesOf(source, limits), PickleWindow::kPadding)),
      m_at(m_window.begin()),
      m_end(m_window.end()),
      m_safe(m_at),
      m_stack(kFirstStack),
      m_top(m_stack.data()),
      m_full(m_stack.data() + m_stack.size() - 1) {
    // The largest a memo can be; memory that is not written to is not there.
    constexpr std::uint64_t kBytesPerEntry = 16;
    m_memo.reserve(source.fileSize() / kBytesPerEntry);
}

std::uint32_t PickleMachine::packed(PickleValue value) {
    const bool isText = value.kind == Kind::Text;
    if (isText || value.kind == Kind::Object) {
        return static_cast<std::uint32_t>(isText ? MemoTag::Text : MemoTag::Object) << kTagShift | value.id();
    }
    m_boxed.push_back(value);
    return static_cast<std::uint32_t>(MemoTag::Boxed) << kTagShift |
           (static_cast<std::uint32_t>(m_boxed.size() - 1) & kMemoMask);
}

inline bool PickleMachine::memoize(const PickleValue *top) {
    if (top == m_stack.data()) {
        return trouble("finds nothing on the stack");
    }
    m_memo.push_back(packed(top[-1]));
    return true;
}

inline bool PickleMachine::recall(std::uint64_t index, PickleValue *&top) {
    const auto word = index < m_memo.size() ? m_memo[index] : 0;
    const auto tag = static_cast<MemoTag>(word >> kTagShift);
    if (tag == MemoTag::Object) {
        *top++ = PickleValue::object(word & kMemoMask);
    } else if (tag == MemoTag::Text) {
        *top++ = PickleValue::ofText(word & kMemoMask);
    } else if (tag == MemoTag::Boxed) {
        *top++ = m_boxed[word & kMemoMask];
    } else {
        return trouble("names a memo entry that was never stored");
    }
    return true;
}

Status PickleMachine::run() {
    while (!m_stopped && !m_error && prepare()) {
        runCommon();
        if (!m_error && m_at < m_safe && m_top < m_full) {
            runOther();
        }
    }
    if (!m_error) {
        return {};
    }
    const auto kind = m_error->kind;
    if (kind != ErrorKind::Unsupported && kind != ErrorKind::Cancelled) {
        closeOpen();
    }
    return tl::make_unexpected(*m_error);
}

/// Room on the stack, and bytes: at the end of the file opcodes are let through one by one.
bool PickleMachine::prepare() {
    if (m_top >= m_full && !growStack()) {
        return false;
    }
    constexpr auto kAhead = static_cast<std::ptrdiff_t>(PickleWindow::kPadding);
    if (m_end - m_at < kAhead && !m_window.isLast() && !moveWindow(PickleWindow::kPadding)) {
        return false;
    }
    const auto left = m_end - m_at;
    m_safe = left >= kAhead ? m_end - (kAhead - 1) : m_at + 1;
    if (left == 0 || left < pickleOpcode(*m_at).bytes) {
        m_error = Error{ErrorKind::Truncated, "the pickle ends before its STOP",
                        m_path + ":byte " + std::to_string(m_window.offsetOf(m_at))};
        return false;
    }
    return true;
}

/// The opcodes that snapshots consist of, in registers. Stops before any other, and where `prepare` has to help.
void PickleMachine::runCommon() {
    const Byte *at = m_at;
    PickleValue *top = m_top;
    while (at < m_safe && top < m_full) {
        std::size_t used = 0;  // 0: not one for this loop, or it failed
        switch (*at) {
            case kBinGet:
                used = recall(at[1], top) ? 2 : 0;
                break;
            case kLongBinGet:
                used = recall(word32(at + 1), top) ? 5 : 0;
                break;
            case kBinInt1:
                *top++ = {Kind::Int, at[1]};
                used = 2;
                break;
            case kBinInt2:
                *top++ = {Kind::Int, word16(at + 1)};
                used = 3;
                break;
            case kBinInt:
                *top++ = PickleValue::number(static_cast<std::int32_t>(word32(at + 1)));
                used = 5;
                break;
            case kLong1:
                if (at[1] != 0 && at[1] <= kCommonLong && at + 2 + at[1] <= m_end) {
                    *top++ = shortLong(at + 2, at[1]);
                    used = std::size_t{2} + at[1];
                }
                break;
            case kShortBinUnicode:
                if (at + 2 + at[1] <= m_end) {
                    *top++ = PickleValue::ofText(m_sink.text(viewOf(at + 2, at[1])));
                    used = std::size_t{2} + at[1];
                }
                break;
            case kMemoize:
                used = memoize(top) ? 1 : 0;
                break;
            case kEmptyDict:
                *top++ = PickleValue::object(m_sink.newMap());
                used = 1;
                break;
            case kEmptyList:
                *top++ = PickleValue::object(m_sink.newList());
                used = 1;
                break;
            case kMark:
                used = openMark(top) ? 1 : 0;
                break;
            case kSetItems:
                used = setItems(top) ? 1 : 0;
                break;
            case kAppends:
                used = appendItems(top) ? 1 : 0;
                break;
            default:
                break;
        }
        if (used == 0) {
            break;
        }
        at += used;
    }
    m_at = at;
    m_top = top;
    if (!m_trouble.empty()) {
        describeTrouble(*at, m_window.offsetOf(at));
    }
}

/// One opcode of any other kind, or one of the common ones whose argument is longer than usual.
void PickleMachine::runOther() {
    const auto code = *m_at;
    const auto offset = m_window.offsetOf(m_at);
    const auto &opcode = pickleOpcode(code);
    if (opcode.treatment != PickleTreatment::Value) {
        opcode.treatment == PickleTreatment::Refused
            ? trouble("would import, call or reach outside of the file: refused", ErrorKind::Unsupported)
            : trouble("is no opcode");
        describeTrouble(code, offset);
        return;
    }
    std::uint64_t argument = 0;
    for (std::size_t i = opcode.bytes; i > 1; --i) {
        argument = (argument << 8) | m_at[i - 1];
    }
    const auto *const arguments = m_at + 1;
    if (code == kBinFloat) {
        push(realFromBytes(arguments));
    }
    m_at += opcode.bytes;
    bool done = code == kBinFloat;
    for (const auto group : {&PickleMachine::runPlain, &PickleMachine::runCounted, &PickleMachine::runLine,
                             &PickleMachine::runStack, &PickleMachine::runContainer}) {
        done = done || (m_trouble.empty() && !m_error && (this->*group)(code, argument));
    }
    if (!m_trouble.empty()) {
        describeTrouble(code, offset);
    }
}

/// Each group returns whether the opcode is one of its own; what is wrong with it goes to `trouble`.
bool PickleMachine::runPlain(Byte code, std::uint64_t argument) {
    switch (code) {
        case kProto:
            m_protocol = static_cast<int>(argument);
            if (m_protocol > kNewestProtocol) {
                trouble("names a protocol that is newer than 5", ErrorKind::Unsupported);
            }
            return true;
        case kFrame:  // a hint for readers that fetch whole frames
            return true;
        case kStop:
            if (m_top == base() || !m_marks.empty()) {
                return !trouble("comes before the value is complete");
            }
            m_root = m_top[-1];
            m_stopped = true;
            return true;
        case kNone:
            push({});
            return true;
        case kNewTrue:
        case kNewFalse:
            push({Kind::Bool, code == kNewTrue ? 1U : 0U});
            return true;
        default:
            return false;
    }
}

/// Texts and numbers that are led by their length.
bool PickleMachine::runCounted(Byte code, std::uint64_t argument) {
    switch (code) {
        case kLong1:
        case kLong4:
            if (const auto bytes = take(argument)) {
                pushNumber(numberFromBytes(*bytes));
            }
            return true;
        case kBinUnicode:
        case kShortBinUnicode:
        case kBinUnicode8:
        case kBinString:
        case kShortBinString:
        case kBinBytes:
        case kShortBinBytes:
        case kBinBytes8:
        case kByteArray8:
            if (const auto bytes = take(argument)) {
                push(PickleValue::ofText(m_sink.text(*bytes)));
            }
            return true;
        default:
            return false;
    }
}

/// Values of protocol 0, which end with the line.
bool PickleMachine::runLine(Byte code, std::uint64_t /*argument*/) {
    constexpr std::array kCodes{kFloat, kInt, kLong, kString, kUnicode, kGet, kPut};
    if (std::find(kCodes.begin(), kCodes.end(), code) == kCodes.end()) {
        return false;
    }
    const auto line = takeLine();
    if (!line) {
        return true;
    }
    if (code == kString || code == kUnicode) {
        const auto text = code == kString ? textFromQuoted(*line) : std::optional(textFromRawUnicode(*line));
        if (!text) {
            return !trouble("holds no quoted text");
        }
        push(PickleValue::ofText(m_sink.text(*text)));
        return true;
    }
    const auto number = code == kFloat ? std::nullopt : numberFromText(*line);
    const auto real = code == kFloat ? realFromText(*line) : std::nullopt;
    if (!number && !real) {
        return !trouble("holds no number");
    }
    if (real) {
        push(*real);
    } else if (code == kGet) {
        std::ignore = recall(number->value.bits, m_top);
    } else if (code == kPut) {
        put(number->value.bits);
    } else {
        pushNumber(*number);
    }
    return true;
}

bool PickleMachine::runStack(Byte code, std::uint64_t argument) {
    switch (code) {
        case kPop:
            if (itemsOf(m_top) > 0) {
                --m_top;
            } else if (!m_marks.empty()) {
                m_marks.pop_back();
            } else {
                trouble("finds nothing on the stack");
            }
            return true;
        case kPopMark:
            if (m_marks.empty()) {
                return !trouble("finds no mark");
            }
            m_top = base() + m_marks.back();
            m_marks.pop_back();
            return true;
        case kDup:
            if (itemsOf(m_top) == 0) {
                return !trouble("finds nothing on the stack");
            }
            push(m_top[-1]);
            return true;
        case kBinPut:
        case kLongBinPut:
            put(argument);
            return true;
        default:
            return false;
    }
}

}  // namespace stagescope
