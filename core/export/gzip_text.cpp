#include "core/export/gzip_text.h"

#include <zlib.h>

#include <array>
#include <utility>

namespace stagescope {

struct GzipText::Stream {
    z_stream zlib{};
    bool isReady = false;
};

GzipText::GzipText(std::function<Status(std::string_view)> write)
    : m_write(std::move(write)), m_stream(std::make_unique<Stream>()) {
    constexpr int kGzip = 16 + MAX_WBITS;
    constexpr int kMemory = 8;
    m_stream->isReady =
        deflateInit2(&m_stream->zlib, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) == Z_OK;
}

GzipText::~GzipText() { deflateEnd(&m_stream->zlib); }

Status GzipText::add(std::string_view text) { return pack(text, false); }

Status GzipText::finish() { return pack({}, true); }

Status GzipText::pack(std::string_view text, bool isLast) {
    if (!m_stream->isReady) {
        return fail(ErrorKind::Internal, "zlib cannot be set up");
    }
    auto &zlib = m_stream->zlib;
    std::array<char, 1 << 16> packed;
    constexpr std::size_t kPiece = std::size_t{1} << 30;
    Status status;
    do {
        const auto piece = text.substr(0, kPiece);
        text.remove_prefix(piece.size());
        zlib.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(piece.data()));
        zlib.avail_in = static_cast<uInt>(piece.size());
        do {
            zlib.next_out = reinterpret_cast<Bytef *>(packed.data());
            zlib.avail_out = static_cast<uInt>(packed.size());
            deflate(&zlib, isLast && text.empty() ? Z_FINISH : Z_NO_FLUSH);
            status = m_write({packed.data(), packed.size() - zlib.avail_out});
        } while (status && zlib.avail_out == 0);
    } while (status && !text.empty());
    return status;
}

}  // namespace stagescope
