#pragma once

#include "core/base/io/byte_source.h"
#include "core/base/io/read_buffer.h"

#include <memory>
#include <optional>

namespace stagescope {

/// What was compressed is compressed again by programs that go by names: so often it is looked for.
inline constexpr int kMostLayersOfPacking = 2;

/// A stream that can only be decoded from its start: keeps the place, skips forward by decoding, and starts again for a
/// step back. Ends with ErrorKind::Limit where more comes out than `expansionLimit` allows. Subclasses decode.
class CompressedSource : public ByteSource {
public:
    [[nodiscard]] Result<std::size_t> read(std::uint64_t offset, std::span<char> into) final;
    [[nodiscard]] bool isSeekable() const final { return false; }
    [[nodiscard]] std::uint64_t fileBytesRead() const final { return m_filePosition; }

protected:
    explicit CompressedSource(std::unique_ptr<ByteSource> raw);

    /// Decodes up to into.size() bytes; 0 = the stream has ended.
    [[nodiscard]] virtual Result<std::size_t> decode(std::span<char> into) = 0;
    /// Back to the first byte of the stream.
    [[nodiscard]] virtual Status restart() = 0;

    /// Next piece of the compressed file; empty at its end.
    [[nodiscard]] Result<std::span<const char>> nextInput();
    [[nodiscard]] std::uint64_t filePosition() const { return m_filePosition; }
    void rewindInput() { m_filePosition = 0; }

private:
    std::unique_ptr<ByteSource> m_raw;
    std::optional<ReadBuffer> m_input;
    std::optional<ReadBuffer> m_skipped;
    std::uint64_t m_filePosition = 0;  ///< end of the piece in m_input
    std::uint64_t m_position = 0;      ///< decoded bytes given out so far
};

[[nodiscard]] std::unique_ptr<ByteSource> makeGzipSource(std::unique_ptr<ByteSource> raw);
[[nodiscard]] std::unique_ptr<ByteSource> makeZstdSource(std::unique_ptr<ByteSource> raw);

}  // namespace stagescope
