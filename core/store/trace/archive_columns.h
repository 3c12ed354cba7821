#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace stagescope {

/// One zstd frame of an archive.
struct ArchiveFrame {
    std::uint64_t offset = 0;
    std::uint32_t packed = 0;  ///< bytes in the archive
    std::uint32_t raw = 0;     ///< bytes once decoded
};

/// One column: rows in frames of kFrameRows, the last one shorter.
struct ArchiveColumn {
    std::uint64_t rows = 0;
    std::vector<ArchiveFrame> frames;
};

/// How numbers are turned before they are packed.
enum class ColumnCoding : std::uint8_t {
    Plain,
    Differences,  ///< to the number before, within a frame: for columns that mostly grow by little
};

constexpr std::size_t kArchiveFrameRows = std::size_t{1} << 18;
constexpr std::uint32_t kArchiveVersion = 3;

/// Writes an archive from front to end: a head with the identity of what it was made from, frames, a directory that the
/// caller encodes, a tail that hashes all bytes before it. Without the tail a file is no archive, so that a
/// half-written one is never taken for a whole. One thread. Errors of the output and a stop request are kept: `finish`
/// gives the first.
class ArchiveWriter {
public:
    /// Takes the next bytes.
    using Output = std::function<Status(std::string_view)>;

    ArchiveWriter(Output output, std::string_view identity, std::stop_token stop);
    ~ArchiveWriter();
    ArchiveWriter(const ArchiveWriter &) = delete;
    ArchiveWriter &operator=(const ArchiveWriter &) = delete;

    /// `at(i)` is the value of row i; T a trivially copyable number.
    template <class T, class At>
    ArchiveColumn column(std::size_t rows, ColumnCoding coding, At &&at) {
        static_assert(std::is_arithmetic_v<T>);
        ArchiveColumn result{rows, {}};
        std::vector<T> values;
        for (std::size_t first = 0; first < rows; first += kArchiveFrameRows) {
            const std::size_t count = std::min(kArchiveFrameRows, rows - first);
            values.resize(count);
            for (std::size_t i = 0; i < count; ++i) {
                values[i] = at(first + i);
            }
            if constexpr (std::is_integral_v<T>) {
                for (std::size_t i = count; coding == ColumnCoding::Differences && i-- > 1;) {
                    using Unsigned = std::make_unsigned_t<T>;
                    values[i] = static_cast<T>(static_cast<Unsigned>(values[i]) - static_cast<Unsigned>(values[i - 1]));
                }
            }
            result.frames.push_back(frame({reinterpret_cast<const char *>(values.data()), count * sizeof(T)}));
        }
        return result;
    }
    /// At most 4 GiB.
    ArchiveFrame frame(std::string_view bytes);
    [[nodiscard]] Status finish(std::string_view directory);

private:
    struct Packer;
    void put(std::string_view bytes);

    Output m_output;
    std::stop_token m_stop;
    std::unique_ptr<Packer> m_packer;
    std::uint64_t m_offset = 0;
    Status m_status;
};

/// An archive in memory, packed as it was on the disk, whose bytes were all found to be as they were written. Reading
/// frames from it therefore cannot fail; what became of the file meanwhile does not matter. Any thread.
class ArchiveFile {
public:
    /// The identity in a file's head, when it is an archive of this version; reads a few hundred bytes.
    [[nodiscard]] static Result<std::string> identityOf(const std::string &path);
    /// Changed: it was made from something else; Malformed, Truncated: it is not whole.
    [[nodiscard]] static Result<std::shared_ptr<const ArchiveFile>> open(const std::string &path,
                                                                         std::string_view identity,
                                                                         const std::stop_token &stop);

    [[nodiscard]] const std::string &directory() const { return m_directory; }
    [[nodiscard]] std::size_t byteSize() const { return m_size; }
    /// Whether the frame lies in the archive and gives as many bytes as it says; does not decode it.
    [[nodiscard]] bool holds(const ArchiveFrame &frame) const;
    /// False for a frame that is not of this archive.
    [[nodiscard]] bool read(const ArchiveFrame &frame, std::span<char> into) const;

    /// Calls take(row, value) for all rows; false for a column that is not of this archive.
    template <class T, class Take>
    [[nodiscard]] bool column(const ArchiveColumn &column, ColumnCoding coding, Take &&take) const {
        std::vector<T> values;
        std::uint64_t row = 0;
        for (const auto &frame : column.frames) {
            values.resize(frame.raw / sizeof(T));
            if (!read(frame, {reinterpret_cast<char *>(values.data()), values.size() * sizeof(T)})) {
                return false;
            }
            T last{};
            for (const T value : values) {
                if constexpr (std::is_integral_v<T>) {
                    using Unsigned = std::make_unsigned_t<T>;
                    const auto sum = static_cast<T>(static_cast<Unsigned>(last) + static_cast<Unsigned>(value));
                    last = coding == ColumnCoding::Differences ? sum : value;
                } else {
                    last = value;
                }
                take(row++, last);
            }
        }
        return row == column.rows;
    }

private:
    ArchiveFile() = default;

    std::unique_ptr<char[]> m_bytes;
    std::size_t m_size = 0;
    std::string m_directory;
};

}  // namespace stagescope
