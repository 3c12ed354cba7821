#pragma once

#include "core/advice/findings.h"
#include "core/analysis/blame/blame_study.h"
#include "core/analysis/tables/analysis.h"
#include "core/base/result.h"
#include "core/session/workspace.h"

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// How far loading is: 0 to 1 and a sentence.
using McpProgress = std::function<void(double share, const std::string &sentence)>;

/// A profile that an assistant opened, with a baseline where it asked for one. Immutable but for what is worked out
/// once. Any thread.
class McpProfile {
public:
    McpProfile(std::string handle, std::string path, std::shared_ptr<const Workspace> workspace, bool isWhole)
        : m_handle(std::move(handle)), m_path(std::move(path)), m_workspace(std::move(workspace)), m_isWhole(isWhole) {}

    /// From path, sizes and times of all files: the same as long as none of them changes.
    [[nodiscard]] const std::string &handle() const { return m_handle; }
    [[nodiscard]] const std::string &path() const { return m_path; }
    [[nodiscard]] const Workspace &workspace() const { return *m_workspace; }
    [[nodiscard]] const Run &run() const { return *m_workspace->mainRun(); }
    /// Whether all timelines are in memory; else tables that need them read them anew.
    [[nodiscard]] bool isWhole() const { return m_isWhole; }
    [[nodiscard]] std::shared_ptr<const Advice> advice(const std::stop_token &stop) const;
    [[nodiscard]] std::shared_ptr<const BlameStudy> blame(const std::stop_token &stop) const;
    /// A table with the defaults of its parameters where the input has none. Errors: of the analysis; BadArgument for
    /// parameters that it does not have.
    [[nodiscard]] Result<ResultTable> table(const AnalysisEntry &entry, AnalysisInput input,
                                            const std::stop_token &stop) const;
    /// An SQL statement over its tables.
    [[nodiscard]] Result<ResultTable> ask(const std::string &sql, const std::stop_token &stop) const;

private:
    std::string m_handle;
    std::string m_path;
    std::shared_ptr<const Workspace> m_workspace;
    bool m_isWhole;
    mutable std::mutex m_mutex;  ///< guards what follows
    mutable std::shared_ptr<const Advice> m_advice;
    mutable std::shared_ptr<const BlameStudy> m_blame;
};

/// The profiles that are open, the least recently used of more than four let go, and the results that may be read on.
/// Any thread; what is opened is loaded by one thread at a time.
class McpProfiles {
public:
    /// Profiles are opened below these folders (or are these files), links resolved; nowhere else.
    explicit McpProfiles(std::vector<std::string> roots) : m_roots(std::move(roots)) {}

    struct Opened {
        std::shared_ptr<const McpProfile> profile;
        std::shared_ptr<const McpProfile> closed;  ///< that made room for it; null: none
    };
    /// Errors: NoPermission outside of the roots; NotFound, BadArgument (several runs; the detail names them) and all
    /// that loading gives. `baseline` may be empty.
    [[nodiscard]] Result<Opened> open(const std::string &path, const std::string &baseline, const McpProgress &progress,
                                      const std::stop_token &stop);
    /// By handle; without one the only or last that was opened, where the last one could be opened: else the question
    /// would be answered for another. Errors: BadArgument, naming those that are open.
    [[nodiscard]] Result<std::shared_ptr<const McpProfile>> find(const std::string &handle);

    struct Kept {
        std::string handle;  ///< of the profile
        std::shared_ptr<const ResultTable> table;
    };
    /// "r12": the last 64 are kept.
    [[nodiscard]] std::string keep(const std::string &handle, std::shared_ptr<const ResultTable> table);
    [[nodiscard]] Result<Kept> kept(const std::string &result) const;

private:
    [[nodiscard]] Status allowed(const std::string &path) const;
    [[nodiscard]] Result<Opened> opened(const std::string &path, const std::string &baseline,
                                        const McpProgress &progress, const std::stop_token &stop);

    std::vector<std::string> m_roots;
    std::mutex m_loading;
    mutable std::mutex m_mutex;                                 ///< guards what follows
    std::vector<std::shared_ptr<const McpProfile>> m_profiles;  ///< the last used one is the last
    std::string m_failedPath;  ///< of the last that was to be opened, where that failed
    std::vector<std::pair<std::string, Kept>> m_results;
    std::size_t m_nextResult = 1;
};

}  // namespace stagescope
