#pragma once

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

}  // namespace stagescope
