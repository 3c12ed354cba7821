#pragma once

#include "core/base/io/output_file.h"
#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct ZSTD_CCtx_s;

namespace stagescope {

/// Writes one file, compressed with zstd or as it is, and counts what goes through. It appears whole or not at all, as
/// any OutputFile. One thread.
class PackedFile {
public:
    enum class Form : std::uint8_t { Plain, Zstd };
    /// `expected`: bytes that will come, as far as they are known; the larger, the less effort goes into each.
    /// Errors: as OutputFile::create.
    [[nodiscard]] static Result<std::unique_ptr<PackedFile>> create(const std::string &path, Form form,
                                                                    std::uint64_t expected);
    ~PackedFile();
    PackedFile(const PackedFile &) = delete;
    PackedFile &operator=(const PackedFile &) = delete;

    /// After an error all that follows fails with the same one. O(bytes).
    [[nodiscard]] Status write(std::string_view bytes);
    [[nodiscard]] Status commit();

    [[nodiscard]] std::uint64_t bytesTaken() const { return m_taken; }
    /// Of what is compressed all is written only at the commit.
    [[nodiscard]] std::uint64_t bytesWritten() const { return m_written; }

private:
    PackedFile(std::unique_ptr<OutputFile> file, ZSTD_CCtx_s *stream);
    [[nodiscard]] Status pack(std::string_view bytes, bool isLast);

    std::unique_ptr<OutputFile> m_file;
    ZSTD_CCtx_s *m_stream;  ///< owned; null: as it is
    std::string m_buffer;
    std::string m_held;  ///< not given to zstd yet
    std::uint64_t m_taken = 0;
    std::uint64_t m_written = 0;
    Status m_status;
};

}  // namespace stagescope
