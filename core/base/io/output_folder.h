#pragma once

#include "core/base/io/output_part.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace stagescope {

/// A folder that appears whole or not at all, as an OutputFile does: its files are written in a folder beside it, which
/// gets its name at the end. One thread.
class OutputFolder {
public:
    enum class Place : std::uint8_t { NewOrEmpty, Filled };
    /// Makes the folders above it. `Filled`: for commitInto. Errors: NoPermission, ReadFailed; BadArgument for what is
    /// neither new nor an empty folder, and for what another run is writing.
    [[nodiscard]] static Result<std::unique_ptr<OutputFolder>> create(const std::string &path,
                                                                      Place place = Place::NewOrEmpty);
    OutputFolder(const OutputFolder &) = delete;
    OutputFolder &operator=(const OutputFolder &) = delete;

    /// Where its files are written: absolute, never the folder that was asked for.
    [[nodiscard]] const std::filesystem::path &path() const { return m_part->path(); }
    /// All that is in it is on the disk when this returns.
    [[nodiscard]] Status commit();
    /// Gives these of its files their place in a folder that is there, one after the other; the rest is removed.
    [[nodiscard]] Status commitInto(const std::vector<std::string> &names);

private:
    OutputFolder(std::string path, std::filesystem::path target, std::unique_ptr<OutputPart> part);

    std::string m_path;
    std::filesystem::path m_target;
    std::unique_ptr<OutputPart> m_part;
};

/// Makes a folder and those above it, where they are missing. Errors: NoPermission, ReadFailed.
[[nodiscard]] Status makeFolders(const std::filesystem::path &folder);

/// Gives `file`, which must be on the same file system, the place `name` in `root` once it is on the disk, in place of
/// what is there (checkReplaceable), and makes the folders between. No link below `root` is followed: one in the way is
/// an error. Errors: NoPermission, ReadFailed; BadArgument for a link.
[[nodiscard]] Status moveInto(const std::filesystem::path &root, const std::filesystem::path &name,
                              const std::filesystem::path &file);

}  // namespace stagescope
