#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// What sbatch is asked for.
struct SlurmRequest {
    std::string script;
    std::vector<std::string> words{};  ///< what the script gets
    std::set<std::size_t> tasks{};     ///< numbers of the array; at least one
    std::string logs{};                ///< a folder that is there: task 3 writes LOGS/3.log
    std::string partition{};           ///< empty = that of the site
    /// Beside those of this process, which the tasks get whole.
    std::map<std::string, std::string> variables{};
};

/// Tasks of an array that have not ended.
struct SlurmState {
    std::size_t running = 0;
    std::size_t waiting = 0;
    std::string reason{};  ///< why the first of those waits, as Slurm says
};

/// What squeue answers, a line for each task that has not ended: "PENDING Resources". Errors: Malformed.
[[nodiscard]] Result<SlurmState> slurmState(std::span<const std::string> lines);

/// An array of jobs of Slurm, known by its number, asked for by Slurm's own commands (sbatch and squeue, looked for in
/// PATH), which run as children with lists of words. Accounting (sacct) is not needed. Errors name the command and say
/// what it complained of: NotFound (no such command), Malformed (an answer that is none of Slurm's), ReadFailed (all
/// else it fails with), Limit (silence), Cancelled. Value type; its functions block, any thread.
class SlurmArray {
public:
    [[nodiscard]] static Result<SlurmArray> submit(const SlurmRequest &request, const std::stop_token &stop = {});
    /// "1234" or "1234;CLUSTER", as `sbatch --parsable` prints it. Errors: Malformed.
    [[nodiscard]] static Result<SlurmArray> fromText(const std::string &text);

    [[nodiscard]] std::string text() const { return m_cluster.empty() ? m_id : m_id + ';' + m_cluster; }
    /// "scancel 1234", "squeue --jobs 1234 --clusters=NAME": a command of Slurm on this array, for a person.
    [[nodiscard]] std::string commandLine(const std::string &command) const;
    /// Nothing runs nor waits of an array that Slurm has forgotten.
    [[nodiscard]] Result<SlurmState> state(const std::stop_token &stop = {}) const;

private:
    SlurmArray(std::string id, std::string cluster) : m_id(std::move(id)), m_cluster(std::move(cluster)) {}

    std::string m_id;
    std::string m_cluster;  ///< of several that share their commands; usually empty
};

/// How `LOGS/TASK.log` ended.
struct SlurmTaskLog {
    std::vector<std::string> tail{};  ///< its last lines
    int code = -1;                    ///< exit code of the program; -1: it was ended, or never began
};

/// `lines`: how many at most. Of a log that is not there: nothing. O(8 KiB).
[[nodiscard]] SlurmTaskLog slurmTaskLog(const std::string &logs, std::size_t task, std::size_t lines);

}  // namespace stagescope
