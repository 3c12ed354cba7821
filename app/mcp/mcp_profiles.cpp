#include "app/mcp/mcp_profiles.h"

#include "app/command_choice.h"
#include "app/command_clock.h"
#include "app/command_identity.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/table_loading.h"
#include "core/analysis/tables/time_bounds.h"
#include "core/ask/ask_engine.h"
#include "core/base/io/memory_limit.h"
#include "core/base/words/nearest_names.h"
#include "core/base/words/step_pattern.h"
#include "core/session/discovery/discovery.h"
#include "core/session/loading/kept_steps.h"
#include "core/session/loading/load_job.h"
#include "core/session/run_names.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::size_t kMostProfiles = 4;
constexpr std::size_t kMostResults = 64;

std::string realPath(const std::string &path) {
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
    return real ? std::string(real.get()) : std::string();
}

/// The ranges that its user takes for steps, until another profile is loaded. What is kept may have been written by
/// hand: what is no pattern is none.
std::string useKeptSteps(const std::string &path) {
    auto kept = keptSteps(path);
    if (!StepPattern::choose(kept)) {
        kept.clear();
        std::ignore = StepPattern::choose(kept);
    }
    return kept;
}

std::string handleOf(const Run &run, const std::string &baseline, const std::string &steps) {
    std::uint64_t hash = 1469598103934665603ULL;
    const auto mix = [&hash](const std::string &text) {
        for (const char c : text) {
            hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
        }
    };
    mix(run.path + '\n' + baseline + (steps.empty() ? steps : '\n' + steps));
    const auto mixFile = [&](const FileSource &file) {
        mix(file.path + '\n' + std::to_string(file.size) + '\n' + std::to_string(file.mtimeNs) + '\n');
    };
    for (const auto &capture : run.captures) {
        std::for_each(capture.files.begin(), capture.files.end(), mixFile);
    }
    for (const auto &snapshot : run.snapshots) {
        mixFile(snapshot.file);
    }
    constexpr std::string_view kLetters = "abcdefghjkmnpqrstuvwxyz23456789";
    std::string handle = "p";
    for (int i = 0; i < 4; ++i) {
        handle += kLetters[hash % kLetters.size()];
        hash /= kLetters.size();
    }
    return handle;
}

/// All of it, timelines too.
Result<Run> loadedWhole(Run listed, const McpProgress &progress, const std::stop_token &stop) {
    const auto path = listed.path;
    LoadJob::Options options;
    options.autoDeepBytes = std::numeric_limits<std::uint64_t>::max();
    options.deepBudgetBytes = std::numeric_limits<std::uint64_t>::max();
    const auto id = listed.id;
    options.listed = std::move(listed);
    LoadJob job(path, id, std::move(options));
    job.wait([&](const LoadStatus &status) {
        if (stop.stop_requested()) {
            job.cancel();
        }
        progress(
            static_cast<double>(status.bytesDone) / static_cast<double>(std::max<std::uint64_t>(status.bytesTotal, 1)),
            progressText(status));
    });
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled", path);
    }
    if (const auto error = job.error()) {
        return tl::make_unexpected(*error);
    }
    return *job.snapshot();
}

struct McpLoaded {
    Run run;
    bool isWhole = true;
};

Result<McpLoaded> loadedForMcp(Run listed, const McpProgress &progress, const std::stop_token &stop) {
    const auto path = listed.path;
    const auto id = listed.id;
    McpLoaded loaded;
    loaded.isWhole = memoryLimit() == 0 || deepBytesOf(path) <= memoryLimit() / 4;
    ASSIGN_OR_RETURN(auto run,
                     loaded.isWhole ? loadedWhole(std::move(listed), progress, stop) : loadForRules(path, id));
    RETURN_IF_ERROR(requireReadable(run, path));
    RETURN_IF_ERROR(requireOneRun(run, path));
    setClock(run, ClockChoice::Aligned);
    loaded.run = std::move(run);
    return loaded;
}

}  // namespace

std::shared_ptr<const Advice> McpProfile::advice(const std::stop_token &stop) const {
    const std::scoped_lock lock(m_mutex);
    if (m_advice == nullptr) {
        auto advice = std::make_shared<const Advice>(adviceFor(run(), {}, stop));
        if (stop.stop_requested()) {
            return advice;
        }
        m_advice = std::move(advice);
    }
    return m_advice;
}

std::shared_ptr<const BlameStudy> McpProfile::blame(const std::stop_token &stop) const {
    const std::scoped_lock lock(m_mutex);
    if (m_blame == nullptr) {
        auto study = std::make_shared<const BlameStudy>(run(), stop);
        if (stop.stop_requested()) {
            return study;
        }
        m_blame = std::move(study);
    }
    return m_blame;
}

Result<ResultTable> McpProfile::table(const AnalysisEntry &entry, AnalysisInput input,
                                      const std::stop_token &stop) const {
    std::map<std::string, std::string> parameters;
    std::vector<std::string> names;
    for (const auto &spec : entry.parameters) {
        parameters[spec.name] = spec.defaultValue;
        names.push_back(spec.name);
    }
    for (const auto &[name, value] : input.parameters) {
        if (!parameters.contains(name)) {
            return fail(ErrorKind::BadArgument, "table " + entry.id + " has no parameter " + name +
                                                    nearestNames(name, names) + "; describe(words: \"" + entry.id +
                                                    "\") lists them");
        }
        parameters[name] = value;
    }
    input.parameters = std::move(parameters);
    input.workspace = m_workspace.get();
    const bool needsDeep = entry.depth == LoadDepth::Deep || (entry.needsDeep != nullptr && entry.needsDeep(run()));
    const auto answer = [&]() -> Result<ResultTable> {
        const auto chosen = checkChoice(*input.workspace, {input.ranks, input.step, {}, {}});
        return chosen ? entry.run(input, stop) : tl::make_unexpected(chosen.error());
    };
    if (m_isWhole || !needsDeep) {
        return answer();
    }
    Workspace anew;
    for (const auto &run : m_workspace->runs) {
        auto loaded = loadForTables(run.path, run.id, {{&entry, input}}, input.ranks);
        RETURN_IF_ERROR(loaded);
        loaded->role = run.role;
        loaded->label = run.label;
        loaded->clock = run.clock;
        anew.runs.push_back(std::move(*loaded));
    }
    input.workspace = &anew;
    return answer();
}

Result<ResultTable> McpProfile::ask(const std::string &sql, const std::stop_token &stop) const {
    ASSIGN_OR_RETURN(const auto reads, readsOf(sql));
    AskLimits limits;
    limits.time = std::chrono::seconds(20);
    limits.mostRows = 100'000;
    if (const auto bounds = timeBounds(run())) {
        limits.firstEvent = ns(bounds->begin);
    }
    AnalysisInput input;
    Workspace anew;
    input.workspace = m_workspace.get();
    if (!m_isWhole) {
        std::vector<TableQuestion> questions;
        if (reads.needsTimelines) {
            return fail(ErrorKind::Limit,
                        "the timelines of this profile are too large to be held: use other tables than "
                        "slice, track, counter and flow, or start the server with more --memory");
        }
        for (const auto &id : reads.tables) {
            AnalysisInput own;
            for (const auto &spec : analysisById(id)->parameters) {
                own.parameters[spec.name] = spec.defaultValue;
            }
            questions.push_back({analysisById(id), std::move(own)});
        }
        for (const auto &run : m_workspace->runs) {
            ASSIGN_OR_RETURN(auto loaded,
                             questions.empty() ? Result<Run>(run) : loadForTables(run.path, run.id, questions));
            loaded.role = run.role;
            loaded.clock = run.clock;
            anew.runs.push_back(std::move(loaded));
        }
        input.workspace = &anew;
    }
    return stagescope::ask(input, sql, limits, stop);
}

Status McpProfiles::allowed(const std::string &path) const {
    const auto real = realPath(path);
    if (real.empty()) {
        return fail(ErrorKind::NotFound, "there is nothing at this path", path);
    }
    const bool isBelow = std::any_of(m_roots.begin(), m_roots.end(), [&](const std::string &root) {
        const auto own = realPath(root);
        return !own.empty() && (real == own || own == "/" || real.starts_with(own + '/'));
    });
    return isBelow ? Status{}
                   : fail(ErrorKind::NoPermission,
                          "outside of the folders that this server may read; start it with --root FOLDER", path);
}

Result<McpProfiles::Opened> McpProfiles::open(const std::string &path, const std::string &baseline,
                                              const McpProgress &progress, const std::stop_token &stop) {
    auto answer = opened(path, baseline, progress, stop);
    const std::scoped_lock lock(m_mutex);
    m_failedPath = answer ? std::string() : path;
    return answer;
}

Result<McpProfiles::Opened> McpProfiles::opened(const std::string &path, const std::string &baseline,
                                                const McpProgress &progress, const std::stop_token &stop) {
    for (const auto &one : {path, baseline}) {
        RETURN_IF_ERROR(one.empty() && one != path ? Status{} : allowed(one));
    }
    const std::scoped_lock loading(m_loading);
    ASSIGN_OR_RETURN(auto listed, discover(path, RunId{0}, stop));
    RETURN_IF_ERROR(requireOneRun(listed, path));
    const auto handle = handleOf(listed, baseline, useKeptSteps(path));
    {
        const std::scoped_lock lock(m_mutex);
        const auto it = std::find_if(m_profiles.begin(), m_profiles.end(),
                                     [&](const auto &profile) { return profile->handle() == handle; });
        if (it != m_profiles.end()) {
            std::rotate(it, it + 1, m_profiles.end());
            return Opened{m_profiles.back(), nullptr};
        }
    }
    ASSIGN_OR_RETURN(auto loaded, loadedForMcp(std::move(listed), progress, stop));
    auto workspace = std::make_shared<Workspace>();
    const auto whole = loaded.run.path;
    bool isWhole = loaded.isWhole;
    workspace->runs.push_back(std::move(loaded.run));
    if (!baseline.empty()) {
        auto other = discover(baseline, RunId{1}, stop);
        ASSIGN_OR_RETURN(auto base,
                         other ? loadedForMcp(std::move(*other), progress, stop) : tl::make_unexpected(other.error()));
        isWhole = isWhole && base.isWhole;
        base.run.role = RunRole::Baseline;
        workspace->runs.push_back(std::move(base.run));
        labelRuns(workspace->runs);
    }
    Opened answer{std::make_shared<const McpProfile>(handle, whole, std::move(workspace), isWhole), nullptr};
    const std::scoped_lock lock(m_mutex);
    m_profiles.push_back(answer.profile);
    if (m_profiles.size() > kMostProfiles) {
        answer.closed = m_profiles.front();
        m_profiles.erase(m_profiles.begin());
    }
    return answer;
}

Result<std::shared_ptr<const McpProfile>> McpProfiles::find(const std::string &handle) {
    const std::scoped_lock lock(m_mutex);
    if (m_profiles.empty()) {
        return fail(ErrorKind::BadArgument, "no profile is open: call open_profile first");
    }
    const auto it = handle.empty() ? std::prev(m_profiles.end())
                                   : std::find_if(m_profiles.begin(), m_profiles.end(),
                                                  [&](const auto &profile) { return profile->handle() == handle; });
    const bool isUnsaid = handle.empty() && !m_failedPath.empty();
    if (it == m_profiles.end() || isUnsaid) {
        std::string open;
        for (const auto &profile : m_profiles) {
            open += (open.empty() ? "" : ", ") + profile->handle() + " (" + profile->path() + ")";
        }
        return fail(ErrorKind::BadArgument,
                    (isUnsaid ? m_failedPath + " could not be opened: say which profile is meant. Open: "
                              : "no open profile " + handle + "; it changed, or was closed to save memory. Open: ") +
                        open);
    }
    auto found = *it;
    std::rotate(it, it + 1, m_profiles.end());
    return found;
}

std::string McpProfiles::keep(const std::string &handle, std::shared_ptr<const ResultTable> table) {
    const std::scoped_lock lock(m_mutex);
    auto id = "r" + std::to_string(m_nextResult++);
    m_results.emplace_back(id, Kept{handle, std::move(table)});
    if (m_results.size() > kMostResults) {
        m_results.erase(m_results.begin());
    }
    return id;
}

Result<McpProfiles::Kept> McpProfiles::kept(const std::string &result) const {
    const std::scoped_lock lock(m_mutex);
    const auto it =
        std::find_if(m_results.begin(), m_results.end(), [&](const auto &one) { return one.first == result; });
    return it == m_results.end() ? Result<Kept>(fail(ErrorKind::BadArgument,
                                                     "result " + result + " is no longer kept: run the query again"))
                                 : Result<Kept>(it->second);
}

}  // namespace stagescope
