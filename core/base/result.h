#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

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
/// "WHERE: DETAIL", the one line that goes to stderr.
[[nodiscard]] std::string errorLine(const Error &error);
/// A name that is stable for tests and logs, such as "Truncated".
[[nodiscard]] std::string_view errorKindName(ErrorKind kind);

}  // namespace stagescope
