#pragma once

#include "core/base/io/output_part.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace stagescope {

/// A file that appears whole or not at all: written under a name of its own beside its target (OutputPart), flushed to
/// the disk and renamed at the end. Without `commit`, and when a signal ends the program, nothing is left; what a
/// killed process left goes with the next run. What went wrong is said as the system says it ("No space left on
/// device"), once, with the path of the target. One thread.
///
/// A file that is replaced keeps its mode, owner, group and attributes, or stays as it is (checkReplaceable). A link is
/// followed, also one to nothing yet. What lies in a Leftover is not flushed: it does not last, or its folder is
/// flushed as a whole (OutputFolder).
class OutputFile {
public:
    static constexpr unsigned kMode = 0666;  ///< of a new file, less the umask
    static constexpr unsigned kPrivateMode = 0600;

    /// Errors: NoPermission, ReadFailed; BadArgument for what cannot be replaced and what another run is writing.
    [[nodiscard]] static Result<std::unique_ptr<OutputFile>> create(const std::string &path, unsigned mode = kMode);
    OutputFile(const OutputFile &) = delete;
    OutputFile &operator=(const OutputFile &) = delete;

    /// After an error all that follows fails with the same one.
    [[nodiscard]] Status write(std::string_view bytes);
    [[nodiscard]] Status commit();

private:
    OutputFile(std::string path, std::filesystem::path target, std::unique_ptr<OutputPart> part);

    std::string m_path;              ///< as it was asked for
    std::filesystem::path m_target;  ///< where links lead
    std::unique_ptr<OutputPart> m_part;
    Status m_status;
};

/// All of it at once.
[[nodiscard]] Status writeWholeFile(const std::string &path, std::string_view content);

}  // namespace stagescope
