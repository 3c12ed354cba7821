#include "core/export/digest/slurm_array.h"

#include "core/base/io/child_process.h"
#include "core/base/words/ranges_text.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>

namespace stagescope {

namespace {

constexpr std::streamoff kReadOfLog = 8192;
constexpr std::uint64_t kMostAnswer = std::uint64_t{64} << 20;
constexpr std::size_t kMostComplaint = 1000;
constexpr std::string_view kDigits = "0123456789";

bool isOf(std::string_view text, std::string_view letters) {
    return !text.empty() && text.find_first_not_of(letters) == std::string_view::npos;
}

struct SlurmAnswer {
    int code = 0;
    std::vector<std::string> lines;
    std::string complaint{};  ///< its errors, without the name of the command
};

Result<SlurmAnswer> askSlurm(std::vector<std::string> words, std::map<std::string, std::string> variables,
                             const std::stop_token &stop) {
    const auto prefix = words.front() + ": error: ";
    ChildCall call;
    call.words = std::move(words);
    call.variables = std::move(variables);
    call.maxBytes = kMostAnswer;
    SlurmAnswer answer;
    const auto listen = [&](ChildStream stream, std::string_view line) {
        if (stream == ChildStream::Output) {
            answer.lines.emplace_back(line);
        } else if (!line.empty() && answer.complaint.size() < kMostComplaint) {
            const auto own = line.starts_with(prefix) ? line.substr(prefix.size()) : line;
            answer.complaint += (answer.complaint.empty() ? "" : "; ") + std::string(own);
        }
        return true;
    };
    ASSIGN_OR_RETURN(const auto code, runChild(call, listen, stop));
    answer.code = code;
    return answer;
}

tl::unexpected<Error> complaintOf(const SlurmAnswer &answer, const char *command) {
    return fail(ErrorKind::ReadFailed,
                answer.complaint.empty() ? "failed with exit code " + std::to_string(answer.code) : answer.complaint,
                command);
}

/// Slurm puts numbers for what follows a %.
std::string logPattern(const std::string &folder) {
    std::string text;
    for (const char letter : folder) {
        text += letter == '%' ? "%%" : std::string(1, letter);
    }
    return text + "/%a.log";
}

/// "1-4,7"
std::string tasksText(const std::set<std::size_t> &tasks) {
    auto text = rangesText({tasks.begin(), tasks.end()});
    std::erase(text, ' ');
    return text;
}

}  // namespace

Result<SlurmArray> SlurmArray::fromText(const std::string &text) {
    const auto end = text.find(';');
    const auto id = text.substr(0, end);
    const auto cluster = end == std::string::npos ? std::string() : text.substr(end + 1);
    const bool isName = std::all_of(cluster.begin(), cluster.end(), [](char letter) {
        return std::string_view("-_.").find(letter) != std::string_view::npos || (letter >= '0' && letter <= '9') ||
               (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    });
    if (!isOf(id, kDigits) || !isName) {
        return fail(ErrorKind::Malformed, "answered '" + text + "', which is no number of a job", "sbatch");
    }
    return SlurmArray(id, cluster);
}

Result<SlurmArray> SlurmArray::submit(const SlurmRequest &request, const std::stop_token &stop) {
    std::vector<std::string> words{"sbatch", "--parsable", "--export=ALL", "--array=" + tasksText(request.tasks),
                                   "--output=" + logPattern(request.logs)};
    if (!request.partition.empty()) {
        words.push_back("--partition=" + request.partition);
    }
    words.push_back(request.script);
    words.insert(words.end(), request.words.begin(), request.words.end());
    ASSIGN_OR_RETURN(const auto answer, askSlurm(std::move(words), request.variables, stop));
    if (answer.code != 0) {
        return complaintOf(answer, "sbatch");
    }
    return fromText(answer.lines.empty() ? std::string() : answer.lines.back());
}

std::string SlurmArray::commandLine(const std::string &command) const {
    return command + ' ' + m_id + (m_cluster.empty() ? "" : " --clusters=" + m_cluster);
}

Result<SlurmState> slurmState(std::span<const std::string> lines) {
    SlurmState state;
    for (const auto &line : lines) {
        const auto space = std::min(line.find(' '), line.size());
        const auto name = std::string_view(line).substr(0, space);
        if (line.empty() || line.starts_with("CLUSTER:")) {
            continue;
        }
        if (!isOf(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_")) {
            return fail(ErrorKind::Malformed, "answered '" + line + "', which is no state of a job", "squeue");
        }
        const bool isWaiting = name == "PENDING";
        if (isWaiting && state.waiting == 0) {
            state.reason = line.substr(std::min(space + 1, line.size()));
        }
        (isWaiting ? state.waiting : state.running) += 1;
    }
    return state;
}

Result<SlurmState> SlurmArray::state(const std::stop_token &stop) const {
    std::vector<std::string> words{"squeue", "--noheader", "--array", "--format=%T %r", "--jobs=" + m_id};
    if (!m_cluster.empty()) {
        words.push_back("--clusters=" + m_cluster);
    }
    ASSIGN_OR_RETURN(const auto answer, askSlurm(std::move(words), {}, stop));
    if (answer.code != 0) {
        const bool isForgotten = answer.complaint.find("Invalid job id") != std::string::npos;
        return isForgotten ? Result<SlurmState>(SlurmState{}) : complaintOf(answer, "squeue");
    }
    return slurmState(answer.lines);
}

SlurmTaskLog slurmTaskLog(const std::string &logs, std::size_t task, std::size_t lines) {
    SlurmTaskLog log;
    std::ifstream file(std::filesystem::path(logs) / (std::to_string(task) + ".log"), std::ios::binary);
    file.seekg(0, std::ios::end);
    const auto size = static_cast<std::streamoff>(file.tellg());
    file.seekg(std::max<std::streamoff>(0, size - kReadOfLog));
    std::string text(kReadOfLog, '\0');
    file.read(text.data(), kReadOfLog);
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        log.tail.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    log.tail.erase(log.tail.begin(), log.tail.end() - static_cast<std::ptrdiff_t>(std::min(lines, log.tail.size())));
    constexpr std::string_view kMark = ": exit code ";  // resources/slurm/stagescope-digest.sbatch
    const auto last = log.tail.empty() ? std::string_view() : std::string_view(log.tail.back());
    const auto mark = last.starts_with("shard ") ? last.find(kMark) : std::string_view::npos;
    if (mark != std::string_view::npos) {
        const auto number = last.substr(mark + kMark.size());
        std::from_chars(number.data(), number.data() + number.size(), log.code);
    }
    return log;
}

}  // namespace stagescope
