#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace stagescope {

/// Threads beside the caller's own, for work that any number of them can share. Where the system gives no more of them
/// (ulimit -u, ulimit -v), those that there are do all of it: a want of threads costs time, never data.
class ExtraThreads {
public:
    /// Whether it was started. What `work` uses has to outlive this object, which waits for it.
    template <class Work>
    bool start(Work work) {
        try {
            m_threads.emplace_back(std::move(work));
            return true;
        } catch (const std::system_error &) {
            return false;
        }
    }

private:
    std::vector<std::jthread> m_threads;
};

/// Calls work(i) once for each i below `count`, each next one by whichever of at most `threads` threads is free, the
/// caller's among them. Where a call gives false no more are begun; false then.
template <class Work>
bool takeInTurns(std::size_t count, std::size_t threads, const Work &work) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> goesOn{true};
    const auto loop = [&] {
        for (auto i = next++; i < count && goesOn; i = next++) {
            if (!work(i)) {
                goesOn = false;
            }
        }
    };
    {
        ExtraThreads others;
        for (std::size_t i = 1; i < std::min(threads, count) && others.start(loop); ++i) {
        }
        loop();
    }
    return goesOn;
}

}  // namespace stagescope
