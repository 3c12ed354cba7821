#pragma once

#include "core/base/message.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

enum class Answer : std::uint8_t {
    No,        ///< nothing that was read tells it, and nothing is left to be read that would
    OnDemand,  ///< what tells it is read when it is asked for: deep loading of `toLoad`
    Partly,    ///< for some ranks, or only roughly
    Yes,
};
/// "yes", "partly", "no", "on demand"
[[nodiscard]] std::string_view answerText(Answer answer);

/// One line of "what this profile can answer, and which setting would supply the rest".
struct Capability {
    std::string question;  ///< stable id: "time_split", "timeline", "pipeline", ...
    Message title;         ///< "capability.<question>"
    Answer answer = Answer::No;
    int ranksYes = 0;           ///< ranks that answer yes
    int ranks = 0;              ///< ranks that are present
    std::vector<int> toLoad{};  ///< ranks whose deep loading would tell
    /// Ranks that answer no though most others answer and no setting says why, or though a setting says that it was
    /// recorded and it always occurs: they were copied in part.
    std::vector<int> lacking{};
    std::vector<int> telling{};  ///< ranks that answer yes, or those that answer partly where none does
    std::string source;          ///< name of the file that tells, of the first rank where it does; may be empty
    /// Why it is not answered, or which setting supplies it on the platform of the run; without an id when the answer
    /// is yes or on demand. A setting that is on is never advised.
    Message remedy;
    std::string setting;  ///< the profiler setting as this profile has it ("profiler_level=Level0"); empty when unknown
};

/// In order of display, always the same questions (capability_list.h). From what was read; what was not says by its
/// kind or by the contents of its database that it would tell. Any thread, O(rows of the tables that tell).
[[nodiscard]] std::vector<Capability> capabilities(const Run &run);
/// A text that names ranks, "<id>.one" or "<id>.several" with the last of them apart: "ranks 3 and 5".
[[nodiscard]] Message againMessage(const std::string &id, const std::vector<int> &ranks);
/// The remedy of one of them, whatever its answer: for whoever misses just that.
[[nodiscard]] Message capabilityRemedy(const Run &run, std::string_view question);

}  // namespace stagescope
