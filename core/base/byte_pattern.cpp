#include "core/base/byte_pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <array>

namespace stagescope {

namespace {

PCRE2_SPTR bytes(std::string_view text) { return reinterpret_cast<PCRE2_SPTR>(text.data()); }

std::string errorText(int code) {
    std::array<PCRE2_UCHAR, 256> text{};
    pcre2_get_error_message(code, text.data(), text.size());
    return reinterpret_cast<const char *>(text.data());
}

}  // namespace

struct BytePattern::Compiled {
    struct Free {
        void operator()(pcre2_code *code) const { pcre2_code_free(code); }
        void operator()(pcre2_match_data *match) const { pcre2_match_data_free(match); }
    };
    std::unique_ptr<pcre2_code, Free> code;
    std::unique_ptr<pcre2_match_data, Free> match;
};

BytePattern::BytePattern(std::string_view pattern, Case letters) {
    auto options = PCRE2_UTF | PCRE2_UCP | PCRE2_NO_AUTO_CAPTURE | PCRE2_MATCH_INVALID_UTF;
    options |= letters == Case::Ignore ? PCRE2_CASELESS : 0;
    int error = 0;
    PCRE2_SIZE place = 0;
    auto compiled = std::make_unique<Compiled>();
    compiled->code.reset(pcre2_compile(bytes(pattern), pattern.size(), options, &error, &place, nullptr));
    if (compiled->code == nullptr) {
        m_error = errorText(error);
        return;
    }
    // Where it cannot be translated to machine code, matching interprets it.
    pcre2_jit_compile(compiled->code.get(), PCRE2_JIT_COMPLETE);
    compiled->match.reset(pcre2_match_data_create(1, nullptr));
    m_compiled = std::move(compiled);
}

BytePattern::~BytePattern() = default;
BytePattern::BytePattern(BytePattern &&) noexcept = default;
BytePattern &BytePattern::operator=(BytePattern &&) noexcept = default;

bool BytePattern::isIn(std::string_view text) {
    return m_compiled != nullptr &&
           pcre2_match(m_compiled->code.get(), bytes(text), text.size(), 0, 0, m_compiled->match.get(), nullptr) >= 0;
}

}  // namespace stagescope
