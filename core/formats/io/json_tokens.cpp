#include "core/formats/io/json_tokens.h"

#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace stagescope {

struct JsonTokens::Scanner {
    std::unique_ptr<simdjson::internal::dom_parser_implementation> kernel;
};

namespace {

/// Ends the text for simdjson's streaming mode, which otherwise walks back through all tokens to look for the end of
/// the last document: two words in a row end the search at once. They are there twice, so that they stand outside of a
/// string whether or not the text ends within one. (The blank before the quote: right behind a word it would be no
/// token.)
constexpr std::string_view kTrailer = " 1 1 \" 1 1";
static_assert(kTrailer.size() + simdjson::SIMDJSON_PADDING <= JsonTokens::kPadding);

/// Outside of strings nothing may change by it: line ends and tabs stay blanks, the two that simdjson's classification
/// takes for ':' and ',' become those, all others stay parts of words.
void replaceControls(char *text, std::size_t size) {
    std::transform(text, text + size, text, [](char c) {
        switch (c) {
            case '\t':
            case '\n':
            case '\r':
                return ' ';
            case '\x1a':
                return ':';
            case '\x0c':
                return ',';
            default:
                return static_cast<unsigned char>(c) < 0x20 ? '?' : c;
        }
    });
}

}  // namespace

JsonTokens::JsonTokens() : m_scanner(std::make_unique<Scanner>()) {}
JsonTokens::~JsonTokens() = default;
JsonTokens::JsonTokens(JsonTokens &&) noexcept = default;
JsonTokens &JsonTokens::operator=(JsonTokens &&) noexcept = default;

bool JsonTokens::scan(char *text, std::size_t size) {
    std::memcpy(text + size, kTrailer.data(), kTrailer.size());
    std::memset(text + size + kTrailer.size(), ' ', simdjson::SIMDJSON_PADDING);
    const auto length = size + kTrailer.size();
    auto &kernel = m_scanner->kernel;
    if (!kernel) {
        if (simdjson::get_active_implementation()->create_dom_parser_implementation(length, 1, kernel) !=
            simdjson::SUCCESS) {
            return false;
        }
    } else if (kernel->capacity() < length && kernel->set_capacity(length) != simdjson::SUCCESS) {
        return false;
    }
    const auto run = [&] {
        return kernel->stage1(reinterpret_cast<const std::uint8_t *>(text), length,
                              simdjson::stage1_mode::streaming_partial);
    };
    auto result = run();
    m_hadControls = result == simdjson::UNESCAPED_CHARS;
    if (m_hadControls) {
        replaceControls(text, size);
        result = run();
    }
    m_badUtf8 = result == simdjson::UTF8_ERROR;
    if (result != simdjson::SUCCESS && !m_badUtf8) {
        m_positions = {};
        return result == simdjson::EMPTY;
    }
    std::size_t count = kernel->n_structural_indexes;
    while (count > 0 && kernel->structural_indexes[count - 1] >= size) {
        --count;
    }
    m_positions = {kernel->structural_indexes.get(), count};
    return true;
}

}  // namespace stagescope
