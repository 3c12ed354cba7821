#include "core/formats/profiler_db/profiler_db_deep.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

// Kernels: what is said of them beside their task.
namespace stagescope::profiler_db {

namespace {

/// Sizes of a launch; those beyond any device are damage.
std::int32_t sizeOf(const SqliteRows &rows, std::size_t column) {
    const auto size = rows.number(column, -1);
    return size < 0 || size >= std::numeric_limits<std::int32_t>::max() ? -1 : static_cast<std::int32_t>(size);
}

/// Cores with matrix units, where the profiler measured none of their times.
std::int64_t cubeByCore(std::string_view core) {
    return core == "AI_CORE" || core == "MIX_AIC" ? 1 : core == "AI_VECTOR_CORE" || core == "MIX_AIV" ? 0 : -1;
}

}  // namespace

Status KernelFacts::load(SqliteConnection &db, const Strings &strings) {
    m_strings = &strings;
    const auto unknown = static_cast<std::uint32_t>(strings.size());
    auto rows = db.select("COMPUTE_TASK_INFO", {"name", "opType", "taskType", "inputShapes", "inputDataTypes",
                                                "inputFormats", "outputShapes", "outputDataTypes", "outputFormats",
                                                "blockDim", "blockNum", "mixBlockDim", "mixBlockNum", "globalTaskId"});
    while (rows.next()) {
        const auto task = rows.optionalNumber(13);
        if (!task) {
            rows.reject("no task");
            continue;
        }
        Facts facts{};
        for (std::size_t i = 0; i < facts.texts.size(); ++i) {
            const auto index = strings.index(rows.number(i, -1));
            facts.texts[i] = index == IdTable::kNone ? unknown : index;
        }
        facts.blockDim = std::max(sizeOf(rows, 9), sizeOf(rows, 10));
        facts.mixBlockDim = std::max(sizeOf(rows, 11), sizeOf(rows, 12));
        m_ids.add(*task, static_cast<std::uint32_t>(m_facts.size()));
        m_facts.push_back(facts);
    }
    m_ids.finish();
    const auto status = rows.finish();
    return status ? readMetrics(db) : status;
}

// The rows of a kernel follow each other, and few names come again and again.
Status KernelFacts::readMetrics(SqliteConnection &db) {
    if (m_facts.empty() || !db.hasTable("TASK_PMU_INFO")) {
        return {};
    }
    std::map<std::int64_t, std::uint32_t> metrics;  // by id of the name
    auto rows = db.select("TASK_PMU_INFO", {"globalTaskId", "name", "value"});
    while (rows.next()) {
        const auto kernel = m_ids.find(rows.number(0, -1));
        const auto name = rows.number(1, -1);
        auto metric = metrics.find(name);
        if (metric == metrics.end()) {
            metric = metrics.emplace(name, m_metrics.metric(text(m_strings->index(name)))).first;
        }
        if (const auto value = rows.real(2, std::nan(""));
            kernel != IdTable::kNone && metric->second != KernelMetrics::kNone && std::isfinite(value)) {
            m_metrics.set(metric->second, kernel, value);
        }
    }
    return rows.finish();
}

TableStore KernelFacts::take() {
    m_metrics.moveTo(m_table, m_rowFacts);
    return m_table.take();
}

void KernelFacts::add(std::uint32_t kernel, std::int64_t begin, std::int64_t end, std::int64_t stream) {
    const auto &facts = m_facts[kernel];
    const auto known = [&](std::size_t i) {
        const auto value = text(facts.texts[i]);
        return value == "N/A" ? std::string_view{} : value;
    };
    KernelRecord row;
    row.name = text(facts.texts[0]);
    row.type = known(1);
    row.core = known(2);
    const auto matrix = m_metrics.value("aic_mac_time_us", kernel);
    row.cube = matrix ? (*matrix > 0 ? 1 : 0) : cubeByCore(row.core);
    row.stream = stream;
    const auto step =
        std::find_if(m_steps.begin(), m_steps.end(), [&](const Step &s) { return s.begin <= begin && begin < s.end; });
    row.step = step == m_steps.end() ? kNoStep : step->step;
    row.begin = begin;
    row.duration = std::max<std::int64_t>(end - begin, 0);
    row.blockDim = facts.blockDim;
    row.mixBlockDim = facts.mixBlockDim;
    row.inputShapes = known(3);
    row.inputTypes = known(4);
    row.inputFormats = known(5);
    row.outputShapes = known(6);
    row.outputTypes = known(7);
    row.outputFormats = known(8);
    m_rowFacts.push_back(kernel);
    m_table.append(row);
}

}  // namespace stagescope::profiler_db
