#include "app/commands/digest_slurm.h"

#include "app/command_loading.h"
#include "app/output.h"
#include "app/process_guard.h"
#include "app/program.h"
#include "core/base/io/output_file.h"
#include "core/base/io/output_folder.h"
#include "core/base/io/small_file.h"
#include "core/base/words/ranges_text.h"
#include "core/export/digest/digest_merge.h"
#include "core/export/digest/slurm_array.h"
#include "core/session/discovery/discovery.h"
#include "core/session/output_place.h"

#include <QtCore/QFile>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>

namespace stagescope {

namespace {

constexpr const char *kProgramVariable = "STAGESCOPE_PROGRAM";
constexpr std::int64_t kUsualShards = 16;
constexpr std::int64_t kMostTasks = 1'000'000;
constexpr std::size_t kLinesOfLog = 10;
constexpr std::size_t kLogsShown = 5;

/// What one call has submitted, and what another one follows.
struct SubmittedArray {
    SlurmArray array;
    std::size_t shards;  ///< into how many the ranks are divided
    std::string what;    ///< what is digested (digestedText)
    std::set<std::size_t> tasks;
};

/// "level pipeline, ranks 0-3"
std::string digestedText(const DigestChoice &choice) {
    return "level " + std::string(bundleLevelText(choice.level)) +
           (choice.ranks.empty() ? ", all ranks" : ", ranks " + rangesText({choice.ranks.begin(), choice.ranks.end()}));
}

/// The folder beside the digests.
class SlurmFolder {
public:
    explicit SlurmFolder(const std::string &digests) {
        auto path = std::filesystem::absolute(digests).lexically_normal();
        path = path.has_filename() ? path : path.parent_path();
        m_path = path.string() + ".slurm";
    }

    [[nodiscard]] const std::string &path() const { return m_path; }
    [[nodiscard]] std::string scriptPath() const { return m_path + "/stagescope-digest.sbatch"; }

    [[nodiscard]] Status make() const {
        RETURN_IF_ERROR(makeFolders(m_path));
        QFile script(QStringLiteral(":/slurm/stagescope-digest.sbatch"));
        if (!script.open(QIODevice::ReadOnly)) {
            return fail(ErrorKind::Internal, "the script is not part of this program", scriptPath());
        }
        return writeWholeFile(scriptPath(), script.readAll().toStdString());
    }

    /// What these tasks said before would pass for what they say now.
    void removeLogs(const std::set<std::size_t> &tasks) const {
        for (const auto task : tasks) {
            std::error_code ignored;
            std::filesystem::remove(m_path + "/" + std::to_string(task) + ".log", ignored);
        }
    }

    [[nodiscard]] Status keep(const SubmittedArray &submitted) const {
        auto text = submitted.array.text() + "\n" + submitted.what + "\n" + std::to_string(submitted.shards) + "\n";
        for (const auto task : submitted.tasks) {
            text += std::to_string(task) + "\n";
        }
        return writeWholeFile(arrayPath(), text);
    }

    /// Nothing where no array was submitted, or what is there is not understood.
    [[nodiscard]] std::optional<SubmittedArray> kept() const {
        constexpr std::size_t kMostBytes = 16 << 20;
        const auto kept = readSmallFile(arrayPath(), kMostBytes);
        std::istringstream lines(kept ? *kept : std::string());
        std::string text;
        std::string what;
        std::size_t shards = 0;
        if (!std::getline(lines, text) || !std::getline(lines, what) || !(lines >> shards)) {
            return std::nullopt;
        }
        const auto array = SlurmArray::fromText(text);
        const std::set<std::size_t> tasks{std::istream_iterator<std::size_t>(lines), {}};
        const bool isSane = array && !tasks.empty() && *tasks.begin() >= 1 && *tasks.rbegin() <= shards;
        return isSane ? std::optional<SubmittedArray>({*array, shards, what, tasks}) : std::nullopt;
    }

private:
    [[nodiscard]] std::string arrayPath() const { return m_path + "/array"; }

    std::string m_path;
};

/// The options and the path that each shard gets as this process did.
std::vector<std::string> shardWords(const Arguments &arguments, std::size_t shards) {
    std::vector<std::string> words{std::to_string(shards)};
    const auto own = slurmOptions();
    for (const auto &[name, values] : arguments.options) {
        const auto isName = [&name = name](const OptionSpec &option) { return option.name == name; };
        if (std::any_of(own.begin(), own.end(), isName)) {
            continue;
        }
        words.push_back(name);
        if (!values.back().empty()) {
            words.push_back(values.back());
        }
    }
    words.insert(words.end(), {"--", arguments.positional[0]});
    return words;
}

/// A task or several of the script.
struct SlurmJob {
    std::vector<std::string> words;
    std::set<std::size_t> tasks;
};

Result<SlurmArray> submitted(const Arguments &arguments, const SlurmFolder &folder, const SlurmJob &job) {
    RETURN_IF_ERROR(folder.make());
    folder.removeLogs(job.tasks);
    SlurmRequest request{.script = folder.scriptPath(),
                         .words = job.words,
                         .tasks = job.tasks,
                         .logs = folder.path(),
                         .partition = arguments.value("--partition")};
    if (std::getenv(kProgramVariable) == nullptr) {
        request.variables[kProgramVariable] = programPath().toStdString();
    }
    return SlurmArray::submit(request);
}

/// `lacking`: from 0.
Result<SubmittedArray> submitShards(const Arguments &arguments, const SlurmFolder &folder, const DigestChoice &choice,
                                    const std::set<std::size_t> &lacking) {
    std::set<std::size_t> tasks;
    std::for_each(lacking.begin(), lacking.end(), [&](std::size_t shard) { tasks.insert(shard + 1); });
    ASSIGN_OR_RETURN(const auto array, submitted(arguments, folder, {shardWords(arguments, choice.shards), tasks}));
    SubmittedArray shards{array, choice.shards, digestedText(choice), std::move(tasks)};
    if (const auto kept = folder.keep(shards); !kept) {
        return fail(kept.error().kind,
                    kept.error().detail + "; the array is submitted: '" + array.commandLine("scancel") + "' ends it",
                    kept.error().where);
    }
    return shards;
}

std::string followText(const SlurmArray &array) {
    return "array " + array.text() + " goes on: the same command follows it again, '" +
           array.commandLine("squeue --jobs") + "' shows it, '" + array.commandLine("scancel") + "' ends it";
}

void showState(const SubmittedArray &submitted, const SlurmState &state) {
    const auto all = submitted.tasks.size();
    showProgress("array " + submitted.array.text() + ": " +
                 std::to_string(all - std::min(all, state.running + state.waiting)) + " of " + countText(all, "shard") +
                 " ended, " + std::to_string(state.running) + " running, " + std::to_string(state.waiting) +
                 " waiting" + (state.reason.empty() ? "" : " (" + state.reason + ")"));
}

/// Until none of its tasks runs or waits. A controller that does not answer for a while does not end an array.
Status waitForArray(const SubmittedArray &submitted) {
    constexpr std::chrono::milliseconds kSoonest{250};
    constexpr std::chrono::milliseconds kLatest{5000};
    constexpr int kPatience = 60;
    auto pause = kSoonest;
    int failures = 0;
    while (true) {
        const auto state = submitted.array.state();
        const bool isPassing =
            !state && (state.error().kind == ErrorKind::ReadFailed || state.error().kind == ErrorKind::Limit);
        if (!state && (!isPassing || ++failures > kPatience)) {
            return tl::make_unexpected(state.error());
        }
        if (state) {
            failures = 0;
            if (state->running + state->waiting == 0) {
                return {};
            }
            showState(submitted, *state);
        }
        std::this_thread::sleep_for(pause);
        pause = std::min(kLatest, pause * 2);
    }
}

/// Whoever stops it, or the errors of Slurm, get told what becomes of the array.
Status followArray(const SubmittedArray &submitted, const std::string &logs, bool isGoingOn) {
    const auto note = followText(submitted.array);
    setStopNote(note);
    printNote("array " + submitted.array.text() + (isGoingOn ? " goes on: " : " submitted: ") +
              countText(submitted.tasks.size(), "shard") + " of " + std::to_string(submitted.shards) + ", logs in " +
              logs);
    const auto ended = waitForArray(submitted);
    setStopNote({});
    showProgress({});
    return ended ? ended : Status(fail(ended.error().kind, ended.error().detail + "; " + note, ended.error().where));
}

void tellEnd(const SlurmFolder &folder, std::size_t task, std::size_t shards, const SlurmTaskLog &log) {
    const auto path = folder.path() + "/" + std::to_string(task) + ".log";
    printNote(path + ": shard " + std::to_string(task) + "/" + std::to_string(shards) +
              (log.tail.empty() ? ": it never began, or was ended before it said anything"
               : log.code < 0   ? ": it was ended"
                                : ": exit code " + std::to_string(log.code)));
    for (const auto &line : log.tail) {
        printNote("    " + line);
    }
}

/// What became of the tasks: their digests tell, and their logs.
int judgeShards(const SlurmFolder &folder, const SubmittedArray &submitted, const std::set<std::size_t> &lacking,
                bool allowsLoss) {
    std::size_t failed = 0;
    std::size_t lossy = 0;
    for (const auto task : submitted.tasks) {
        const auto log = slurmTaskLog(folder.path(), task, kLinesOfLog);
        const bool isFailed = log.code > 1 || (log.code < 0 && lacking.contains(task - 1));
        failed += isFailed ? 1 : 0;
        lossy += !isFailed && log.code == 1 ? 1 : 0;
        if ((isFailed || log.code == 1) && failed + lossy <= kLogsShown) {
            tellEnd(folder, task, submitted.shards, log);
        }
    }
    if (failed + lossy > kLogsShown) {
        printNote(folder.path() + ": the logs of " + std::to_string(failed + lossy - kLogsShown) + " more");
    }
    const auto all = submitted.tasks.size();
    if (!writeOut(std::to_string(all - failed) + " of " + countText(all, "shard") + " done" +
                  (lossy == 0 ? "" : ", " + std::to_string(lossy) + " with data loss") +
                  (failed == 0 ? "" : "; the same command submits the rest again") + "\n")) {
        return 2;
    }
    return failed > 0 ? 2 : lossy > 0 && !allowsLoss ? 1 : 0;
}

Error withHint(const Error &error) {
    const bool isAbsent = error.kind == ErrorKind::NotFound && (error.where == "sbatch" || error.where == "squeue");
    return {error.kind, error.detail + (isAbsent ? "; --slurm wants the commands of Slurm on this machine" : ""),
            error.where};
}

/// What an array of one task does when all digests are there: it is number 0, which no shard has. 2 where it failed.
int mergeOnSlurm(const Arguments &arguments, const SlurmFolder &beside, const std::string &folder) {
    const auto digests = discover(folder, RunId{0});
    if (!digests) {
        return printError(digests.error());
    }
    if (isMerged(*digests)) {
        return 0;
    }
    SlurmJob job{.words = {"merge", "--", std::filesystem::absolute(folder).string()}, .tasks = {0}};
    const auto array = submitted(arguments, beside, job);
    if (!array) {
        return printError(withHint(array.error()));
    }
    printNote("array " + array->text() + " submitted: clocks of all ranks");
    const auto ended = waitForArray({*array, 1, {}, job.tasks});
    showProgress({});
    if (!ended) {
        return printError(ended.error());
    }
    const auto after = discover(folder, RunId{0});
    if (!after || !isMerged(*after)) {
        const auto log = slurmTaskLog(beside.path(), 0, kLinesOfLog);
        printNote(beside.path() + "/0.log: the clocks of all ranks were not merged");
        std::for_each(log.tail.begin(), log.tail.end(), [](const auto &line) { printNote("    " + line); });
        return 2;
    }
    return writeOut("clocks of all ranks merged\n") ? 0 : 2;
}

/// How many shards, at most as many as ranks.
Result<std::size_t> shardsAsked(const Arguments &arguments, std::size_t ranks) {
    auto shards = kUsualShards;
    if (arguments.has("--array-size")) {
        shards = parseInteger(arguments.value("--array-size"), "--array-size").value_or(0);
        if (shards < 1 || shards > kMostTasks) {
            return badValue("--array-size", arguments.value("--array-size"), "a number of shards, at most a million");
        }
    }
    return std::min(ranks, static_cast<std::size_t>(shards));
}

}  // namespace

std::vector<OptionSpec> slurmOptions() {
    return {{"--slurm", "",
             "run as a Slurm array job and wait; run again to submit missing shards. Script, logs and job id: "
             "DIR.slurm"},
            {"--partition", "P", "Slurm partition (others: SBATCH_ACCOUNT, SBATCH_TIMELIMIT ...)"},
            {"--array-size", "N",
             "number of Slurm shards, at most the number of ranks (default: " + std::to_string(kUsualShards) + ")"}};
}

int digestOnSlurm(const Arguments &arguments, const Run &listed, DigestChoice choice, const std::string &folder) {
    const auto shards = shardsAsked(arguments, digestedRanks(listed, choice).size());
    if (!shards) {
        return printError(shards.error());
    }
    const SlurmFolder beside(folder);
    if (const auto status = checkOutputPlace(beside.path(), arguments.opened()); !status) {
        return printError(status.error());
    }
    auto submitted = beside.kept();
    const auto before = submitted ? submitted->array.state() : SlurmState{};
    if (!before) {
        return printError(withHint(before.error()));
    }
    const bool isGoingOn = before->running + before->waiting > 0;
    if (isGoingOn && submitted->what != digestedText(choice)) {
        return printError({ErrorKind::BadArgument,
                           "array " + submitted->array.text() + " writes other digests here (" + submitted->what +
                               "); '" + submitted->array.commandLine("scancel") + "' ends it",
                           folder});
    }
    choice.shards = isGoingOn ? submitted->shards : std::max<std::size_t>(1, *shards);
    const auto lacking = shardsToDo(listed, choice, folder);
    if (!lacking) {
        return printError(lacking.error());
    }
    if (!isGoingOn) {
        if (lacking->empty()) {
            return writeOut("all digests are there already\n") ? mergeOnSlurm(arguments, beside, folder) : 2;
        }
        auto made = submitShards(arguments, beside, choice, *lacking);
        if (!made) {
            return printError(withHint(made.error()));
        }
        submitted = std::move(*made);
    }
    if (const auto followed = followArray(*submitted, beside.path(), isGoingOn); !followed) {
        return printError(followed.error());
    }
    const auto left = shardsToDo(listed, choice, folder);
    if (!left) {
        return printError(left.error());
    }
    const int shardsCode = judgeShards(beside, *submitted, *left, arguments.has("--allow-loss"));
    return left->empty() ? std::max(shardsCode, mergeOnSlurm(arguments, beside, folder)) : shardsCode;
}

}  // namespace stagescope
