#pragma once

#include "core/base/io/byte_source.h"
#include "core/base/result.h"
#include "core/formats/io/load_control.h"
#include "core/formats/io/read_window.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// The tokens of a JSON text of any size, one after the other, in constant memory. Checks that brackets and keys stand
/// where they may, not what numbers and words are. Nothing is handed out behind damage. One thread.
class JsonStream {
public:
    enum class Token : std::uint8_t { End, BeginObject, EndObject, BeginArray, EndArray, Key, String, Word };

    /// From a byte of the stream on, where a value begins. `source` and `control` outlive this.
    JsonStream(ByteSource &source, const LoadControl &control, std::uint64_t offset = 0);

    /// End: at the end of the value, at damage, or when stopped; `error` tells which.
    Token next();
    /// Of a Key, String or Word: what stands there, still escaped. Valid until the next call of next() or skip().
    [[nodiscard]] std::string_view text() const { return m_text; }
    /// Where the last token begins.
    [[nodiscard]] std::uint64_t offset() const { return m_tokenAt; }
    /// How many brackets are open.
    [[nodiscard]] std::size_t depth() const { return m_open.size(); }
    /// Goes on behind the value that `first`, the last token, begins. False at damage and at the end.
    bool skip(Token first);
    /// Nothing while all was sound. Kinds: Truncated, Malformed, Cancelled, Limit, those of ByteSource.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

    /// More is no name, number or text of a profile.
    static constexpr std::size_t kLongestText = std::size_t{16} << 20;
    static constexpr std::size_t kDeepest = 1024;

private:
    enum class Wants : std::uint8_t { Value, KeyOrEnd, Key, Colon, CommaOrEnd, ValueOrEnd };

    [[nodiscard]] bool fill();
    [[nodiscard]] int peek();
    Token fail(ErrorKind kind, std::string_view detail);
    Token open(Token token);
    Token close(char bracket);
    Token readString();
    Token readWord();
    void afterValue();

    ByteSource &m_source;
    const LoadControl &m_control;
    ReadWindow m_windows;
    std::string m_bytes;       ///< read and not used up
    std::size_t m_at = 0;      ///< the next byte of m_bytes
    std::uint64_t m_base = 0;  ///< offset of m_bytes[0]
    std::uint64_t m_tokenAt = 0;
    std::uint64_t m_reported = 0;
    std::string_view m_text;
    std::vector<bool> m_open;  ///< whether each is an object
    Wants m_wants = Wants::Value;
    bool m_isEnded = false;
    std::optional<Error> m_error;
};

}  // namespace stagescope
