#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

struct Run;
struct Workspace;

/// What a death of the program leaves behind: a text file in $XDG_STATE_HOME/stagescope that tells the signal, the
/// version, what was open as kinds and counts, and the stack; no path, no name, nothing of a profile. Written by a
/// signal handler on a stack of its own from memory that was laid out before; the process then dies of the same signal
/// as it would have. The folder is made by the first report.
///
/// Call once, before other threads are there. `doing` is the command that runs, as the help names it. An exception that
/// nobody caught is reported as well; where it says that there is no memory, or that the system starts no more threads,
/// the process ends with `outOfMemory` or `outOfThreads` on stderr and exit code 2.
void reportCrashes(std::string_view doing, std::string_view outOfMemory, std::string_view outOfThreads);

/// Each ends the process so. For whoever learns of it without an exception. After reportCrashes; any thread.
[[noreturn]] void endForWantOfMemory();
[[noreturn]] void endForWantOfThreads();

/// What is open by now, for a report that may follow. Any thread, one at a time.
void noteOpen(const Workspace &workspace);
void noteOpen(const Run &run);

/// "64 ranks (8 deep), 3 snapshots, 0 files of no rank; files of ranks: trace_json 64 ...", a baseline after " | "
[[nodiscard]] std::string openText(const Workspace &workspace);

/// The newest report that is there.
[[nodiscard]] std::optional<std::filesystem::path> newestCrashReport();
/// Removes all but the newest ten.
void pruneCrashReports();

}  // namespace stagescope
