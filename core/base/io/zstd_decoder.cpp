#include "core/base/io/zstd_decoder.h"

#include <mutex>
#include <utility>
#include <vector>

namespace stagescope {

namespace {
constexpr int kWindowLog = 27;
constexpr std::size_t kTouched = 4 << 20;  // of a window that idles
}  // namespace

struct ZstdDecoder::Idle {
    std::mutex mutex;
    std::vector<Context> contexts;
};

ZstdDecoder::Idle &ZstdDecoder::idle() {
    static auto &all = *new Idle;  // never destroyed: files may be closed while the program ends
    return all;
}

ZstdDecoder::ZstdDecoder() {
    {
        auto &[mutex, contexts] = idle();
        const std::scoped_lock lock(mutex);
        if (!contexts.empty()) {
            m_context = std::move(contexts.back());
            contexts.pop_back();
        }
    }
    if (!m_context) {
        m_context.reset(ZSTD_createDCtx());
    }
    if (m_context) {
        ZSTD_DCtx_setParameter(m_context.get(), ZSTD_d_windowLogMax, kWindowLog);
    }
}

ZstdDecoder::~ZstdDecoder() {
    if (!m_context || m_bytes > kTouched) {
        return;
    }
    ZSTD_DCtx_reset(m_context.get(), ZSTD_reset_session_and_parameters);
    auto &[mutex, contexts] = idle();
    const std::scoped_lock lock(mutex);
    if (contexts.size() < kIdle) {
        contexts.push_back(std::move(m_context));
    }
}

std::size_t ZstdDecoder::decode(ZSTD_outBuffer &out, ZSTD_inBuffer &in) {
    const auto before = out.pos;
    const auto result = ZSTD_decompressStream(m_context.get(), &out, &in);
    m_bytes += out.pos - before;
    return result;
}

void ZstdDecoder::restart() { ZSTD_DCtx_reset(m_context.get(), ZSTD_reset_session_only); }

}  // namespace stagescope
