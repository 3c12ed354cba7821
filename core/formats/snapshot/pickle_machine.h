// budget: the registers of the machine are members, as in the loop that keeps them in locals
#pragma once

#include "core/base/io/byte_source.h"
#include "core/formats/io/load_control.h"
#include "core/formats/snapshot/pickle_sink.h"
#include "core/formats/snapshot/pickle_text.h"
#include "core/formats/snapshot/pickle_window.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a pickle may ask for. Real snapshots need a few KB of text at once and 7 marks; the rest grows with the bytes
/// that were really read, so that no small file can ask for much memory.
struct PickleLimits {
    std::size_t windowBytes = std::size_t{1} << 20;
    std::size_t textBytes = std::size_t{16} << 20;   ///< of one text or number
    std::size_t marks = 64;                          ///< open at once
    std::size_t stackValues = std::size_t{1} << 20;  ///< plus one per 16 bytes of the file
    std::size_t heldBytes = std::size_t{64} << 20;   ///< in sink and memo, plus 12 per byte of the file
};

/// Reads a pickle of protocol 0 to 5 that consists of plain values and hands them to a sink. Nothing is ever imported,
/// called or executed: opcodes that ask for it (GLOBAL, REDUCE, BUILD, INST, OBJ, NEWOBJ, PERSID, EXT, buffers ...) end
/// the reading with ErrorKind::Unsupported, naming opcode and byte. Shared objects stay shared: the memo holds 4 bytes
/// per entry. What follows STOP is ignored. One thread, one run; O(bytes).
class PickleMachine {
public:
    /// All must outlive the machine.
    PickleMachine(ByteSource &source, PickleSink &sink, const LoadControl &control, const PickleLimits &limits = {});

    /// Errors: Unsupported (refused opcode or newer protocol), Truncated, Malformed, Limit, Cancelled, those of the
    /// source. After any but Unsupported and Cancelled `root` is what could be read before.
    [[nodiscard]] Status run();
    /// The whole value; nothing when the file did not come that far.
    [[nodiscard]] std::optional<PickleValue> root() const { return m_root; }
    /// As PROTO says; 0 for the text protocol, which has no such mark.
    [[nodiscard]] int protocol() const { return m_protocol; }
    /// Whole numbers beyond 64 bits, which became the nearest that fits.
    [[nodiscard]] std::uint64_t saturatedNumbers() const { return m_saturated; }
    /// Bytes up to and with STOP, or up to the opcode that failed.
    [[nodiscard]] std::uint64_t bytesUsed() const { return m_window.offsetOf(m_at); }

private:
    using Byte = std::uint8_t;
    enum class MemoTag : std::uint32_t { Unset, Text, Object, Boxed };

    [[nodiscard]] bool prepare();
    void runCommon();
    void runOther();
    [[nodiscard]] bool runPlain(Byte code, std::uint64_t argument);
    [[nodiscard]] bool runCounted(Byte code, std::uint64_t argument);
    [[nodiscard]] bool runLine(Byte code, std::uint64_t argument);
    [[nodiscard]] bool runStack(Byte code, std::uint64_t argument);
    [[nodiscard]] bool runContainer(Byte code, std::uint64_t argument);

    [[nodiscard]] bool setItems(PickleValue *&top);
    [[nodiscard]] bool appendItems(PickleValue *&top);
    [[nodiscard]] bool tuple(std::size_t items);
    void fromMark(Byte code);
    void putOne(Byte code);
    [[nodiscard]] bool recall(std::uint64_t index, PickleValue *&top);
    [[nodiscard]] bool memoize(const PickleValue *top);
    void put(std::uint64_t index);
    [[nodiscard]] std::uint32_t packed(PickleValue value);
    [[nodiscard]] bool openMark(const PickleValue *top);
    void push(PickleValue value) { *m_top++ = value; }
    void pushNumber(const PickleNumber &number);
    /// Bytes from m_at on; moves m_at behind them. Nothing when the file ends before.
    [[nodiscard]] std::optional<std::string_view> take(std::uint64_t bytes);
    [[nodiscard]] std::optional<std::string_view> takeLine();
    [[nodiscard]] bool moveWindow(std::size_t wanted);
    [[nodiscard]] bool growStack();
    void closeOpen();

    [[nodiscard]] PickleValue *base() { return m_stack.data(); }
    /// Values above the last mark.
    [[nodiscard]] std::size_t itemsOf(const PickleValue *top) const {
        return static_cast<std::size_t>(top - m_stack.data()) - (m_marks.empty() ? 0 : m_marks.back());
    }
    /// What is wrong with the opcode at hand; false, so that it can be returned.
    bool trouble(std::string_view text, ErrorKind kind = ErrorKind::Malformed) {
        m_trouble = text;
        m_troubleKind = kind;
        return false;
    }
    /// Makes the error of what `trouble` was told, with the opcode's name and byte.
    void describeTrouble(Byte code, std::uint64_t offset);

    PickleSink &m_sink;
    const LoadControl &m_control;
    PickleLimits m_limits;
    std::string m_path;
    PickleWindow m_window;
    const Byte *m_at;
    const Byte *m_end;
    const Byte *m_safe;  ///< an opcode that begins before it has its arguments in memory
    std::vector<PickleValue> m_stack;
    PickleValue *m_top;
    PickleValue *m_full;  ///< the last place that may be filled
    std::vector<std::size_t> m_marks;
    std::vector<std::uint32_t> m_memo;  ///< MemoTag in the upper two bits
    std::vector<PickleValue> m_boxed;   ///< numbers of the memo
    std::optional<PickleValue> m_root;
    std::optional<Error> m_error;
    std::string_view m_trouble;  ///< empty: none
    ErrorKind m_troubleKind = ErrorKind::Malformed;
    std::uint64_t m_saturated = 0;
    std::uint64_t m_told = 0;  ///< bytes reported as progress
    int m_protocol = 0;
    bool m_stopped = false;
};

}  // namespace stagescope
