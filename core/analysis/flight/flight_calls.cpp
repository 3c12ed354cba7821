#include "core/analysis/flight/flight_calls.h"

#include "core/base/text.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

std::vector<int> numbersIn(std::string_view list) {
    std::vector<int> numbers;
    while (!list.empty()) {
        const auto comma = list.find(',');
        if (const auto number = wholeNumber<int>(trimmed(list.substr(0, comma)))) {
            numbers.push_back(*number);
        }
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

/// Groups of one rank's records, each read once.
class GroupTexts {
public:
    explicit GroupTexts(std::set<FlightGroup> &groups) : m_groups(groups) {}

    template <class Record>
    const FlightGroup *of(const Record &record) {
        auto &known = m_known[{record.group, record.purpose, record.members}];
        if (known == nullptr) {
            known =
                &*m_groups.insert({std::string(record.group), std::string(record.purpose), numbersIn(record.members)})
                      .first;
        }
        return known;
    }

private:
    std::set<FlightGroup> &m_groups;
    std::map<std::tuple<std::string_view, std::string_view, std::string_view>, const FlightGroup *> m_known;
};

FlightCall callOf(const FlightCallRecord &record) {
    FlightCall call;
    call.op = record.op;
    call.inputs = record.inputs;
    call.outputs = record.outputs;
    call.inputType = record.inputType;
    call.outputType = record.outputType;
    call.stack = record.stack;
    call.inputCount = record.inputCount;
    call.outputCount = record.outputCount;
    call.created = record.created;
    call.timeout = record.timeout;
    call.isDone = record.completed >= 0 || record.state == "completed";
    call.isRetired = record.isRetired != 0;
    return call;
}

void addPart(std::vector<FlightPart> &parts, int rank, FlightCall call) {
    if (parts.empty() || parts.back().rank != rank) {
        parts.push_back({rank, {}});
    }
    parts.back().calls.push_back(call);
}

void readRank(const RankCapture &capture, FlightDumps &dumps) {
    for (const auto kind : {TableKind::FlightCalls, TableKind::FlightGroups}) {
        std::ranges::copy(capture.tables(kind), std::back_inserter(dumps.source->tables));
    }
    GroupTexts groups(dumps.source->groups);
    const auto calls = recordsOf<FlightCallRecord>(capture);
    for (const auto &record : calls) {
        dumps.last = std::max({dumps.last, record.created, record.started, record.completed});
        const auto *group = groups.of(record);
        if (record.isTransfer != 0) {
            dumps.transfers[group].push_back({capture.rank, record.sequence, record.source, record.destination,
                                              record.op == "send", callOf(record)});
        } else {
            addPart(dumps.collectives[{group, record.sequence}], capture.rank, callOf(record));
        }
    }
    const auto states = recordsOf<FlightGroupRecord>(capture);
    for (const auto &record : states) {
        dumps.progress[{groups.of(record), capture.rank}] = {record.enqueued, record.completed};
    }
}

/// What ranks must agree in: a value of each, and who differs from most of them.
std::vector<int> differing(const std::vector<FlightPart> &parts, std::string (*valueOf)(const FlightPart &part)) {
    std::map<std::string, std::vector<int>> byValue;
    for (const auto &part : parts) {
        if (auto value = valueOf(part); !value.empty()) {
            byValue[std::move(value)].push_back(part.rank);
        }
    }
    if (byValue.size() < 2) {
        return {};
    }
    const auto most = std::max_element(byValue.begin(), byValue.end(),
                                       [](const auto &a, const auto &b) { return a.second.size() < b.second.size(); });
    const bool isTied = std::count_if(byValue.begin(), byValue.end(),
                                      [&](const auto &each) { return each.second.size() == most->second.size(); }) > 1;
    std::vector<int> ranks;
    for (auto it = byValue.begin(); it != byValue.end(); ++it) {
        if (isTied || it != most) {
            ranks.insert(ranks.end(), it->second.begin(), it->second.end());
        }
    }
    std::sort(ranks.begin(), ranks.end());
    return ranks;
}

/// The sides of a call that all ranks have in equal sizes. Lists of tensors may differ from rank to rank as long as
/// all of them together do not; of one-sided operations only the root has them.
struct OpRule {
    std::string_view op;
    bool inputs;
    bool outputs;
    bool types;
    bool needsAll;  ///< nobody is done before all have called
};
constexpr auto kOpRules = std::to_array<OpRule>({
    {"all_reduce", true, true, true, true},
    {"all_reduce_barrier", true, true, true, true},
    {"reduce", true, false, true, false},
    {"broadcast", true, true, true, false},
    {"_broadcast_oop", true, true, true, false},
    {"_reduce_oop", true, false, true, false},
    {"all_gather", false, true, true, true},
    {"_all_gather_base", true, true, true, true},
    {"reduce_scatter", true, false, true, true},
    {"_reduce_scatter_base", true, true, true, true},
    {"all_to_all", false, false, true, true},
});
const OpRule *ruleOf(std::string_view op) {
    const auto *it = std::find_if(kOpRules.begin(), kOpRules.end(), [&](const OpRule &rule) { return rule.op == op; });
    return it == kOpRules.end() ? nullptr : it;
}

bool needsAll(const FlightPart &part) {
    return std::all_of(part.calls.begin(), part.calls.end(), [](const FlightCall &call) {
        const auto *rule = ruleOf(call.op);
        return rule != nullptr && rule->needsAll;
    });
}

std::string opsOf(const FlightPart &part) { return part.ops(); }

std::string sizesOf(const FlightPart &part) {
    std::string text;
    for (const auto &call : part.calls) {
        const auto *rule = ruleOf(call.op);
        text += rule != nullptr && rule->inputs && call.inputCount >= 0 ? std::to_string(call.inputCount) : "";
        text += rule != nullptr && rule->outputs && call.outputCount >= 0 ? "/" + std::to_string(call.outputCount) : "";
        text += text.empty() ? "" : ";";
    }
    return text;
}

std::string typesOf(const FlightPart &part) {
    std::string text;
    for (const auto &call : part.calls) {
        text += ruleOf(call.op) != nullptr && !call.inputType.empty() ? std::string(call.inputType) + ";" : "";
    }
    return text;
}

/// Ranks that a group names and that have not called it: done with it already, waited for, or without a dump.
void sortAbsent(FlightCollective &one, const FlightDumps &dumps, const std::map<int, std::int64_t> &firstOf) {
    for (const int rank : one.group->members) {
        if (one.part(rank) != nullptr) {
            continue;
        }
        const auto progress = dumps.progress.find({one.group, rank});
        const auto first = firstOf.find(rank);
        const bool hasCalled = progress != dumps.progress.end() && progress->second.enqueued >= one.sequence;
        const bool isBehindFirst = first != firstOf.end() && first->second > one.sequence;
        if (!std::binary_search(dumps.ranks.begin(), dumps.ranks.end(), rank)) {
            one.undumped.push_back(rank);
        } else if (hasCalled || isBehindFirst) {
            one.passed.push_back(rank);
        } else {
            one.missing.push_back(rank);
        }
    }
}

CallVerdict verdictOf(FlightCollective &one) {
    struct Check {
        CallVerdict verdict;
        std::string (*valueOf)(const FlightPart &part);
    };
    constexpr auto kChecks = std::to_array<Check>({{CallVerdict::OtherOperation, &opsOf},
                                                   {CallVerdict::OtherSize, &sizesOf},
                                                   {CallVerdict::OtherType, &typesOf}});
    for (const auto &check : kChecks) {
        one.odd = differing(one.parts, check.valueOf);
        if (!one.odd.empty()) {
            return check.verdict;
        }
    }
    for (const auto &part : one.parts) {
        if (!part.isDone()) {
            one.odd.push_back(part.rank);
        }
    }
    if (one.odd.empty()) {
        return CallVerdict::Done;
    }
    if (!one.missing.empty()) {
        one.odd.clear();
        return CallVerdict::Missing;
    }
    // Where one rank is done and nobody can be before all have called, those without a dump have.
    const bool allCalled = one.odd.size() < one.parts.size() && needsAll(one.parts.front());
    if ((!one.undumped.empty() || one.group->members.empty()) && !allCalled) {
        one.odd.clear();
        return CallVerdict::Undecided;
    }
    if (one.odd.size() == one.parts.size() && one.passed.empty()) {
        return CallVerdict::Running;
    }
    return CallVerdict::NotDone;
}

}  // namespace

std::string FlightGroup::text() const {
    return purpose.empty() ? name : name.empty() || name == purpose ? purpose : purpose + " " + name;
}

std::string_view FlightCall::caller() const {
    std::string_view left = stack;
    const auto first = left.substr(0, left.find('\n'));
    while (!left.empty()) {
        const auto line = left.substr(0, left.find('\n'));
        if (!containsAny(line, {"torch/distributed/", "torch/_", "torch_npu/"})) {
            return line;
        }
        left.remove_prefix(std::min(line.size() + 1, left.size()));
    }
    return first;
}

bool FlightPart::isDone() const {
    return std::all_of(calls.begin(), calls.end(), [](const FlightCall &call) { return call.isDone; });
}

std::string FlightPart::ops() const {
    std::string text;
    for (const auto &call : calls) {
        text += (text.empty() ? "" : " + ") + std::string(call.op);
    }
    return text;
}

std::string_view callVerdictText(CallVerdict verdict) {
    switch (verdict) {
        case CallVerdict::Done:
            return "done";
        case CallVerdict::Running:
            return "running";
        case CallVerdict::Missing:
            return "missing rank";
        case CallVerdict::OtherOperation:
            return "other operation";
        case CallVerdict::OtherSize:
            return "other size";
        case CallVerdict::OtherType:
            return "other data type";
        case CallVerdict::NotDone:
            return "not done on some";
        case CallVerdict::Undecided:
            return "undecided";
        case CallVerdict::Follows:
            return "after a mismatch";
    }
    return {};
}

bool FlightCollective::isDone() const {
    return std::all_of(parts.begin(), parts.end(), [](const FlightPart &part) { return part.isDone(); });
}

bool FlightCollective::lacks(int rank) const {
    const auto holds = [rank](const std::vector<int> &ranks) {
        return std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
    };
    return holds(missing) || holds(undumped);
}

std::int64_t FlightCollective::waitsSince() const {
    std::int64_t since = -1;
    for (const auto &part : parts) {
        const bool isFirst = !part.isDone() && part.created() >= 0 && (since < 0 || part.created() < since);
        since = isFirst ? part.created() : since;
    }
    return since;
}

const FlightPart &FlightCollective::usual() const {
    const auto it = std::find_if(parts.begin(), parts.end(), [&](const FlightPart &part) {
        return std::find(odd.begin(), odd.end(), part.rank) == odd.end();
    });
    return it == parts.end() ? parts.front() : *it;
}

const FlightPart *FlightCollective::part(int rank) const {
    const auto it =
        std::lower_bound(parts.begin(), parts.end(), rank, [](const FlightPart &p, int r) { return p.rank < r; });
    return it == parts.end() || it->rank != rank ? nullptr : &*it;
}

FlightDumps flightDumps(const Run &run, const std::stop_token &stop) {
    FlightDumps dumps;
    for (const int rank : run.ranks()) {
        const auto *capture = run.capture(rank);
        if (capture == nullptr || stop.stop_requested()) {
            continue;
        }
        const bool hasDump =
            !capture->tables(TableKind::FlightGroups).empty() || !capture->tables(TableKind::FlightCalls).empty();
        if (hasDump) {
            dumps.ranks.push_back(rank);
            readRank(*capture, dumps);
        }
    }
    return dumps;
}

std::vector<FlightCollective> flightCollectives(FlightDumps &dumps) {
    std::map<const FlightGroup *, std::map<int, std::int64_t>> firstOf;  // oldest call that a rank still has
    for (const auto &[key, parts] : dumps.collectives) {
        for (const auto &part : parts) {
            firstOf[key.first].try_emplace(part.rank, key.second);
        }
    }
    std::vector<FlightCollective> all;
    const FlightGroup *broken = nullptr;
    for (auto &[key, parts] : dumps.collectives) {
        FlightCollective one;
        one.group = key.first;
        one.sequence = key.second;
        one.parts = std::move(parts);
        sortAbsent(one, dumps, firstOf[key.first]);
        one.verdict = broken == key.first ? CallVerdict::Follows : verdictOf(one);
        const bool isMismatch = one.verdict == CallVerdict::OtherOperation || one.verdict == CallVerdict::OtherSize ||
                                one.verdict == CallVerdict::OtherType;
        broken = isMismatch ? key.first : broken;
        all.push_back(std::move(one));
    }
    dumps.collectives.clear();
    return all;
}

}  // namespace stagescope
