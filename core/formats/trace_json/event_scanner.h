#pragma once

#include "core/base/import_log.h"
#include "core/base/io/byte_source.h"
#include "core/formats/io/json_tokens.h"
#include "core/formats/io/load_control.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A piece of the file that holds whole events, with the places of their tokens. Reused from window to window.
struct EventWindow {
    /// Token numbers of the braces of one event.
    struct Event {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        std::uint32_t firstClose = 0;  ///< its entry in `closes`
    };
    std::uint64_t base = 0;  ///< offset in the stream of text[0]
    std::size_t size = 0;
    std::unique_ptr<char[]> text;
    std::size_t capacity = 0;
    JsonTokens tokens;
    std::vector<Event> events;
    std::vector<std::uint32_t>
        closes;  ///< per bracket opened directly inside an event, in order: the token that closes it

    [[nodiscard]] std::string_view view() const { return {text.get(), size}; }
    void reserve(std::size_t bytes);
};

/// Cuts the stream of a trace file into windows of whole events, exactly: every token up to the cut was checked against
/// the grammar, so text in strings can look like anything. Knows both roots, an array of events or an object that holds
/// it under "traceEvents", whose other members it keeps (up to a size). Damage: the event is counted, and reading goes
/// on with the next object that reads as an event. What was cut where does not depend on the size of windows, but for
/// the damage report. What follows the root but blanks is damage too. Serial by nature: workers call `next` under a
/// lock of the caller and read the windows without.
class EventScanner {
public:
    struct Limits {
        std::size_t windowBytes = std::size_t{1} << 19;
        std::size_t maxEventBytes = std::size_t{256} << 20;
        bool repairs = true;  ///< goes on behind damage
    };

    EventScanner(ByteSource &source, ImportLog &log, const LoadControl &control, Limits limits);

    /// Fills the window with the next events. False at the end, or when stopped; then `error` tells of a file that
    /// cannot be read (further).
    [[nodiscard]] bool next(EventWindow &window);
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }
    /// The list of events has begun.
    [[nodiscard]] bool sawEvents() const { return m_sawEvents; }
    [[nodiscard]] bool rootIsObject() const { return m_rootIsObject; }

    /// Members of the root object beside the events, as JSON text; those before the events are complete with the first
    /// window.
    [[nodiscard]] const std::map<std::string, std::string, std::less<>> &members() const { return m_members; }

private:
    enum class Phase : std::uint8_t { Start, Root, Events, Resync, Tail, Done };
    enum class Walk : std::uint8_t { Whole, Unfinished, Broken };

    /// Bytes read and not yet used: [at, end).
    struct Carry {
        std::vector<char> bytes;
        std::size_t at = 0;
        std::size_t inWindow = 0;  ///< of the current window, how many came from here
    };
    /// Copy of a piece of text that may be an event.
    struct Probe {
        std::vector<char> text;
        JsonTokens tokens;
    };
    /// A member of the root beside the events that is being read.
    struct OpenMember {
        std::string key;
        std::optional<std::size_t> begin;  ///< in the current window
        std::string text;                  ///< of earlier windows
        bool isTooLong = false;
    };

    void fill(EventWindow &window, std::size_t bytes);
    void keepRest(const EventWindow &window, std::size_t consumed);
    // Each takes what it can of the window and returns how many bytes that was.
    std::size_t take(EventWindow &window);
    std::size_t takeStart(EventWindow &window);
    std::size_t takeRoot(EventWindow &window);
    std::size_t takeEvents(EventWindow &window);
    std::size_t resync(EventWindow &window);
    std::size_t takeTail(const EventWindow &window);

    bool takeRootToken(const EventWindow &window, std::size_t token);
    void endMember(const EventWindow &window, std::size_t end);
    [[nodiscard]] Walk readsAsEvent(std::string_view text);
    [[nodiscard]] bool isWhole(const EventWindow &window, std::size_t token) const;
    void grow(const EventWindow &window);
    void damaged(std::uint64_t byte, std::string_view code, std::string_view detail);
    void stray(const EventWindow &window, std::size_t token);
    void atEnd(const EventWindow &window);

    ByteSource &m_source;
    ImportLog &m_log;
    const LoadControl &m_control;
    Limits m_limits;
    std::optional<Error> m_error;
    Phase m_phase = Phase::Start;
    bool m_rootIsObject = false;
    bool m_sawEvents = false;
    bool m_rootBroken = false;
    bool m_sourceEnded = false;
    bool m_lastWindow = false;         ///< nothing follows the current window
    std::uint64_t m_reported = 0;      ///< file bytes told to the progress
    std::uint64_t m_base = 0;          ///< offset of the next byte to hand to a window
    std::uint64_t m_readPosition = 0;  ///< offset of the next byte to read from the source
    Carry m_carry;
    Probe m_probe;
    std::size_t m_window = 0;  ///< bytes of the next window
    JsonGrammar m_root;
    OpenMember m_member;
    std::map<std::string, std::string, std::less<>> m_members;
};

}  // namespace stagescope
