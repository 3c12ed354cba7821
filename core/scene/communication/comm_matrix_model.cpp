#include "core/scene/communication/comm_matrix_model.h"

#include "core/analysis/communication/cluster_steps.h"
#include "core/analysis/communication/known_links.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace stagescope {

namespace {

constexpr std::array kMetrics{LinkMetric::Bandwidth, LinkMetric::Size,      LinkMetric::Time,
                              LinkMetric::Transport, LinkMetric::Operators, LinkMetric::Reference};

CommScopes scopesOf(const CommMatrix &matrix, std::span<const CommGroupRow> groups) {
    std::vector<CommMember> members;
    for (const auto &link : matrix.links) {
        members.push_back({link.group, link.step, link.source});
        members.push_back({link.group, link.step, link.destination});
    }
    return commScopes(groups, members);
}

/// Which place each rank has, and what the places are called.
class Placing {
public:
    Placing(const CommMatrixSource &source, MatrixPlaces places) : m_source(source), m_places(places) {
        for (std::size_t stage = 0; stage < source.stages.size(); ++stage) {
            for (const int rank : source.stages[stage]) {
                m_stages.try_emplace(rank, stage);
            }
        }
    }

    void place(const std::set<int> &ranks, CommMatrixModel &model) {
        std::map<std::string, std::size_t> known;
        for (const int rank : ranks) {
            const auto name = nameOf(rank);
            const auto [it, isNew] = known.try_emplace(name, model.axes.names.size());
            if (isNew) {
                if (m_places == MatrixPlaces::Ranks && rank != *ranks.begin() && blockOf(rank) != m_lastBlock) {
                    model.axes.borders.push_back(it->second);
                }
                m_lastBlock = blockOf(rank);
                model.axes.names.push_back(name);
                model.ranksOfPlace.emplace_back();
            }
            model.placeOfRank[rank] = it->second;
            model.ranksOfPlace[it->second].push_back(rank);
        }
    }

private:
    [[nodiscard]] std::string hostOf(int rank) const {
        const auto it = m_source.hosts.find(rank);
        return it == m_source.hosts.end() ? std::string() : it->second;
    }
    [[nodiscard]] std::string stageOf(int rank) const {
        const auto it = m_stages.find(rank);
        return it == m_stages.end() ? std::string("?") : std::to_string(it->second);
    }
    [[nodiscard]] std::string nameOf(int rank) const {
        switch (m_places) {
            case MatrixPlaces::Ranks:
                return std::to_string(rank);
            case MatrixPlaces::Hosts:
                return hostOf(rank).empty() ? "?" : hostOf(rank);
            case MatrixPlaces::Stages:
                return stageOf(rank);
        }
        return {};
    }
    /// Ranks of one block stand together: those of a host, and of a stage where no host is known.
    [[nodiscard]] std::string blockOf(int rank) const { return hostOf(rank).empty() ? stageOf(rank) : hostOf(rank); }

    const CommMatrixSource &m_source;
    MatrixPlaces m_places;
    std::map<int, std::size_t> m_stages;
    std::string m_lastBlock;
};

std::pair<int, int> endsOf(const LinkSum &link) { return {link.source, link.destination}; }

/// "HCCS"; "PCIE \u2192 HCCS" where it was another in the baseline.
std::string transportOf(const LinkCell &cell) {
    const bool isChanged =
        cell.own != nullptr && cell.baseline != nullptr && cell.own->transport != cell.baseline->transport;
    return isChanged ? cell.baseline->transport + " \xE2\x86\x92 " + cell.own->transport : cell.any().transport;
}

/// Whether a rate is asked for, which tells nothing of links that moved next to nothing.
bool asksForRate(const CommMatrixQuestion &question) {
    return !question.baseline && (question.metric == LinkMetric::Bandwidth || question.metric == LinkMetric::Reference);
}
bool isLittle(const LinkCell &cell) { return cell.own != nullptr && cell.own->sizeMb < kLeastMb; }

std::optional<double> ifTold(double value) { return std::isnan(value) ? std::nullopt : std::optional(value); }

Message axisName(MatrixPlaces places, std::string_view end) {
    const std::string what = places == MatrixPlaces::Ranks ? "rank" : places == MatrixPlaces::Hosts ? "host" : "stage";
    return Message("matrix." + std::string(end) + "." + what);
}

}  // namespace

std::span<const LinkMetric> linkMetrics() { return kMetrics; }

std::string_view linkMetricText(LinkMetric metric) {
    constexpr std::array<std::string_view, kMetrics.size()> kTexts{"bandwidth", "size",      "time",
                                                                   "transport", "operators", "reference"};
    return kTexts[static_cast<std::size_t>(metric)];
}

std::optional<double> linkValue(const LinkSum &link, LinkMetric metric) {
    switch (metric) {
        case LinkMetric::Bandwidth:
            return link.gbps();
        case LinkMetric::Size:
            return ifTold(link.sizeMb);
        case LinkMetric::Time:
            return ifTold(link.timeMs);
        case LinkMetric::Operators:
            return link.operators;
        case LinkMetric::Reference:
            return link.referencePercent();
        case LinkMetric::Transport:
            break;
    }
    return std::nullopt;
}

std::vector<std::string> CommMatrixSource::operatorNames(const LinkQuery &query) const {
    std::set<std::string_view> names;
    for (const auto &[where, own] : operators) {
        if ((query.group.empty() || query.group == where.first) && (query.step.empty() || query.step == where.second)) {
            names.insert(own.begin(), own.end());
        }
    }
    std::vector<std::string> list{std::string(kAllOperators)};
    list.insert(list.end(), names.begin(), names.end());
    return list;
}

CommMatrixSource commMatrixSource(const Run &run, const std::stop_token &stop) {
    CommMatrixSource source;
    source.run = run.id;
    const auto known = knownLinks(run, stop);
    source.matrix = {known, &known->matrix};
    source.scopes = scopesOf(known->matrix, known->groups);
    for (const auto &link : known->matrix.links) {
        if (link.name != kAllOperators) {
            source.operators[{link.group, link.step}].insert(link.name);
        }
    }
    for (const auto &capture : run.captures) {
        if (!capture.host.empty()) {
            source.hosts[capture.rank] = capture.host;
        }
    }
    source.stages = stagesOfGroups(known->groups);
    source.groups = commGroupKeys(known->groups);
    return source;
}

LinkCell CommMatrixModel::cell(int source, int destination) const {
    const auto in = [&](const std::vector<LinkSum> &sums) {
        const auto it = std::lower_bound(sums.begin(), sums.end(), std::pair(source, destination),
                                         [](const LinkSum &link, const auto &ends) { return endsOf(link) < ends; });
        return it != sums.end() && endsOf(*it) == std::pair(source, destination) ? &*it : nullptr;
    };
    return {in(links), in(baseline)};
}

std::optional<HeatMatrix::Place> CommMatrixModel::placeOf(int source, int destination) const {
    const auto row = placeOfRank.find(source);
    const auto column = placeOfRank.find(destination);
    return row == placeOfRank.end() || column == placeOfRank.end()
               ? std::nullopt
               : std::optional(HeatMatrix::Place{row->second, column->second});
}

LinkCell CommMatrixModel::cellAt(HeatMatrix::Place place) const {
    const auto shown = heat.at(place.row, place.column);
    if (!shown) {
        return {};
    }
    for (const int from : ranksOfPlace[place.row]) {
        for (const int to : ranksOfPlace[place.column]) {
            const auto each = cell(from, to);
            if (!each.isEmpty() && isShown(each) && heatOf(each) == shown) {
                return each;
            }
        }
    }
    return {};
}

std::optional<double> CommMatrixModel::value(const LinkCell &cell) const {
    const auto of = [&](const LinkSum *sum) {
        return sum == nullptr ? std::nullopt : linkValue(*sum, question.metric);
    };
    const auto own = of(cell.own);
    if (!question.baseline) {
        return own;
    }
    const auto other = of(cell.baseline);
    if (own && other) {
        return *own - *other;
    }
    return own ? std::optional<double>(kOnlyInRun) : other ? std::optional<double>(kOnlyInBaseline) : std::nullopt;
}

LinkRef CommMatrixModel::refOf(const LinkSum &sum) const {
    return {run, question.query.group, question.query.step, question.query.name, sum.source, sum.destination};
}

bool CommMatrixModel::isShown(const LinkCell &cell) const {
    if (cell.any().isSelf() && !question.hasSelf) {
        return false;
    }
    const auto shown = value(cell);
    return question.metric == LinkMetric::Transport ||
           (shown && *shown >= question.from.value_or(*shown) && *shown <= question.to.value_or(*shown));
}

std::optional<float> CommMatrixModel::heatOf(const LinkCell &cell) const {
    if (question.metric == LinkMetric::Transport) {
        const bool isOneSided = question.baseline && (cell.own == nullptr || cell.baseline == nullptr);
        const auto it = std::lower_bound(values.kinds.begin(), values.kinds.end(), transportOf(cell));
        return isOneSided ? (cell.own != nullptr ? kOnlyInRun : kOnlyInBaseline)
                          : static_cast<float>(it - values.kinds.begin());
    }
    const auto shown = value(cell);
    if (shown && hidesLittle && isLittle(cell)) {
        return kTooLittle;
    }
    return shown ? std::optional(static_cast<float>(*shown)) : std::nullopt;
}

std::optional<Message> CommMatrixModel::emptyReason() const {
    if (heat.count() > 0) {
        return std::nullopt;
    }
    if (links.empty() && baseline.empty()) {
        return Message("communication.empty.choice");
    }
    const auto isSelf = [](const LinkSum &link) { return link.isSelf(); };
    if (!question.hasSelf && std::all_of(links.begin(), links.end(), isSelf) &&
        std::all_of(baseline.begin(), baseline.end(), isSelf)) {
        return Message("communication.empty.self");
    }
    if ((question.from || question.to) && (least != 0 || most != 0)) {
        return Message("communication.empty.range");
    }
    return Message("communication.empty.values." + std::string(linkMetricText(question.metric)));
}

/// Makes a model step by step.
class CommMatrixBuilder {
public:
    CommMatrixBuilder(const CommMatrixSource &source, const CommMatrixQuestion &question,
                      const CommMatrixSource *baseline) {
        m_model.run = source.run;
        m_model.question = question;
        if (baseline == nullptr) {
            m_model.question.baseline.reset();
        }
    }

    CommMatrixModel build(const CommMatrixSource &source, const CommMatrixSource *baseline,
                          const std::stop_token &stop) {
        const auto &question = m_model.question;
        m_model.links = source.isEmpty() ? std::vector<LinkSum>{} : linkSums(*source.matrix, question.query, stop);
        if (question.baseline && !source.isEmpty() && !baseline->isEmpty()) {
            m_model.baseline = sumsOfBaseline(source, *baseline, stop);
        }
        join();
        m_model.values = values();
        m_model.axes.rows = axisName(question.places, "from");
        m_model.axes.columns = axisName(question.places, "to");
        Placing(source, question.places).place(ranks(), m_model);
        fill();
        return std::move(m_model);
    }

private:
    [[nodiscard]] std::vector<LinkSum> sumsOfBaseline(const CommMatrixSource &source, const CommMatrixSource &baseline,
                                                      const std::stop_token &stop) const {
        const auto &step = m_model.question.baseline->step;
        auto pairs = pairedSteps(source.scopes.steps, baseline.scopes.steps);
        if (!step.empty()) {
            pairs.clear();
            for (const auto &own : source.scopes.steps) {
                pairs.emplace_back(own, step);
            }
        }
        const auto matrix =
            inWordsOf({*source.matrix, source.groups}, {*baseline.matrix, baseline.groups}, pairs, stop);
        return linkSums(matrix, m_model.question.query, stop);
    }
    /// Links of both sides, by their ends.
    void join() {
        const auto &own = m_model.links;
        const auto &other = m_model.baseline;
        m_cells.reserve(std::max(own.size(), other.size()));
        for (std::size_t i = 0, j = 0; i < own.size() || j < other.size();) {
            const bool takesOwn = j == other.size() || (i < own.size() && endsOf(own[i]) <= endsOf(other[j]));
            const bool takesOther = i == own.size() || (j < other.size() && endsOf(other[j]) <= endsOf(own[i]));
            m_cells.push_back({takesOwn ? &own[i] : nullptr, takesOther ? &other[j] : nullptr});
            i += takesOwn ? 1 : 0;
            j += takesOther ? 1 : 0;
        }
    }
    [[nodiscard]] std::set<int> ranks() const {
        std::set<int> ranks;
        for (const auto &cell : m_cells) {
            ranks.insert({cell.any().source, cell.any().destination});
        }
        return ranks;
    }
    [[nodiscard]] MatrixValues values() const {
        const auto metric = m_model.question.metric;
        MatrixValues values{Message("link.metric." + std::string(linkMetricText(metric)))};
        if (metric == LinkMetric::Transport) {
            std::set<std::string> kinds;
            for (const auto &cell : m_cells) {
                kinds.insert(transportOf(cell));
            }
            values.kinds.assign(kinds.begin(), kinds.end());
        }
        return values;
    }
    void fill() {
        std::vector<HeatMatrix::Cell> cells;
        bool isFirst = true;
        m_model.hidesLittle = asksForRate(m_model.question) && std::ranges::any_of(m_cells, [&](const LinkCell &cell) {
                                  return m_model.isShown(cell) && m_model.value(cell) && !isLittle(cell);
                              });
        for (const auto &cell : m_cells) {
            const auto value = m_model.value(cell);
            if (value && std::isfinite(*value) && (m_model.question.hasSelf || !cell.any().isSelf())) {
                m_model.least = isFirst ? *value : std::min(m_model.least, *value);
                m_model.most = isFirst ? *value : std::max(m_model.most, *value);
                isFirst = false;
            }
            const auto heat = m_model.isShown(cell) ? m_model.heatOf(cell) : std::nullopt;
            if (heat) {
                const auto place = m_model.placeOf(cell.any().source, cell.any().destination);
                cells.push_back({place->row, place->column, *heat});
            }
        }
        const auto metric = m_model.question.metric;
        const bool isHighBad = metric != LinkMetric::Bandwidth && metric != LinkMetric::Reference;
        const auto places = m_model.axes.names.size();
        m_model.values.hidesLittle =
            std::ranges::any_of(cells, [](const HeatMatrix::Cell &cell) { return cell.value == kTooLittle; }) &&
            m_model.hidesLittle;
        m_model.heat = HeatMatrix(places, places, cells, isHighBad, m_model.question.baseline.has_value());
    }

    CommMatrixModel m_model;
    std::vector<LinkCell> m_cells;
};

CommMatrixModel commMatrixModel(const CommMatrixSource &source, const CommMatrixQuestion &question,
                                const CommMatrixSource *baseline, const std::stop_token &stop) {
    return CommMatrixBuilder(source, question, baseline).build(source, baseline, stop);
}

}  // namespace stagescope
