#include "app/table_loading.h"

#include "app/command_choice.h"
#include "app/command_identity.h"
#include "app/command_loading.h"
#include "app/output.h"
#include "core/advice/rule_measures.h"
#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/rank_tables.h"
#include "core/base/io/memory_limit.h"
#include "core/formats/format_list.h"
#include "core/session/discovery/discovery.h"
#include "core/session/loading/lean_run.h"
#include "core/session/loading/rank_stream.h"
#include "core/session/loading/source_loader.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace stagescope {

namespace {

bool isOf(const std::vector<int> &ranks, int rank) {
    return ranks.empty() || std::ranges::find(ranks, rank) != ranks.end();
}

std::uint64_t deepBytes(const Run &listed, const std::vector<int> &ranks) {
    std::set<std::string> seen;  // a file of several ranks is listed in each
    std::uint64_t bytes = 0;
    for (const auto &capture : listed.captures) {
        const bool isNew = std::ranges::any_of(
            capture.files, [&](const FileSource &file) { return file.chosen && seen.insert(file.path).second; });
        bytes += isNew && isOf(ranks, capture.rank) ? loadCost(capture.files, LoadDepth::Deep, formatList()) : 0;
    }
    return bytes;
}

/// Decides how deep a run is loaded for its questions, and loads it.
class LoadingForTables {
public:
    LoadingForTables(Run listed, const std::vector<TableQuestion> &questions, const std::vector<int> &ranks)
        : m_listed(std::move(listed)),
          m_questions(questions),
          m_ranks(ranks),
          m_isLarge(memoryLimit() != 0 && m_listed.captures.size() > 1 &&
                    deepBytes(m_listed, ranks) > memoryLimit() / 4) {}

    Result<Run> run() {
        const bool needsDeep =
            anyOf([](const TableQuestion &question) { return isDeep(question) && !isByRank(question); });
        const bool mayBeLean =
            m_isLarge && !anyOf([](const TableQuestion &question) {
                return question.needsFirstEvent || (isDeep(question) && !isByRank(question) && !question.entry->isLean);
            });
        if (needsDeep && !mayBeLean) {
            return load(LoadDepth::Deep);
        }
        auto shallow = load(LoadDepth::Shallow);
        if (!shallow || !anyOf([&](const TableQuestion &question) { return needsMore(question, *shallow); })) {
            return shallow;
        }
        if (canStream(*shallow)) {
            return streamedRun(std::move(*shallow), m_ranks, progress("read"));
        }
        if (mayBeLean) {
            auto lean = leanRun(std::move(*shallow), m_ranks, &measureForRules, progress("measured"));
            showProgress({});
            return lean;
        }
        return load(LoadDepth::Deep);
    }

private:
    static bool isDeep(const TableQuestion &question) { return question.entry->depth == LoadDepth::Deep; }
    static bool isByRank(const TableQuestion &question) { return isMadeByRank(*question.entry, question.input); }
    [[nodiscard]] bool anyOf(const std::function<bool(const TableQuestion &)> &is) const {
        return std::ranges::any_of(m_questions, is);
    }
    [[nodiscard]] Result<Run> load(LoadDepth depth) const { return loadListedForCommand(m_listed, depth, m_ranks); }
    static std::function<void(std::size_t, std::size_t)> progress(const char *what) {
        return [what](std::size_t done, std::size_t whole) {
            showProgress(std::to_string(done) + " of " + countText(whole, "rank") + " " + what);
        };
    }
    /// Steps that only timelines may tell.
    [[nodiscard]] bool lacksStep(const TableQuestion &question, const Run &shallow) const {
        const auto lacks = [&](const std::optional<std::int64_t> &step) {
            return step && !stepsThereAre(shallow, m_ranks).contains(*step);
        };
        const auto &other = question.input.comparedWith;
        return needsDeepForSteps(shallow) && (lacks(question.input.step) || (other && lacks(other->step)));
    }
    [[nodiscard]] bool needsMore(const TableQuestion &question, const Run &shallow) const {
        const auto needs = question.entry->needsDeep;
        return isDeep(question) || question.needsFirstEvent || (needs != nullptr && needs(shallow)) ||
               lacksStep(question, shallow);
    }
    /// Whether nothing but what the tables go through rank by rank, the clocks among the rest, may need timelines.
    [[nodiscard]] bool canStream(const Run &shallow) const {
        return shallow.snapshots.empty() && !needsDeepForCells(shallow) && !needsDeepForCommOps(shallow) &&
               !needsDeepForSteps(shallow) && !anyOf([&](const TableQuestion &question) {
                   return question.needsFirstEvent || (!isByRank(question) && needsMore(question, shallow));
               });
    }

    Run m_listed;
    const std::vector<TableQuestion> &m_questions;
    const std::vector<int> &m_ranks;
    bool m_isLarge;
};

}  // namespace

std::uint64_t deepBytesOf(const std::string &path) {
    const auto listed = discover(path, RunId{0});
    return listed ? deepBytes(*listed, {}) : 0;
}

Result<Run> loadForTables(const std::string &path, RunId id, const std::vector<TableQuestion> &questions,
                          const std::vector<int> &ranks) {
    auto listed = discover(path, id);
    if (const auto isOne = listed ? requireOneRun(*listed, path) : Status{}; !isOne) {
        return tl::make_unexpected(isOne.error());
    }
    return listed ? LoadingForTables(std::move(*listed), questions, ranks).run()
                  : loadWhateverItIs(path, id, LoadDepth::Shallow, ranks);
}

namespace {

std::vector<TableQuestion> questionsOfRules() { return {{analysisById("findings")}}; }

}  // namespace

Result<Run> loadForRules(const std::string &path, RunId id) { return loadForTables(path, id, questionsOfRules()); }

Result<Run> loadForRules(Run listed) {
    const auto questions = questionsOfRules();
    const std::vector<int> all;
    return LoadingForTables(std::move(listed), questions, all).run();
}

}  // namespace stagescope
