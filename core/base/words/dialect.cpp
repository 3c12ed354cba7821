#include "core/base/words/dialect.h"

#include "core/base/text.h"

#include <simdjson.h>

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

constexpr std::string_view kNumber = "<n>";

/// Words of a data file and what they mean.
template <class Meaning>
using Words = std::pair<std::string_view, Meaning>;

constexpr auto kEventWords = std::to_array<Words<EventMeaning>>({{"operator", EventMeaning::Operator},
                                                                 {"python", EventMeaning::Python},
                                                                 {"queue", EventMeaning::Queue},
                                                                 {"call", EventMeaning::Call},
                                                                 {"kernel", EventMeaning::Kernel},
                                                                 {"fill", EventMeaning::Fill},
                                                                 {"copy", EventMeaning::Copy},
                                                                 {"wait", EventMeaning::Wait},
                                                                 {"range", EventMeaning::Range},
                                                                 {"device_range", EventMeaning::DeviceRange},
                                                                 {"summary", EventMeaning::Summary},
                                                                 {"launch", EventMeaning::Launch}});
constexpr auto kLaneWords = std::to_array<Words<LaneMeaning>>({{"host", LaneMeaning::Host},
                                                               {"operators", LaneMeaning::Operators},
                                                               {"calls", LaneMeaning::Calls},
                                                               {"ranges", LaneMeaning::Ranges},
                                                               {"stream", LaneMeaning::Stream},
                                                               {"groups", LaneMeaning::Groups},
                                                               {"planes", LaneMeaning::Planes},
                                                               {"summary", LaneMeaning::Summary},
                                                               {"steps", LaneMeaning::Steps}});
constexpr auto kNameWords = std::to_array<Words<NameMeaning>>({{"communication", NameMeaning::Communication},
                                                               {"marker", NameMeaning::Marker},
                                                               {"copy", NameMeaning::Copy},
                                                               {"fill", NameMeaning::Fill},
                                                               {"host_wait", NameMeaning::HostWait},
                                                               {"host_communication", NameMeaning::HostCommunication},
                                                               {"host_copy", NameMeaning::HostCopy},
                                                               {"load", NameMeaning::Load},
                                                               {"compile", NameMeaning::Compile},
                                                               {"collect", NameMeaning::Collect},
                                                               {"allocate", NameMeaning::Allocate},
                                                               {"launch", NameMeaning::LaunchCall}});
static_assert(kNameWords.size() == kNameMeanings);
constexpr auto kRoleWords = std::to_array<Words<RoleWork>>({{"rollout", RoleWork::Rollout},
                                                            {"actor_log_prob", RoleWork::ActorLogProb},
                                                            {"reference", RoleWork::Reference},
                                                            {"values", RoleWork::Values},
                                                            {"reward", RoleWork::Reward},
                                                            {"advantage", RoleWork::Advantage},
                                                            {"update", RoleWork::Update},
                                                            {"critic_update", RoleWork::CriticUpdate},
                                                            {"weight_sync", RoleWork::WeightSync},
                                                            {"sample_wait", RoleWork::SampleWait},
                                                            {"validation", RoleWork::Validation},
                                                            {"checkpoint", RoleWork::Checkpoint}});
static_assert(kRoleWords.size() == kRoleWorks);

template <class List>
auto meaningOf(const List &words, std::string_view word) -> std::optional<decltype(words[0].second)> {
    const auto it = std::find_if(words.begin(), words.end(), [&](const auto &known) { return known.first == word; });
    return it == words.end() ? std::nullopt : std::optional(it->second);
}

/// Whether a text fits a pattern of literals and `*`.
template <class Same>
bool fitsStars(std::string_view pattern, std::string_view text, Same same) {
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t star = std::string_view::npos;
    std::size_t from = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            from = t;
        } else if (p < pattern.size() && same(pattern[p], text[t])) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++from;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

/// Where a number ends that begins there; `at` when none does.
std::size_t numberEnd(std::string_view text, std::size_t at) {
    auto end = at;
    while (end < text.size() && isDigit(text[end])) {
        ++end;
    }
    return end;
}

/// Reads the members of a data file; the first thing that is wrong with it is kept.
class DialectReader {
public:
    explicit DialectReader(Dialect &dialect) : m_dialect(dialect) {}

    void read(simdjson::dom::object object) {
        for (const auto &[key, value] : object) {
            readMember(key, value);
        }
        if (m_dialect.name.empty()) {
            complain("a dialect needs a name");
        }
    }
    [[nodiscard]] const std::string &error() const { return m_error; }

private:
    void readMember(std::string_view key, simdjson::dom::element value) {
        if (key == "name" || key == "platform" || key == "like") {
            (key == "name" ? m_dialect.name : key == "platform" ? m_dialect.platform : m_dialect.like) = text(value);
        } else if (key == "step_argument") {
            m_dialect.stepArgument = text(value);
        } else if (key == "layer") {
            m_dialect.isLayer = value.is_bool() && bool(value);
        } else if (key == "serves") {
            m_dialect.serves = value.is_bool() && bool(value);
        } else if (key == "over") {
            forEachText(value, [&](std::string_view name) { m_dialect.over.emplace_back(name); });
        } else if (key == "steps" || key == "program_steps") {
            addAll(value, key == "steps" ? m_dialect.steps : m_dialect.programSteps);
        } else if (key == "seen") {
            forEachMember(value, [&](std::string_view what, simdjson::dom::element list) { readSeen(what, list); });
        } else if (key == "categories") {
            forEachMember(value, [&](std::string_view what, simdjson::dom::element list) { readCategory(what, list); });
        } else if (key == "names") {
            forEachMember(value, [&](std::string_view what, simdjson::dom::element list) { readNames(what, list); });
        } else if (key == "roles") {
            forEachMember(value, [&](std::string_view what, simdjson::dom::element list) { readRole(what, list); });
        } else if (key == "lanes") {
            readLanes(value);
        } else {
            complain("unknown member " + std::string(key));
        }
    }

    void readSeen(std::string_view what, simdjson::dom::element list) {
        auto &seen = m_dialect.seen;
        const std::array<Words<NameList *>, 5> places{{{"category", &seen.category},
                                                       {"process", &seen.process},
                                                       {"thread", &seen.thread},
                                                       {"member", &seen.member},
                                                       {"name", &seen.name}}};
        const auto place = meaningOf(places, what);
        place ? addAll(list, **place) : complain("unknown evidence " + std::string(what));
    }
    void readCategory(std::string_view what, simdjson::dom::element list) {
        if (const auto meaning = meaningOf(kEventWords, what)) {
            addAll(list, m_dialect.categories.emplace_back(Dialect::Category{.means = *meaning}).names);
        } else {
            complain("unknown meaning of a category " + std::string(what));
        }
    }
    void readNames(std::string_view what, simdjson::dom::element list) {
        if (const auto meaning = meaningOf(kNameWords, what)) {
            addAll(list, m_dialect.names.at(static_cast<std::size_t>(*meaning)));
        } else {
            complain("unknown meaning of a name " + std::string(what));
        }
    }
    void readRole(std::string_view what, simdjson::dom::element list) {
        if (const auto work = meaningOf(kRoleWords, what)) {
            addAll(list, m_dialect.roles.at(static_cast<std::size_t>(*work)));
        } else {
            complain("unknown role " + std::string(what));
        }
    }
    void readLanes(simdjson::dom::element value) {
        simdjson::dom::array lanes;
        if (value.get(lanes) != simdjson::SUCCESS) {
            complain("lanes are a list");
            return;
        }
        for (const simdjson::dom::element entry : lanes) {
            auto &lane = m_dialect.lanes.emplace_back();
            forEachMember(entry, [&](std::string_view key, simdjson::dom::element word) {
                if (key == "process" || key == "thread") {
                    (key == "process" ? lane.process : lane.thread).add(text(word));
                } else if (const auto holds = meaningOf(kLaneWords, text(word)); key == "holds" && holds) {
                    lane.holds = *holds;
                } else {
                    complain("unknown member of a lane " + std::string(key));
                }
            });
        }
    }

    void addAll(simdjson::dom::element value, NameList &list) {
        forEachText(value, [&](std::string_view pattern) { list.add(pattern); });
    }
    template <class Fn>
    void forEachText(simdjson::dom::element value, Fn &&fn) {
        simdjson::dom::array list;
        if (value.get(list) != simdjson::SUCCESS) {
            complain("patterns are a list of texts");
            return;
        }
        for (const simdjson::dom::element entry : list) {
            fn(text(entry));
        }
    }
    template <class Fn>
    void forEachMember(simdjson::dom::element value, Fn &&fn) {
        simdjson::dom::object object;
        if (value.get(object) != simdjson::SUCCESS) {
            complain("an object is expected");
            return;
        }
        for (const auto &[key, member] : object) {
            fn(key, member);
        }
    }
    std::string_view text(simdjson::dom::element value) {
        std::string_view result;
        if (value.get(result) != simdjson::SUCCESS || result.empty()) {
            complain("a text is expected");
        }
        return result;
    }
    void complain(std::string what) { m_error = m_error.empty() ? std::move(what) : m_error; }

    Dialect &m_dialect;
    std::string m_error;
};

}  // namespace

std::string_view roleWorkName(RoleWork work) {
    return std::find_if(kRoleWords.begin(), kRoleWords.end(), [&](const auto &word) { return word.second == work; })
        ->first;
}

void NameList::add(std::string_view pattern) {
    Pattern added;
    added.isExcluded = pattern.starts_with('!');
    pattern.remove_prefix(added.isExcluded ? 1 : 0);
    const auto number = pattern.find(kNumber);
    added.hasNumber = number != std::string_view::npos;
    added.before = pattern.substr(0, number);
    added.behind = added.hasNumber ? pattern.substr(number + kNumber.size()) : std::string_view{};
    added.letters = lettersOf(added.before) | lettersOf(added.behind);
    m_patterns.push_back(std::move(added));
}

bool NameList::fits(const Pattern &pattern, std::string_view name, std::optional<std::int64_t> *number) const {
    const auto same = [&](char a, char b) {
        return a == b || (a == '_' && b == ' ') || (!m_heedsCase && lowerCase(a) == lowerCase(b));
    };
    if (!pattern.hasNumber) {
        return fitsStars(pattern.before, name, same);
    }
    for (auto at = name.find_first_of("0123456789"); at < name.size();
         at = name.find_first_of("0123456789", numberEnd(name, at))) {
        const auto end = numberEnd(name, at);
        if (fitsStars(pattern.before, name.substr(0, at), same) && fitsStars(pattern.behind, name.substr(end), same)) {
            if (number != nullptr) {
                *number = wholeNumber<std::int64_t>(name.substr(at, end - at));
            }
            return true;
        }
    }
    return false;
}

std::uint64_t NameList::lettersOf(std::string_view text) {
    std::uint64_t letters = 0;
    for (const char c : text) {
        const auto letter = static_cast<unsigned char>(c == '_' ? ' ' : lowerCase(c));
        letters |= c == '*' ? 0 : std::uint64_t{1} << (letter % 64U);
    }
    return letters;
}

bool NameList::has(std::string_view name, std::uint64_t letters) const {
    bool isIn = false;
    for (const auto &pattern : m_patterns) {
        if ((pattern.letters & ~letters) == 0 && (pattern.isExcluded || !isIn) && fits(pattern, name, nullptr)) {
            isIn = !pattern.isExcluded;
        }
    }
    return isIn;
}

bool NameList::names(std::string_view name) const {
    return std::any_of(m_patterns.begin(), m_patterns.end(), [&](const Pattern &pattern) {
        return !pattern.hasNumber && !pattern.isExcluded && pattern.before == name;
    });
}

std::optional<std::int64_t> NameList::numberIn(std::string_view name) const {
    std::optional<std::int64_t> number;
    const auto it = std::find_if(m_patterns.begin(), m_patterns.end(), [&](const Pattern &pattern) {
        return !pattern.isExcluded && fits(pattern, name, &number);
    });
    return it == m_patterns.end() ? std::nullopt : number;
}

Result<Dialect> parseDialect(std::string_view json) {
    simdjson::dom::parser parser;
    simdjson::dom::object object;
    if (parser.parse(json.data(), json.size()).get(object) != simdjson::SUCCESS) {
        return fail(ErrorKind::Malformed, "a dialect is an object of JSON");
    }
    Dialect dialect;
    DialectReader reader(dialect);
    reader.read(object);
    if (!reader.error().empty()) {
        return fail(ErrorKind::Malformed, reader.error());
    }
    return dialect;
}

}  // namespace stagescope
