#pragma once

#include "core/base/io/leftover.h"
#include "core/base/result.h"

#include <memory>
#include <string>
#include <string_view>

namespace stagescope {

/// A file that appears whole or not at all: written under a name of its own beside its target and renamed at the end.
/// Without `commit`, and when a signal ends the program, nothing is left. What went wrong is said as the system says it
/// ("No space left on device"), once, with the path of the target. One thread.
class OutputFile {
public:
    /// Errors: NoPermission, ReadFailed; BadArgument for a folder.
    [[nodiscard]] static Result<std::unique_ptr<OutputFile>> create(const std::string &path);
    ~OutputFile();
    OutputFile(const OutputFile &) = delete;
    OutputFile &operator=(const OutputFile &) = delete;

    /// After an error all that follows fails with the same one.
    [[nodiscard]] Status write(std::string_view bytes);
    [[nodiscard]] Status commit();

private:
    OutputFile(std::string path, std::string target, std::string part, int descriptor);
    [[nodiscard]] Status broken(int error);

    std::string m_path;    ///< as it was asked for
    std::string m_target;  ///< where links lead
    Leftover m_part;
    int m_descriptor;
    Status m_status;
};

/// All of it at once.
[[nodiscard]] Status writeWholeFile(const std::string &path, std::string_view content);

}  // namespace stagescope
