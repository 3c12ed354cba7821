#pragma once

#include "core/store/tables/table_kind.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/recorded_rank.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope::planted {

/// One rank with the profiler's own analysis of communication, made by hand. Times of kernels in ns.
class CommRank {
public:
    explicit CommRank(int rank) : m_rank(rank) {}

    CommRank &step(std::string_view name, double ms) {
        m_steps.set("step", name).set("computing_ns", static_cast<std::int64_t>(ms * 1e6));
        m_steps.set("not_overlapped_ns", std::int64_t{0}).set("free_ns", std::int64_t{0}).endRow();
        return *this;
    }
    CommRank &time(std::string_view step, std::string_view group, std::string_view name, double startUs,
                   double elapsedMs, std::string_view kind = "collective", double waitMs = 0) {
        m_times.set("step", step).set("group", group).set("name", name).set("kind", kind);
        m_times.set("start_us", startUs).set("elapsed_ms", elapsedMs).set("wait_ms", waitMs).endRow();
        return *this;
    }
    CommRank &sent(std::string_view step, std::string_view group, std::string_view name, std::string_view transport,
                   double mb, double ms) {
        m_bandwidths.set("step", step).set("group", group).set("name", name).set("transport", transport);
        m_bandwidths.set("size_mb", mb).set("time_ms", ms).set("bandwidth_gbps", mb / ms).endRow();
        return *this;
    }
    /// `source` and `destination` are positions in the group.
    CommRank &link(std::string_view step, std::string_view group, int source, int destination, double mb, double ms,
                   std::string_view transport = "HCCS", std::string_view name = "allreduce-total") {
        m_links.set("step", step).set("group", group).set("name", name);
        m_links.set("kind", std::string_view("collective")).set("transport", transport);
        m_links.set("source", std::int64_t{source}).set("destination", std::int64_t{destination});
        m_links.set("size_mb", mb).set("time_ms", ms).endRow();
        return *this;
    }
    /// An operator of the timeline.
    CommRank &op(std::string_view group, std::string_view name, std::int64_t begin, std::int64_t end) {
        m_ops.set("group", group).set("name", name).set("begin_ns", begin).set("end_ns", end).endRow();
        return *this;
    }
    CommRank &steps(std::int64_t step, std::int64_t begin, std::int64_t end) {
        m_bounds.set("step", step).set("begin_ns", begin).set("end_ns", end).endRow();
        return *this;
    }
    CommRank &kernel(std::string_view name, std::int64_t begin, std::int64_t end) {
        m_recorded.device(name, begin, end);
        m_hasTrace = true;
        return *this;
    }

    [[nodiscard]] RankCapture capture() {
        std::vector<std::shared_ptr<const TableStore>> tables;
        for (auto *table : {&m_steps, &m_times, &m_bandwidths, &m_links, &m_ops, &m_bounds}) {
            if (table->rowCount() > 0) {
                tables.push_back(shared(*table));
            }
        }
        return m_hasTrace ? m_recorded.capture(m_rank, std::move(tables)) : planted::capture(m_rank, std::move(tables));
    }

private:
    int m_rank;
    bool m_hasTrace = false;
    TableBuilder m_steps{TableKind::StepTraceTime};
    TableBuilder m_times{TableKind::CommTimes};
    TableBuilder m_bandwidths{TableKind::CommBandwidths};
    TableBuilder m_links{TableKind::CommLinks};
    TableBuilder m_ops{TableKind::CommOps};
    TableBuilder m_bounds{TableKind::Steps};
    RecordedRank m_recorded;
};

inline Run commRun(std::vector<CommRank> ranks, std::vector<CommGroup> groups = {}) {
    Run run;
    run.id = RunId{0};
    for (auto &rank : ranks) {
        run.captures.push_back(rank.capture());
    }
    run.groups = std::move(groups);
    return run;
}

}  // namespace stagescope::planted
