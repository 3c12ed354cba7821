#include "core/base/io/compressed_source.h"

#include <zstd.h>

#include <optional>

namespace stagescope {

namespace {

/// One or more zstd frames.
class ZstdSource final : public CompressedSource {
public:
    explicit ZstdSource(const OpenedFile &file)
        : CompressedSource(file.path, file.descriptor, file.size, file.mtimeNs), m_stream(ZSTD_createDStream()) {
        if (m_stream) {
            // 128 MiB, the default: a larger window is refused rather than allocated.
            ZSTD_DCtx_setParameter(m_stream.get(), ZSTD_d_windowLogMax, 27);
        }
    }

private:
    struct Free {
        void operator()(ZSTD_DStream *stream) const { ZSTD_freeDStream(stream); }
    };

    Result<std::size_t> decode(std::span<char> into) override {
        if (!m_stream) {
            return failAt(ErrorKind::Internal, "zstd cannot be set up", 0);
        }
        ZSTD_outBuffer out{into.data(), into.size(), 0};
        while (out.pos == 0 && !m_ended) {
            if (m_error) {
                return tl::make_unexpected(*m_error);
            }
            if (m_input.pos == m_input.size) {
                const auto input = nextInput();
                if (!input) {
                    return tl::make_unexpected(input.error());
                }
                m_input = {input->data(), input->size(), 0};
            }
            const bool endOfFile = m_input.size == 0;
            if (endOfFile && m_frameDone) {
                m_ended = true;
                break;
            }
            const auto before = m_input.pos;
            const auto left = ZSTD_decompressStream(m_stream.get(), &out, &m_input);
            if (ZSTD_isError(left) != 0) {
                auto error =
                    broken(ErrorKind::Malformed, std::string("damaged zstd stream: ") + ZSTD_getErrorName(left));
                if (out.pos == 0) {  // what came before the break is given first
                    return error;
                }
                break;
            }
            m_frameDone = left == 0;
            if (endOfFile && out.pos == 0 && m_input.pos == before) {
                return broken(ErrorKind::Truncated, "the zstd stream ends early");
            }
        }
        return out.pos;
    }

    tl::unexpected<Error> broken(ErrorKind kind, std::string detail) {
        m_error = failAt(kind, std::move(detail), filePosition() - (m_input.size - m_input.pos)).value();
        return tl::make_unexpected(*m_error);
    }

    Status restart() override {
        rewindInput();
        m_input = {nullptr, 0, 0};
        m_frameDone = true;
        m_ended = false;
        m_error.reset();
        ZSTD_DCtx_reset(m_stream.get(), ZSTD_reset_session_only);
        return {};
    }

    std::unique_ptr<ZSTD_DStream, Free> m_stream;
    ZSTD_inBuffer m_input{nullptr, 0, 0};
    bool m_frameDone = true;
    bool m_ended = false;
    std::optional<Error> m_error;
};

}  // namespace

std::unique_ptr<ByteSource> makeZstdSource(const OpenedFile &file) { return std::make_unique<ZstdSource>(file); }

}  // namespace stagescope
