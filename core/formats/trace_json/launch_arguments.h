#pragma once

#include "core/base/string_pool.h"
#include "core/base/text.h"
#include "core/formats/trace_json/trace_event.h"
#include "core/store/trace/trace_builder.h"
#include "core/store/trace/track.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a call starts by its name, or what a work is. Few: work of one kind may be of no call of another.
enum class LaunchKind : std::uint8_t {
    Unknown,
    Kernel,
    Copy,
    Fill,
    Graph,    ///< starts works of all kinds, any number of them
    Nothing,  ///< a call whose name says nothing of this
};

/// One side of a launch as Kineto writes it: a call of the runtime on the host, or what it started on the device. Both
/// carry the same correlation; one call may have started several things (a graph) or nothing.
struct LaunchEnd {
    std::uint64_t correlation = 0;
    std::uint64_t offset = 0;    ///< of the event
    std::int64_t time = 0;       ///< ns
    std::uint32_t track = 0;     ///< of the worker's builder
    std::uint32_t duration = 0;  ///< ns, at most what fits
    std::uint32_t process = 0;   ///< any number of the process of the track, given by LaunchJoin
    std::int16_t device = -1;    ///< of work: as its arguments tell it
    LaunchKind kind = LaunchKind::Unknown;
    std::uint8_t operatorMark = 0;  ///< of the number of the operator around it (External id); 0 = not told

    /// -1 for what is no number of a device.
    [[nodiscard]] static std::int16_t deviceOf(std::int64_t number) {
        return number < 0 || number > INT16_MAX ? std::int16_t{-1} : static_cast<std::int16_t>(number);
    }
    [[nodiscard]] std::int64_t end() const { return time > INT64_MAX - duration ? INT64_MAX : time + duration; }
};

/// Shapes and types of an operator's inputs and the numbers among them, as the file writes them but on one line.
struct OperandTexts {
    std::uint64_t offset = 0;  ///< of the event
    std::string_view shapes;
    std::string_view types;
    std::string_view values;
};

/// Gathers what arguments of Kineto's events tell of launches and operands. One per worker; the texts live as long as
/// it does.
class LaunchArguments {
public:
    /// A slice with arguments. Other events than Kineto's cost a comparison.
    void take(const EventWindow &window, const TraceEvent &event, SliceClass klass, bool isOfDevice, std::int64_t time,
              std::int64_t duration, std::uint32_t track);
    /// The file has an arrow of its own from the call with this correlation.
    void takeArrow(std::uint64_t correlation) { m_arrows.push_back(correlation); }

    /// Of files that are no text: calls, works and operands by the order of their offsets.
    void reserveCalls(std::size_t count) { m_calls.reserve(count); }
    void reserveOperands(std::size_t count) { m_operands.reserve(count); }
    void addCall(const LaunchEnd &call) { m_calls.push_back(call); }
    void addWork(const LaunchEnd &work) { m_device.push(work); }
    void addOperands(const OperandTexts &operands) { m_operands.push_back(operands); }

    /// All in the order of the windows.
    [[nodiscard]] const std::vector<LaunchEnd> &calls() const { return m_calls; }
    [[nodiscard]] const ChunkedRows<LaunchEnd> &works() const { return m_device; }
    [[nodiscard]] const std::vector<OperandTexts> &operands() const { return m_operands; }
    [[nodiscard]] const std::vector<std::uint64_t> &arrows() const { return m_arrows; }
    /// Offsets of operators of a forward pass: gradients are recorded for them, so that they have a sequence number of
    /// their own; operators of a backward pass have that of their forward operator, and the number of its thread.
    [[nodiscard]] const std::vector<std::uint64_t> &forwardOps() const { return m_forwardOps; }

private:
    [[nodiscard]] std::string_view kept(std::string_view text);
    void takeOperator(const EventWindow &window, const TraceEvent &event);

    std::vector<LaunchEnd> m_calls;
    ChunkedRows<LaunchEnd> m_device;
    std::vector<OperandTexts> m_operands;
    std::vector<std::uint64_t> m_arrows;
    std::vector<std::uint64_t> m_forwardOps;
    StringPool m_texts;
};

/// Calls fn(key, value) for the members of an object of the window: `key` points behind its opening quote, `value` is
/// the text of the value, brackets and quotes included. O(tokens).
template <class Fn>
void forEachMember(const EventWindow &window, std::uint32_t first, std::uint32_t last, Fn &&fn) {
    const auto *at = window.tokens.positions().data();
    const char *text = window.text.get();
    for (auto token = first + 1; token + 2 < last;) {
        const char *key = text + at[token] + 1;
        auto end = token + 2;
        int depth = 0;
        do {
            const char c = text[at[end++]];
            depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        } while (depth > 0 && end < last);
        const auto begin = at[token + 2];
        auto size = at[end] - begin;  // up to the comma or the closing brace
        while (size > 0 && static_cast<unsigned char>(text[begin + size - 1]) <= ' ') {
            --size;
        }
        fn(key, std::string_view(text + begin, size));
        token = end + 1;
    }
}

/// Whether a key that forEachMember gave is this one.
[[nodiscard]] inline bool isKey(const char *key, std::string_view name) {
    return *key == name.front() && key[name.size()] == '"' && std::string_view(key, name.size()) == name;
}

/// The value of a member without its quotes, still escaped.
[[nodiscard]] inline std::string_view unquoted(std::string_view value) {
    const bool isString = value.size() >= 2 && value.front() == '"';
    return isString ? value.substr(1, value.size() - 2) : value;
}

/// The number that a member is, also as text or as a real without a fraction: 5, "5", 5.0. Nothing for others.
template <class Int>
[[nodiscard]] std::optional<Int> jsonNumber(std::string_view value) {
    value = unquoted(value);
    const auto point = value.find('.');
    const bool isWhole = point != std::string_view::npos && value.find_first_not_of('0', point + 1) == value.npos;
    return wholeNumber<Int>(isWhole ? value.substr(0, point) : value);
}

}  // namespace stagescope
