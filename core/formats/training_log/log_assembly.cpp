#include "core/formats/training_log/log_assembly.h"

#include "core/base/path_text.h"
#include "core/formats/training_log/log_metrics.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <tuple>

namespace stagescope {

namespace {

/// Logs that every run calls the same are known by their folders.
std::string_view nameOf(std::string_view path) {
    const auto name = lastPart(path);
    const bool isOfAny = name == "trainer_state.json" || name == "trainer_log.jsonl" || name == "logging.jsonl";
    const auto folder =
        isOfAny && path.size() > name.size() ? path.rfind('/', path.size() - name.size() - 2) : std::string_view::npos;
    return folder == std::string_view::npos ? name : path.substr(folder + 1);
}

}  // namespace

LogAssembly::LogAssembly(const std::string &path) : m_path(path) {}

std::uint32_t LogAssembly::metricOf(std::string_view dialect, const LoggedValue &value) {
    auto key = value.name + '\n' + value.unit;
    if (const auto it = m_ofNames.find(key); it != m_ofNames.end()) {
        return it->second;
    }
    if (m_metrics.size() >= kMostMetrics) {
        return kNoMetric;
    }
    const auto plain = plainUnit(value.name, value.unit);
    Metric metric{value.name, std::string(plain.unit), plain.factor, false};
    const auto *known = commonMetric(dialect, value.name);
    // Two names of one dialect may mean the same: the first has the common name.
    if (known != nullptr &&
        m_claimedBy.try_emplace(std::string(known->metric), value.name).first->second == value.name) {
        const auto unit = metricUnit(*known, value.unit);
        metric = {std::string(known->metric), std::string(unit.unit), unit.factor, true};
    }
    const auto id = static_cast<std::uint32_t>(m_metrics.size());
    m_metrics.push_back(std::move(metric));
    m_ofNames.emplace(std::move(key), id);
    return id;
}

void LogAssembly::addValues(const LoggedLine &line, const Place &place) {
    auto dialect = std::find(m_dialects.begin(), m_dialects.end(), line.dialect);
    dialect = dialect == m_dialects.end() ? m_dialects.insert(dialect, line.dialect) : dialect;
    for (const auto &value : line.values) {
        const auto metric = metricOf(line.dialect, value);
        const bool isFull = metric == kNoMetric || m_values.size() >= kMostValues ||
                            (m_values.size() >= kMostOther && !m_metrics[metric].isKnown);
        if (isFull) {
            ++m_leftOut;
            continue;
        }
        m_values.push_back({place.step, line.time, value.value * m_metrics[metric].factor, metric, place.part,
                            line.rank, static_cast<std::uint32_t>(dialect - m_dialects.begin())});
    }
}

void LogAssembly::add(const LoggedLine &line) {
    constexpr std::size_t kMostRanks = 1 << 18;
    const bool isNewRank = !m_places.contains(line.rank);
    if ((isNewRank && m_places.size() >= kMostRanks) || (isNewRank && !line.step)) {
        m_withoutStep += line.values.size();
        return;
    }
    auto &place = m_places[line.rank];
    const auto step = line.step.value_or(place.step);
    place.part += step < place.step ? 1 : 0;
    place.step = step;
    addValues(line, place);
}

void LogAssembly::addUnordered(const LoggedLine &line) { addValues(line, {line.step.value_or(0), 0}); }

/// By rank, part, step and metric; of the same the last.
void LogAssembly::order() {
    const auto placeOf = [](const Value &v) { return std::tie(v.rank, v.part, v.step, v.metric); };
    const auto isBefore = [&](const Value &a, const Value &b) { return placeOf(a) < placeOf(b); };
    if (!std::is_sorted(m_values.begin(), m_values.end(), isBefore)) {
        std::stable_sort(m_values.begin(), m_values.end(), isBefore);
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        const bool isLast = i + 1 == m_values.size() || placeOf(m_values[i]) != placeOf(m_values[i + 1]);
        m_values[kept] = m_values[i];
        kept += isLast ? 1 : 0;
    }
    m_values.resize(kept);
}

void LogAssembly::give(Sink &sink) {
    order();
    TableWriter<TrainingValueRecord> out;
    const auto file = nameOf(m_path);
    for (const auto &value : m_values) {
        const auto &metric = m_metrics[value.metric];
        out.append({file, m_dialects[value.dialect], value.rank, value.part, value.step, value.time, metric.name,
                    value.value, metric.unit});
    }
    sink.addTable(out.take());
    if (m_leftOut > 0) {
        sink.log().add(Severity::Error, m_path, "training_log.too_many", "", "", m_leftOut);
    }
    if (m_withoutStep > 0) {
        sink.log().add(Severity::Info, m_path, "training_log.without_step", "", "", m_withoutStep);
    }
}

}  // namespace stagescope
