#include "app/crash_report.h"

#include "core/base/io/cache_folder.h"
#include "core/base/io/leftover.h"
#include "core/session/workspace.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <map>
#include <new>
#include <system_error>
#include <typeinfo>
#include <vector>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "crash-";
constexpr std::string_view kEnding = ".txt";
constexpr std::size_t kMostReports = 10;
constexpr int kMostFrames = 100;
constexpr std::size_t kAlternateStack = 64 * 1024;

struct FatalSignal {
    int number;
    std::string_view name;
};
constexpr std::array kSignals{FatalSignal{SIGSEGV, "SIGSEGV"}, FatalSignal{SIGABRT, "SIGABRT"},
                              FatalSignal{SIGBUS, "SIGBUS"}, FatalSignal{SIGFPE, "SIGFPE"},
                              FatalSignal{SIGILL, "SIGILL"}};

/// A text of fixed size, laid out before anything goes wrong: the handler may not ask for memory.
template <std::size_t Size>
struct FixedText {
    std::array<char, Size> bytes{};
    std::size_t length = 0;

    FixedText &operator<<(std::string_view text) {
        const auto fits = std::min(text.size(), Size - length);
        std::memcpy(bytes.data() + length, text.data(), fits);
        length += fits;
        return *this;
    }
    FixedText &number(std::uint64_t value, unsigned base = 10, std::size_t least = 1) {
        std::array<char, 24> digits{};
        std::size_t at = digits.size();
        do {
            digits[--at] = "0123456789abcdef"[value % base];
            value /= base;
        } while (at > 0 && (value > 0 || digits.size() - at < least));
        return *this << std::string_view(digits.data() + at, digits.size() - at);
    }
    [[nodiscard]] std::string_view view() const { return {bytes.data(), length}; }
};

struct Prepared {
    std::array<FixedText<512>, 3> folders;  ///< of the reports, and those above it, the highest first
    FixedText<512> outOfMemory;
    FixedText<512> outOfThreads;
    FixedText<64> doing;
    std::array<FixedText<2048>, 2> open;  ///< the one that is read and the one that is written next
    std::atomic<std::size_t> shown{0};
    std::time_t started = 0;
    std::array<char, kAlternateStack> stack{};
};
Prepared g_prepared;  // of the process, as its signal handlers are
std::atomic_flag g_isReporting = ATOMIC_FLAG_INIT;

void put(int file, std::string_view text) {
    while (!text.empty()) {
        const auto written = ::write(file, text.data(), text.size());
        if (written <= 0) {
            return;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

/// "20261122-063329", UTC
FixedText<32> momentText(std::time_t time) {
    const auto now = std::chrono::sys_seconds(std::chrono::seconds(time));
    const auto day = std::chrono::floor<std::chrono::days>(now);
    const std::chrono::year_month_day date(day);
    const auto seconds = static_cast<std::uint64_t>((now - day).count());
    FixedText<32> text;
    text.number(static_cast<std::uint64_t>(static_cast<int>(date.year())), 10, 4);
    text.number(static_cast<unsigned>(date.month()), 10, 2).number(static_cast<unsigned>(date.day()), 10, 2) << "-";
    text.number(seconds / 3600, 10, 2).number(seconds / 60 % 60, 10, 2).number(seconds % 60, 10, 2);
    return text;
}

std::string_view lastPart(const char *path) {
    const std::string_view text(path);
    return text.substr(text.rfind('/') + 1);
}

/// Module and symbol; of a module only its name, since its path may tell who runs it.
void putFrame(int file, void *address) {
    FixedText<1024> line;
    Dl_info info{};
    if (::dladdr(address, &info) != 0 && info.dli_fname != nullptr) {
        const auto offsetFrom = [address](const void *base) {
            return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(base);
        };
        line << "  " << lastPart(info.dli_fname) << " +0x";
        line.number(offsetFrom(info.dli_fbase), 16);
        if (info.dli_sname != nullptr) {
            line << " " << info.dli_sname << " +0x";
            line.number(offsetFrom(info.dli_saddr), 16);
        }
    } else {
        line << "  unknown";
    }
    line << "\n";
    put(file, line.view());
}

/// Calls nothing that is not safe in a signal handler (signal-safety(7); of glibc dladdr and, once loaded, backtrace).
void writeReport(std::string_view cause) {
    const auto now = std::time(nullptr);
    const auto folder = g_prepared.folders.back().view();
    if (folder.empty()) {
        return;
    }
    for (const auto &part : g_prepared.folders) {
        ::mkdir(part.bytes.data(), 0700);
    }
    FixedText<1024> path;
    path << folder << "/" << kPrefix << momentText(now).view() << "-";
    path.number(static_cast<std::uint64_t>(::getpid())) << kEnding;
    const int file = ::open(path.bytes.data(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) {
        return;
    }
    FixedText<4096> text;
    text << "stagescope " STAGESCOPE_VERSION " ended by " << cause << "\n"
         << "time: " << momentText(now).view() << " UTC, ";
    text.number(static_cast<std::uint64_t>(std::max<std::time_t>(now - g_prepared.started, 0)));
    text << " s after the start\ncommand: " << g_prepared.doing.view()
         << "\nopen: " << g_prepared.open[g_prepared.shown.load()].view() << "\nstack:\n";
    put(file, text.view());
    std::array<void *, kMostFrames> frames{};
    const int count = ::backtrace(frames.data(), kMostFrames);
    for (int i = 0; i < count; ++i) {
        putFrame(file, frames[static_cast<std::size_t>(i)]);
    }
    ::close(file);
}

void setDefaultActions() {
    for (const auto &signal : kSignals) {
        std::signal(signal.number, SIG_DFL);
    }
}

void onFatalSignal(int number) {
    if (g_isReporting.test_and_set()) {
        ::pause();  // another thread reports, and takes the process with it
    }
    setDefaultActions();  // a fault in here ends the process
    const auto *signal =
        std::find_if(kSignals.begin(), kSignals.end(), [number](const FatalSignal &s) { return s.number == number; });
    writeReport(signal == kSignals.end() ? "a signal" : signal->name);
    ::raise(number);
}

/// Of the exception that is in flight.
bool isWantOfThreads() {
    try {
        throw;
    } catch (const std::system_error &error) {
        return error.code() == std::errc::resource_unavailable_try_again;
    }
}

[[noreturn]] void endWith(std::string_view cause, std::string_view line) {
    if (!g_isReporting.test_and_set()) {
        setDefaultActions();
        writeReport(cause);
        put(STDERR_FILENO, line);
        ::_exit(2);
    }
    while (true) {
        ::pause();  // workers run out of memory together: the first one tells it and ends the program
    }
}

/// An exception that nobody caught; what it says is not told, since it may name what was open.
[[noreturn]] void onTerminate() {
    const auto *type = abi::__cxa_current_exception_type();
    if (type != nullptr && *type == typeid(std::bad_alloc)) {
        endForWantOfMemory();
    }
    if (type != nullptr && *type == typeid(std::system_error) && isWantOfThreads()) {
        endForWantOfThreads();
    }
    std::abort();
}

std::vector<fs::path> reports() {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator it(stateFolder(), error), end; !error && it != end; it.increment(error)) {
        const auto name = it->path().filename().string();
        if (name.starts_with(kPrefix) && name.ends_with(kEnding)) {
            found.push_back(it->path());
        }
    }
    std::sort(found.begin(), found.end());  // by time, as they are named
    return found;
}

std::string runText(const Run &run) {
    std::size_t deep = 0;
    std::map<std::string, std::size_t> files;
    for (const auto &capture : run.captures) {
        deep += capture.state == LoadState::Deep ? 1U : 0U;
        for (const auto &file : capture.files) {
            ++files[file.format.empty() ? "not read" : file.format];
        }
    }
    auto text = std::to_string(run.ranks().size()) + " ranks (" + std::to_string(deep) + " deep), " +
                std::to_string(run.snapshots.size()) + " snapshots, " + std::to_string(run.clusterFiles.size()) +
                " files of no rank; files of ranks:";
    for (const auto &[format, count] : files) {
        text += " " + format + " " + std::to_string(count);
    }
    return text;
}

void note(std::string_view text) {
    const auto next = 1 - g_prepared.shown.load();
    g_prepared.open[next].length = 0;
    g_prepared.open[next] << text;
    g_prepared.shown.store(next);
}

}  // namespace

void endForWantOfMemory() { endWith("want of memory", g_prepared.outOfMemory.view()); }

void endForWantOfThreads() {
    const auto nothingMore = removeLeftovers();
    endWith("want of threads", g_prepared.outOfThreads.view());
}

std::string openText(const Workspace &workspace) {
    std::string text;
    for (const auto &run : workspace.runs) {
        text += (text.empty() ? "" : " | ") + runText(run);
    }
    return text.empty() ? "nothing" : text;
}

void noteOpen(const Workspace &workspace) { note(openText(workspace)); }

void noteOpen(const Run &run) { note(runText(run)); }

void reportCrashes(std::string_view doing, std::string_view outOfMemory, std::string_view outOfThreads) {
    const auto folder = stateFolder();
    const std::array paths{folder.parent_path().parent_path(), folder.parent_path(), folder};
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const auto path = paths[i].string();
        if (path.size() + 64 < g_prepared.folders[i].bytes.size()) {
            g_prepared.folders[i] << path;  // what follows it is zero
        }
    }
    g_prepared.doing << doing;
    g_prepared.outOfMemory << outOfMemory;
    g_prepared.outOfThreads << outOfThreads;
    g_prepared.started = std::time(nullptr);
    note("nothing");
    std::array<void *, 1> frame{};
    ::backtrace(frame.data(), 1);  // loads what it needs: inside the handler that would ask for memory
    stack_t stack{};
    stack.ss_sp = g_prepared.stack.data();
    stack.ss_size = g_prepared.stack.size();
    ::sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_handler = onFatalSignal;
    action.sa_flags = SA_ONSTACK;
    ::sigemptyset(&action.sa_mask);
    for (const auto &signal : kSignals) {
        ::sigaction(signal.number, &action, nullptr);
    }
    std::set_terminate(onTerminate);
}

std::optional<fs::path> newestCrashReport() {
    auto found = reports();
    return found.empty() ? std::nullopt : std::optional(std::move(found.back()));
}

void pruneCrashReports() {
    const auto found = reports();
    std::error_code error;
    for (std::size_t i = 0; i + kMostReports < found.size(); ++i) {
        fs::remove(found[i], error);
    }
}

}  // namespace stagescope
