#include "core/advice/joint_headroom.h"

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

/// Over all beginnings of the list.
Nanos sumOfBeginnings(const JointHeadroom &headroom) {
    Nanos sum{0};
    for (const auto &row : headroom.rows) {
        sum += row.joint;
    }
    return sum;
}

/// What to do next: one finding or two, and what each of them saves on top.
struct NextBest {
    std::vector<std::size_t> findings{};
    Nanos gain = Nanos::min();

    void offer(std::vector<std::size_t> candidates, Nanos saved) {
        const auto each = saved / static_cast<std::int64_t>(candidates.size());
        if (each > gain) {
            *this = {std::move(candidates), each};
        }
    }
};

}  // namespace

HeadroomStudy::HeadroomStudy(const Run &run, const RuleValues &values, const std::stop_token &stop)
    : m_values(values), m_study(run, values, stop), m_advice(m_study.advice()) {}

std::shared_ptr<const HeadroomStudy> HeadroomStudy::make(const Run &run, const RuleValues &values,
                                                         const std::stop_token &stop) {
    return std::shared_ptr<const HeadroomStudy>(new HeadroomStudy(run, values, stop));
}

Nanos HeadroomStudy::saved(std::span<const std::size_t> asked) const {
    std::vector<const Cure *> cures;
    std::ranges::transform(asked, std::back_inserter(cures), [&](std::size_t i) { return &findings()[i].cure; });
    return cures.empty() ? Nanos{0} : m_study.job().saved(cures);
}

JointHeadroom HeadroomStudy::inOrder(std::span<const std::size_t> order) const {
    JointHeadroom result;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto joint = saved(order.first(i + 1));
        result.rows.push_back({order[i], saved(order.subspan(i, 1)), joint - result.saved(), joint});
    }
    return result;
}

std::vector<std::size_t> HeadroomStudy::byGain(std::vector<std::size_t> left) const {
    std::vector<std::size_t> order;
    while (!left.empty()) {
        const auto now = saved(order);
        const auto gainOf = [&](const std::vector<std::size_t> &more) {
            auto all = order;
            all.insert(all.end(), more.begin(), more.end());
            return saved(all) - now;
        };
        NextBest best;
        for (const auto finding : left) {
            best.offer({finding}, gainOf({finding}));
        }
        const auto single = best.gain;
        for (std::size_t i = 0; single <= Nanos{0} && i < left.size(); ++i) {
            for (std::size_t j = i + 1; j < left.size(); ++j) {
                best.offer({left[i], left[j]}, gainOf({left[i], left[j]}));
            }
        }
        for (const auto finding : best.findings) {
            order.push_back(finding);
            std::erase(left, finding);
        }
    }
    return order;
}

JointHeadroom HeadroomStudy::of(std::span<const std::size_t> asked) const {
    std::vector<std::size_t> replayed;
    std::ranges::copy_if(asked, std::back_inserter(replayed), [&](std::size_t i) { return canReplay(i); });
    const auto byGains = inOrder(byGain(replayed));
    std::map<std::size_t, Nanos> alone;
    for (const auto &row : byGains.rows) {
        alone[row.finding] = row.alone;
    }
    std::ranges::stable_sort(replayed, [&](std::size_t a, std::size_t b) { return alone[a] > alone[b]; });
    auto bySingle = inOrder(replayed);
    return sumOfBeginnings(bySingle) > sumOfBeginnings(byGains) ? bySingle : byGains;
}

}  // namespace stagescope
