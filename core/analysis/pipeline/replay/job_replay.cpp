#include "core/analysis/pipeline/replay/job_replay.h"

#include <algorithm>

namespace stagescope {

std::string_view costClassText(CostClass cost) {
    static constexpr std::array<std::string_view, kCostClasses> kTexts = {"forward",   "backward",    "activations",
                                                                          "gradients", "collectives", "other_work"};
    return kTexts[static_cast<std::size_t>(cost)];
}

JobReplay::Choice JobReplay::choice(const IsIdeal &isIdeal) const {
    Choice result;
    result.isIdeal.reserve(m_replicas * m_rows * kCostClasses);
    for (std::size_t replica = 0; replica < m_replicas; ++replica) {
        for (std::size_t row = 0; row < m_rows; ++row) {
            for (std::size_t cost = 0; cost < kCostClasses; ++cost) {
                result.isIdeal.push_back(isIdeal({replica, row}, static_cast<CostClass>(cost)));
            }
        }
    }
    return result;
}

Nanos JobReplay::total(const IsIdeal &isIdeal) const { return replay(choice(isIdeal)); }

Nanos JobReplay::measured() const {
    return total([](Worker, CostClass) { return false; });
}

Nanos JobReplay::ideal() const {
    return total([](Worker, CostClass) { return true; });
}

void JobReplay::keep(Kind kind) {
    const auto all = choice([kind](Worker, CostClass) { return kind == Ideal; });
    for (std::size_t step = 0; step < m_steps.size(); ++step) {
        Kept kept{Ends(m_replicas * m_rows, Nanos{0}), {}};
        join(m_steps[step].before, all, kept.before);
        kept.after = kept.before;
        for (std::size_t replica = 0; replica < m_replicas; ++replica) {
            play(step, replica, all, kept.after);
        }
        m_kept[kind].push_back(std::move(kept));
    }
}

std::optional<JobReplay::Kind> JobReplay::kindOf(std::size_t replica, const Choice &choice) const {
    const auto own = choice.isIdeal.begin() + static_cast<std::ptrdiff_t>(replica * m_rows * kCostClasses);
    const auto end = own + static_cast<std::ptrdiff_t>(m_rows * kCostClasses);
    const bool isOne = std::equal(own + 1, end, own);
    return isOne ? std::optional(*own ? Ideal : Measured) : std::nullopt;
}

bool JobReplay::takeKept(std::size_t step, std::size_t replica, Kind kind, Ends &ends) const {
    const auto &kept = m_kept[kind][step];
    const auto first = static_cast<std::ptrdiff_t>(replica * m_rows);
    const auto own = ends.begin() + first;
    if (!std::equal(own, own + static_cast<std::ptrdiff_t>(m_rows), kept.before.begin() + first)) {
        return false;
    }
    std::copy_n(kept.after.begin() + first, m_rows, own);
    return true;
}

Nanos JobReplay::replay(const Choice &choice) const {
    std::vector<std::optional<Kind>> kinds;
    for (std::size_t replica = 0; replica < m_replicas; ++replica) {
        kinds.push_back(kindOf(replica, choice));
    }
    Nanos sum{0};
    Ends ends(m_replicas * m_rows);
    for (std::size_t step = 0; step < m_steps.size(); ++step) {
        std::fill(ends.begin(), ends.end(), Nanos{0});
        join(m_steps[step].before, choice, ends);
        for (std::size_t replica = 0; replica < m_replicas; ++replica) {
            if (!kinds[replica] || !takeKept(step, replica, *kinds[replica], ends)) {
                play(step, replica, choice, ends);
            }
        }
        join(m_steps[step].after, choice, ends);
        sum += *std::max_element(ends.begin(), ends.end());
    }
    return sum;
}

void JobReplay::join(const std::vector<Joint> &joints, const Choice &choice, Ends &ends) const {
    for (const auto &joint : joints) {
        Nanos begin{0};
        Nanos length{0};
        for (const auto &member : joint.members) {
            begin = std::max(begin, ends[slot(member.worker)]);
            length = std::max(length, pick(choice, member.worker, joint.cost, member.duration));
        }
        for (const auto &member : joint.members) {
            ends[slot(member.worker)] = begin + length;
        }
    }
}

void JobReplay::play(std::size_t step, std::size_t replica, const Choice &choice, Ends &ends) const {
    const auto &cells = m_steps[step].pipelines[replica];
    std::vector<Nanos> done(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto &cell = cells[i];
        const Worker worker{replica, cell.node->row};
        auto begin = cell.before == MeasuredGraph::kNone ? ends[slot(worker)] : done[cell.before];
        begin += pick(choice, worker, cell.cost, cell.work);
        for (const auto &input : cell.inputs) {
            if (input.producer != MeasuredGraph::kNone) {
                const auto way = input.crosses ? pick(choice, worker, input.way, input.transfer) : Nanos{0};
                begin = std::max(begin, done[input.producer] + way);
            }
        }
        done[i] = begin + pick(choice, worker, cell.cost, cell.duration);
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        auto &end = ends[slot({replica, cells[i].node->row})];
        end = std::max(end, done[i]);
    }
}

}  // namespace stagescope
