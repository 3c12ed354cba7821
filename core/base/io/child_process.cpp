#include "core/base/io/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <set>

extern char **environ;  // NOLINT: as POSIX declares it

namespace stagescope {

namespace {

constexpr std::size_t kMaxLine = std::size_t{1} << 20;
constexpr int kLookEveryMs = 50;
constexpr int kCannotStart = 127;

struct Children {
    std::mutex mutex;
    std::set<pid_t> pids;
};

/// Never destroyed: a signal may come while the program ends.
Children &children() {
    static auto *const instance = new Children;
    return *instance;
}

void closeAll(std::array<int, 2> &ends) {
    for (int &end : ends) {
        if (end >= 0) {
            ::close(end);
            end = -1;
        }
    }
}

/// Both ends of a pipe that programs started elsewhere do not get.
struct Pipe {
    std::array<int, 2> ends{-1, -1};

    Pipe() = default;
    ~Pipe() { closeAll(ends); }
    Pipe(const Pipe &) = delete;
    Pipe &operator=(const Pipe &) = delete;
    [[nodiscard]] bool open() { return ::pipe2(ends.data(), O_CLOEXEC) == 0; }
    [[nodiscard]] int readEnd() const { return ends[0]; }
    [[nodiscard]] int writeEnd() const { return ends[1]; }
    void closeWriteEnd() {
        ::close(ends[1]);
        ends[1] = -1;
    }
};

std::vector<std::string> environmentOf(const ChildCall &call) {
    std::vector<std::string> result;
    for (char **entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        if (!call.variables.contains(std::string(text.substr(0, text.find('='))))) {
            result.emplace_back(text);
        }
    }
    for (const auto &[name, value] : call.variables) {
        if (!value.empty()) {
            result.push_back(name + '=' + value);
        }
    }
    return result;
}

std::vector<char *> pointersTo(std::vector<std::string> &texts) {
    std::vector<char *> result;
    std::transform(texts.begin(), texts.end(), std::back_inserter(result), [](auto &text) { return text.data(); });
    result.push_back(nullptr);
    return result;
}

/// A file that has this text and no name; less than 0 where there is none.
int inputOf(std::string_view text) {
    if (text.empty()) {
        return ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    }
    const int file = ::memfd_create("input", MFD_CLOEXEC);
    while (file >= 0 && !text.empty()) {
        const auto written = ::write(file, text.data(), text.size());
        if (written <= 0) {
            ::close(file);
            return -1;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (file >= 0) {
        ::lseek(file, 0, SEEK_SET);
    }
    return file;
}

/// What the new process does, of which nothing may ask for memory.
struct Start {
    char **words;
    char **environment;
    int input;
    int output;
    int errors;
    int report;  ///< gets errno where the program does not start
    pid_t parent;

    [[noreturn]] void run() const {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        const bool isOrphan = ::getppid() != parent;
        if (!isOrphan && ::dup2(input, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 &&
            ::dup2(errors, STDERR_FILENO) >= 0) {
            environ = environment;
            ::execvp(words[0], words);
        }
        const int code = errno;
        const auto ignored = ::write(report, &code, sizeof code);
        ::_exit(ignored == 0 ? 0 : kCannotStart);
    }
};

class Child {
public:
    Child(const ChildCall &call, const ChildListener &listener, const std::stop_token &stop)
        : m_call(call), m_listener(listener), m_stop(stop) {}
    ~Child() { end(); }
    Child(const Child &) = delete;
    Child &operator=(const Child &) = delete;

    Status start() {
        const int input = inputOf(m_call.input);
        const int file = m_call.outputPath.empty()
                             ? -1
                             : ::open(m_call.outputPath.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        const bool isReady = input >= 0 && (file >= 0 || m_call.outputPath.empty()) && m_report.open() &&
                             m_lines[0].pipe.open() && m_lines[1].pipe.open() && spawn(input, file);
        const int reason = errno;
        for (const int opened : {input, file}) {
            if (opened >= 0) {
                ::close(opened);
            }
        }
        if (!isReady) {
            return trouble("cannot be started: " + std::string(std::strerror(reason)));
        }
        int code = 0;
        if (::read(m_report.readEnd(), &code, sizeof code) == sizeof code) {
            return code == ENOENT ? Status(fail(ErrorKind::NotFound, "is not installed", m_call.words.front()))
                                  : trouble("cannot be started: " + std::string(std::strerror(code)));
        }
        return {};
    }

    Result<int> listen() {
        auto last = std::chrono::steady_clock::now();
        while (m_lines[0].isOpen || m_lines[1].isOpen) {
            if (m_stop.stop_requested()) {
                return fail(ErrorKind::Cancelled, "cancelled", m_call.words.front());
            }
            std::array<pollfd, 2> ends{};
            for (std::size_t i = 0; i < ends.size(); ++i) {
                ends.at(i) = {m_lines.at(i).isOpen ? m_lines.at(i).pipe.readEnd() : -1, POLLIN, 0};
            }
            const int ready = ::poll(ends.data(), ends.size(), kLookEveryMs);
            for (std::size_t i = 0; i < ends.size() && ready > 0; ++i) {
                const auto more = ends.at(i).revents != 0 ? take(i) : Result<bool>(true);
                if (!more || !*more) {
                    return more ? Result<int>(-1) : tl::make_unexpected(more.error());
                }
            }
            const auto now = std::chrono::steady_clock::now();
            last = ready > 0 ? now : last;
            if (now - last > m_call.silence) {
                return limit("has said nothing for " + std::to_string(m_call.silence.count() / 1000) +
                             " s and was ended");
            }
        }
        return code();
    }

private:
    struct Lines {
        Pipe pipe;
        std::string begun;  ///< of a line whose end has not come
        bool isOpen = true;
    };

    bool spawn(int input, int file) {
        auto words = m_call.words;
        auto variables = environmentOf(m_call);
        auto wordPointers = pointersTo(words);
        auto variablePointers = pointersTo(variables);
        const Start start{wordPointers.data(),
                          variablePointers.data(),
                          input,
                          file >= 0 ? file : m_lines[0].pipe.writeEnd(),
                          m_lines[1].pipe.writeEnd(),
                          m_report.writeEnd(),
                          ::getpid()};
        const std::scoped_lock lock(children().mutex);
        m_pid = ::fork();
        if (m_pid == 0) {
            start.run();
        }
        if (m_pid < 0) {
            return false;
        }
        children().pids.insert(m_pid);
        m_report.closeWriteEnd();
        m_lines[0].pipe.closeWriteEnd();
        m_lines[1].pipe.closeWriteEnd();
        return true;
    }

    /// False: the listener wants no more.
    Result<bool> take(std::size_t index) {
        auto &lines = m_lines.at(index);
        const auto stream = index == 0 ? ChildStream::Output : ChildStream::Errors;
        std::array<char, 64 * 1024> buffer{};
        const auto got = ::read(lines.pipe.readEnd(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) {
            return true;
        }
        if (got <= 0) {
            lines.isOpen = false;
            return lines.begun.empty() || m_listener(stream, lines.begun);
        }
        m_bytes += static_cast<std::uint64_t>(got);
        if (index == 0 && m_call.isRaw) {
            return m_bytes > m_call.maxBytes
                       ? limit("says more than it should and was ended")
                       : Result<bool>(m_listener(stream, {buffer.data(), static_cast<std::size_t>(got)}));
        }
        lines.begun.append(buffer.data(), static_cast<std::size_t>(got));
        std::size_t begin = 0;
        for (auto at = lines.begun.find('\n'); at != std::string::npos; at = lines.begun.find('\n', begin)) {
            if (!m_listener(stream, std::string_view(lines.begun).substr(begin, at - begin))) {
                return false;
            }
            begin = at + 1;
        }
        lines.begun.erase(0, begin);
        if (lines.begun.size() > kMaxLine || m_bytes > m_call.maxBytes) {
            return limit("says more than it should and was ended");
        }
        return true;
    }

    /// It has closed its outputs; most end then.
    Result<int> code() {
        const auto until = std::chrono::steady_clock::now() + m_call.silence;
        int status = 0;
        while (::waitpid(m_pid, &status, WNOHANG) == 0) {
            if (m_stop.stop_requested() || std::chrono::steady_clock::now() > until) {
                return limit("does not end and was ended");
            }
            ::poll(nullptr, 0, 2);
        }
        forget();
        return WIFEXITED(status)
                   ? Result<int>(WEXITSTATUS(status))
                   : tl::make_unexpected(trouble(std::string("died: ") + ::strsignal(WTERMSIG(status))).error());
    }

    void end() {
        if (m_pid > 0) {
            ::kill(m_pid, SIGKILL);
            ::waitpid(m_pid, nullptr, 0);
            forget();
        }
    }
    void forget() {
        const std::scoped_lock lock(children().mutex);
        children().pids.erase(m_pid);
        m_pid = -1;
    }

    [[nodiscard]] Status trouble(std::string detail) const {
        return fail(ErrorKind::ReadFailed, std::move(detail), m_call.words.front());
    }
    [[nodiscard]] tl::unexpected<Error> limit(std::string detail) const {
        return fail(ErrorKind::Limit, std::move(detail), m_call.words.front());
    }

    const ChildCall &m_call;
    const ChildListener &m_listener;
    const std::stop_token &m_stop;
    std::array<Lines, 2> m_lines;
    Pipe m_report;
    pid_t m_pid = -1;
    std::uint64_t m_bytes = 0;
};

}  // namespace

Result<int> runChild(const ChildCall &call, const ChildListener &listener, const std::stop_token &stop) {
    Child child(call, listener, stop);
    RETURN_IF_ERROR(child.start());
    return child.listen();
}

void endChildren() {
    children().mutex.lock();  // for good: nobody goes on as if its program had failed
    for (const auto pid : children().pids) {
        ::kill(pid, SIGKILL);
        siginfo_t ignored{};
        ::waitid(P_PID, static_cast<id_t>(pid), &ignored, WEXITED | WNOWAIT);
    }
}

}  // namespace stagescope
