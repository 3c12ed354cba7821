#pragma once

#include "core/base/message.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

enum class Answer : std::uint8_t {
    No,          ///< nothing in the profile tells it
    NotReadYet,  ///< a file tells it, and no reader takes that file
    Partly,      ///< for some ranks, or only roughly
    Yes,
};
/// "yes", "partly", "no", "not read yet"
[[nodiscard]] std::string_view answerText(Answer answer);

/// One line of "what this profile can answer, and which setting would supply the rest".
struct Capability {
    std::string question;  ///< stable id: "time_split", "timeline", "pipeline", ...
    Message title;         ///< "capability.<question>"
    Answer answer = Answer::No;
    int ranksYes = 0;     ///< ranks that answer yes
    int ranks = 0;        ///< ranks that are present
    std::string source;   ///< name of the file that tells, of the first rank where it does; may be empty
    Message remedy;       ///< "capability.<question>.remedy": what to collect; without an id when the answer is yes
    std::string setting;  ///< the profiler setting as this profile has it ("profiler_level=Level0"); empty when unknown
};

/// In order of display, always the same questions. From names of files and shallow tables only; what is loaded deeper
/// can only turn a "no" to a "yes". Any thread, O(files + rows of Contents).
[[nodiscard]] std::vector<Capability> capabilities(const Run &run);

/// English text of a message of this analysis, for tables; the window has its own texts.
[[nodiscard]] std::string_view capabilityText(std::string_view messageId);

}  // namespace stagescope
