#include "core/analysis/communication/comm_tables_of_run.h"

#include "core/analysis/communication/comm_from_operators.h"
#include "core/analysis/communication/ops/group_hash.h"
#include "core/analysis/run/source_format.h"
#include "core/analysis/run/steps.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace stagescope {

namespace {

RankTables tablesOfCapture(const RankCapture &capture, TableKind kind, CommSource source) {
    RankTables database{capture.rank, &capture, {}};
    RankTables text = database;
    for (const auto &loaded : capture.loaded) {
        auto &into = isDatabaseSource(capture, loaded.source) ? database : text;
        std::copy_if(loaded.tables.begin(), loaded.tables.end(), std::back_inserter(into.tables),
                     [&](const auto &table) { return table->kind() == kind; });
    }
    const bool useText = source == CommSource::Text || (source == CommSource::Any && database.tables.empty());
    return useText ? text : database;
}

}  // namespace

std::vector<RankTables> tablesOfRun(const Run &run, TableKind kind, CommSource source) {
    std::vector<RankTables> result;
    for (const int rank : run.ranks()) {
        auto tables = tablesOfCapture(*run.capture(rank), kind, source);
        if (!tables.tables.empty()) {
            result.push_back(std::move(tables));
        }
    }
    if (result.empty() && source == CommSource::Any) {
        result = tablesOfOperators(run, kind);
    }
    if (result.empty()) {
        // One source is enough: text and database of a cluster tell the same.
        const auto it = std::find_if(run.clusterTables.begin(), run.clusterTables.end(),
                                     [&](const auto &table) { return table->kind() == kind; });
        if (it != run.clusterTables.end()) {
            result.push_back({-1, nullptr, {*it}});
        }
    }
    return result;
}

std::string plainStep(std::string_view text) {
    const auto number = stepNumber(text);
    return number ? std::to_string(*number) : std::string(text);
}

std::vector<int> ranksOfList(std::string_view list) {
    std::vector<int> ranks;
    while (!list.empty()) {
        const auto comma = std::min(list.find(','), list.size());
        int rank = -1;
        const auto field = list.substr(0, comma);
        const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), rank);
        if (error == std::errc{} && end == field.data() + field.size() && rank >= 0) {
            ranks.push_back(rank);
        }
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

namespace {

void addShortNames(std::map<std::string, KnownGroup> &known) {
    constexpr std::size_t kDigits = 3;
    std::map<std::string, KnownGroup> byDigits;
    std::set<std::string> ambiguous;
    for (const auto &[name, group] : known) {
        const auto hash = groupHash(group.id);
        if (group.id.empty() || hash.size() <= kDigits) {
            continue;
        }
        const auto [it, isNew] = byDigits.try_emplace(hash.substr(hash.size() - kDigits), group);
        if (!isNew && it->second.id != group.id) {
            ambiguous.insert(it->first);
        }
    }
    for (auto &[digits, group] : byDigits) {
        if (!ambiguous.contains(digits)) {
            known.try_emplace(digits, std::move(group));
        }
    }
}

}  // namespace

std::map<std::string, KnownGroup> knownGroups(const Run &run) {
    std::map<std::string, KnownGroup> known;
    for (const auto &group : run.groups) {
        KnownGroup entry{group.id, group.name, group.ranks};
        std::sort(entry.ranks.begin(), entry.ranks.end());
        known.try_emplace(groupHash(group.id), entry);
        known.try_emplace(group.id, entry);
    }
    for (const auto &group : RecordList<GroupRecord>(run.clusterTables)) {
        if (!group.hash.empty()) {
            known.try_emplace(std::string(group.hash), KnownGroup{std::string(group.key), std::string(group.name),
                                                                  ranksOfList(group.globalRanks)});
        }
    }
    addShortNames(known);
    return known;
}

}  // namespace stagescope
