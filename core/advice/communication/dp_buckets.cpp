#include "core/advice/communication/dp_buckets.h"

#include "core/analysis/communication/comm_op.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/steps.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace stagescope {

namespace {

bool isNamed(const CommOp &op, std::string_view part) { return lowerCase(op.name).find(part) != std::string::npos; }

/// Optimizers that are distributed scatter gradients: what is reduced to all then is something else (losses, norms).
std::optional<DpPass> passOf(const CommOp &op, bool scatters) {
    if (isNamed(op, "allgather")) {
        return DpPass::Parameters;
    }
    const bool isReduction = isNamed(op, scatters ? "reducescatter" : "allreduce");
    return isReduction ? std::optional(DpPass::Gradients) : std::nullopt;
}

/// The last bucket of gradients and the first of parameters have nothing to run beside.
bool staysExposed(DpPass pass, std::size_t i, std::size_t count) {
    return pass == DpPass::Gradients ? i + 1 == count : i == 0;
}

Nanos sumOfHidable(DpPass pass, const std::vector<Nanos> &exposed) {
    Nanos sum{0};
    for (std::size_t i = 0; i < exposed.size(); ++i) {
        sum += staysExposed(pass, i, exposed.size()) ? Nanos{0} : exposed[i];
    }
    return sum;
}

}  // namespace

std::vector<Nanos> DpBuckets::least() const {
    auto result = byRank.begin()->second;
    for (const auto &[rank, exposed] : byRank) {
        result.resize(std::min(result.size(), exposed.size()));
        for (std::size_t i = 0; i < result.size(); ++i) {
            result[i] = std::min(result[i], exposed[i]);
        }
    }
    return result;
}

Nanos DpBuckets::hidable(DpPass pass) const { return sumOfHidable(pass, least()); }

Nanos DpBuckets::hidableOn(int rank, DpPass pass) const { return sumOfHidable(pass, byRank.at(rank)); }

void DpBuckets::addHidable(DpPass pass, Cure &cure) const {
    const auto exposed = least();
    for (const auto &[rank, own] : parts) {
        for (std::size_t i = 0; i < exposed.size(); ++i) {
            for (const auto &part : staysExposed(pass, i, exposed.size()) ? IntervalSet{} : own[i]) {
                cure.time[rank].push_back({part, shareOf(exposed[i], byRank.at(rank)[i])});
            }
        }
    }
}

std::map<DpStep, DpBuckets> dpBuckets(const RuleInput &input, const CommGroups &groups) {
    std::map<DpStep, DpBuckets> result;
    for (const int rank : input.run.ranks()) {
        const auto &capture = *input.run.capture(rank);
        const auto busy = busyIntervals(capture, input.stop);
        auto ops = busy.source == BusyIntervals::Source::None ? std::vector<CommOp>{} : commOps(capture);
        std::erase_if(ops, [&](const CommOp &op) {
            return !op.p2p.empty() || op.step == kNoStep || groups.role(op.group) != GroupRole::Data;
        });
        const bool scatters =
            std::any_of(ops.begin(), ops.end(), [](const CommOp &op) { return isNamed(op, "reducescatter"); });
        for (const auto &op : ops) {
            if (const auto pass = passOf(op, scatters)) {
                auto &buckets = result[{op.step, groups.idOf(op.group), *pass}];
                const auto beside = clipped(busy.computing, ns(op.range.begin), ns(op.range.end));
                const auto covered = Nanos{totalLength(beside)};
                auto alone = subtracted({{ns(op.range.begin), ns(op.range.end)}}, beside);
                for (auto &part : alone) {
                    const auto offset = input.run.clock.offset(rank).count();
                    part = {part.begin + offset, part.end + offset};
                }
                buckets.parts[rank].push_back(std::move(alone));
                buckets.byRank[rank].push_back(op.range.duration() - covered);
                buckets.time += op.range.duration();
                buckets.covered += covered;
            }
        }
    }
    return result;
}

}  // namespace stagescope
