#include "app/process_guard.h"

#include "app/output.h"
#include "core/base/byte_text.h"
#include "core/base/io/child_process.h"
#include "core/base/io/leftover.h"
#include "core/base/io/memory_limit.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <thread>

namespace stagescope {

namespace {

constexpr long kLookEveryNs = 50'000'000;

struct StopNote {
    std::mutex mutex;
    std::string text;
};

/// Never destroyed: a signal may come while the program ends.
StopNote &stopNote() {
    static auto *const instance = new StopNote;
    return *instance;
}

enum class Ending : std::uint8_t { AtOnce, WhenAsked, Asked };
std::atomic<Ending> &ending() {
    static std::atomic<Ending> state{Ending::AtOnce};
    return state;
}

/// Not those that whoever started the program wants ignored (nohup, jobs in the background of a script).
sigset_t endingSignals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction now {};
        if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) {
            sigaddset(&set, signal);
        }
    }
    return set;
}

[[noreturn]] void endBySignal(int signal, const std::string &subject) {
    endChildren();
    const auto nothingMore = removeLeftovers();
    std::unique_lock lock(stopNote().mutex);
    if (const auto &note = stopNote().text; !note.empty()) {
        _exit(printError({ErrorKind::Cancelled, std::string("stopped: ") + strsignal(signal) + "; " + note, subject}));
    }
    lock.unlock();
    printError({ErrorKind::Cancelled, std::string("stopped: ") + strsignal(signal), subject});
    std::signal(signal, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    raise(signal);
    _exit(128 + signal);
}

[[noreturn]] void endForMemory(const std::string &subject) {
    endChildren();
    const auto nothingMore = removeLeftovers();
    printError(
        {ErrorKind::Limit, "needs more memory than " + bytesText(memoryLimit()) + ", the limit of --memory", subject});
    _exit(2);
}

bool isOverLimit() { return memoryLimit() != 0 && memoryInUse() > memoryLimit(); }

void watch(const std::string &subject, sigset_t set) {
    const timespec pause{0, kLookEveryNs};
    while (true) {
        if (const int signal = sigtimedwait(&set, nullptr, &pause); signal > 0) {
            auto wanted = Ending::WhenAsked;
            if (!ending().compare_exchange_strong(wanted, Ending::Asked)) {
                endBySignal(signal, subject);
            }
        }
        if (isOverLimit()) {
            returnFreedMemory();  // what was freed is kept for what comes next, and counts
            if (isOverLimit()) {
                endForMemory(subject);
            }
        }
    }
}

}  // namespace

void guardProcess(std::string subject) {
    const auto set = endingSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGXFSZ, SIG_IGN);
    // Qt would take its events from GLib, which aborts the process itself where it gets no memory (GSlice).
    ::setenv("QT_NO_GLIB", "1", 1);
    std::thread(watch, std::move(subject), set).detach();
}

void setStopNote(std::string note) {
    const std::scoped_lock lock(stopNote().mutex);
    stopNote().text = std::move(note);
}

void endWhenAsked() { ending() = Ending::WhenAsked; }
bool isEndAsked() { return ending() == Ending::Asked; }

}  // namespace stagescope
