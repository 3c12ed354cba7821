#pragma once

#include "core/base/archive/file_archive.h"
#include "core/base/io/byte_source.h"

namespace stagescope {

/// The bytes of a member as the archive unpacks them; those that are kept are given from memory.
[[nodiscard]] std::unique_ptr<ByteSource> makeMemberSource(std::shared_ptr<const FileArchive> archive,
                                                           const FileArchive::Member &member, std::string path);

}  // namespace stagescope
