#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <type_traits>
#include <utility>

namespace stagescope {

enum class ErrorKind {
    NotFound,      ///< the path does not exist
    NoPermission,  ///< it exists and may not be read
    ReadFailed,    ///< the system failed while reading
    Unsupported,   ///< recognised, and no reader for it
    Malformed,     ///< not what its name or head promises
    Truncated,     ///< ends early; what stood before was kept
    Changed,       ///< the file changed since it was loaded
    Limit,         ///< a size or count beyond what we accept
    Cancelled,     ///< the caller asked to stop
    BadArgument,   ///< the request itself makes no sense
    Internal,      ///< our fault
};

/// What went wrong, for a person: `detail` is a sentence part in English for logs and the command line, `where` a path
/// with an optional ":byte N" or ":row N".
struct Error {
    ErrorKind kind = ErrorKind::Internal;
    std::string detail;
    std::string where;
};

template <class T>
using Result = tl::expected<T, Error>;
using Status = tl::expected<void, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorKind kind, std::string detail, std::string where = {}) {
    return tl::make_unexpected(Error{kind, std::move(detail), std::move(where)});
}
/// Whether an expression of this type may be read and forgotten: what it holds (a lock, a file) stays with a variable.
template <class T>
inline constexpr bool kHoldsNothing = std::is_void_v<typename T::value_type>;
template <class T>
inline constexpr bool kHoldsNothing<T &> = true;
/// RETURN_IF_ERROR(status) hands the error of a Status, or of a Result that is a variable, to the caller, and goes on
/// where there is none. ASSIGN_OR_RETURN(const auto x, result) also declares a variable of its value: a statement of
/// its own, never the body of an if without braces.
#define RETURN_IF_ERROR(...)                                                                       \
    do {                                                                                           \
        static_assert(kHoldsNothing<decltype((__VA_ARGS__))>, "keep its value: ASSIGN_OR_RETURN"); \
        if (const auto &checked_result = (__VA_ARGS__); !checked_result) {                         \
            return tl::make_unexpected(checked_result.error());                                    \
        }                                                                                          \
    } while (false)
#define ASSIGN_OR_RETURN(declaration, ...) ASSIGN_OR_RETURN_AT(__LINE__, declaration, __VA_ARGS__)
#define ASSIGN_OR_RETURN_AT(line, ...) ASSIGN_OR_RETURN_FROM(line, __VA_ARGS__)
#define ASSIGN_OR_RETURN_FROM(line, declaration, ...) \
    auto checked_at_##line = __VA_ARGS__;             \
    RETURN_IF_ERROR(checked_at_##line);               \
    declaration = *std::move(checked_at_##line)

/// "WHERE: DETAIL", the one line that goes to stderr.
[[nodiscard]] std::string errorLine(const Error &error);
/// A name that is stable for tests and logs, such as "Truncated".
[[nodiscard]] std::string_view errorKindName(ErrorKind kind);

}  // namespace stagescope
