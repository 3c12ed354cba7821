#include "core/analysis/communication/comm_op.h"

#include "core/analysis/run/steps.h"
#include "core/store/tables/table_store.h"

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

CommOp opOf(const TableStore &table, std::size_t row, int rank) {
    CommOp op;
    op.rank = rank;
    op.name = table.text(row, "name");
    op.group = table.text(row, "group");
    op.type = table.text(row, "type");
    op.range = {rankTime(table.number(row, "begin_ns")), rankTime(table.number(row, "end_ns"))};
    op.count = table.number(row, "count", -1);
    op.dataType = table.text(row, "data_type");
    op.bytes = table.number(row, "bytes", -1);
    op.connection = table.number(row, "connection", -1);
    op.p2p = table.text(row, "p2p");
    op.algorithm = table.text(row, "algorithm");
    op.members = table.text(row, "members");
    return op;
}

}  // namespace

std::vector<CommOp> commOps(const RankCapture &capture) {
    std::vector<CommOp> ops;
    for (const auto &table : capture.tables(TableKind::CommOps)) {
        for (std::size_t row = 0; row < table->rowCount(); ++row) {
            ops.push_back(opOf(*table, row, capture.rank));
        }
    }
    std::stable_sort(ops.begin(), ops.end(),
                     [](const CommOp &a, const CommOp &b) { return a.range.begin < b.range.begin; });
    const auto steps = ops.empty() ? std::vector<StepBounds>{} : rankSteps(capture);
    std::map<std::pair<std::string_view, std::string_view>, int> counts;
    for (auto &op : ops) {
        op.nth = counts[{op.group, op.name}]++;
        op.step = stepOfDeviceWork(steps, op.range.begin);
    }
    return ops;
}

std::vector<CommOp> commOps(const Run &run, const std::stop_token &stop) {
    std::vector<CommOp> ops;
    for (const int rank : run.ranks()) {
        if (stop.stop_requested()) {
            return {};
        }
        auto more = commOps(*run.capture(rank));
        std::move(more.begin(), more.end(), std::back_inserter(ops));
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
