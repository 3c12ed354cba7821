#include "core/base/words/producer_words.h"

#include "core/base/words/resource_texts.h"

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

/// A file that is no dialect is a fault of the build: tests read each of them.
std::vector<Dialect> builtInDialects() {
    std::vector<Dialect> dialects;
    for (const auto text : resourceTexts("dialects")) {
        if (auto dialect = parseDialect(text)) {
            dialects.push_back(std::move(*dialect));
        }
    }
    std::stable_partition(dialects.begin(), dialects.end(), [](const Dialect &dialect) { return !dialect.isLayer; });
    return dialects;
}

template <class Texts>
bool hasAny(const NameList &list, const Texts &texts) {
    return !list.isEmpty() &&
           std::any_of(texts.begin(), texts.end(), [&](std::string_view text) { return list.has(text); });
}

bool isSeen(const Dialect &dialect, const TraceSigns &signs) {
    const auto &seen = dialect.seen;
    return hasAny(seen.category, signs.categories) || hasAny(seen.process, signs.processes) ||
           hasAny(seen.thread, signs.threads) || hasAny(seen.member, signs.members) || hasAny(seen.name, signs.names);
}

}  // namespace

ProducerWords::ProducerWords(std::vector<Dialect> dialects) : m_dialects(std::move(dialects)) {
    for (std::size_t i = 0; i < m_dialects.size(); ++i) {
        auto &sources = m_sources.emplace_back();
        for (std::size_t other = 0; other < m_dialects.size(); ++other) {
            if (other == i || m_dialects[other].isLayer || m_dialects[other].name == m_dialects[i].like) {
                sources.push_back(other);
            }
        }
    }
}

const ProducerWords &ProducerWords::builtIn() {
    static const ProducerWords words(builtInDialects());
    return words;
}

const Dialect *ProducerWords::dialect(std::string_view name) const {
    const auto it =
        std::find_if(m_dialects.begin(), m_dialects.end(), [&](const Dialect &d) { return d.name == name; });
    return it == m_dialects.end() ? nullptr : &*it;
}

CategoryWord ProducerWords::category(std::string_view category) const {
    CategoryWord found;
    for (std::size_t i = 0; i < m_dialects.size() && !category.empty(); ++i) {
        for (const auto &known : m_dialects[i].categories) {
            if (known.names.names(category)) {
                return {known.means, i};
            }
            if (found.means == EventMeaning::None && known.names.has(category)) {
                found = {known.means, i};
            }
        }
    }
    return found;
}

LaneWord ProducerWords::lane(std::string_view process, std::string_view thread) const {
    LaneWord found;
    for (std::size_t i = 0; i < m_dialects.size(); ++i) {
        for (const auto &lane : m_dialects[i].lanes) {
            const bool isProcess = lane.process.isEmpty() || lane.process.has(process);
            if (!isProcess || !(lane.thread.isEmpty() || lane.thread.has(thread))) {
                continue;
            }
            if (!lane.process.isEmpty()) {
                return {lane.holds, i};
            }
            found = found.holds == LaneMeaning::None ? LaneWord{lane.holds, i} : found;
        }
    }
    return found;
}

bool ProducerWords::means(NameMeaning meaning, std::string_view name, std::size_t dialect) const {
    const auto &sources = m_sources.at(dialect);
    const auto letters = NameList::lettersOf(name);
    return std::any_of(sources.begin(), sources.end(), [&](std::size_t source) {
        return m_dialects[source].names.at(static_cast<std::size_t>(meaning)).has(name, letters);
    });
}

bool ProducerWords::means(NameMeaning meaning, std::string_view name) const {
    const auto letters = NameList::lettersOf(name);
    return std::any_of(m_dialects.begin(), m_dialects.end(), [&](const Dialect &dialect) {
        return dialect.names.at(static_cast<std::size_t>(meaning)).has(name, letters);
    });
}

bool ProducerWords::isStep(std::string_view name) const {
    const auto letters = NameList::lettersOf(name);
    return std::any_of(m_dialects.begin(), m_dialects.end(),
                       [&](const Dialect &d) { return d.steps.has(name, letters); });
}

std::optional<std::int64_t> ProducerWords::stepNumber(std::string_view name) const {
    for (const auto &dialect : m_dialects) {
        if (const auto number = dialect.steps.numberIn(name)) {
            return number;
        }
    }
    return std::nullopt;
}

bool ProducerWords::isStepArgument(std::string_view key) const {
    return !key.empty() &&
           std::ranges::any_of(m_dialects, [&](const Dialect &dialect) { return dialect.stepArgument == key; });
}

bool ProducerWords::isProgramStep(std::string_view name) const {
    return std::any_of(m_dialects.begin(), m_dialects.end(),
                       [&](const Dialect &dialect) { return dialect.programSteps.has(name); });
}

std::optional<std::int64_t> ProducerWords::programStepNumber(std::string_view name) const {
    for (const auto &dialect : m_dialects) {
        if (const auto number = dialect.programSteps.numberIn(name)) {
            return number;
        }
    }
    return std::nullopt;
}

std::optional<RoleWork> ProducerWords::roleWork(std::string_view name) const {
    const auto letters = NameList::lettersOf(name);
    for (const auto &dialect : m_dialects) {
        const auto fits = std::find_if(dialect.roles.begin(), dialect.roles.end(),
                                       [&](const NameList &list) { return list.has(name, letters); });
        if (fits != dialect.roles.end()) {
            return static_cast<RoleWork>(fits - dialect.roles.begin());
        }
    }
    return std::nullopt;
}

std::vector<const Dialect *> dialectsIn(const ProducerWords &words, const TraceSigns &signs) {
    std::vector<const Dialect *> found;
    for (const auto &dialect : words.dialects()) {
        if (isSeen(dialect, signs)) {
            found.push_back(&dialect);
        }
    }
    const auto isReplaced = [&](const Dialect *dialect) {
        return std::any_of(found.begin(), found.end(), [&](const Dialect *other) {
            return std::find(other->over.begin(), other->over.end(), dialect->name) != other->over.end();
        });
    };
    std::vector<const Dialect *> result;
    std::copy_if(found.begin(), found.end(), std::back_inserter(result),
                 [&](const Dialect *dialect) { return !isReplaced(dialect); });
    const bool hasProducer = std::any_of(result.begin(), result.end(), [](const Dialect *d) { return !d->isLayer; });
    return hasProducer ? result : std::vector<const Dialect *>{};
}

}  // namespace stagescope
