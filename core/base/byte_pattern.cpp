#include "core/base/byte_pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <array>
#include <cstdint>

namespace stagescope {

namespace {

// Of one text. A pattern that goes back and forth further than this finds nothing: a name is no puzzle.
constexpr std::uint32_t kMostTries = 1'000'000;
constexpr std::uint32_t kMostDepth = 10'000;
constexpr std::uint32_t kMostHeap = 16 << 10;  // KiB

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
        void operator()(pcre2_match_context *limits) const { pcre2_match_context_free(limits); }
    };
    std::unique_ptr<pcre2_code, Free> code;
    std::unique_ptr<pcre2_match_data, Free> match;
    std::unique_ptr<pcre2_match_context, Free> limits;
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
    compiled->match.reset(pcre2_match_data_create_from_pattern(compiled->code.get(), nullptr));
    compiled->limits.reset(pcre2_match_context_create(nullptr));
    pcre2_set_match_limit(compiled->limits.get(), kMostTries);
    pcre2_set_depth_limit(compiled->limits.get(), kMostDepth);
    pcre2_set_heap_limit(compiled->limits.get(), kMostHeap);
    m_compiled = std::move(compiled);
}

BytePattern::~BytePattern() = default;
BytePattern::BytePattern(BytePattern &&) noexcept = default;
BytePattern &BytePattern::operator=(BytePattern &&) noexcept = default;

bool BytePattern::isIn(std::string_view text) {
    return m_compiled != nullptr && pcre2_match(m_compiled->code.get(), bytes(text), text.size(), 0, 0,
                                                m_compiled->match.get(), m_compiled->limits.get()) >= 0;
}

std::optional<std::string_view> BytePattern::group(std::string_view text, const char *name) {
    if (!isIn(text)) {
        return std::nullopt;
    }
    const auto number = pcre2_substring_number_from_name(m_compiled->code.get(), reinterpret_cast<PCRE2_SPTR>(name));
    const auto *offsets = pcre2_get_ovector_pointer(m_compiled->match.get());
    if (number <= 0 || offsets[2 * number] == PCRE2_UNSET) {
        return std::nullopt;
    }
    return text.substr(offsets[2 * number], offsets[2 * number + 1] - offsets[2 * number]);
}

}  // namespace stagescope
