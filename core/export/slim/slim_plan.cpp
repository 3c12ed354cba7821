#include "core/export/slim/slim_plan.h"

#include "core/export/kept_time.h"
#include "core/store/tables/format_descriptor.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

using enum TableKind;
using enum Content;

using AnswerBits = unsigned;
constexpr AnswerBits bitOf(SlimAnswer answer) { return 1U << static_cast<unsigned>(answer); }
constexpr AnswerBits kP = bitOf(SlimAnswer::Pipeline);
constexpr AnswerBits kC = bitOf(SlimAnswer::Communication);
constexpr AnswerBits kM = bitOf(SlimAnswer::Memory);

/// What files have to tell to be of use. What is said of ranks, steps and settings always is, and operators of
/// communication, which bring the clocks of ranks together and tell their stages.
struct AnswerNeeds {
    SlimAnswer answer;
    std::string_view name;
    Yield contents;
};
constexpr auto kOfRun = Environment | Groups | Steps | StepTraceTime | CommOps | CommTimes;
constexpr std::array<AnswerNeeds, 3> kNeeds{{
    {SlimAnswer::Pipeline, "pipeline", kOfRun | PipelineCells | P2pOps | BusyIntervals | Timeline},
    {SlimAnswer::Communication, "communication",
     kOfRun | P2pOps | CommBandwidths | CommLinks | BusyIntervals | Timeline},
    {SlimAnswer::Memory, "memory", kOfRun | MemorySamples | MemoryOps | Snapshot},
}};
constexpr std::string_view kAllAnswers = "all";

/// Tables of databases; those that are not listed are for all answers alone. A name ends with '*' for all that begin
/// so.
struct TableNeed {
    std::string_view table;
    AnswerBits answers;
};
constexpr std::array<TableNeed, 30> kTableNeeds{{
    {"META_DATA", kP | kC | kM},
    {"HOST_INFO", kP | kC | kM},
    {"NPU_INFO", kP | kC | kM},
    {"RANK_DEVICE_MAP", kP | kC | kM},
    {"SESSION_TIME_INFO", kP | kC | kM},
    {"STEP_TIME", kP | kC | kM},
    {"STRING_IDS", kP | kC | kM},
    {"StepTraceTime", kP | kC | kM},
    {"ClusterStepTraceTime", kP | kC | kM},
    {"CommunicationGroupMapping", kP | kC | kM},
    {"StepTaskInfo", kP},
    {"MSTX_EVENTS", kP},
    {"ENUM_MSTX_EVENT_TYPE", kP},
    {"TASK", kP | kC},
    {"COMPUTE_TASK_INFO", kP | kC},
    {"COMMUNICATION_OP", kP | kC | kM},
    {"ENUM_HCCL_DATA_TYPE", kP | kC | kM},
    {"CommAnalyzerTime", kP | kC | kM},
    {"ClusterCommunicationTime", kP | kC | kM},
    {"ENUM_HCCL_*", kC},
    {"COMMUNICATION_TASK_INFO", kC},
    {"COMMUNICATION_SCHEDULE_TASK_INFO", kC},
    {"CommAnalyzer*", kC},
    {"ClusterCommunication*", kC},
    {"MEMORY_RECORD", kM},
    {"OP_MEMORY", kM},
    {"NPU_MEM", kM},
    {"NPU_MODULE_MEM", kM},
    {"NPU_OP_MEM", kM},
    {"ENUM_MODULE", kM},
}};

bool isNamed(std::string_view table, std::string_view pattern) {
    return pattern.ends_with('*') ? table.starts_with(pattern.substr(0, pattern.size() - 1)) : table == pattern;
}

AnswerBits bitsOf(const std::vector<SlimAnswer> &answers) {
    AnswerBits bits = 0;
    for (const auto answer : answers) {
        bits |= bitOf(answer);
    }
    return bits;
}

/// What was found of one file; one that several ranks share is of all of them.
struct KnownUse {
    FileSource file;
    std::vector<int> ranks{};
    bool isChosen = false;
    std::optional<RankRange> window{};
    std::set<std::int64_t> steps{};
    bool isUncut = false;  ///< a rank or the cluster needs all of it
};

class SlimPlanner {
public:
    SlimPlanner(const Run &run, const SlimChoice &choice, const std::stop_token &stop)
        : m_run(run), m_choice(choice), m_stop(stop), m_bits(bitsOf(choice.answers)) {
        std::error_code error;
        m_root = fs::is_directory(run.path, error) ? fs::path(run.path) : fs::path(run.path).parent_path();
    }

    Result<std::vector<SlimPart>> plan() {
        for (const auto &capture : m_run.captures) {
            RETURN_IF_ERROR(addCapture(capture));
        }
        if (!m_hasSteps.value_or(true)) {
            return fail(ErrorKind::NotFound, "no rank has any of these steps", m_run.path);
        }
        for (const auto &snapshot : m_run.snapshots) {
            add(snapshot.file, snapshot.rank ? std::vector<int>{*snapshot.rank} : std::vector<int>{}, {});
        }
        for (const auto &file : m_run.clusterFiles) {
            add(file, {}, {});
        }
        if (m_stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled", m_run.path);
        }
        addRest();
        return parts();
    }

private:
    [[nodiscard]] bool isWanted(int rank) const {
        return m_choice.ranks.empty() ||
               std::find(m_choice.ranks.begin(), m_choice.ranks.end(), rank) != m_choice.ranks.end();
    }

    Status addCapture(const RankCapture &capture) {
        std::optional<KeptTime> kept;
        // Of a rank with several captures some may hold other steps.
        const bool isUsed = m_run.capture(capture.rank) == &capture;
        if (m_choice.steps && isWanted(capture.rank)) {
            const auto [first, last] = *m_choice.steps;
            kept = keptSteps(capture, first, last);
            if (!kept && isUsed) {
                return fail(ErrorKind::NotFound, "rank " + std::to_string(capture.rank) + " has none of these steps",
                            m_run.path);
            }
            m_hasSteps = m_hasSteps.value_or(false) || (kept && !kept->steps.empty());
            kept = kept && kept->hasAllSteps ? std::nullopt : std::move(kept);
        }
        for (const auto &file : capture.files) {
            add(file, {capture.rank}, kept);
        }
        return {};
    }

    void add(const FileSource &file, const std::vector<int> &ranks, const std::optional<KeptTime> &kept) {
        auto &use = m_known.try_emplace(file.path, KnownUse{file}).first->second;
        use.ranks.insert(use.ranks.end(), ranks.begin(), ranks.end());
        use.isChosen = use.isChosen || file.chosen;
        const bool isAsked = ranks.empty() || isWanted(ranks.front());
        use.isUncut = use.isUncut || (isAsked && !kept);
        if (kept && kept->window) {
            const auto own = use.window.value_or(*kept->window);
            use.window = {std::min(own.begin, kept->window->begin), std::max(own.end, kept->window->end)};
        }
        if (kept) {
            use.steps.insert(kept->steps.begin(), kept->steps.end());
        }
    }

    /// What lies there and is known to nobody.
    void addRest() {
        std::error_code error;
        if (!fs::is_directory(m_run.path, error)) {
            return;
        }
        constexpr auto kOptions = fs::directory_options::skip_permission_denied;
        for (fs::recursive_directory_iterator it(m_root, kOptions, error), end; !error && it != end;
             it.increment(error)) {
            std::error_code ignored;
            if (it->is_regular_file(ignored) && !m_stop.stop_requested()) {
                FileSource file;
                file.path = it->path().string();
                const auto size = it->file_size(ignored);
                file.size = ignored ? 0 : size;
                m_known.try_emplace(file.path, KnownUse{file});
            }
        }
    }

    [[nodiscard]] SlimReason reasonOf(const KnownUse &use) const {
        if (use.file.format.empty()) {
            return SlimReason::NotRead;
        }
        const auto isAsked = [this](int rank) { return isWanted(rank); };
        if (!use.ranks.empty() && std::none_of(use.ranks.begin(), use.ranks.end(), isAsked)) {
            return SlimReason::OtherRank;
        }
        if (!use.isChosen) {
            return SlimReason::ToldTwice;
        }
        const auto contents = formatDescriptor(use.file.format).all();
        const bool isUseful =
            (m_bits & bitOf(SlimAnswer::All)) != 0 || std::any_of(kNeeds.begin(), kNeeds.end(), [&](const auto &need) {
                return (m_bits & bitOf(need.answer)) != 0 && contents.hasAny(need.contents);
            });
        return isUseful ? SlimReason::Kept : SlimReason::NotAsked;
    }

    [[nodiscard]] std::vector<SlimPart> parts() const {
        std::vector<SlimPart> result;
        for (const auto &[path, use] : m_known) {
            SlimPart part{use.file, fs::path(path).lexically_relative(m_root).generic_string(), reasonOf(use), {}};
            const bool isInside = !part.name.empty() && !part.name.starts_with("..") && part.name != ".";
            if (!isInside) {
                part.name = path;
                part.reason = part.reason == SlimReason::Kept ? SlimReason::NotRead : part.reason;
            }
            if (!use.isUncut) {
                part.cut.window = use.window;
                part.cut.steps = use.steps;
            }
            if ((m_bits & bitOf(SlimAnswer::All)) == 0) {
                part.cut.keepsTable = [bits = m_bits](std::string_view table) { return slimKeepsTable(table, bits); };
            }
            result.push_back(std::move(part));
        }
        return result;
    }
    static bool slimKeepsTable(std::string_view table, AnswerBits bits) {
        return std::any_of(kTableNeeds.begin(), kTableNeeds.end(), [&](const TableNeed &need) {
            return (need.answers & bits) != 0 && isNamed(table, need.table);
        });
    }

    const Run &m_run;
    const SlimChoice &m_choice;
    const std::stop_token &m_stop;
    AnswerBits m_bits;
    std::optional<bool> m_hasSteps{};  ///< any rank that was asked for those that were
    fs::path m_root;
    std::map<std::string, KnownUse> m_known;  ///< by path
};

}  // namespace

std::optional<SlimAnswer> slimAnswerFromText(std::string_view text) {
    const auto *it = std::find_if(kNeeds.begin(), kNeeds.end(), [&](const auto &need) { return need.name == text; });
    return it != kNeeds.end()    ? std::optional(it->answer)
           : text == kAllAnswers ? std::optional(SlimAnswer::All)
                                 : std::nullopt;
}

std::string_view slimAnswerText(SlimAnswer answer) {
    return answer == SlimAnswer::All ? kAllAnswers : kNeeds.at(static_cast<std::size_t>(answer)).name;
}

std::string_view slimReasonText(SlimReason reason) {
    switch (reason) {
        case SlimReason::Kept:
            return "kept";
        case SlimReason::NotRead:
            return "not used by any view or table";
        case SlimReason::ToldTwice:
            return "duplicate of another file";
        case SlimReason::NotAsked:
            return "not needed for the chosen data";
        case SlimReason::OtherRank:
            return "rank not selected";
        case SlimReason::Unreadable:
            break;
    }
    return "could not be read";
}

std::string slimBase(const Run &run) {
    const auto isWhole = [&](const RankCapture &capture) { return capture.folder == run.path; };
    return std::any_of(run.captures.begin(), run.captures.end(), isWhole) ? run.label : std::string{};
}

Result<std::vector<SlimPart>> slimPlan(const Run &run, const SlimChoice &choice, const std::stop_token &stop) {
    return SlimPlanner(run, choice, stop).plan();
}

}  // namespace stagescope
