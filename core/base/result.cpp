#include "core/base/result.h"

namespace stagescope {

std::string errorLine(const Error &error) {
    return error.where.empty() ? error.detail : error.where + ": " + error.detail;
}

std::string_view errorKindName(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::NotFound:
            return "NotFound";
        case ErrorKind::NoPermission:
            return "NoPermission";
        case ErrorKind::ReadFailed:
            return "ReadFailed";
        case ErrorKind::Unsupported:
            return "Unsupported";
        case ErrorKind::Malformed:
            return "Malformed";
        case ErrorKind::Truncated:
            return "Truncated";
        case ErrorKind::Changed:
            return "Changed";
        case ErrorKind::Limit:
            return "Limit";
        case ErrorKind::Cancelled:
            return "Cancelled";
        case ErrorKind::BadArgument:
            return "BadArgument";
        case ErrorKind::Internal:
            return "Internal";
    }
    return "Internal";
}

}  // namespace stagescope
