#include "core/base/io/small_file.h"

#include "core/base/byte_text.h"
#include "core/base/io/byte_source.h"

#include <algorithm>
#include <cstdint>

namespace stagescope {

Result<std::string> readSmallFile(const std::string &path, std::size_t most) {
    auto source = ByteSource::open(path);
    if (!source) {
        return tl::make_unexpected(source.error());
    }
    std::string text(std::min<std::uint64_t>((*source)->fileSize(), most + 1), '\0');
    const auto count = (*source)->read(0, text);
    if (!count) {
        return tl::make_unexpected(count.error());
    }
    if ((*source)->fileSize() > most || *count != (*source)->fileSize()) {
        return fail(ErrorKind::Limit, "is compressed or longer than " + bytesText(most), path);
    }
    return text;
}

}  // namespace stagescope
