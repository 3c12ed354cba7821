#pragma once

#include <string>

namespace stagescope {

/// Ends a command cleanly from outside of it: when it is told to stop (SIGINT, SIGTERM, SIGHUP), and when it fills more
/// memory than it may (setMemoryLimit), which reading avoids and figures may not. Says so in one line that begins with
/// `subject`, ends the programs that it runs (runChild) and removes what is unfinished (Leftover). By signal the
/// process dies of that signal, as shells expect; for want of memory with exit code 2. A file that grows beyond its
/// limit (ulimit -f) is an error of writing, no signal. To be called once, by the main thread, before there are others
/// and before the application, which goes without GLib from then on: that ends a process in its own way.
void guardProcess(std::string subject);

/// For a command that follows work done elsewhere: told to stop it says what becomes of that, and ends with exit
/// code 2. Any thread; empty = as above.
void setStopNote(std::string note);

/// For a command that goes on until it is told to stop: the first signal from now on ends nothing, and isEndAsked says
/// that it came; the next one ends the process as ever. Any thread.
void endWhenAsked();
[[nodiscard]] bool isEndAsked();

}  // namespace stagescope
