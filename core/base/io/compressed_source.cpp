#include "core/base/io/compressed_source.h"

#include "core/base/io/memory_limit.h"

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {
constexpr std::size_t kInputBytes = 256 * 1024;
constexpr std::size_t kSkipBytes = 64 * 1024;
}  // namespace

CompressedSource::CompressedSource(std::unique_ptr<ByteSource> raw)
    : ByteSource(raw->path(), raw->fileSize(), raw->mtimeNs()), m_raw(std::move(raw)) {}

Result<std::size_t> CompressedSource::read(std::uint64_t offset, std::span<char> into) {
    RETURN_IF_ERROR(checkMemory(path()));
    const auto most = expansionLimit(fileSize());
    if (offset >= most) {
        return failAt(ErrorKind::Limit, "not read further: more comes out of it than of any profile", m_filePosition);
    }
    into = into.first(static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), most - offset)));
    if (offset < m_position) {
        m_position = 0;
        RETURN_IF_ERROR(restart());
    }
    while (m_position < offset) {
        if (!m_skipped) {
            m_skipped.emplace(kSkipBytes, kSkipBytes);
        }
        const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(offset - m_position, m_skipped->size()));
        const auto got = decode(m_skipped->bytes().first(step));
        if (!got || *got == 0) {
            return got;
        }
        m_position += *got;
    }
    std::size_t done = 0;
    while (done < into.size()) {
        const auto got = decode(into.subspan(done));
        if (!got && done == 0) {
            return got;
        }
        if (!got || *got == 0) {
            break;  // an error stays and comes again with the next call
        }
        done += *got;
        m_position += *got;
    }
    return done;
}

Result<std::span<const char>> CompressedSource::nextInput() {
    if (!m_input) {
        m_input.emplace(fileSize(), kInputBytes);
    }
    ASSIGN_OR_RETURN(const auto got, m_raw->read(m_filePosition, m_input->bytes()));
    m_filePosition += got;
    return std::span<const char>(m_input->bytes()).first(got);
}

}  // namespace stagescope
