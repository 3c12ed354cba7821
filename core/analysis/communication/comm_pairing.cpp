#include "core/analysis/communication/comm_pairing.h"

#include "core/analysis/communication/comm_parameters.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace stagescope {

namespace {

struct OperatorName {
    std::string_view type;
    std::int64_t number = -1;
    std::string_view rest;
};

/// Nothing for a name of another form.
std::optional<OperatorName> parsed(std::string_view name) {
    const auto at = name.find("__");
    const auto digits = at == std::string_view::npos ? at : name.find_first_not_of("0123456789", at + 2);
    if (digits == std::string_view::npos || digits == at + 2 || name[digits] != '_') {
        return std::nullopt;
    }
    std::int64_t number = -1;
    const auto *begin = name.data() + digits + 1;
    const auto [end, error] = std::from_chars(begin, name.data() + name.size(), number);
    if (error != std::errc{} || number < 0) {
        return std::nullopt;
    }
    return OperatorName{name.substr(0, at), number, name.substr(static_cast<std::size_t>(end - name.data()))};
}

/// Step, group and name of a row.
using Words = std::tuple<std::string, std::string, std::string>;

Words wordsOf(const CommLink &link) { return {link.step, link.group, link.name}; }

/// Which words of the run stand for words of the baseline.
class Dictionary {
public:
    Dictionary(const MatrixSide &run, const MatrixSide &baseline, const StepPairs &steps)
        : m_run(run), m_baseline(baseline), m_steps(steps) {
        m_numbers.learn(baseline.matrix.links);
        for (const auto &[group, key] : run.groups) {
            m_groups.try_emplace(key, group);
        }
        learnNames();
    }

    /// One for each step that the baseline's is paired with.
    [[nodiscard]] const std::vector<Words> &translated(const CommLink &link) {
        // Links of one operator stand together.
        if (m_last == nullptr || m_lastWords != wordsOf(link)) {
            m_lastWords = wordsOf(link);
            const auto [it, isNew] = m_known.try_emplace(m_lastWords);
            if (isNew) {
                translate(link, it->second);
            }
            m_last = &it->second;
        }
        return *m_last;
    }

private:
    void learnNames() {
        OperatorNumbers numbers;
        numbers.learn(m_run.matrix.links);
        Words last;
        for (const auto &link : m_run.matrix.links) {
            if (auto words = wordsOf(link); words != last) {
                m_names.try_emplace({link.step, link.group, numbers.plainName(link.step, link.group, link.name)},
                                    link.name);
                last = std::move(words);
            }
        }
    }
    void translate(const CommLink &link, std::vector<Words> &into) const {
        const auto key = m_baseline.groups.find(link.group);
        const auto group = key == m_baseline.groups.end() ? m_groups.end() : m_groups.find(key->second);
        const auto &ownGroup = group == m_groups.end() ? link.group : group->second;
        const auto plain = m_numbers.plainName(link.step, link.group, link.name);
        for (const auto &[own, other] : m_steps) {
            if (other == link.step) {
                const auto name = m_names.find({own, ownGroup, plain});
                into.emplace_back(own, ownGroup, name == m_names.end() ? link.name : name->second);
            }
        }
    }

    const MatrixSide &m_run;
    const MatrixSide &m_baseline;
    const StepPairs &m_steps;
    OperatorNumbers m_numbers;                    ///< of the baseline
    std::map<std::string, std::string> m_groups;  ///< of the run, by key
    std::map<Words, std::string> m_names;         ///< of the run, by step, group and plain name
    std::map<Words, std::vector<Words>> m_known;
    Words m_lastWords;
    const std::vector<Words> *m_last = nullptr;
};

}  // namespace

StepPairs pairedSteps(std::span<const std::string> steps, std::span<const std::string> ofBaseline) {
    StepPairs pairs;
    for (const auto &step : steps) {
        if (std::find(ofBaseline.begin(), ofBaseline.end(), step) != ofBaseline.end()) {
            pairs.emplace_back(step, step);
        }
    }
    for (std::size_t i = 0; pairs.size() <= i && i < std::min(steps.size(), ofBaseline.size()); ++i) {
        pairs.emplace_back(steps[i], ofBaseline[i]);
    }
    return pairs;
}

CommGroupKeys commGroupKeys(std::vector<CommGroupRow> groups) {
    std::stable_sort(groups.begin(), groups.end(), [](const auto &a, const auto &b) {
        return std::tie(a.ranks, a.isP2p, a.name, a.group) < std::tie(b.ranks, b.isP2p, b.name, b.group);
    });
    CommGroupKeys keys;
    std::map<std::string, int> numbers;
    for (const auto &group : groups) {
        const auto ranks = joinedRanks(group.ranks);
        const auto [it, isNew] = keys.try_emplace(group.group);
        if (isNew) {
            it->second = ranks + "#" + std::to_string(numbers[ranks]++);
        }
    }
    return keys;
}

void OperatorNumbers::learn(const std::string &step, const std::string &group, std::string_view name) {
    if (const auto parts = parsed(name)) {
        const auto [it, isNew] = m_first.try_emplace({step, group, std::string(parts->type)}, parts->number);
        it->second = std::min(it->second, parts->number);
    }
}

std::string OperatorNumbers::plainName(const std::string &step, const std::string &group,
                                       const std::string &name) const {
    const auto parts = parsed(name);
    if (!parts) {
        return name;
    }
    const auto it = m_first.find({step, group, std::string(parts->type)});
    const auto first = it == m_first.end() ? 0 : it->second;
    return std::string(parts->type) + "#" + std::to_string(parts->number - first) + std::string(parts->rest);
}

CommMatrix inWordsOf(const MatrixSide &run, const MatrixSide &baseline, const StepPairs &steps,
                     const std::stop_token &stop) {
    Dictionary dictionary(run, baseline, steps);
    CommMatrix result;
    for (std::size_t i = 0; i < baseline.matrix.links.size(); ++i) {
        if (i % 4096 == 0 && stop.stop_requested()) {
            return {};
        }
        const auto &link = baseline.matrix.links[i];
        for (const auto &words : dictionary.translated(link)) {
            auto &added = result.links.emplace_back(link);
            std::tie(added.step, added.group, added.name) = words;
        }
    }
    return result;
}

}  // namespace stagescope
