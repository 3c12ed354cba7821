#pragma once

#include "core/base/io/leftover.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace stagescope {

/// What an output is until it is whole: "NAME.stagescope.part" beside its target, locked by whoever writes it. One that
/// nobody holds was left by a process that was killed, and the next run for the same target takes its place; one that
/// is held is refused, since two would write the same output. Removed when it is given up and when a signal ends the
/// program. One thread.
class OutputPart {
public:
    enum class Kind : std::uint8_t { File, Folder };
    /// `path`: the target as it was asked for, for errors. `mode`: less the umask. Errors: NoPermission, ReadFailed;
    /// BadArgument where another run writes the same.
    [[nodiscard]] static Result<std::unique_ptr<OutputPart>> claim(const std::string &path,
                                                                   const std::filesystem::path &target, Kind kind,
                                                                   unsigned mode);
    ~OutputPart();
    OutputPart(const OutputPart &) = delete;
    OutputPart &operator=(const OutputPart &) = delete;

    [[nodiscard]] const std::filesystem::path &path() const { return m_leftover->path(); }
    [[nodiscard]] int descriptor() const { return m_descriptor; }
    /// Gets the name of its target in place of what has it, and stays. `isLasting`: both are on the disk when this
    /// returns. Errors: NoPermission, ReadFailed.
    [[nodiscard]] Status takeName(bool isLasting);

private:
    OutputPart(std::string path, std::filesystem::path target, std::unique_ptr<Leftover> leftover, int descriptor);

    std::string m_path;
    std::filesystem::path m_target;
    std::unique_ptr<Leftover> m_leftover;
    int m_descriptor;
};

/// Removes the parts in a folder whose writers were killed: for folders in which the program alone writes.
void removeDeadParts(const std::filesystem::path &folder);

/// Where a path leads: links are followed, also one to something that is not there yet. What is written goes to the
/// file that a link names; the link stays. Errors: BadArgument for links in a circle.
[[nodiscard]] Result<std::filesystem::path> followedLinks(const std::string &path);

/// Whether `target` may be replaced, and gives what replaces it its owner, group, attributes and mode. Nothing happens
/// where there is no target. Errors: BadArgument for a device, FIFO or socket, for a file with several names, and for
/// a target of which something cannot be kept; NoPermission for one that may not be written to.
[[nodiscard]] Status checkReplaceable(const std::string &path, const std::filesystem::path &target);
[[nodiscard]] Status takeOver(const std::string &path, const std::filesystem::path &target, int descriptor);

/// "cannot be written: No space left on device".
[[nodiscard]] tl::unexpected<Error> cannotWrite(const std::string &path, int error);

}  // namespace stagescope
