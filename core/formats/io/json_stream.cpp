#include "core/formats/io/json_stream.h"

#include <algorithm>
#include <cstring>

namespace stagescope {

namespace {

constexpr std::size_t kMostAtOnce = std::size_t{1} << 20;

bool isWordEnd(char c) {
    return c == ',' || c == '}' || c == ']' || c == ':' || static_cast<unsigned char>(c) <= ' ' || c == '"';
}

}  // namespace

JsonStream::JsonStream(ByteSource &source, const LoadControl &control, std::uint64_t offset)
    : m_source(source), m_control(control), m_windows(source, kMostAtOnce), m_base(offset) {
    m_reported = source.fileBytesRead();
}

JsonStream::Token JsonStream::fail(ErrorKind kind, std::string_view detail) {
    if (!m_error) {
        m_error = Error{kind, std::string(detail) + " at byte " + std::to_string(m_base + m_at), m_source.path()};
    }
    m_isEnded = true;
    return Token::End;
}

/// Reads on; what was used up is dropped. False at the end of the source.
bool JsonStream::fill() {
    if (m_error) {
        return false;
    }
    if (!m_control.checkpoint()) {
        fail(ErrorKind::Cancelled, "cancelled");
        return false;
    }
    m_bytes.erase(0, m_at);
    m_base += m_at;
    m_at = 0;
    const auto used = m_bytes.size();
    m_bytes.resize(used + m_windows.take());
    const auto got = m_source.read(m_base + used, std::span(m_bytes).subspan(used));
    m_bytes.resize(used + got.value_or(0));
    if (!got) {
        m_error = got.error();
        m_isEnded = true;
        return false;
    }
    const auto read = m_source.fileBytesRead();
    m_control.addBytes(read - std::min(read, m_reported));
    m_reported = std::max(read, m_reported);
    return *got > 0;
}

/// The next byte that is no blank; -1 at the end.
int JsonStream::peek() {
    while (true) {
        while (m_at < m_bytes.size() && static_cast<unsigned char>(m_bytes[m_at]) <= ' ') {
            ++m_at;
        }
        if (m_at < m_bytes.size()) {
            return static_cast<unsigned char>(m_bytes[m_at]);
        }
        if (!fill()) {
            return -1;
        }
    }
}

void JsonStream::afterValue() { m_wants = Wants::CommaOrEnd; }

JsonStream::Token JsonStream::open(Token token) {
    if (m_open.size() >= kDeepest) {
        return fail(ErrorKind::Limit, "nested too deep");
    }
    ++m_at;
    m_open.push_back(token == Token::BeginObject);
    m_wants = token == Token::BeginObject ? Wants::KeyOrEnd : Wants::ValueOrEnd;
    return token;
}

JsonStream::Token JsonStream::close(char bracket) {
    const bool isObject = bracket == '}';
    const bool mayEnd = m_wants == Wants::CommaOrEnd || m_wants == (isObject ? Wants::KeyOrEnd : Wants::ValueOrEnd);
    if (m_open.empty() || m_open.back() != isObject || !mayEnd) {
        return fail(ErrorKind::Malformed, "a bracket that closes nothing");
    }
    ++m_at;
    m_open.pop_back();
    afterValue();
    return isObject ? Token::EndObject : Token::EndArray;
}

JsonStream::Token JsonStream::readString() {
    const bool isKey = m_wants == Wants::KeyOrEnd || m_wants == Wants::Key;
    auto end = m_at + 1;
    while (true) {
        if (end >= m_bytes.size()) {
            const auto done = end - m_at;
            if (done > kLongestText) {
                return fail(ErrorKind::Limit, "a text without an end");
            }
            if (!fill()) {
                return fail(ErrorKind::Truncated, "the file ends within a text");
            }
            end = m_at + done;  // the bytes moved
            continue;
        }
        if (m_bytes[end] == '"') {
            break;
        }
        if (m_bytes[end] == '\\') {
            end += 2;
            continue;
        }
        const auto *from = m_bytes.data() + end;
        const auto rest = m_bytes.size() - end;
        const auto *quote = static_cast<const char *>(std::memchr(from, '"', rest));
        const auto size = quote == nullptr ? rest : static_cast<std::size_t>(quote - from);
        const auto *escape = static_cast<const char *>(std::memchr(from, '\\', size));
        end += escape == nullptr ? size : static_cast<std::size_t>(escape - from);
    }
    m_text = std::string_view(m_bytes).substr(m_at + 1, end - m_at - 1);
    m_at = end + 1;
    if (isKey) {
        m_wants = Wants::Colon;
        return Token::Key;
    }
    afterValue();
    return Token::String;
}

JsonStream::Token JsonStream::readWord() {
    auto end = m_at;
    while (true) {
        while (end < m_bytes.size() && !isWordEnd(m_bytes[end])) {
            ++end;
        }
        if (end < m_bytes.size()) {
            break;
        }
        const auto done = end - m_at;
        constexpr std::size_t kLongestWord = 4096;
        if (done > kLongestWord) {
            return fail(ErrorKind::Malformed, "neither a number nor a word");
        }
        const bool isMore = fill();
        end = m_at + done;
        if (!isMore) {
            break;
        }
    }
    if (m_error) {
        return Token::End;
    }
    if (end == m_at) {
        return fail(ErrorKind::Malformed, "an unexpected character");
    }
    m_text = std::string_view(m_bytes).substr(m_at, end - m_at);
    m_at = end;
    afterValue();
    return Token::Word;
}

JsonStream::Token JsonStream::next() {
    if (m_isEnded) {
        return Token::End;
    }
    if (m_open.empty() && m_wants == Wants::CommaOrEnd) {
        m_isEnded = true;  // the value is complete
        return Token::End;
    }
    auto c = peek();
    while (c == ':' || c == ',') {
        const bool isColon = c == ':';
        if (m_wants != (isColon ? Wants::Colon : Wants::CommaOrEnd)) {
            return fail(ErrorKind::Malformed, "an unexpected character");
        }
        ++m_at;
        m_wants = isColon || !m_open.back() ? Wants::Value : Wants::Key;
        c = peek();
    }
    m_tokenAt = m_base + m_at;
    if (c < 0) {
        return m_error ? Token::End : fail(ErrorKind::Truncated, "the file ends within its outermost bracket");
    }
    if (c == '}' || c == ']') {
        return close(static_cast<char>(c));
    }
    const bool mayBeValue = m_wants == Wants::Value || m_wants == Wants::ValueOrEnd;
    const bool mayBeKey = c == '"' && (m_wants == Wants::KeyOrEnd || m_wants == Wants::Key);
    if (!mayBeValue && !mayBeKey) {
        return fail(ErrorKind::Malformed, "an unexpected character");
    }
    switch (c) {
        case '{':
            return open(Token::BeginObject);
        case '[':
            return open(Token::BeginArray);
        case '"':
            return readString();
        default:
            return readWord();
    }
}

bool JsonStream::skip(Token first) {
    if (first == Token::BeginObject || first == Token::BeginArray) {
        const auto outside = m_open.size() - 1;
        while (m_open.size() > outside) {
            if (next() == Token::End) {
                return false;
            }
        }
    }
    return first != Token::End;
}

}  // namespace stagescope
