#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_links.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

namespace stagescope {

namespace {

using LinkRecords = TableRecords<CommLinkRecord>;

/// Global rank by position in a group.
class Positions {
public:
    explicit Positions(const Run &run) : m_known(knownGroups(run)) {}

    /// A rank's own rows tell its position, unless the file has such rows for several positions.
    void learn(const RankTables &of) {
        std::map<std::string, std::optional<std::int64_t>> own;
        for (const auto &table : of.tables) {
            const LinkRecords links(*table);
            for (std::size_t row = 0; row < links.size(); ++row) {
                const auto position = links.at<&CommLinkRecord::source>(row);
                if (position != links.at<&CommLinkRecord::destination>(row)) {
                    continue;
                }
                const auto [it, isNew] = own.try_emplace(std::string(links.at<&CommLinkRecord::group>(row)), position);
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

    /// Of one group.
    class Group {
    public:
        [[nodiscard]] int rankAt(std::int64_t position) const {
            const auto it = own == nullptr ? std::map<std::int64_t, int>::const_iterator() : own->find(position);
            return own != nullptr && it != own->end() ? it->second : toldRank(position);
        }
        [[nodiscard]] int toldRank(std::int64_t position) const {
            const bool isKnown =
                known != nullptr && position >= 0 && position < static_cast<std::int64_t>(known->ranks.size());
            return isKnown ? known->ranks[static_cast<std::size_t>(position)] : -1;
        }
        const std::map<std::int64_t, int> *own = nullptr;
        const KnownGroup *known = nullptr;
    };
    [[nodiscard]] Group of(const std::string &group) const {
        const auto own = m_own.find(group);
        const auto known = m_known.find(group);
        return {own == m_own.end() ? nullptr : &own->second, known == m_known.end() ? nullptr : &known->second};
    }

    [[nodiscard]] std::vector<std::string> contradictions() const {
        std::vector<std::string> groups;
        for (const auto &[name, ranks] : m_own) {
            const auto group = of(name);
            const bool differs = std::any_of(ranks.begin(), ranks.end(), [&](const auto &entry) {
                return group.known != nullptr && group.toldRank(entry.first) != entry.second;
            });
            if (differs) {
                groups.push_back(name);
            }
        }
        return groups;
    }

private:
    std::map<std::string, KnownGroup> m_known;
    std::map<std::string, std::map<std::int64_t, int>> m_own;
};

/// Step, operator and group of rows, each triple once: rows repeat them by the hundred thousand.
class WordList {
public:
    struct Words {
        std::string step;
        std::string name;
        std::string group;
        auto operator<=>(const Words &) const = default;
    };
    std::uint32_t idOf(Words words) {
        const auto [it, isNew] = m_ids.try_emplace(std::move(words), static_cast<std::uint32_t>(m_list.size()));
        if (isNew) {
            m_list.push_back(&it->first);
        }
        return it->second;
    }
    [[nodiscard]] const Words &at(std::uint32_t id) const { return *m_list[id]; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_list.size()); }

private:
    std::map<Words, std::uint32_t> m_ids;
    std::vector<const Words *> m_list;
};

/// Sums rows of equal (step, name, group, link), in the order of their first ones.
class Links {
public:
    explicit Links(std::vector<CommLink> &into) : m_links(into) {}

    /// `link` makes the row where it is the first of its kind.
    template <class Make>
    void add(std::uint32_t words, int source, int destination, double sizeMb, double timeMs, const Make &link) {
        const auto [it, isNew] = m_index.try_emplace(Key{words, source, destination}, m_links.size());
        if (isNew) {
            m_links.push_back(link());
        }
        m_links[it->second].sizeMb += sizeMb;
        m_links[it->second].timeMs += timeMs;
    }

private:
    struct Key {
        std::uint32_t words;
        int source;
        int destination;
        bool operator==(const Key &) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key &key) const {
            constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15U;
            const auto ends = std::uint64_t{static_cast<std::uint32_t>(key.source)} << 32U |
                              static_cast<std::uint32_t>(key.destination);
            const auto mixed = (ends * kMix) ^ ((key.words + 1) * (kMix << 1U));
            return static_cast<std::size_t>(mixed ^ (mixed >> 29U));
        }
    };
    std::vector<CommLink> &m_links;
    std::unordered_map<Key, std::size_t, Hash> m_index;
};

/// Reads the tables of all ranks into one list of links.
class MatrixReader {
public:
    MatrixReader(const Positions &positions, CommMatrix &matrix)
        : m_positions(positions), m_matrix(matrix), m_links(matrix.links) {}

    /// False when stopped.
    bool add(const TableStore &table, bool isOfCluster, const std::stop_token &stop) {
        const LinkRecords links(table);
        const Words words(links);
        for (std::size_t row = 0; row < links.size(); ++row) {
            if (row % 4096 == 0 && stop.stop_requested()) {
                return false;
            }
            if (row == 0 || !words.isSame(row - 1, row)) {
                const auto link = links[row];
                m_words = m_wordList.idOf({plainStep(link.step), std::string(link.name), std::string(link.group)});
                const auto &group = m_wordList.at(m_words).group;
                m_group = m_positions.of(group);
                // Without a group there are no positions in it: MindSpore's old files name the ranks themselves.
                m_isGlobal = isOfCluster || group.empty();
            }
            addRow(links, row);
        }
        return true;
    }

    void addTotals() {
        std::vector<CommLink> added;
        Links totals(added);
        std::vector<std::optional<std::uint32_t>> totalOf(m_wordList.size());
        for (std::uint32_t id = 0; id < totalOf.size(); ++id) {
            const auto words = m_wordList.at(id);
            if (!isPickedOperator(words.name)) {  // old files have all operators and no total of a kind
                totalOf[id] = m_wordList.idOf({words.step, std::string(kAllOperators), words.group});
            }
        }
        for (std::size_t i = 0; i < m_matrix.links.size(); ++i) {
            const auto &link = m_matrix.links[i];
            if (const auto words = totalOf[m_wordsOfLink[i]]) {
                totals.add(*words, link.source, link.destination, link.sizeMb, link.timeMs, [&] {
                    return CommLink{link.step,
                                    std::string(kAllOperators),
                                    link.group,
                                    link.isP2p,
                                    link.source,
                                    link.destination,
                                    link.transport,
                                    {},
                                    0,
                                    0};
                });
            }
        }
        std::move(added.begin(), added.end(), std::back_inserter(m_matrix.links));
    }

private:
    /// Texts of neighbouring rows compare as numbers.
    struct Words {
        explicit Words(const LinkRecords &links)
            : step(links.texts<&CommLinkRecord::step>()),
              name(links.texts<&CommLinkRecord::name>()),
              group(links.texts<&CommLinkRecord::group>()) {}
        [[nodiscard]] bool isSame(std::size_t a, std::size_t b) const {
            const auto same = [&](const TableStore::Texts *texts) {
                return texts == nullptr || texts->at[a] == texts->at[b];
            };
            return same(step) && same(name) && same(group);
        }
        const TableStore::Texts *step;
        const TableStore::Texts *name;
        const TableStore::Texts *group;
    };

    void addRow(const LinkRecords &links, std::size_t row) {
        using R = CommLinkRecord;
        const auto from = links.at<&R::source>(row);
        const auto to = links.at<&R::destination>(row);
        const int source = m_isGlobal ? static_cast<int>(from) : m_group.rankAt(from);
        const int destination = m_isGlobal ? static_cast<int>(to) : m_group.rankAt(to);
        if (source < 0 || destination < 0) {
            ++m_matrix.unmapped;
            return;
        }
        m_links.add(m_words, source, destination, links.at<&R::sizeMb>(row), links.at<&R::timeMs>(row), [&] {
            const auto &words = m_wordList.at(m_words);
            m_wordsOfLink.push_back(m_words);
            return CommLink{words.step,
                            words.name,
                            words.group,
                            links.at<&R::kind>(row) == "p2p",
                            source,
                            destination,
                            std::string(links.at<&R::transport>(row)),
                            std::string(links.at<&R::opName>(row)),
                            0,
                            0};
        });
    }

    const Positions &m_positions;
    CommMatrix &m_matrix;
    Links m_links;
    WordList m_wordList;
    std::vector<std::uint32_t> m_wordsOfLink;
    std::uint32_t m_words = 0;  ///< of the row that is read
    Positions::Group m_group;   ///< of it
    bool m_isGlobal = false;    ///< its ends are ranks, not positions
};

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
    MatrixReader reader(positions, matrix);
    for (const auto &of : all) {
        for (const auto &table : of.tables) {
            if (!reader.add(*table, of.capture == nullptr, stop)) {
                return {};
            }
        }
    }
    reader.addTotals();
    return matrix;
}

}  // namespace stagescope
