#include "core/analysis/cluster_comm.h"
#include "core/analysis/comm_tables_of_run.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace stagescope {

namespace {

/// Global rank by position, per group.
class Positions {
public:
    explicit Positions(const Run &run) : m_known(knownGroups(run)) {}

    /// A rank's own rows tell its position, unless the file has such rows for several positions.
    void learn(const RankTables &of) {
        std::map<std::string, std::optional<std::int64_t>> own;
        for (const auto &table : of.tables) {
            for (std::size_t row = 0; row < table->rowCount(); ++row) {
                const auto position = table->number(row, "source", -1);
                if (position != table->number(row, "destination", -1)) {
                    continue;
                }
                const auto [it, isNew] = own.try_emplace(std::string(table->text(row, "group")), position);
                if (!isNew && it->second != position) {
                    it->second = std::nullopt;
                }
            }
        }
        for (const auto &[group, position] : own) {
            if (position) {
                m_own[group][*position] = of.rank;
            }
        }
    }

    [[nodiscard]] int rankAt(const std::string &group, std::int64_t position) const {
        if (const auto own = m_own.find(group); own != m_own.end()) {
            if (const auto it = own->second.find(position); it != own->second.end()) {
                return it->second;
            }
        }
        return toldRank(group, position);
    }

    [[nodiscard]] std::vector<std::string> contradictions() const {
        std::vector<std::string> groups;
        for (const auto &[group, ranks] : m_own) {
            const bool differs = std::any_of(ranks.begin(), ranks.end(), [&](const auto &entry) {
                return m_known.contains(group) && toldRank(group, entry.first) != entry.second;
            });
            if (differs) {
                groups.push_back(group);
            }
        }
        return groups;
    }

private:
    [[nodiscard]] int toldRank(const std::string &group, std::int64_t position) const {
        const auto it = m_known.find(group);
        const bool isKnown =
            it != m_known.end() && position >= 0 && position < static_cast<std::int64_t>(it->second.ranks.size());
        return isKnown ? it->second.ranks[static_cast<std::size_t>(position)] : -1;
    }

    std::map<std::string, KnownGroup> m_known;
    std::map<std::string, std::map<std::int64_t, int>> m_own;
};

/// Sums rows of equal (step, name, group, link), in the order of their first ones.
class Links {
public:
    void add(const CommLink &link) {
        const auto key = std::tuple(link.step, link.name, link.group, link.source, link.destination);
        const auto [it, isNew] = m_index.try_emplace(key, m_links.size());
        if (isNew) {
            m_links.push_back(link);
        } else {
            m_links[it->second].sizeMb += link.sizeMb;
            m_links[it->second].timeMs += link.timeMs;
        }
    }
    [[nodiscard]] std::vector<CommLink> take() { return std::move(m_links); }

private:
    std::vector<CommLink> m_links;
    std::map<std::tuple<std::string, std::string, std::string, int, int>, std::size_t> m_index;
};

/// New files have picked operators beside one total per type; old ones have all operators and no total.
bool isSummed(const std::string &name) {
    const auto has = [&](const char *part) { return name.find(part) != std::string::npos; };
    return !has("-top") && !has("-middle") && !has("-bottom");
}

void addTotals(std::vector<CommLink> &links) {
    Links totals;
    for (const auto &link : links) {
        if (isSummed(link.name)) {
            auto total = link;
            total.name = kAllOperators;
            total.opName.clear();
            totals.add(total);
        }
    }
    auto added = totals.take();
    std::move(added.begin(), added.end(), std::back_inserter(links));
}

CommLink linkOf(const TableStore &table, std::size_t row) {
    CommLink link;
    link.step = plainStep(table.text(row, "step"));
    link.name = table.text(row, "name");
    link.group = table.text(row, "group");
    link.isP2p = table.text(row, "kind") == "p2p";
    link.transport = table.text(row, "transport");
    link.opName = table.text(row, "op_name");
    link.sizeMb = table.real(row, "size_mb");
    link.timeMs = table.real(row, "time_ms");
    return link;
}

}  // namespace

CommMatrix commMatrix(const Run &run, CommSource source, const std::stop_token &stop) {
    CommMatrix matrix;
    const auto all = tablesOfRun(run, TableKind::CommLinks, source);
    Positions positions(run);
    for (const auto &of : all) {
        if (of.capture != nullptr) {
            positions.learn(of);
        }
    }
    matrix.contradictions = positions.contradictions();
    Links links;
    for (const auto &of : all) {
        for (const auto &table : of.tables) {
            for (std::size_t row = 0; row < table->rowCount(); ++row) {
                if (row % 4096 == 0 && stop.stop_requested()) {
                    return {};
                }
                auto link = linkOf(*table, row);
                const auto from = table->number(row, "source", -1);
                const auto to = table->number(row, "destination", -1);
                // Without a group there are no positions in it: MindSpore's old files name the ranks themselves.
                const bool isGlobal = of.capture == nullptr || link.group.empty();
                link.source = isGlobal ? static_cast<int>(from) : positions.rankAt(link.group, from);
                link.destination = isGlobal ? static_cast<int>(to) : positions.rankAt(link.group, to);
                if (link.source < 0 || link.destination < 0) {
                    ++matrix.unmapped;
                } else {
                    links.add(link);
                }
            }
        }
    }
    matrix.links = links.take();
    addTotals(matrix.links);
    return matrix;
}

}  // namespace stagescope
