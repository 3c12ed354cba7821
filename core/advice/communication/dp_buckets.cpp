#include "core/advice/communication/dp_buckets.h"

#include "core/base/text.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace stagescope {

namespace {

bool isNamed(const ExposedCollective &op, std::string_view part) { return containsIgnoringCase(op.name, part); }

/// Optimizers that are distributed scatter gradients: what is reduced to all then is something else (losses, norms).
std::optional<DpPass> passOf(const ExposedCollective &op, bool scatters) {
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

std::set<int> scatteringRanks(const std::map<StepOfGroup, CollectivesByRank> &all) {
    std::set<int> ranks;
    for (const auto &[place, byRank] : all) {
        for (const auto &[rank, own] : byRank) {
            if (std::ranges::any_of(own, [](const auto &op) { return isNamed(op, "reducescatter"); })) {
                ranks.insert(rank);
            }
        }
    }
    return ranks;
}

}  // namespace

Nanos DpBuckets::hidable(DpPass pass) const { return sumOfHidable(pass, leastExposed(byRank)); }

Nanos DpBuckets::hidableOn(int rank, DpPass pass) const {
    std::vector<Nanos> exposed;
    std::ranges::transform(byRank.at(rank), std::back_inserter(exposed), &ExposedCollective::exposed);
    return sumOfHidable(pass, exposed);
}

void DpBuckets::addHidable(DpPass pass, Cure &cure) const {
    const auto exposed = leastExposed(byRank);
    for (std::size_t i = 0; i < exposed.size(); ++i) {
        if (!staysExposed(pass, i, exposed.size())) {
            takeLast(byRank, i, exposed[i], cure);
        }
    }
}

std::map<DpStep, DpBuckets> dpBuckets(const RuleInput &input, const CommGroups &groups) {
    const auto all = exposedCollectives(
        input, groups, [&](const std::string &group) { return groups.role(group) == GroupRole::Data; });
    const auto scattering = scatteringRanks(all);
    std::map<DpStep, DpBuckets> result;
    for (const auto &[place, byRank] : all) {
        for (const auto &[rank, own] : byRank) {
            for (const auto &op : own) {
                if (const auto pass = passOf(op, scattering.contains(rank))) {
                    auto &buckets = result[{place.first, place.second, *pass}];
                    buckets.byRank[rank].push_back(op);
                    buckets.time += op.time;
                    buckets.covered += op.time - op.exposed();
                }
            }
        }
    }
    return result;
}

}  // namespace stagescope
