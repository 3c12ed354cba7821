#include "app/command_memory.h"

#include "core/base/byte_text.h"
#include "core/base/io/memory_limit.h"

namespace stagescope {

namespace {

constexpr const char *kName = "--memory";
/// What the program takes before it has read anything, several times.
constexpr std::int64_t kLeast = std::int64_t{64} << 20;

}  // namespace

OptionSpec memoryOption() {
    return {
        kName, "SIZE",
        "memory limit, e.g. 512MiB (default: half of the available memory); larger files are read in part and listed",
        false, true};
}

Status applyMemory(const Arguments &arguments) {
    if (!arguments.has(kName)) {
        setMemoryLimit(memoryAvailable() / 2);
        return {};
    }
    const auto text = arguments.value(kName);
    const auto bytes = bytesFromText(text);
    if (!bytes || *bytes < kLeast) {
        return fail(ErrorKind::BadArgument, "'" + text + "' is not a size of at least 64MiB, such as 512MiB or 2GiB",
                    kName);
    }
    setMemoryLimit(static_cast<std::uint64_t>(*bytes));
    return {};
}

}  // namespace stagescope
