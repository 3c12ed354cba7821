#pragma once

#include "core/session/loading/source_loader.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <deque>
#include <future>
#include <memory>
#include <stop_token>
#include <vector>

namespace stagescope {

/// Timelines of a run's ranks one after the other, for those who go through them: each is loaded deep when it is
/// asked for and goes back to what shallow loading left when it is let go, so that thousands of ranks need the memory
/// of a few. While one is looked at, the next ones are read ahead by threads of their own. What was lost in reading
/// stays in the log of the capture. Changes the run in place: for commands, which own theirs; one thread. Destroying it
/// stops what is being read.
class RankStream {
public:
    /// `run` was loaded shallow and outlives this; it neither gains nor loses captures meanwhile. `order`: positions of
    /// the captures that will be asked for, in that order (any other may be, and is read then). `threads`: 0 = those of
    /// the hardware.
    RankStream(Run &run, std::vector<std::size_t> order, unsigned threads = 0);
    ~RankStream();
    RankStream(const RankStream &) = delete;
    RankStream &operator=(const RankStream &) = delete;

    /// Waits until the capture of the run is loaded deep; it stays so while what is returned lives. One at a time.
    [[nodiscard]] std::shared_ptr<const void> lend(const RankCapture &capture);

private:
    struct Reading {
        std::size_t capture;
        std::future<LoadedFiles> files;
    };
    [[nodiscard]] Reading start(std::size_t capture) const;
    void readAhead();
    [[nodiscard]] LoadedFiles taken(std::size_t capture);

    Run &m_run;
    std::vector<std::size_t> m_order;
    std::size_t m_started = 0;  ///< of m_order
    unsigned m_threads;
    std::vector<bool> m_isLogged;  ///< by capture: what was lost is told once
    std::stop_source m_stop;
    std::deque<Reading> m_readings;
};

}  // namespace stagescope
