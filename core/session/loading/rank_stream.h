#pragma once

#include "core/session/loading/source_loader.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <stop_token>
#include <vector>

namespace stagescope {

/// Timelines of ranks one after the other, for those who go through them, once or several times: each is loaded deep
/// when it is asked for, so that thousands of ranks need the memory of a few. While one is looked at, the next ones are
/// read ahead by threads of their own. One thread. Destroying it stops what is being read.
class RankStream {
public:
    /// Captures that were loaded shallow, in the order in which they will be asked for. `threads`: 0 = those of the
    /// hardware, fewer where the timelines are large.
    explicit RankStream(std::vector<RankCapture> shallow, unsigned threads = 0);
    ~RankStream();
    RankStream(const RankStream &) = delete;
    RankStream &operator=(const RankStream &) = delete;

    /// As they were given, with what reading them has lost in their logs.
    [[nodiscard]] const std::vector<RankCapture> &captures() const { return m_captures; }
    /// Waits until one is loaded deep. Its log tells what any reading of it lost, once.
    [[nodiscard]] RankCapture read(std::size_t capture);

private:
    struct Reading {
        std::size_t capture;
        std::stop_source stop;
        std::future<LoadedFiles> files;
    };
    [[nodiscard]] Reading start(std::size_t capture) const;
    [[nodiscard]] Reading taken(std::size_t capture);

    std::vector<RankCapture> m_captures;
    unsigned m_threads;
    std::vector<bool> m_isLogged;  ///< by capture: what was lost is told once
    std::deque<Reading> m_readings;
};

/// Positions of a run's captures that are in use and have timelines to read; of some ranks, or of all where none is
/// named.
[[nodiscard]] std::vector<std::size_t> timelinesOf(const Run &run, const std::vector<int> &ranks);

/// Lets a run read its timelines (Run::readTimeline) from a stream of captures that it has, too; the others hold all
/// that there is. What only reading tells of losses goes into the log of the run.
void readFrom(std::shared_ptr<RankStream> stream, Run &run);

/// A run that keeps no timelines, of one that was loaded shallow, for tables that are made of one rank after the other
/// and need nothing else of timelines. `progress` (may be empty) gets how many were read so far, and of how many; anew
/// where they are gone through once more.
[[nodiscard]] Run streamedRun(Run shallow, const std::vector<int> &ranks,
                              const std::function<void(std::size_t, std::size_t)> &progress = {});

}  // namespace stagescope
