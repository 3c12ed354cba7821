#include "core/session/discovery/rank_names.h"

#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/session/discovery/number_words.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <ranges>
#include <set>

namespace stagescope {

namespace {

constexpr std::size_t kMinStampDigits = 12;

/// What counts processes in the words of a program, not in those of a job.
bool countsProcesses(const FoundNumber &found) {
    return found.axis == NumberAxis::Letter || found.axis == NumberAxis::Worker;
}

/// A rank by itself. "rank0" beside "local_rank0" is the global one; a node names no rank, and "node1_rank0" may be
/// either.
std::optional<FoundNumber> findRank(std::string_view name) {
    auto numbers = numbersIn(name);
    std::erase_if(numbers, &countsProcesses);
    // "mp_rank_03" alone, where there is no other axis: "worker0_mp_rank_03" has none.
    const bool isOfModel = numbers.size() == 1 && lengthOfWord(name.substr(numbers.front().begin), kModelParallel) > 0;
    return isOfModel ? std::optional(numbers.front()) : rankAmong(numbers);
}

/// "worker-0_101.17.json" is process 101 of a host that is called worker-0, "host1_101.17.json" of one called host1.
std::vector<FoundNumber> numbersInFile(std::string_view name) {
    auto numbers = numbersIn(name);
    const auto process = processInName(name).size();
    std::erase_if(numbers, [process](const FoundNumber &found) {
        const bool isOfHost = found.axis == NumberAxis::Worker || found.axis == NumberAxis::Node;
        return isOfHost && found.end < process;
    });
    return numbers;
}

/// "3" of "trace.json.3" and "trace.json.3.gz".
std::string_view numberBehindEnding(std::string_view name) {
    const auto behind = name.substr(plainName(name).size());
    return digitsAt(behind, std::min(behind.find_first_of("0123456789"), behind.size()));
}

std::string_view stem(std::string_view name) { return name.substr(0, name.find('.')); }

constexpr auto kAxes = static_cast<std::size_t>(NumberAxis::Rank);
static_assert(static_cast<std::size_t>(NumberAxis::Node) + 1 == kAxes, "the node is the slowest");
/// A number for each dimension; -1 = the name does not tell it.
using PlaceNumbers = std::array<int, kAxes>;

/// Nothing where the name tells a rank, or no place; a rank `within` the place stands for the local one. Of the parts
/// of a path the deepest that tells a dimension counts: "tp2_pp2/tp0.json".
std::optional<PlaceNumbers> placeIn(std::string_view path, bool within = false, bool withStages = true) {
    PlaceNumbers place;
    place.fill(-1);
    int stage = -1;
    for (auto end = path.size(); end != std::string_view::npos;) {
        const auto slash = end == 0 ? std::string_view::npos : path.rfind('/', end - 1);
        const auto begin = slash == std::string_view::npos ? 0 : slash + 1;
        const auto above = place;
        const auto numbers = numbersIn(path.substr(begin, end - begin));
        if (!within && rankAmong(numbers)) {
            return std::nullopt;
        }
        for (const auto &number : numbers | std::views::reverse) {
            const auto axis =
                static_cast<std::size_t>(number.axis == NumberAxis::Rank ? NumberAxis::Local : number.axis);
            if (axis < kAxes && above.at(axis) < 0) {
                place.at(axis) = number.number;
            }
            stage = number.axis == NumberAxis::Stage && stage < 0 ? number.number : stage;
        }
        end = slash;
    }
    constexpr auto kPp = static_cast<std::size_t>(NumberAxis::Pp);
    const bool isBeside = std::ranges::any_of(place, [](int number) { return number >= 0; });
    place.at(kPp) = withStages && isBeside && place.at(kPp) < 0 ? stage : place.at(kPp);
    // A node tells where local ranks and dimensions are, and by itself nothing.
    const bool tells = std::any_of(place.begin(), std::prev(place.end()), [](int number) { return number >= 0; });
    return tells ? std::optional(place) : std::nullopt;
}

/// What each dimension counts: as few dimensions as tell all places apart, since where DP follows from TP, TP alone is
/// the rank. Nothing where those that are counted from 0 do not tell them apart.
std::optional<PlaceNumbers> factorsOf(const std::vector<std::optional<PlaceNumbers>> &places) {
    constexpr int kMost = 1 << 20;
    std::set<PlaceNumbers> all;
    for (const auto &place : places) {
        if (place) {
            all.insert(*place);
        }
    }
    PlaceNumbers factors{};
    std::set<PlaceNumbers> apart;
    bool isAnyFromZero = false;
    int size = 1;
    for (std::size_t axis = 0; axis < kAxes && apart.size() < all.size(); ++axis) {
        const auto [least, most] = std::minmax_element(
            all.begin(), all.end(),
            [axis](const PlaceNumbers &a, const PlaceNumbers &b) { return a.at(axis) < b.at(axis); });
        const bool isNodeAlone = axis + 1 == kAxes && !isAnyFromZero;
        if (least->at(axis) != 0 || size > kMost || isNodeAlone) {
            continue;
        }
        isAnyFromZero = true;
        auto more = factors;
        more.at(axis) = size;
        std::set<PlaceNumbers> found;
        for (auto place : all) {
            for (std::size_t other = 0; other < kAxes; ++other) {
                place.at(other) = more.at(other) == 0 ? 0 : place.at(other);
            }
            found.insert(place);
        }
        if (found.size() > std::max<std::size_t>(apart.size(), 1) || all.size() == 1) {
            factors = more;
            size *= most->at(axis) + 1;
            apart = std::move(found);
        }
    }
    return all.empty() || apart.size() < all.size() ? std::nullopt : std::optional(factors);
}

/// "dp0_tp0_rank0.json" beside "dp1_tp0_rank0.json": each engine counts its ranks from 0. Not so "ep0_rank0.json"
/// beside "ep1_rank0.json": one rank in two epochs.
bool areRanksWithin(std::span<const std::string> names) {
    std::map<int, PlaceNumbers> first;
    for (const auto &path : names) {
        const auto name = lastPart(path);
        const auto rank = rankAmong(numbersIn(name));
        auto place = rank ? placeIn(name, true) : std::nullopt;
        for (const auto axis : place ? std::vector{NumberAxis::Local, NumberAxis::Ep} : std::vector<NumberAxis>{}) {
            place->at(static_cast<std::size_t>(axis)) = -1;
        }
        if (place && first.try_emplace(rank->number, *place).first->second != *place) {
            return true;
        }
    }
    return false;
}

}  // namespace

bool isBareNumber(std::string_view name) { return !name.empty() && digitsAt(name, 0).size() == name.size(); }

std::optional<int> rankInFolderName(std::string_view name) {
    const auto numbers = numbersIn(name);
    if (const auto found = rankAmong(numbers)) {
        return found->number;
    }
    return isBareNumber(name) ? toRank(name) : std::nullopt;
}

std::optional<int> rankInFileName(std::string_view name) {
    if (const auto rank = findRank(name)) {
        return rank->number;
    }
    const auto numbers = numbersInFile(name);
    for (const auto axis : {NumberAxis::Letter, NumberAxis::Worker}) {
        if (const auto found = rankAmong(numbers, axis)) {
            return found->number;
        }
    }
    const auto behind = toRank(numberBehindEnding(name));
    return !behind && isBareNumber(stem(name)) ? toRank(stem(name)) : behind;
}

bool tellsRank(std::string_view name) { return findRank(name).has_value(); }

bool isBareRank(std::string_view name, int rank) {
    return wholeNumber<int>(stem(name)) == rank || wholeNumber<int>(numberBehindEnding(name)) == rank;
}

std::vector<std::optional<int>> ranksByPlace(std::span<const std::string> names, bool withStages) {
    const bool areWithin = areRanksWithin(names);
    std::vector<std::optional<PlaceNumbers>> places(names.size());
    std::optional<PlaceNumbers> factors;
    for (const bool areStages : {withStages, false}) {  // "stage1_gpu0" and "stage2_gpu0" in turn: two trainings
        if (!factors) {
            std::ranges::transform(names, places.begin(),
                                   [&](const std::string &name) { return placeIn(name, areWithin, areStages); });
            factors = factorsOf(places);
        }
    }
    std::vector<std::optional<int>> result(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (factors && places[i]) {
            int rank = 0;
            for (std::size_t axis = 0; axis < kAxes; ++axis) {
                rank += factors->at(axis) * std::max(places[i]->at(axis), 0);
            }
            result[i] = rank;
        }
    }
    return result;
}

std::optional<int> rankBehindDate(std::string_view name) {
    const auto text = stem(name);
    const auto digits = numberBeforeEnding(name);
    if (digits.empty() || digits.size() + 1 >= text.size() || text[text.size() - digits.size() - 1] != '_') {
        return std::nullopt;
    }
    const auto before = text.substr(0, text.size() - digits.size() - 1);
    const auto date = before.substr(before.find_last_of('_') + 1);
    const bool isDate = digitsAt(date, 0).size() == 4 && std::count(date.begin(), date.end(), '-') >= 2 &&
                        std::all_of(date.begin(), date.end(), [](char c) { return isDigit(c) || c == '-'; });
    return isDate ? toRank(digits) : std::nullopt;
}

std::string_view numberBeforeEnding(std::string_view name) {
    const auto text = stem(name);
    auto begin = text.size();
    while (begin > 0 && isDigit(text[begin - 1])) {
        --begin;
    }
    return text.substr(begin);
}

std::optional<int> rankInSuffix(std::string_view name) { return toRank(numberBeforeEnding(name)); }

std::string captureLabelInName(std::string_view name) {
    for (const std::string_view ending : {"_ascend_pt", "_ascend_ms"}) {
        if (name.ends_with(ending)) {
            name.remove_suffix(ending.size());
        }
    }
    if (isBareNumber(name) && toRank(name)) {
        return {};
    }
    auto numbers = numbersInFile(name);
    std::erase_if(numbers, [](const FoundNumber &found) {
        return found.axis == NumberAxis::Stage || found.axis == NumberAxis::Setting;
    });
    // "trace_r1_rank0", "actor0_rank0": where another number is the rank, these tell runs and roles apart.
    if (std::ranges::any_of(numbers,
                            [](const FoundNumber &f) { return !countsProcesses(f) && f.axis != NumberAxis::Other; })) {
        std::erase_if(numbers, &countsProcesses);
    }
    std::string label;
    std::size_t done = 0;
    const auto take = [&](std::size_t end) {
        for (; done < end; ++done) {
            const bool isDouble = isSeparator(name[done]) && (label.empty() || isSeparator(label.back()));
            label += isDouble ? std::string() : std::string(1, name[done]);
        }
    };
    for (const auto &number : numbers) {
        take(number.begin);
        done = number.end;
    }
    take(name.size());
    while (!label.empty() && isSeparator(label.back())) {
        label.pop_back();
    }
    return label;
}

bool tellsLocalRank(std::string_view name) {
    const auto numbers = numbersIn(name);
    return rankAmong(numbers, NumberAxis::Local) && !rankAmong(numbers);
}

bool tellsPlace(std::string_view name) { return placeIn(name).has_value(); }

std::optional<int> stageInName(std::string_view name) {
    const auto stage = rankAmong(numbersIn(name), NumberAxis::Stage);
    return stage ? std::optional(stage->number) : std::nullopt;
}

bool tellsSamePlace(std::string_view name, std::string_view other) {
    const auto own = placeIn(name);
    const auto its = placeIn(other);
    for (std::size_t axis = 0; own && its && axis < kAxes; ++axis) {
        if (its->at(axis) >= 0 && own->at(axis) < 0) {
            return false;
        }
    }
    return own && its;
}

bool tellsNode(std::string_view name) {
    return std::ranges::any_of(numbersIn(name), [](const FoundNumber &f) { return f.axis == NumberAxis::Node; });
}

std::optional<NamedPart> partInName(std::string_view name) {
    for (const std::string_view word : {"part", "slice", "shard"}) {
        for (std::size_t i = 1; i < name.size(); ++i) {
            const auto found =
                isSeparator(name[i - 1]) ? wordAndNumber(name, i, {word, NumberAxis::Other, 4}) : std::nullopt;
            if (found) {
                return NamedPart{std::string(name.substr(0, i - 1)) + std::string(name.substr(found->end)),
                                 found->number};
            }
        }
    }
    for (auto of = name.find("of"); of != std::string_view::npos; of = name.find("of", of + 1)) {
        auto begin = of > 0 && isSeparator(name[of - 1]) ? of - 1 : of;
        const auto numberEnd = begin;
        while (begin > 0 && isDigit(name[begin - 1])) {
            --begin;
        }
        const auto from = of + 2 < name.size() && isSeparator(name[of + 2]) ? of + 3 : of + 2;
        const auto number = toRank(name.substr(begin, numberEnd - begin), 5);
        const auto count = digitsAt(name, from);
        if (number && toRank(count, 5) && begin > 0 && isSeparator(name[begin - 1])) {
            return NamedPart{std::string(name.substr(0, begin - 1)) + std::string(name.substr(from + count.size())),
                             *number};
        }
    }
    return std::nullopt;
}

std::string_view processInName(std::string_view name) {
    const auto process = stem(name);
    const auto digits = numberBeforeEnding(name);
    const auto rest = name.substr(process.size());
    const auto stamp = rest.size() > 1 ? digitsAt(rest, 1) : std::string_view{};
    constexpr std::size_t kLeastStamp = 9;
    const bool isHandler = stamp.size() >= kLeastStamp && digits.size() + 1 < process.size() && !digits.empty() &&
                           process[process.size() - digits.size() - 1] == '_';
    return isHandler ? process : std::string_view{};
}

std::string_view stampInName(std::string_view name) {
    std::string_view best;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto digits = digitsAt(name, i);
        if (digits.size() >= kMinStampDigits && digits.size() > best.size()) {
            best = digits;
        }
        i += digits.size();
    }
    return best;
}

namespace {

/// The digits behind the first "key"; empty where the end of the text may cut them.
std::string_view digitsInJson(std::string_view text, std::string_view key) {
    const std::string quoted = '"' + std::string(key) + '"';
    auto at = text.find(quoted);
    if (at == std::string_view::npos) {
        return {};
    }
    at += quoted.size();
    for (const std::string_view skipped : {" \t\r\n", ":", " \t\r\n\""}) {
        at = std::min(text.find_first_not_of(skipped, at), text.size());
    }
    const auto digits = digitsAt(text, at);
    return at + digits.size() < text.size() ? digits : std::string_view{};
}

}  // namespace

std::optional<int> numberInJson(std::string_view text, std::string_view key) { return toRank(digitsInJson(text, key)); }

std::optional<std::int64_t> longNumberInJson(std::string_view text, std::string_view key) {
    constexpr std::size_t kMost = 19;
    const auto digits = digitsInJson(text, key);
    return digits.size() > kMost ? std::nullopt : wholeNumber<std::int64_t>(digits);
}

std::vector<std::optional<int>> ranksOfProcesses(std::span<const std::string> names) {
    std::vector<std::optional<int>> ranks;
    std::ranges::transform(names, std::back_inserter(ranks), &rankInFileName);
    const auto byPlaces = ranksByPlace(names);
    const auto areAll = [](const std::vector<std::optional<int>> &numbers) {
        std::set<int> different;
        return std::ranges::all_of(numbers,
                                   [&](const auto &number) { return number && different.insert(*number).second; });
    };
    return areAll(byPlaces) ? byPlaces : areAll(ranks) ? ranks : std::vector<std::optional<int>>(names.size());
}

}  // namespace stagescope
