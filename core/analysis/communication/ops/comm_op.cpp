#include "core/analysis/communication/ops/comm_op.h"

#include "core/analysis/run/steps.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <map>

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

}  // namespace

std::vector<CommOp> commOps(const RankCapture &capture) {
    std::vector<CommOp> ops;
    for (const auto &record : recordsOf<CommOpRecord>(capture)) {
        ops.push_back(opOf(record, capture.rank));
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
