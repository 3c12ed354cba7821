#include "core/ask/bounded_functions.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

namespace {

constexpr int kMostPadding = 1000;
constexpr int kMostTrimmed = 100;

/// Its bytes; nothing for NULL.
std::optional<std::string_view> bytesIn(sqlite3_value *value) {
    if (sqlite3_value_type(value) == SQLITE_NULL) {
        return std::nullopt;
    }
    const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(value));
    return text == nullptr ? std::string_view()
                           : std::string_view(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

/// Where a text is in another one from `from` on; npos. O(both), whatever they hold.
std::size_t placeIn(std::string_view text, std::string_view part, std::size_t from) {
    const auto *found = ::memmem(text.data() + from, text.size() - from, part.data(), part.size());
    return found == nullptr ? std::string_view::npos
                            : static_cast<std::size_t>(static_cast<const char *>(found) - text.data());
}

bool isLaterByte(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

/// instr(text, part): its character, from 1; 0 where it is not there. Of two blobs the byte.
void givePlace(sqlite3_context *context, int /*count*/, sqlite3_value **values) {
    const auto text = bytesIn(values[0]);
    const auto part = bytesIn(values[1]);
    if (!text || !part) {
        return sqlite3_result_null(context);
    }
    const auto at = placeIn(*text, *part, 0);
    if (at == std::string_view::npos) {
        return sqlite3_result_int(context, 0);
    }
    const bool isBlob = sqlite3_value_type(values[0]) == SQLITE_BLOB && sqlite3_value_type(values[1]) == SQLITE_BLOB;
    std::int64_t place = 1;
    for (std::size_t i = 0; i < at; ++i) {
        place += isBlob || !isLaterByte((*text)[i]) ? 1 : 0;
    }
    sqlite3_result_int64(context, place);
}

/// replace(text, part, by)
void giveReplaced(sqlite3_context *context, int /*count*/, sqlite3_value **values) {
    const auto text = bytesIn(values[0]);
    const auto part = bytesIn(values[1]);
    const auto by = bytesIn(values[2]);
    if (!text || !part || !by) {
        return sqlite3_result_null(context);
    }
    if (part->empty()) {
        return sqlite3_result_value(context, values[0]);
    }
    const auto most =
        static_cast<std::size_t>(sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1));
    std::string result;
    std::size_t from = 0;
    for (auto at = placeIn(*text, *part, 0); at != std::string_view::npos; at = placeIn(*text, *part, from)) {
        result += text->substr(from, at - from);
        result += *by;
        from = at + part->size();
        if (result.size() > most) {
            return sqlite3_result_error_toobig(context);
        }
    }
    result += text->substr(from);
    sqlite3_result_text64(context, result.data(), result.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// The character that begins at a place.
std::string_view characterAt(std::string_view text, std::size_t at) {
    auto end = at + 1;
    while (end < text.size() && isLaterByte(text[end])) {
        ++end;
    }
    return text.substr(at, end - at);
}

bool isAmong(std::string_view character, std::string_view set) {
    for (std::size_t at = 0; at < set.size(); at += characterAt(set, at).size()) {
        if (characterAt(set, at) == character) {
            return true;
        }
    }
    return false;
}

enum TrimmedSide : int { kLeftSide = 1, kRightSide = 2 };

/// `user data`: which sides.
void giveTrimmed(sqlite3_context *context, int count, sqlite3_value **values) {
    const auto sides = *static_cast<const int *>(sqlite3_user_data(context));
    const auto given = bytesIn(values[0]);
    const auto set = count > 1 ? bytesIn(values[1]) : std::string_view(" ");
    if (!given || !set) {
        return sqlite3_result_null(context);
    }
    if (set->size() > kMostTrimmed) {
        return sqlite3_result_error(context, "trim: at most 100 bytes of characters to trim", -1);
    }
    auto text = *given;
    while ((sides & kLeftSide) != 0 && !text.empty() && isAmong(characterAt(text, 0), *set)) {
        text.remove_prefix(characterAt(text, 0).size());
    }
    while ((sides & kRightSide) != 0 && !text.empty()) {
        auto at = text.size() - 1;
        while (at > 0 && isLaterByte(text[at])) {
            --at;
        }
        if (!isAmong(text.substr(at), *set)) {
            break;
        }
        text = text.substr(0, at);
    }
    sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// format(): what SQLite's own printer makes of each conversion, one by one.
class BoundedPrinter {
public:
    BoundedPrinter(sqlite3_context *context, int count, sqlite3_value **values)
        : m_context(context),
          m_count(count),
          m_values(values),
          m_out(sqlite3_str_new(sqlite3_context_db_handle(context))) {}
    BoundedPrinter(const BoundedPrinter &) = delete;
    BoundedPrinter &operator=(const BoundedPrinter &) = delete;
    ~BoundedPrinter() { sqlite3_free(sqlite3_str_finish(m_out)); }

    void print(std::string_view format) {
        for (std::size_t at = 0; at < format.size();) {
            const auto next = std::min(format.find('%', at), format.size());
            sqlite3_str_append(m_out, format.data() + at, static_cast<int>(next - at));
            at = next + 1;
            if (next < format.size() && !printOne(format, at)) {
                break;
            }
        }
        if (m_isTooWide) {
            return sqlite3_result_error(m_context, "format: widths and precisions are at most 1000", -1);
        }
        if (sqlite3_str_errcode(m_out) != SQLITE_OK) {
            return sqlite3_result_error_toobig(m_context);
        }
        const auto *text = sqlite3_str_value(m_out);  // null of an empty one
        m_hasPrinted || text != nullptr
            ? sqlite3_result_text(m_context, text == nullptr ? "" : text, sqlite3_str_length(m_out), SQLITE_TRANSIENT)
            : sqlite3_result_null(m_context);
    }

private:
    sqlite3_value *nextValue() { return m_at < m_count ? m_values[m_at++] : nullptr; }
    std::int64_t nextNumber() {
        auto *value = nextValue();
        return value == nullptr ? 0 : sqlite3_value_int64(value);
    }
    /// A width or precision at `at`, by digits or an argument.
    std::optional<int> size(std::string_view format, std::size_t &at) {
        std::int64_t number = 0;
        bool isThere = false;
        if (at < format.size() && format[at] == '*') {
            number = nextNumber();
            isThere = true;
            ++at;
        }
        for (; at < format.size() && format[at] >= '0' && format[at] <= '9'; ++at) {
            constexpr std::int64_t kBase = 10;
            number = std::min<std::int64_t>(number * kBase + (format[at] - '0'), kMostPadding + 1);
            isThere = true;
        }
        m_isTooWide = m_isTooWide || number > kMostPadding || number < -kMostPadding;
        return isThere && !m_isTooWide ? std::optional(static_cast<int>(number)) : std::nullopt;
    }
    /// The conversion behind a '%'; false: SQLite prints nothing more.
    bool printOne(std::string_view format, std::size_t &at) {
        std::string spec = "%";
        for (; at < format.size() && std::string_view("-+ 0#!,").find(format[at]) != std::string_view::npos; ++at) {
            spec += format[at];
        }
        if (const auto width = size(format, at)) {
            spec += std::to_string(*width);  // "-5" is "to the left"
        }
        std::optional<int> precision;
        if (at < format.size() && format[at] == '.') {
            ++at;
            precision = size(format, at).value_or(0);
            spec += '.' + std::to_string(std::abs(*precision));
        }
        while (at < format.size() && format[at] == 'l') {
            ++at;
        }
        if (at >= format.size() || m_isTooWide) {
            return false;
        }
        const bool isKnown = printValue(spec, precision, format[at++]);
        m_hasPrinted = m_hasPrinted || isKnown;
        return isKnown;
    }
    bool printValue(const std::string &spec, std::optional<int> precision, char type) {
        switch (type) {
            case '%':
                sqlite3_str_appendchar(m_out, 1, '%');
                return true;
            case 'n':
                return true;
            case 'd':
            case 'i':
            case 'u':
            case 'x':
            case 'X':
            case 'o':
            case 'p':
            case 'r':
                sqlite3_str_appendf(m_out, (spec + (type == 'p' ? "llX" : std::string("ll") + type)).c_str(),
                                    nextNumber());
                return true;
            case 'f':
            case 'e':
            case 'E':
            case 'g':
            case 'G': {
                auto *value = nextValue();
                sqlite3_str_appendf(m_out, (spec + type).c_str(), value == nullptr ? 0.0 : sqlite3_value_double(value));
                return true;
            }
            case 's':
            case 'z':
            case 'q':
            case 'Q':
            case 'w': {
                auto *value = nextValue();
                const auto *text =
                    value == nullptr ? nullptr : reinterpret_cast<const char *>(sqlite3_value_text(value));
                sqlite3_str_appendf(m_out, (spec + (type == 'z' ? 's' : type)).c_str(), text);
                return true;
            }
            case 'c': {
                auto *value = nextValue();
                const auto text = value == nullptr ? std::nullopt : bytesIn(value);
                const auto one = text && !text->empty() ? characterAt(*text, 0) : std::string_view();
                for (int i = 0; i < std::max(precision.value_or(1), 1); ++i) {
                    sqlite3_str_append(m_out, one.data(), static_cast<int>(one.size()));
                }
                return true;
            }
            default:
                return false;
        }
    }

    sqlite3_context *m_context;
    int m_count;
    sqlite3_value **m_values;
    int m_at = 1;
    sqlite3_str *m_out;
    bool m_isTooWide = false;
    bool m_hasPrinted = false;
};

void givePrinted(sqlite3_context *context, int count, sqlite3_value **values) {
    const auto format = count == 0 ? std::nullopt : bytesIn(values[0]);
    if (!format) {
        return sqlite3_result_null(context);
    }
    BoundedPrinter(context, count, values).print(*format);
}

}  // namespace

Status addBoundedFunctions(sqlite3 *connection) {
    static int left = kLeftSide;
    static int right = kRightSide;
    static int both = kLeftSide | kRightSide;
    struct Function {
        const char *name;
        int arguments;
        void (*give)(sqlite3_context *context, int count, sqlite3_value **values);
        int *sides;
    };
    constexpr int kTwo = 2;
    constexpr int kThree = 3;
    const Function functions[] = {{"printf", -1, &givePrinted, nullptr}, {"format", -1, &givePrinted, nullptr},
                                  {"instr", kTwo, &givePlace, nullptr},  {"replace", kThree, &giveReplaced, nullptr},
                                  {"trim", 1, &giveTrimmed, &both},      {"trim", kTwo, &giveTrimmed, &both},
                                  {"ltrim", 1, &giveTrimmed, &left},     {"ltrim", kTwo, &giveTrimmed, &left},
                                  {"rtrim", 1, &giveTrimmed, &right},    {"rtrim", kTwo, &giveTrimmed, &right}};
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    for (const auto &[name, arguments, give, sides] : functions) {
        if (sqlite3_create_function_v2(connection, name, arguments, kFlags, sides, give, nullptr, nullptr, nullptr) !=
            SQLITE_OK) {
            return fail(ErrorKind::Internal, std::string("function ") + name + " cannot be made for SQL");
        }
    }
    return {};
}

}  // namespace stagescope
