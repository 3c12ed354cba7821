#include "core/advice/what_if/what_if_question.h"

#include "core/advice/remedies/memory_exchange.h"
#include "core/advice/rule_study.h"
#include "core/analysis/pipeline/replay/stage_layers.h"
#include "core/analysis/pipeline/time/link_times.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace stagescope {

namespace {

using Parameters = std::map<std::string, std::string>;

const std::string &valueOf(const Parameters &parameters, const char *name) {
    static const std::string none;
    const auto found = parameters.find(name);
    return found == parameters.end() ? none : found->second;
}

template <class Number>
Result<Number> numberOf(const std::string &name, std::string_view text) {
    Number value{};
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || rest != text.data() + text.size()) {
        return fail(ErrorKind::BadArgument, "parameter " + name + " is a number, not '" + std::string(text) + "'");
    }
    return value;
}

/// Leaves `target` as it is where the parameter is not given.
template <class Number, class Target>
Status setNumber(const Parameters &parameters, const char *name, Target &target, double least, double most) {
    const std::string &text = valueOf(parameters, name);
    if (text.empty()) {
        return {};
    }
    const Result<Number> value = numberOf<Number>(name, text);
    RETURN_IF_ERROR(value);
    const auto number = double(*value);
    if (!std::isfinite(number) || number < least || number > most) {
        return fail(ErrorKind::BadArgument, "parameter " + std::string(name) + " is out of range: " + text);
    }
    target = *value;
    return {};
}

Result<bool> flagOf(const Parameters &parameters, const char *name) {
    const std::string &text = valueOf(parameters, name);
    if (text.empty() || text == "no") {
        return false;
    }
    if (text == "yes") {
        return true;
    }
    return fail(ErrorKind::BadArgument, "parameter " + std::string(name) + " is yes or no, not '" + text + "'");
}

/// Given, and not only by its default.
bool isGiven(const Parameters &parameters, const ParameterSpec &spec) {
    const std::string &text = valueOf(parameters, spec.name.c_str());
    return !text.empty() && text != spec.defaultValue;
}

class Reader {
public:
    Reader(const Parameters &parameters, const Run &run, const WhatIfStudy &study, const std::stop_token &stop)
        : m_parameters(parameters), m_run(run), m_study(study), m_stop(stop) {}

    Result<WhatIfScenario> read() {
        for (const auto part : {&Reader::readRank, &Reader::readSchedule, &Reader::readNumbers, &Reader::readLayers,
                                &Reader::readMove, &Reader::readExchange, &Reader::readLink, &Reader::readName}) {
            if (const Status status = (this->*part)(); !status) {
                return tl::make_unexpected(status.error());
            }
        }
        return std::move(m_scenario);
    }

private:
    [[nodiscard]] const std::string &value(const char *name) const { return valueOf(m_parameters, name); }

    Status readRank() {
        if (value("fix").empty()) {
            return {};
        }
        const Result<int> rank = numberOf<int>("fix", value("fix"));
        RETURN_IF_ERROR(rank);
        const std::vector<int> &ranks = m_study.chart().group.ranks;
        const auto found = std::find(ranks.begin(), ranks.end(), *rank);
        if (found == ranks.end()) {
            return fail(ErrorKind::BadArgument,
                        "rank " + value("fix") + " is not in the pipeline " + m_study.chart().group.id);
        }
        m_scenario.question = m_study.mended(m_run, std::size_t(found - ranks.begin()), m_stop);
        return {};
    }

    Status readSchedule() {
        ScheduleOptions options = m_study.schedule();
        if (!value("schedule").empty()) {
            const auto kind = scheduleKindFromText(value("schedule"));
            if (!kind) {
                return fail(ErrorKind::BadArgument, "no schedule is called '" + value("schedule") + "'");
            }
            if (*kind != options.kind) {
                options = {.kind = *kind, .stages = options.stages, .microbatches = options.microbatches};
            }
        }
        Status status = setNumber<int>(m_parameters, "microbatches", options.microbatches, 1, 1'000'000);
        status = status ? setNumber<int>(m_parameters, "chunks", options.chunks, 1, 1'000) : status;
        if (status && options != m_study.schedule()) {
            m_scenario.question.schedule = options;
        }
        return status;
    }

    Status readNumbers() {
        const Result<bool> balanced = flagOf(m_parameters, "balanced");
        RETURN_IF_ERROR(balanced);
        WhatIf &question = m_scenario.question;
        question.balanced = *balanced;
        Status status = setNumber<double>(m_parameters, "transfer", question.transferFactor, 0, 1e6);
        status = status ? setNumber<double>(m_parameters, "split", question.inputShare, 0, 1) : status;
        status = status ? setNumber<double>(m_parameters, "overlap", question.overlapGain, 0, 1) : status;
        double launch = 1;
        status = status ? setNumber<double>(m_parameters, "launch", launch, 0, 1) : status;
        if (status && launch != 0 && launch != 1) {
            return fail(ErrorKind::BadArgument, "parameter launch is 0 (no delays) or 1 (as measured)");
        }
        m_scenario.isWithoutLaunches = launch == 0;
        return status;
    }

    Status readLayers() {
        if (value("new_layers").empty()) {
            return {};
        }
        const auto layers = layersFromText(value("new_layers"));
        if (!layers) {
            return fail(ErrorKind::BadArgument,
                        "new_layers is a list like [1,10,10,7], not '" + value("new_layers") + "'");
        }
        m_scenario.question.newLayers = *layers;
        return needLayers();
    }

    /// "2:3>0": two layers from stage 3 to stage 0.
    Status readMove() {
        const std::string &text = value("move");
        if (text.empty()) {
            return {};
        }
        const std::size_t colon = text.find(':');
        const std::size_t arrow = text.find('>');
        if (colon == std::string::npos || arrow == std::string::npos || arrow < colon) {
            return fail(ErrorKind::BadArgument, "move is LAYERS:FROM>TO by stages, as 2:3>0, not '" + text + "'");
        }
        const Result<int> count = numberOf<int>("move", text.substr(0, colon));
        const Result<std::size_t> from = numberOf<std::size_t>("move", text.substr(colon + 1, arrow - colon - 1));
        const Result<std::size_t> to = numberOf<std::size_t>("move", text.substr(arrow + 1));
        if (!count || !from || !to) {
            return tl::make_unexpected(!count ? count.error() : !from ? from.error() : to.error());
        }
        if (const Status status = needLayers(); !status) {
            return status;
        }
        std::vector<int> &layers = m_scenario.question.newLayers;
        if (layers.empty()) {
            layers = m_study.layers();
        }
        if (*from >= layers.size() || *to >= layers.size() || *count < 1 || *count >= layers[*from]) {
            return fail(ErrorKind::BadArgument, "layers can only be moved between stages that keep at least one");
        }
        layers[*from] -= *count;
        layers[*to] += *count;
        return {};
    }

    /// "recompute_norm" of all stages, "recompute_norm:2" of one: in the direction that it is not in.
    Status readExchange() {
        const std::string &text = value("exchange");
        if (text.empty()) {
            return {};
        }
        const std::size_t colon = std::min(text.find(':'), text.size());
        int stage = -1;
        if (colon < text.size()) {
            const Result<int> number = numberOf<int>("exchange", text.substr(colon + 1));
            RETURN_IF_ERROR(number);
            stage = *number;
        }
        const RuleStudy rules(m_run, {}, m_stop);
        const RuleValues defaults;
        WhatIf &question = m_scenario.question;
        for (const MemoryExchange &exchange : memoryExchanges(rules.input(defaults))) {
            const bool isAsked = exchangeText(exchange.exchange) == text.substr(0, colon) && exchange.stage >= 0 &&
                                 (stage < 0 || stage == exchange.stage);
            const auto place = std::size_t(exchange.stage);
            if (isAsked && place < m_study.chart().group.ranks.size()) {
                question.passes.resize(std::max(question.passes.size(), place + 1));
                question.wonBytes.resize(question.passes.size());
                if (question.passes[place].empty()) {  // where it is on in part, the rest of it
                    question.passes[place] = exchange.chunks;
                    question.wonBytes[place] = exchange.won.value_or(0);
                }
            }
        }
        return !question.passes.empty()
                   ? Status{}
                   : fail(ErrorKind::BadArgument,
                          "exchange is a remedy of table memory_exchange, of one stage as recompute_norm:2; '" + text +
                              "' is not among its rows");
    }

    /// "3-5": the link between two ranks as fast as the others of its kind.
    Status readLink() {
        const std::string &text = value("link");
        if (text.empty()) {
            return {};
        }
        const std::size_t dash = text.find('-');
        const Result<int> from = numberOf<int>("link", text.substr(0, dash));
        const Result<int> to = numberOf<int>("link", dash < text.size() ? text.substr(dash + 1) : std::string());
        if (!from || !to) {
            return fail(ErrorKind::BadArgument, "link is two ranks, as 3-5, not '" + text + "'");
        }
        std::vector<PipelineChart> charts;
        for (const PipelineGroup &group : pipelineGroups(m_run)) {
            charts.push_back(pipelineChart(m_run, group, m_stop));
        }
        std::vector<const PipelineChart *> all;
        std::transform(charts.begin(), charts.end(), std::back_inserter(all),
                       [](const PipelineChart &chart) { return &chart; });
        const auto [first, second] = std::minmax({*from, *to});
        for (const LinkTime &link : linkTimes(m_run, all)) {
            if (link.first == first && link.second == second && link.othersOfKind > 0) {
                m_scenario.question.links[{first, second}] = link.usual;
                return {};
            }
        }
        return fail(ErrorKind::BadArgument,
                    "no transfers between ranks " + text + " were recorded, or none of its kind to compare them with");
    }

    Status needLayers() {
        m_scenario.question.layers = m_study.layers();
        return !m_study.layers().empty()
                   ? Status{}
                   : fail(ErrorKind::BadArgument,
                          "the number of layers per stage is not in this profile: set it with layers=[8,8,8,8]");
    }

    Status readName() {
        std::string asked;
        for (const ParameterSpec &spec : whatIfParameters()) {
            if (isGiven(m_parameters, spec)) {
                asked += (asked.empty() ? "" : " ") + spec.name + "=" + value(spec.name.c_str());
            }
        }
        m_scenario.name = Message("what_if.scenario.question", {asked});
        return {};
    }

    const Parameters &m_parameters;
    const Run &m_run;
    const WhatIfStudy &m_study;
    std::stop_token m_stop;
    WhatIfScenario m_scenario;
};

}  // namespace

std::vector<ParameterSpec> whatIfParameters() {
    return {
        {"schedule", "",
         "Another order: 1f1b, interleaved, zb-h1, zb-h2, zb-v, dualpipe, dualpipev, gpipe, looped-bfs, "
         "interleaved-zb."},
        {"microbatches", "", "Another number of microbatches per step."},
        {"chunks", "", "Virtual chunks per rank of interleaved, interleaved-zb and looped-bfs."},
        {"balanced", "no", "yes: every stage takes the mean of all."},
        {"fix", "", "Global rank to fix: at the median of its stage in other pipelines, else of the other stages."},
        {"transfer", "1", "Factor on transfers: 0 free, 2 twice as long."},
        {"link", "", "A-B: link between two ranks to fix: at the median of similar links."},
        {"launch", "1", "0: no delays between the inputs of a cell and its begin (measured order only)."},
        {"exchange", "",
         "Memory for time: a remedy of table memory_exchange turned on, or off where it is on; of one stage "
         "recompute_norm:2."},
        {"move", "", "LAYERS:FROM>TO by stages, as 2:3>0."},
        {"new_layers", "", "Layers per stage as they shall be, as [1,10,10,7]."},
        {"layers", "", "Current layers per stage, where the profile does not have them."},
        {"split", "0.5", "Share of a backward that is for its input, where only whole backwards were measured."},
        {"overlap", "", "Share of the communication within overlapped cells that is hidden; empty = as measured."},
        {"capacity_gib", "", "Device memory capacity, where the profile does not have it."},
    };
}

bool asksWhatIf(const Parameters &parameters) {
    constexpr std::string_view kFacts[] = {"layers", "split", "overlap", "capacity_gib"};
    const std::vector<ParameterSpec> specs = whatIfParameters();
    return std::any_of(specs.begin(), specs.end(), [&](const ParameterSpec &spec) {
        const bool isFact = std::find(std::begin(kFacts), std::end(kFacts), spec.name) != std::end(kFacts);
        return !isFact && isGiven(parameters, spec);
    });
}

Status tellFacts(const Parameters &parameters, WhatIfStudy &study) {
    if (const std::string &text = valueOf(parameters, "layers"); !text.empty()) {
        const auto layers = layersFromText(text);
        if (!layers || layers->size() != study.chart().group.ranks.size()) {
            return fail(ErrorKind::BadArgument, "layers is a list with a number per stage, not '" + text + "'");
        }
        study.setLayers(*layers);
    }
    double gibibytes = 0;
    const Status status = setNumber<double>(parameters, "capacity_gib", gibibytes, 0, 1e6);
    if (status && gibibytes > 0) {
        study.setCapacity(std::llround(gibibytes * double(std::int64_t{1} << 30)));
    }
    return status;
}

Result<WhatIfScenario> whatIfQuestion(const Parameters &parameters, const Run &run, const WhatIfStudy &study,
                                      const std::stop_token &stop) {
    return Reader(parameters, run, study, stop).read();
}

}  // namespace stagescope
