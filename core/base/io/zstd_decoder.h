#pragma once

#include <zstd.h>

#include <cstddef>
#include <memory>

namespace stagescope {

/// Decodes zstd frames with windows of at most 128 MiB; larger ones are refused rather than allocated. What it decodes
/// with goes back to those that idle, at most as many as there are `kIdle`, unless much of its window was touched:
/// whoever only looks at the beginnings of files does not map and unmap a window for each. One thread at a time.
class ZstdDecoder {
public:
    static constexpr std::size_t kIdle = 2;

    ZstdDecoder();
    ~ZstdDecoder();
    ZstdDecoder(const ZstdDecoder &) = delete;
    ZstdDecoder &operator=(const ZstdDecoder &) = delete;

    /// Nothing can be decoded where there is no memory for it.
    [[nodiscard]] bool isValid() const { return m_context != nullptr; }
    /// As ZSTD_decompressStream.
    std::size_t decode(ZSTD_outBuffer &out, ZSTD_inBuffer &in);
    /// To the beginning of a stream.
    void restart();

private:
    struct Free {
        void operator()(ZSTD_DCtx *context) const { ZSTD_freeDCtx(context); }
    };
    using Context = std::unique_ptr<ZSTD_DCtx, Free>;
    struct Idle;
    static Idle &idle();

    Context m_context;
    std::size_t m_bytes = 0;  ///< decoded: no more of the window was touched
};

}  // namespace stagescope
