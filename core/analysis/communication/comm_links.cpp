#include "core/analysis/communication/comm_links.h"

#include "core/analysis/tables/table_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

struct Reference {
    std::string_view transport;
    double gbps;
};
constexpr std::array kReferences{Reference{"HCCS", 18}, Reference{"RDMA", 12.5}, Reference{"PCIE", 20}};

bool isTotal(std::string_view name) { return name == kAllOperators || name.ends_with("-total"); }

/// "allreduce" of "allreduce-top1": rows of a kind of operator name the picked ones only.
std::string_view kindOf(std::string_view name) { return name.substr(0, name.rfind('-')); }

bool isAsked(const LinkQuery &query, const CommLink &link) {
    return (query.group.empty() || query.group == link.group) && (query.step.empty() || query.step == link.step);
}

/// Whether a row names an operator that a sum of this name holds.
bool isPartOf(std::string_view sum, std::string_view name) {
    if (isTotal(name)) {
        return false;
    }
    return sum == kAllOperators || sum == name || (isTotal(sum) && kindOf(sum) == kindOf(name));
}

struct Row {
    enum class Part : std::uint8_t {
        Summed,
        Named,   ///< only names an operator
        Picked,  ///< also stands for its kind where that has no total
        Total,   ///< of a kind; what it sums is in another row
    };
    const CommLink *link = nullptr;
    Part part = Part::Named;
    std::uint64_t ends = 0;  ///< source, then destination

    [[nodiscard]] std::string_view opName() const {
        return link->opName.empty() ? std::string_view(link->name) : std::string_view(link->opName);
    }
};

std::uint64_t endsOf(const CommLink &link) {
    return std::uint64_t{static_cast<std::uint32_t>(link.source)} << 32U | static_cast<std::uint32_t>(link.destination);
}

std::optional<Row::Part> partOf(const LinkQuery &query, const CommLink &link) {
    if (link.name == query.name) {
        return Row::Part::Summed;
    }
    const bool isOfAll = query.name == kAllOperators;
    if (isPartOf(query.name, link.name)) {
        return isOfAll && isPickedOperator(link.name) ? Row::Part::Picked : Row::Part::Named;
    }
    return isOfAll && isTotal(link.name) ? std::optional(Row::Part::Total) : std::nullopt;
}

std::vector<Row> rowsOf(const CommMatrix &matrix, const LinkQuery &query, const std::stop_token &stop) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < matrix.links.size(); ++i) {
        if (i % 4096 == 0 && stop.stop_requested()) {
            return {};
        }
        const auto &link = matrix.links[i];
        if (!isAsked(query, link)) {
            continue;
        }
        if (const auto part = partOf(query, link)) {
            rows.push_back({&link, *part, endsOf(link)});
        }
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.ends < b.ends; });
    return rows;
}

template <class T>
void sortUnique(std::vector<T> &values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// Sums rows of one link; keeps its lists, of which a large matrix would make half a million.
class Summing {
public:
    LinkSum sumOf(std::span<const Row> rows) {
        LinkSum sum;
        sum.source = rows.front().link->source;
        sum.destination = rows.front().link->destination;
        m_transports.clear();
        m_operators.clear();
        m_totals.clear();
        m_picked.clear();
        for (const auto &row : rows) {
            if (row.part == Row::Part::Total) {
                m_totals.insert(kindIn(*row.link));
                continue;
            }
            if (row.part == Row::Part::Summed) {
                sum.sizeMb += row.link->sizeMb;
                sum.timeMs += row.link->timeMs;
            }
            if (!row.link->transport.empty()) {
                m_transports.emplace_back(row.link->transport);
            }
            if (!isTotal(row.link->name)) {
                m_operators.emplace_back(row.link->step, row.link->group, row.opName());
            }
        }
        addPicked(rows, sum);
        sortUnique(m_transports);
        sortUnique(m_operators);
        for (const auto transport : m_transports) {
            sum.transport += (sum.transport.empty() ? "" : "+") + std::string(transport);
        }
        sum.operators = static_cast<int>(m_operators.size());
        return sum;
    }

private:
    using Words = std::tuple<std::string_view, std::string_view, std::string_view>;  ///< step, group, name

    static Words kindIn(const CommLink &link) { return {link.step, link.group, kindOf(link.name)}; }

    /// An operator may be picked twice, as the fastest and as the slowest.
    void addPicked(std::span<const Row> rows, LinkSum &sum) {
        for (const auto &row : rows) {
            const bool isAlone = row.part == Row::Part::Picked && !m_totals.contains(kindIn(*row.link));
            if (isAlone && m_picked.insert({row.link->step, row.link->group, row.opName()}).second) {
                sum.sizeMb += row.link->sizeMb;
                sum.timeMs += row.link->timeMs;
                sum.isOfPicked = true;
            }
        }
    }

    std::vector<std::string_view> m_transports;
    std::vector<Words> m_operators;
    std::set<Words> m_totals;  ///< kinds that have one
    std::set<Words> m_picked;  ///< operators
};

}  // namespace

std::optional<double> LinkSum::referencePercent() const {
    const auto own = gbps();
    const auto reference = referenceGbps(transport);
    return own && reference ? std::optional(100 * *own / *reference) : std::nullopt;
}

std::vector<LinkSum> linkSums(const CommMatrix &matrix, const LinkQuery &query, const std::stop_token &stop) {
    const auto rows = rowsOf(matrix, query, stop);
    std::vector<LinkSum> sums;
    Summing summing;
    for (auto it = rows.begin(); it != rows.end() && !stop.stop_requested();) {
        const auto end = std::find_if(it, rows.end(), [ends = it->ends](const Row &row) { return row.ends != ends; });
        sums.push_back(summing.sumOf({it, end}));
        it = end;
    }
    return sums;
}

bool isPickedOperator(std::string_view name) {
    const auto has = [&](const char *part) { return name.find(part) != std::string_view::npos; };
    return has("-top") || has("-middle") || has("-bottom");
}

std::optional<double> referenceGbps(std::string_view transport) {
    const auto it = std::find_if(kReferences.begin(), kReferences.end(),
                                 [&](const Reference &reference) { return reference.transport == transport; });
    return it == kReferences.end() ? std::nullopt : std::optional(it->gbps);
}

LinkClass linkClass(std::span<const LinkSum> links, const LinkSum &like) {
    LinkClass result;
    double squares = 0;
    for (const auto &link : links) {
        const auto gbps = link.gbps();
        if (gbps && link.transport == like.transport && link.isSelf() == like.isSelf()) {
            ++result.links;
            const double delta = *gbps - result.mean;  // Welford: no cancellation
            result.mean += delta / static_cast<double>(result.links);
            squares += delta * (*gbps - result.mean);
        }
    }
    result.deviation = result.links > 0 ? std::sqrt(squares / static_cast<double>(result.links)) : 0;
    return result;
}

std::vector<CommLink> operatorsOf(const CommMatrix &matrix, const LinkRef &link) {
    const auto query = queryOf(link);
    std::vector<CommLink> rows;
    std::set<std::tuple<std::string, std::string, std::string>> seen;  // an operator may be picked twice
    for (const auto &row : matrix.links) {
        if (row.source == link.source && row.destination == link.destination && isAsked(query, row) &&
            isPartOf(query.name, row.name) &&
            seen.insert({row.step, row.group, row.opName.empty() ? row.name : row.opName}).second) {
            rows.push_back(row);
        }
    }
    return rows;
}

ResultTable operatorsTable(const CommMatrix &matrix, const LinkRef &link) {
    using Link = CommLink;
    return tableOf<Link>(
        "link_operators",
        {
            column("name", "Communication operator.",
                   [](const Link &row) { return row.opName.empty() ? row.name : row.opName; }),
            column("picked_as", "What the file picked it as: top1 = fastest, middle, bottom1 = slowest.",
                   [](const Link &row) { return row.opName.empty() ? std::nullopt : std::optional(row.name); }),
            column("step", "Step as the files number it.", &Link::step),
            column("communication_group", "Group as the files name it: the hash of its id.", &Link::group),
            column("transport", "HCCS, RDMA, PCIE, SIO, LOCAL.", &Link::transport),
            column("size_mb", "MB (10^6 B)", "What went over the link.", &Link::sizeMb),
            column("time_ms", "ms", "How long that took.", &Link::timeMs),
            column("bandwidth_gbps", "GB/s (10^9 B/s)", "size / time.", &Link::gbpsIfTimed),
        },
        operatorsOf(matrix, link));
}

LinkQuery queryOf(const LinkRef &link) {
    return {link.group, link.step, link.name.empty() ? std::string(kAllOperators) : link.name};
}

}  // namespace stagescope
