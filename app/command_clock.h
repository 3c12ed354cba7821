#pragma once

#include "app/command_line.h"
#include "core/session/workspace.h"

#include <string>

namespace stagescope {

/// How a command treats the clocks of a run's hosts.
enum class ClockChoice : std::uint8_t { Aligned, Raw };

/// --clock aligned|raw, for commands that write times.
[[nodiscard]] OptionSpec clockOption();
/// Aligned where nothing was said. Errors: BadArgument.
[[nodiscard]] Result<ClockChoice> readClock(const Arguments &arguments);

/// Brings the clocks together as far as the run is loaded (measuredAlignment), as the window does; Raw leaves all times
/// as recorded. Blocks; any thread. O(cells log cells) where several clocks are there.
void setClock(Run &run, ClockChoice choice);

/// What was done to the clocks, one sentence; empty when all times are as recorded.
[[nodiscard]] std::string clockNote(const Run &run);

}  // namespace stagescope
