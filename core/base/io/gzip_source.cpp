#include "core/base/io/compressed_source.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace stagescope {

namespace {

/// One or more gzip members, as `gzip` and `cat a.gz b.gz` write them.
class GzipSource final : public CompressedSource {
public:
    explicit GzipSource(std::unique_ptr<ByteSource> raw) : CompressedSource(std::move(raw)) {
        m_ready = inflateInit2(&m_stream, kGzipOnly) == Z_OK;
    }
    ~GzipSource() override { inflateEnd(&m_stream); }

private:
    static constexpr int kGzipOnly = 16 + MAX_WBITS;

    Result<std::size_t> decode(std::span<char> into) override {
        if (!m_ready) {
            return failAt(ErrorKind::Internal, "zlib cannot be set up", 0);
        }
        const auto wanted = std::min<std::size_t>(into.size(), std::numeric_limits<uInt>::max());
        m_stream.next_out = reinterpret_cast<Bytef *>(into.data());
        m_stream.avail_out = static_cast<uInt>(wanted);
        while (m_stream.avail_out == wanted && !m_ended) {
            auto status = step();
            if (!status && m_stream.avail_out == wanted) {  // what came before the break is given first
                return tl::make_unexpected(status.error());
            }
        }
        return wanted - m_stream.avail_out;
    }

    Status step() {
        if (m_error) {
            return tl::make_unexpected(*m_error);
        }
        if (m_stream.avail_in == 0) {
            ASSIGN_OR_RETURN(const auto input, nextInput());
            if (input.empty()) {
                return endOfFile();
            }
            m_stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(input.data()));
            m_stream.avail_in = static_cast<uInt>(input.size());
        }
        if (m_betweenMembers && *m_stream.next_in != 0x1f) {
            m_ended = true;  // padding after the last member, as tape and disk images leave it
            return {};
        }
        const auto before = m_stream.avail_in;
        const int result = inflate(&m_stream, Z_NO_FLUSH);
        m_betweenMembers = m_betweenMembers && m_stream.avail_in == before;
        if (result == Z_STREAM_END) {
            m_betweenMembers = true;
            inflateReset(&m_stream);
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            return broken(ErrorKind::Malformed, "damaged gzip stream");
        }
        return {};
    }

    Status endOfFile() {
        m_ended = m_betweenMembers;
        return m_ended ? Status{} : broken(ErrorKind::Truncated, "the gzip stream ends early");
    }

    Status broken(ErrorKind kind, const char *detail) {
        m_error = failAt(kind, detail, filePosition() - m_stream.avail_in).value();
        return tl::make_unexpected(*m_error);
    }

    Status restart() override {
        rewindInput();
        m_stream.avail_in = 0;
        m_betweenMembers = false;
        m_ended = false;
        m_error.reset();
        m_ready = inflateReset(&m_stream) == Z_OK;
        return {};
    }

    z_stream m_stream{};
    bool m_ready = false;
    bool m_betweenMembers = false;
    bool m_ended = false;
    std::optional<Error> m_error;
};

}  // namespace

std::unique_ptr<ByteSource> makeGzipSource(std::unique_ptr<ByteSource> raw) {
    return std::make_unique<GzipSource>(std::move(raw));
}

}  // namespace stagescope
