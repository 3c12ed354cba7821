#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace stagescope {

/// The bytes of a file, also of one in an archive (file_access.h), decompressed when the file is gzip or zstd (told by
/// its first bytes, not its name). Read-only, read in windows by pread, never mapped: a mapped file that shrinks would
/// kill the process. Owns the descriptor and at most some hundred KB of buffers. Not thread-safe: one reader at a time.
/// Regular files only: a folder, FIFO, socket or device is refused, and opening one never blocks. Offsets count
/// decompressed bytes and are 64 bits wide everywhere.
class ByteSource {
public:
    /// Errors: NotFound, NoPermission, ReadFailed, Unsupported (not a regular file).
    [[nodiscard]] static Result<std::unique_ptr<ByteSource>> open(const std::string &path);

    /// Bytes that were read already, from `path`.
    [[nodiscard]] static std::unique_ptr<ByteSource> ofBytes(std::string bytes, std::string path);

    virtual ~ByteSource();
    ByteSource(const ByteSource &) = delete;
    ByteSource &operator=(const ByteSource &) = delete;

    /// Fills `into` from `offset` on; fewer bytes than asked for (or 0) mean the end of the stream. A stream that
    /// breaks gives the bytes before the break first and the error with the next call. Errors: ReadFailed; Truncated
    /// and Malformed for a compressed stream, naming the byte of the file; Limit where memory is used up
    /// (`checkMemory`) or a stream expands without end. Plain: O(bytes). Compressed: O(bytes) when
    /// reading on; a step back starts again from the beginning, in O(offset).
    [[nodiscard]] virtual Result<std::size_t> read(std::uint64_t offset, std::span<char> into) = 0;
    /// Whether `read` costs the same at any offset.
    [[nodiscard]] virtual bool isSeekable() const = 0;
    /// Bytes of the file (compressed) that the reading up to now has used: for progress.
    [[nodiscard]] virtual std::uint64_t fileBytesRead() const = 0;

    [[nodiscard]] std::uint64_t fileSize() const { return m_fileSize; }
    [[nodiscard]] std::int64_t mtimeNs() const { return m_mtimeNs; }
    [[nodiscard]] const std::string &path() const { return m_path; }

protected:
    ByteSource(std::string path, std::uint64_t fileSize, std::int64_t mtimeNs);
    [[nodiscard]] tl::unexpected<Error> failAt(ErrorKind kind, std::string detail, std::uint64_t fileByte) const;

private:
    std::string m_path;
    std::uint64_t m_fileSize;
    std::int64_t m_mtimeNs;
};

}  // namespace stagescope
