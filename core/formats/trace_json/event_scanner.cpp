#include "core/formats/trace_json/event_scanner.h"

#include "core/base/text.h"
#include "core/formats/trace_json/trace_event.h"

#include <algorithm>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::string_view kBetweenEvents = " \t\r\n,";
using Token = JsonGrammar::Token;

constexpr std::size_t kSmallestWindow = 16;
/// Independent of the size of windows, so that what is found after damage is, too.
constexpr std::size_t kResyncBytes = 64 * 1024;
constexpr std::size_t kResyncOverlap = 256;
constexpr std::size_t kMaxMemberBytes = std::size_t{1} << 20;

/// Goes from the first token of a value to its last; `token` is then the last one, or the one that cannot be.
/// `closes` gets the ends of the brackets directly inside.
template <class Walk>
Walk walkValue(const char *text, std::span<const std::uint32_t> positions, std::size_t &token,
               std::vector<std::uint32_t> &closes) {
    JsonGrammar grammar;
    const auto *at = positions.data();
    for (const auto count = positions.size(); token < count; ++token) {
        const auto kind = JsonGrammar::tokenOf(text[at[token]]);
        if (!grammar.take(kind)) {
            return Walk::Broken;
        }
        if (kind == Token::EndObject || kind == Token::EndArray) {
            if (grammar.depth() == 0) {
                return Walk::Whole;
            }
            if (grammar.depth() == 1) {
                closes.push_back(static_cast<std::uint32_t>(token));
            }
        }
    }
    return Walk::Unfinished;
}

/// Nearly all events are objects of scalars and of such objects. Of those a member is checked at once, key, colon,
/// value and comma, in a third of the time that the grammar takes token by token.
class PlainObjects {
public:
    PlainObjects(const char *text, std::span<const std::uint32_t> positions)
        : m_text(text), m_at(positions.data()), m_count(positions.size()) {}

    /// The closing brace of the object that opens at `token`; `closes` gets those of the objects directly inside. 0
    /// for anything else (then `closes` may hold too much): an array in it, damage, the end of the window. The grammar
    /// has to tell.
    [[nodiscard]] std::size_t closeOf(std::size_t token, std::vector<std::uint32_t> &closes) const {
        return walk(token, [&](std::size_t inner) {
            const auto close = walk(inner, [](std::size_t) { return std::size_t{0}; });
            closes.push_back(static_cast<std::uint32_t>(close));
            return close;
        });
    }

private:
    [[nodiscard]] char first(std::size_t token) const { return m_text[m_at[token]]; }

    /// `closeInner(token)` finds the end of an object inside; 0 when it cannot.
    template <class CloseInner>
    [[nodiscard]] std::size_t walk(std::size_t token, const CloseInner &closeInner) const {
        constexpr std::size_t kMember = 4;  ///< tokens, the comma or brace behind it too
        if (token + 1 < m_count && first(token + 1) == '}') {
            return token + 1;
        }
        for (++token; token + kMember <= m_count; ++token) {
            if (first(token) != '"' || first(token + 1) != ':') {
                return 0;
            }
            token += 2;
            if (first(token) == '{') {
                token = closeInner(token);
                if (token == 0 || token + 1 >= m_count) {
                    return 0;
                }
            } else if (JsonGrammar::tokenOf(first(token)) > Token::String) {
                return 0;
            }
            ++token;
            if (first(token) == '}') {
                return token;
            }
            if (first(token) != ',') {
                return 0;
            }
        }
        return 0;
    }

    const char *m_text;
    const std::uint32_t *m_at;
    std::size_t m_count;
};

}  // namespace

void EventWindow::reserve(std::size_t bytes) {
    if (capacity < bytes + JsonTokens::kPadding) {
        capacity = bytes + JsonTokens::kPadding;
        text = std::make_unique_for_overwrite<char[]>(capacity);
    }
}

EventScanner::EventScanner(ByteSource &source, ImportLog &log, const LoadControl &control, Limits limits)
    : m_source(source), m_log(log), m_control(control), m_limits(limits) {
    m_limits.windowBytes = std::max(m_limits.windowBytes, kSmallestWindow);
    m_window = m_limits.windowBytes;
}

bool EventScanner::next(EventWindow &window) {
    window.events.clear();
    window.closes.clear();
    while (m_phase != Phase::Done && m_control.checkpoint()) {
        fill(window, m_phase == Phase::Resync ? std::max(m_window, kResyncBytes) : m_window);
        const auto phase = m_phase;
        const auto consumed = take(window);
        keepRest(window, consumed);
        if (!window.events.empty()) {
            m_window = std::min(m_limits.windowBytes, m_window * 4);
            return true;
        }
        if (consumed == 0 && phase == m_phase) {
            if (m_lastWindow) {
                atEnd(window);
                m_phase = Phase::Done;
            } else {
                grow(window);
            }
        }
    }
    return false;
}

std::size_t EventScanner::take(EventWindow &window) {
    if (m_phase == Phase::Resync) {
        return resync(window);
    }
    if (m_phase == Phase::Tail) {
        return takeTail(window);
    }
    if (m_phase == Phase::Start && window.base == 0 && window.view().starts_with("\xef\xbb\xbf")) {
        std::fill_n(window.text.get(), 3, ' ');
    }
    if (!window.tokens.scan(window.text.get(), window.size)) {
        m_error = Error{ErrorKind::Limit, "a window of " + std::to_string(window.size) + " bytes cannot be held",
                        m_source.path()};
        m_phase = Phase::Done;
        return 0;
    }
    if (window.tokens.hadControls()) {
        m_log.add(Severity::Info, m_source.path(), "json.control_characters", "byte " + std::to_string(window.base),
                  {});
    }
    if (window.tokens.positions().empty()) {
        return window.size;  // blanks
    }
    return m_phase == Phase::Start ? takeStart(window) : m_phase == Phase::Root ? takeRoot(window) : takeEvents(window);
}

/// Copies what was read before and reads on.
void EventScanner::fill(EventWindow &window, std::size_t bytes) {
    window.reserve(bytes);
    window.base = m_base;
    m_carry.inWindow = std::min(bytes, m_carry.bytes.size() - m_carry.at);
    std::copy_n(m_carry.bytes.data() + m_carry.at, m_carry.inWindow, window.text.get());
    m_carry.at += m_carry.inWindow;
    window.size = m_carry.inWindow;
    // Fewer bytes than asked for may also be those before a break: only the next call tells.
    while (window.size < bytes && !m_sourceEnded) {
        const auto got = m_source.read(m_readPosition, {window.text.get() + window.size, bytes - window.size});
        if (!got) {
            m_error = got.error();
        }
        m_sourceEnded = !got || *got == 0;
        window.size += got.value_or(0);
        m_readPosition += got.value_or(0);
    }
    m_control.addBytes(m_source.fileBytesRead() - m_reported);
    m_reported = m_source.fileBytesRead();
    m_lastWindow = m_sourceEnded && m_carry.at == m_carry.bytes.size();
}

void EventScanner::keepRest(const EventWindow &window, std::size_t consumed) {
    m_base = window.base + consumed;
    if (window.size == m_carry.inWindow) {
        m_carry.at -= window.size - consumed;
        return;
    }
    m_carry.bytes.assign(window.text.get() + consumed, window.text.get() + window.size);
    m_carry.at = 0;
}

/// An event that is longer than the window: a larger window, up to the limit.
void EventScanner::grow(const EventWindow &window) {
    m_window = std::max(m_window, window.size) * 2;
    if (m_window <= std::max(m_limits.maxEventBytes, m_limits.windowBytes)) {
        return;
    }
    damaged(window.base, "json.event_too_large", "more than " + std::to_string(window.size) + " bytes without an end");
    m_window = m_limits.windowBytes;
    m_phase = m_limits.repairs ? Phase::Resync : Phase::Done;
    m_carry.at += std::min<std::size_t>(1, m_carry.bytes.size() - m_carry.at);
    m_base += 1;
}

/// A word or string at the end of the window may go on behind it.
bool EventScanner::isWhole(const EventWindow &window, std::size_t token) const {
    const auto positions = window.tokens.positions();
    return m_lastWindow || token + 1 < positions.size() ||
           JsonGrammar::tokenOf(window.text[positions[token]]) > Token::String;
}

std::size_t EventScanner::takeStart(EventWindow &window) {
    const auto first = window.tokens.positions().front();
    const auto token = JsonGrammar::tokenOf(window.text[first]);
    if (token == Token::BeginArray) {
        m_phase = Phase::Events;
        m_sawEvents = true;
    } else if (token == Token::BeginObject) {
        m_phase = Phase::Root;
        m_rootIsObject = true;
        std::ignore = m_root.take(token);
    } else {
        m_error = Error{ErrorKind::Malformed, "is not JSON: neither an array nor an object",
                        m_source.path() + ":byte " + std::to_string(window.base + first)};
        m_phase = Phase::Done;
    }
    return first + 1;
}

std::size_t EventScanner::takeRoot(EventWindow &window) {
    const auto positions = window.tokens.positions();
    std::size_t token = 0;
    for (; token < positions.size() && isWhole(window, token); ++token) {
        if (!takeRootToken(window, token)) {
            return positions[token] + 1;
        }
    }
    const auto end = token < positions.size() ? positions[token] : window.size;
    if (m_member.begin) {
        if (m_member.text.size() + end <= kMaxMemberBytes) {
            m_member.text += window.view().substr(*m_member.begin, end - *m_member.begin);
        } else {
            m_member.isTooLong = true;
        }
        m_member.begin = 0;
    }
    return end;
}

/// False when the phase changes behind this token.
bool EventScanner::takeRootToken(const EventWindow &window, std::size_t token) {
    const auto positions = window.tokens.positions();
    const auto at = positions[token];
    const auto kind = JsonGrammar::tokenOf(window.text[at]);
    const bool outermost = m_root.depth() == 1;
    const bool isKey = outermost && m_root.expectsKey() && kind == Token::String;
    const bool isMember = outermost && m_root.expectsMember();
    if (outermost && m_member.begin && (kind == Token::Comma || kind == Token::EndObject)) {
        endMember(window, at);
    }
    if (!m_root.take(kind)) {
        damaged(window.base + at, "json.damaged_root", window.view().substr(at, kSampleBytes));
        m_rootBroken = true;
        m_phase = m_sawEvents || !m_limits.repairs ? Phase::Done : Phase::Resync;
        return false;
    }
    if (isKey) {
        const auto end = token + 1 < positions.size() ? positions[token + 1] : window.size;
        const auto text = trimmed(window.view().substr(at + 1, end - at - 1));
        m_member.key = text.substr(0, text.empty() ? 0 : text.size() - 1);
    } else if (isMember && kind == Token::BeginArray && m_member.key == "traceEvents") {
        std::ignore = m_root.take(Token::EndArray);
        m_phase = Phase::Events;
        m_sawEvents = true;
        return false;
    } else if (isMember) {
        m_member.begin = at;
    }
    if (m_root.depth() == 0) {
        m_phase = Phase::Tail;
        return false;
    }
    return true;
}

void EventScanner::endMember(const EventWindow &window, std::size_t end) {
    m_member.text += window.view().substr(*m_member.begin, end - *m_member.begin);
    if (!m_member.isTooLong && m_member.text.size() <= kMaxMemberBytes) {
        m_members.insert_or_assign(m_member.key, std::string(trimmed(m_member.text)));
    }
    m_member.text.clear();
    m_member.begin.reset();
    m_member.isTooLong = false;
}

std::size_t EventScanner::takeEvents(EventWindow &window) {
    const auto positions = window.tokens.positions();
    const char *text = window.text.get();
    const PlainObjects plain(text, positions);
    for (std::size_t token = 0; token < positions.size(); ++token) {
        const auto at = positions[token];
        const auto kind = JsonGrammar::tokenOf(text[at]);
        if (kind == Token::BeginObject || kind == Token::BeginArray) {
            EventWindow::Event event{static_cast<std::uint32_t>(token), 0,
                                     static_cast<std::uint32_t>(window.closes.size())};
            const auto close = kind == Token::BeginObject ? plain.closeOf(token, window.closes) : 0;
            if (close == 0) {
                window.closes.resize(event.firstClose);
            }
            token = close == 0 ? token : close;
            const auto walk = close != 0 ? Walk::Whole : walkValue<Walk>(text, positions, token, window.closes);
            if (walk == Walk::Unfinished) {
                window.closes.resize(event.firstClose);
                return at;
            }
            if (walk == Walk::Broken) {
                window.closes.resize(event.firstClose);
                damaged(window.base + positions[token], "json.damaged_event",
                        window.view().substr(positions[token], kSampleBytes));
                m_window = std::min(m_limits.windowBytes, kResyncBytes);
                m_phase = m_limits.repairs ? Phase::Resync : Phase::Done;
                return at + 1;
            }
            event.last = static_cast<std::uint32_t>(token);
            if (kind == Token::BeginObject) {
                window.events.push_back(event);
            } else {
                stray(window, event.first);
            }
        } else if (kind == Token::EndArray) {
            m_phase = m_rootBroken ? Phase::Done : m_rootIsObject ? Phase::Root : Phase::Tail;
            return at + 1;
        } else if (kind != Token::Comma) {
            if (!isWhole(window, token)) {
                return at;
            }
            stray(window, token);
        }
    }
    return window.size;
}

/// What stands behind the root: another document, or the rest of a file that this one was written over.
std::size_t EventScanner::takeTail(const EventWindow &window) {
    const auto at = window.view().find_first_not_of(kBlanks);
    if (at == std::string_view::npos) {
        return window.size;
    }
    damaged(window.base + at, "json.trailing_text", window.view().substr(at, kSampleBytes));
    m_phase = Phase::Done;
    return at;
}

/// Looks for the next brace that follows a comma and opens an object which reads as an event.
std::size_t EventScanner::resync(EventWindow &window) {
    const auto view = window.view();
    for (auto at = view.find('{'); at != std::string_view::npos; at = view.find('{', at + 1)) {
        const auto before = view.find_last_not_of(kBlanks, at == 0 ? 0 : at - 1);
        const auto kind = JsonGrammar::tokenOf(before == std::string_view::npos ? '\0' : view[before]);
        if (at == 0 || (kind != Token::Comma && kind != Token::BeginArray)) {
            continue;
        }
        const auto walk = readsAsEvent(view.substr(at));
        if (walk == Walk::Whole) {
            m_phase = Phase::Events;
            return at;
        }
        if (walk == Walk::Unfinished && !m_lastWindow && window.size < m_limits.maxEventBytes) {
            return before;  // with nothing left to skip the window grows
        }
        if (!m_control.checkpoint()) {
            return 0;
        }
    }
    return m_lastWindow || view.size() <= kResyncOverlap ? view.size() : view.size() - kResyncOverlap;
}

EventScanner::Walk EventScanner::readsAsEvent(std::string_view text) {
    for (const std::size_t bytes : {std::min<std::size_t>(text.size(), 4096), text.size()}) {
        m_probe.text.resize(bytes + JsonTokens::kPadding);
        std::copy_n(text.data(), bytes, m_probe.text.data());
        if (!m_probe.tokens.scan(m_probe.text.data(), bytes)) {
            return Walk::Broken;
        }
        JsonGrammar grammar;
        bool hasPhase = false;
        for (const auto at : m_probe.tokens.positions()) {
            hasPhase =
                hasPhase || (grammar.depth() == 1 && grammar.expectsKey() && text.substr(at).starts_with("\"ph\""));
            if (!grammar.take(JsonGrammar::tokenOf(m_probe.text[at]))) {
                return Walk::Broken;
            }
            if (grammar.depth() == 0) {
                return hasPhase ? Walk::Whole : Walk::Broken;
            }
        }
    }
    return Walk::Unfinished;
}

void EventScanner::stray(const EventWindow &window, std::size_t token) {
    const auto at = window.tokens.positions()[token];
    damaged(window.base + at, "json.not_an_event", window.view().substr(at, kSampleBytes));
}

void EventScanner::damaged(std::uint64_t byte, std::string_view code, std::string_view detail) {
    m_log.add(Severity::DataLoss, m_source.path(), code, "byte " + std::to_string(byte), detail);
}

void EventScanner::atEnd(const EventWindow &window) {
    if (m_error) {
        return;
    }
    if (m_phase == Phase::Start) {
        m_error =
            Error{ErrorKind::Truncated, m_source.fileSize() == 0 ? "is empty" : "holds blanks only", m_source.path()};
    } else if (m_phase == Phase::Events && !m_rootIsObject && trimmed(window.view(), kBetweenEvents).empty()) {
        // The format lets writers leave the end of the list away: those that may be killed do.
        m_log.add(Severity::Info, m_source.path(), "json.open_list", "byte " + std::to_string(window.base), {});
    } else if (m_phase != Phase::Resync && m_phase != Phase::Tail) {
        damaged(window.base, "json.truncated",
                "the file ends at byte " + std::to_string(window.base + window.size) +
                    (m_phase == Phase::Root ? " within its outer object" : " within the list of events"));
    }
}

}  // namespace stagescope
