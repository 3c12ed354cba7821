#include "core/formats/io/small_file.h"

#include "core/base/io/byte_source.h"
#include "core/base/io/file_time.h"

#include <sys/stat.h>

#include <cerrno>

namespace stagescope {

Result<std::string> readSmallFile(const std::string &path, const LoadControl &control, std::uint64_t limit) {
    struct stat info {};
    if (statFile(path, info) != 0) {
        return fail(errno == EACCES ? ErrorKind::NoPermission : ErrorKind::NotFound, "the file cannot be found", path);
    }
    if (!S_ISREG(info.st_mode)) {
        return fail(ErrorKind::Malformed, "not a file", path);
    }
    ASSIGN_OR_RETURN(auto source, ByteSource::open(path));
    std::string text;
    std::string window(std::size_t{64} << 10, '\0');
    for (std::uint64_t told = 0;;) {
        if (!control.checkpoint()) {
            return fail(ErrorKind::Cancelled, "loading was cancelled", path);
        }
        ASSIGN_OR_RETURN(const auto got, source->read(text.size(), window));
        if (got == 0) {
            return text;
        }
        if (text.size() + got > limit) {
            return fail(ErrorKind::Limit,
                        "larger than " + std::to_string(limit >> 20) + " MiB, which no file of this kind is", path);
        }
        text.append(window, 0, got);
        control.addBytes(source->fileBytesRead() - told);
        told = source->fileBytesRead();
    }
}

Status checkUnchanged(const FileSource &file) {
    struct stat info {};
    if (statFile(file.path, info) != 0) {
        return fail(ErrorKind::NotFound, "the file no longer exists", file.path);
    }
    const auto mtime = changeTimeNs(info);
    if (static_cast<std::uint64_t>(info.st_size) != file.size || (file.mtimeNs != 0 && file.mtimeNs != mtime)) {
        return fail(ErrorKind::Changed, "the file changed since it was loaded", file.path);
    }
    return {};
}

}  // namespace stagescope
