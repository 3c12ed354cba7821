#include "core/base/io/compressed_source.h"
#include "core/base/io/zstd_decoder.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace stagescope {

namespace {

/// One or more zstd frames.
class ZstdSource final : public CompressedSource {
public:
    explicit ZstdSource(std::unique_ptr<ByteSource> raw) : CompressedSource(std::move(raw)) {}

private:
    Result<std::size_t> decode(std::span<char> into) override {
        if (!m_decoder.isValid()) {
            return failAt(ErrorKind::Internal, "zstd cannot be set up", 0);
        }
        ZSTD_outBuffer out{into.data(), into.size(), 0};
        while (out.pos == 0 && !m_ended) {
            if (m_error) {
                return tl::make_unexpected(*m_error);
            }
            if (m_isOutFull) {
                giveRest(out);
                continue;
            }
            if (m_input.pos == m_input.size) {
                ASSIGN_OR_RETURN(const auto input, nextInput());
                m_input = {input.data(), input.size(), 0};
            }
            if (m_input.size == 0 && !m_isFrameDone) {
                return broken(ErrorKind::Truncated, "the zstd stream ends early");
            }
            m_ended = m_input.size == 0;
            if (const auto left = m_ended ? 0 : decodePiece(out); ZSTD_isError(left) != 0) {
                return broken(ErrorKind::Malformed, std::string("damaged zstd stream: ") + ZSTD_getErrorName(left));
            }
        }
        return out.pos;
    }

    /// As much of the input as makes one block, without the head of the next one, which zstd asks for beside it: of a
    /// call that fails it tells nothing that came out before, so that how much of a damaged stream is read would depend
    /// on the size of the output.
    std::size_t decodePiece(ZSTD_outBuffer &out) {
        constexpr std::size_t kFrameHead = 5;
        constexpr std::size_t kBlockHead = 3;
        const auto block = m_wanted > kBlockHead ? m_wanted - kBlockHead : m_wanted;
        const auto wanted = std::max(m_isFrameDone ? kFrameHead : block, std::size_t{1});
        const auto *begin = static_cast<const char *>(m_input.src) + m_input.pos;
        ZSTD_inBuffer piece{begin, std::min(wanted, m_input.size - m_input.pos), 0};
        m_wanted = m_decoder.decode(out, piece);
        m_input.pos += piece.pos;
        m_isFrameDone = m_wanted == 0;
        m_isOutFull = out.pos == out.size;
        return m_wanted;
    }
    /// Of the block that was decoded.
    void giveRest(ZSTD_outBuffer &out) {
        ZSTD_inBuffer none{nullptr, 0, 0};
        const auto wanted = m_decoder.decode(out, none);
        m_isOutFull = ZSTD_isError(wanted) == 0 && out.pos == out.size;
        if (out.pos > 0 && ZSTD_isError(wanted) == 0) {
            m_wanted = wanted;
            m_isFrameDone = m_wanted == 0;
        }
    }

    tl::unexpected<Error> broken(ErrorKind kind, std::string detail) {
        m_error = failAt(kind, std::move(detail), filePosition() - (m_input.size - m_input.pos)).value();
        return tl::make_unexpected(*m_error);
    }

    Status restart() override {
        rewindInput();
        m_input = {nullptr, 0, 0};
        m_isFrameDone = true;
        m_isOutFull = false;
        m_ended = false;
        m_error.reset();
        m_decoder.restart();
        return {};
    }

    ZstdDecoder m_decoder;
    ZSTD_inBuffer m_input{nullptr, 0, 0};
    std::size_t m_wanted = 0;   ///< bytes of input up to the end of the next block
    bool m_isFrameDone = true;  ///< nothing of a frame is waited for
    bool m_isOutFull = false;   ///< more of a block may be there than was asked for
    bool m_ended = false;
    std::optional<Error> m_error;
};

}  // namespace

std::unique_ptr<ByteSource> makeZstdSource(std::unique_ptr<ByteSource> raw) {
    return std::make_unique<ZstdSource>(std::move(raw));
}

}  // namespace stagescope
