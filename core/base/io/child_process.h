#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Another program, started with a list of words (no shell).
struct ChildCall {
    std::vector<std::string> words{};                 ///< the program first, looked for in PATH
    std::string input{};                              ///< all of its standard input
    bool isRaw = false;                               ///< standard output is heard in pieces as they come, not in lines
    std::map<std::string, std::string> variables{};   ///< beside those of this process; an empty one is taken away
    std::string outputPath{};                         ///< where its standard output goes; empty = to whoever listens
    std::chrono::milliseconds silence{120'000};       ///< how long it may say nothing
    std::uint64_t maxBytes = std::uint64_t{1} << 30;  ///< of all that it may say
};

enum class ChildStream : std::uint8_t { Output, Errors };
/// Gets each line without its end, or each piece; false ends the program.
using ChildListener = std::function<bool(ChildStream stream, std::string_view line)>;

/// Runs it to its end and gives its exit code; -1 where the listener ended it. However this function or this process
/// ends, the program is killed: it dies with the thread that started it. No line is longer than 1 MiB. Errors: NotFound
/// (no such program), ReadFailed (it could not be started, or died of a signal), Limit (silence, a line or all lines
/// too long), Cancelled. `where` of them is the program. Blocks; any thread, which must outlive the call.
[[nodiscard]] Result<int> runChild(const ChildCall &call, const ChildListener &listener,
                                   const std::stop_token &stop = {});

/// Kills every program that runChild runs, and waits until none writes any more. From then on runChild does not return:
/// for whoever ends the process next.
void endChildren();

}  // namespace stagescope
