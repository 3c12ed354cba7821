#include "core/scene/comm_matrix_model.h"

#include "core/analysis/cluster_steps.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace stagescope {

namespace {

constexpr std::array kMetrics{LinkMetric::Bandwidth, LinkMetric::Size,      LinkMetric::Time,
                              LinkMetric::Transport, LinkMetric::Operators, LinkMetric::Reference};

CommScopes scopesOf(const Run &run, const CommMatrix &matrix, const std::stop_token &stop) {
    std::vector<CommMember> members;
    for (const auto &link : matrix.links) {
        if (link.name == kAllOperators) {
            members.push_back({link.group, link.step, link.source});
            members.push_back({link.group, link.step, link.destination});
        }
    }
    return commScopes(run, members, stop);
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

std::set<int> ranksIn(const std::vector<LinkSum> &links) {
    std::set<int> ranks;
    for (const auto &link : links) {
        ranks.insert({link.source, link.destination});
    }
    return ranks;
}

MatrixValues valuesFor(LinkMetric metric, const std::vector<LinkSum> &links) {
    MatrixValues values{Message("link.metric." + std::string(linkMetricText(metric)))};
    if (metric == LinkMetric::Transport) {
        std::set<std::string> kinds;
        for (const auto &link : links) {
            kinds.insert(link.transport);
        }
        values.kinds.assign(kinds.begin(), kinds.end());
    }
    return values;
}

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
            return link.sizeMb;
        case LinkMetric::Time:
            return link.timeMs;
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
    source.matrix = commMatrix(run, CommSource::Any, stop);
    source.scopes = scopesOf(run, source.matrix, stop);
    for (const auto &link : source.matrix.links) {
        if (link.name != kAllOperators) {
            source.operators[{link.group, link.step}].insert(link.name);
        }
    }
    for (const auto &capture : run.captures) {
        if (!capture.host.empty()) {
            source.hosts[capture.rank] = capture.host;
        }
    }
    source.stages = stagesOfGroups(commGroups(run, CommSource::Any, stop));
    return source;
}

const LinkSum *CommMatrixModel::link(int source, int destination) const {
    const auto it = std::lower_bound(links.begin(), links.end(), std::pair(source, destination),
                                     [](const LinkSum &link, const std::pair<int, int> &ends) {
                                         return std::pair(link.source, link.destination) < ends;
                                     });
    return it != links.end() && it->source == source && it->destination == destination ? &*it : nullptr;
}

std::optional<HeatMatrix::Place> CommMatrixModel::placeOf(int source, int destination) const {
    const auto row = placeOfRank.find(source);
    const auto column = placeOfRank.find(destination);
    return row == placeOfRank.end() || column == placeOfRank.end()
               ? std::nullopt
               : std::optional(HeatMatrix::Place{row->second, column->second});
}

const LinkSum *CommMatrixModel::linkAt(HeatMatrix::Place place) const {
    const auto shown = heat.at(place.row, place.column);
    if (!shown) {
        return nullptr;
    }
    for (const int from : ranksOfPlace[place.row]) {
        for (const int to : ranksOfPlace[place.column]) {
            const auto *sum = link(from, to);
            if (sum != nullptr && isShown(*sum) && heatOf(*sum) == shown) {
                return sum;
            }
        }
    }
    return nullptr;
}

LinkRef CommMatrixModel::refOf(const LinkSum &sum) const {
    return {run, question.query.group, question.query.step, question.query.name, sum.source, sum.destination};
}

bool CommMatrixModel::isShown(const LinkSum &sum) const {
    if (sum.isSelf() && !question.hasSelf) {
        return false;
    }
    const auto value = linkValue(sum, question.metric);
    return question.metric == LinkMetric::Transport ||
           (value && *value >= question.from.value_or(*value) && *value <= question.to.value_or(*value));
}

std::optional<float> CommMatrixModel::heatOf(const LinkSum &sum) const {
    if (question.metric == LinkMetric::Transport) {
        const auto it = std::lower_bound(values.kinds.begin(), values.kinds.end(), sum.transport);
        return static_cast<float>(it - values.kinds.begin());
    }
    const auto value = linkValue(sum, question.metric);
    return value ? std::optional(static_cast<float>(*value)) : std::nullopt;
}

CommMatrixModel commMatrixModel(const CommMatrixSource &source, const CommMatrixQuestion &question,
                                const std::stop_token &stop) {
    CommMatrixModel model;
    model.run = source.run;
    model.question = question;
    model.links = linkSums(source.matrix, question.query, stop);
    model.values = valuesFor(question.metric, model.links);
    model.axes.rows = axisName(question.places, "from");
    model.axes.columns = axisName(question.places, "to");
    Placing(source, question.places).place(ranksIn(model.links), model);
    std::vector<HeatMatrix::Cell> cells;
    bool isFirst = true;
    for (const auto &link : model.links) {
        const auto value = linkValue(link, question.metric);
        if (value && (question.hasSelf || !link.isSelf())) {
            model.least = isFirst ? *value : std::min(model.least, *value);
            model.most = isFirst ? *value : std::max(model.most, *value);
            isFirst = false;
        }
        const auto heat = model.isShown(link) ? model.heatOf(link) : std::nullopt;
        if (heat) {
            const auto place = model.placeOf(link.source, link.destination);
            cells.push_back({place->row, place->column, *heat});
        }
    }
    const bool isHighBad = question.metric != LinkMetric::Bandwidth && question.metric != LinkMetric::Reference;
    const auto places = model.axes.names.size();
    model.heat = HeatMatrix(places, places, cells, isHighBad);
    return model;
}

}  // namespace stagescope
