#include "core/analysis/communication/ops/comm_op.h"

#include "core/analysis/run/steps.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <map>
#include <span>

namespace stagescope {

namespace {

CommOp opOf(const CommOpRecord &record, int rank) {
    CommOp op;
    op.rank = rank;
    op.name = record.name;
    op.group = record.group;
    op.type = record.type;
    op.range = {rankTime(record.begin), rankTime(record.end)};
    op.count = record.count;
    op.dataType = record.dataType;
    op.bytes = record.bytes;
    op.connection = record.connection;
    op.p2p = record.p2p;
    op.algorithm = record.algorithm;
    op.members = record.members;
    return op;
}

std::size_t rowsOf(const RankCapture &capture) {
    std::size_t rows = 0;
    for (const auto &table : capture.tables(CommOpRecord::kKind)) {
        rows += table->rowCount();
    }
    return rows;
}

void addOps(const RankCapture &capture, std::vector<CommOp> &all) {
    const auto before = all.size();
    for (const auto &record : recordsOf<CommOpRecord>(capture)) {
        all.push_back(opOf(record, capture.rank));
    }
    const std::span ops(all.begin() + static_cast<std::ptrdiff_t>(before), all.end());
    const auto begin = [](const CommOp &op) { return op.range.begin; };
    if (!std::ranges::is_sorted(ops, {}, begin)) {  // as hardly any file has them
        std::ranges::stable_sort(ops, {}, begin);
    }
    const auto steps = ops.empty() ? std::vector<StepBounds>{} : rankSteps(capture);
    std::map<std::pair<std::string_view, std::string_view>, int> counts;
    for (auto &op : ops) {
        op.nth = counts[{op.group, op.name}]++;
        op.step = stepOfDeviceWork(steps, op.range.begin);
    }
}

}  // namespace

std::vector<CommOp> commOps(const RankCapture &capture) {
    std::vector<CommOp> ops;
    ops.reserve(rowsOf(capture));
    addOps(capture, ops);
    return ops;
}

std::vector<CommOp> commOps(const Run &run, const std::stop_token &stop) {
    const auto ranks = run.ranks();
    std::size_t rows = 0;
    for (const int rank : ranks) {
        rows += rowsOf(*run.capture(rank));
    }
    std::vector<CommOp> ops;
    ops.reserve(rows);
    for (const int rank : ranks) {
        if (stop.stop_requested()) {
            return {};
        }
        addOps(*run.capture(rank), ops);
    }
    return ops;
}

bool needsDeepForCommOps(const Run &run) {
    return std::any_of(run.captures.begin(), run.captures.end(), [](const RankCapture &capture) {
        return capture.state != LoadState::Deep && !capture.hasTrace() && capture.tables(TableKind::CommOps).empty() &&
               std::any_of(capture.files.begin(), capture.files.end(),
                           [](const FileSource &file) { return file.chosen && !file.format.empty(); });
    });
}

}  // namespace stagescope
