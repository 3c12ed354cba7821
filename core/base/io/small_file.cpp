#include "core/base/io/small_file.h"

#include "core/base/byte_text.h"
#include "core/base/io/byte_source.h"

#include <algorithm>
#include <cstdint>

namespace stagescope {

Result<std::string> readSmallFile(const std::string &path, std::size_t most) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(path));
    std::string text(std::min<std::uint64_t>(source->fileSize(), most + 1), '\0');
    ASSIGN_OR_RETURN(const auto count, source->read(0, text));
    if (source->fileSize() > most || count != source->fileSize()) {
        return fail(ErrorKind::Limit, "is compressed or longer than " + bytesText(most), path);
    }
    return text;
}

}  // namespace stagescope
