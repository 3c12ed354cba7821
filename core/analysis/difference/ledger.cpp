#include "core/analysis/difference/ledger.h"

#include "core/analysis/host/host_speed.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/run/step_noise.h"
#include "core/analysis/run/typical_step.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, kChangeKinds> kChangeTexts{
    "kernel_time",        "kernel_count",           "kernel_shapes", "kernel_new", "kernel_gone", "computing", "bubble",
    "communication_wait", "communication_transfer", "communication", "gap",        "tail",        "reported"};

/// A value of each step.
using Samples = std::vector<double>;

double meanOf(const Samples &samples) { return aggregateOf(Aggregate::Mean, samples); }

std::optional<Nanos> wholeNanos(std::optional<double> noise) {
    return noise ? std::optional(Nanos{std::llround(std::min(*noise, 4e18))}) : std::nullopt;
}

Significance significanceOf(Nanos change, const std::optional<Nanos> &noise) {
    return !noise                              ? Significance::Unknown
           : std::chrono::abs(change) > *noise ? Significance::Significant
                                               : Significance::WithinNoise;
}

/// An account on one side.
struct Account {
    Nanos mean{0};
    double calls = 0;
    Samples times;
    Samples counts;
    std::optional<LedgerEvidence> widest{};
    std::optional<int> late{};
};

/// A side: its typical step, the mean of the ranks that have it.
struct Side {
    std::map<AccountKey, Account> accounts;
    Nanos mean{0};
    std::size_t steps = 0;
    std::set<int> ranks;
    Samples totals;
};

/// Means as whole numbers whose sum is that of the whole: what is cut off goes to those that lose most.
void dealOut(Side &side, const std::map<AccountKey, Nanos> &sums, Nanos total, std::int64_t n) {
    side.mean = Nanos{(total.count() + n / 2) / n};
    std::int64_t left = side.mean.count();
    std::vector<std::pair<std::int64_t, Account *>> cut;
    for (const auto &[key, sum] : sums) {
        auto &account = side.accounts[key];
        account.mean = Nanos{sum.count() / n};
        left -= account.mean.count();
        cut.emplace_back(sum.count() % n, &account);
    }
    std::stable_sort(cut.begin(), cut.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    for (std::size_t i = 0; left > 0 && i < cut.size(); ++i, --left) {
        ++cut[i].second->mean;
    }
}

using Accounts = std::map<AccountKey, AccountSum> AccountedStep::*;

/// What the typical step of a side consists of.
void addTypicalStep(std::span<const AccountedStep> all, Accounts accounts,
                    const std::map<std::optional<std::int64_t>, std::size_t> &rows, Side &side) {
    std::vector<std::size_t> order(side.totals.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto typical =
        lowerMedian(std::move(order), [&](std::size_t a, std::size_t b) { return side.totals[a] < side.totals[b]; });
    std::map<AccountKey, Nanos> sums;
    Nanos total{0};
    std::int64_t ranks = 0;
    for (const auto &step : all) {
        if (rows.at(step.step) != typical) {
            continue;
        }
        ++ranks;
        total += step.total;
        for (const auto &[key, sum] : step.*accounts) {
            auto &account = side.accounts[key];
            sums[key] += sum.time;
            // What a profiler only reports as a sum has no place in the step.
            const auto known = account.widest ? account.widest->range.duration() : Nanos{0};
            if (sum.widest.duration() > known) {
                account.widest = LedgerEvidence{step.rank, step.step, sum.widest};
                account.late = sum.late;
            }
        }
    }
    for (auto &[key, account] : side.accounts) {
        account.calls = account.counts[typical];
    }
    dealOut(side, sums, total, ranks);
}

Side sideOf(std::span<const AccountedStep> all, Accounts accounts) {
    Side side;
    side.steps = all.size();
    if (all.empty()) {
        return side;
    }
    std::map<std::optional<std::int64_t>, std::size_t> rows;  // of samples, by step
    for (const auto &step : all) {
        rows.emplace(step.step, rows.size());
    }
    std::vector<double> ranksOf(rows.size(), 0);
    side.totals.assign(rows.size(), 0);
    for (const auto &step : all) {
        const auto row = rows.at(step.step);
        side.ranks.insert(step.rank);
        ++ranksOf[row];
        side.totals[row] += static_cast<double>(step.total.count());
        for (const auto &[key, sum] : step.*accounts) {
            auto &account = side.accounts[key];
            account.times.resize(rows.size(), 0);
            account.counts.resize(rows.size(), 0);
            account.times[row] += static_cast<double>(sum.time.count());
            account.counts[row] += static_cast<double>(sum.count);
        }
    }
    const auto meanOverRanks = [&](Samples &values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] /= ranksOf[i];
        }
    };
    meanOverRanks(side.totals);
    for (auto &[key, account] : side.accounts) {
        meanOverRanks(account.times);
        meanOverRanks(account.counts);
    }
    addTypicalStep(all, accounts, rows, side);
    return side;
}

ChangeKind changeKindOf(AccountKind kind) {
    switch (kind) {
        case AccountKind::Kernel:
            return ChangeKind::KernelTime;
        case AccountKind::Computing:
            return ChangeKind::Computing;
        case AccountKind::Bubble:
            return ChangeKind::Bubble;
        case AccountKind::CommWait:
            return ChangeKind::CommWait;
        case AccountKind::CommTransfer:
            return ChangeKind::CommTransfer;
        case AccountKind::Communication:
            return ChangeKind::Communication;
        case AccountKind::Gap:
            return ChangeKind::Gap;
        case AccountKind::Tail:
            return ChangeKind::Tail;
        case AccountKind::Reported:
            break;
    }
    return ChangeKind::Reported;
}

/// A row with the values of the steps that it is judged by.
struct Judged {
    LedgerRow row;
    Samples before;
    Samples after;
};

void addInto(Samples &sum, const Samples &values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        sum[i] += values[i];
    }
}

class LedgerBuilder {
public:
    LedgerBuilder(Side before, Side after, std::optional<Schedules> schedules, std::optional<double> hostRatio)
        : m_before(std::move(before)),
          m_after(std::move(after)),
          m_schedules(std::move(schedules)),
          m_hostRatio(hostRatio) {}

    Ledger build() {
        Ledger result;
        result.before = m_before.mean;
        result.after = m_after.mean;
        result.stepsBefore = m_before.steps;
        result.stepsAfter = m_after.steps;
        result.ranksBefore = m_before.ranks.size();
        result.ranksAfter = m_after.ranks.size();
        result.settings = settings();
        if (result.isEmpty()) {
            return result;
        }
        result.noise = wholeNanos(stepNoise(Aggregate::Median, m_after.totals, m_before.totals));
        result.significance = significanceOf(result.change(), result.noise);
        addRows();
        result.hostRatio = m_hostRatio;
        result.hostSpeed = addHostSpeed();
        const double p = kClaimedByChance / static_cast<double>(std::max<std::size_t>(1, m_rows.size()));
        for (auto &judged : m_rows) {
            auto &row = judged.row;
            row.noise = wholeNanos(stepNoise(Aggregate::Mean, judged.after, judged.before, p));
            row.significance = significanceOf(row.change(), row.noise);
            if (std::abs(meanOf(judged.after) - meanOf(judged.before)) <=
                    static_cast<double>(row.noise.value_or(Nanos{0}).count()) &&
                row.significance == Significance::Significant) {
                row.significance = Significance::WithinNoise;  // the typical step alone has it
            }
            if (row.kind == ChangeKind::Bubble && row.change() != Nanos{0}) {
                row.reasons = result.settings;
            }
            if (row.before != Nanos{0} || row.after != Nanos{0}) {  // else only of steps that are not typical
                result.rows.push_back(std::move(row));
            }
        }
        // What made the step longer stands before what that saved elsewhere, as waiting; of chance nothing is first.
        const auto isAgainst = [&](const LedgerRow &row) {
            return result.significance == Significance::Significant &&
                   (row.change() < Nanos{0}) != (result.change() < Nanos{0});
        };
        std::stable_sort(result.rows.begin(), result.rows.end(), [&](const LedgerRow &a, const LedgerRow &b) {
            return isAgainst(a) != isAgainst(b) ? isAgainst(b)
                                                : std::chrono::abs(a.change()) > std::chrono::abs(b.change());
        });
        return result;
    }

private:
    [[nodiscard]] std::vector<ChangeReason> settings() const {
        std::vector<ChangeReason> result;
        const auto addChanged = [&](ReasonKind kind, std::string from, std::string to) {
            if (from != to) {
                result.push_back({kind, std::move(from), std::move(to)});
            }
        };
        if (m_schedules) {
            const auto &[from, to] = *m_schedules;
            addChanged(ReasonKind::Schedule, std::string(scheduleKindText(from.kind)),
                       std::string(scheduleKindText(to.kind)));
            addChanged(ReasonKind::Stages, std::to_string(from.stages), std::to_string(to.stages));
            addChanged(ReasonKind::Microbatches, std::to_string(from.microbatches), std::to_string(to.microbatches));
        }
        return result;
    }

    /// Where calls are as many times more as microbatches are.
    [[nodiscard]] std::vector<ChangeReason> reasonsOfCalls(double before, double after) const {
        if (!m_schedules || m_schedules->first.microbatches == m_schedules->second.microbatches) {
            return {};
        }
        const auto from = m_schedules->first.microbatches;
        const auto to = m_schedules->second.microbatches;
        if (std::abs(before * to - after * from) >= 1e-6 * before * to) {
            return {};
        }
        return {{ReasonKind::Microbatches, std::to_string(from), std::to_string(to)}};
    }

    void addRows() {
        std::set<AccountKey> keys;
        for (const auto *side : {&m_before, &m_after}) {
            for (const auto &[key, account] : side->accounts) {
                keys.insert(key);
            }
        }
        std::vector<AccountKey> lone;  // kernels of one side
        for (const auto &key : keys) {
            const auto *before = find(m_before, key);
            const auto *after = find(m_after, key);
            if (key.kind != AccountKind::Kernel) {
                addWhole(key, changeKindOf(key.kind), before, after);
            } else if (before != nullptr && after != nullptr) {
                addKernel(key, *before, *after);
            } else {
                lone.push_back(key);
            }
        }
        addLone(lone);
    }

    /// Takes out of late launches what a slower host makes of them: at most what its calls take longer in a whole step.
    Nanos addHostSpeed() {
        const auto late = std::find_if(m_rows.begin(), m_rows.end(), [](const Judged &judged) {
            return judged.row.kind == ChangeKind::Gap && judged.row.name == "host_launch";
        });
        const double ratio = m_hostRatio.value_or(1);
        const bool isSlower = ratio > 1;
        const auto more = late == m_rows.end() ? Nanos{0} : (isSlower ? 1 : -1) * late->row.change();
        if (more <= Nanos{0} || std::max(ratio, 1 / ratio) < kSameHostSpeed) {
            return Nanos{0};
        }
        const auto step = static_cast<double>((isSlower ? m_after : m_before).mean.count());
        const auto part = std::min(more, Nanos{std::llround(step * (1 - std::min(ratio, 1 / ratio)))});
        auto speed = *late;
        speed.row.name = "host_speed";
        speed.row.before = isSlower ? Nanos{0} : part;
        speed.row.after = isSlower ? part : Nanos{0};
        (isSlower ? late->row.after : late->row.before) -= part;
        m_rows.push_back(std::move(speed));
        return isSlower ? part : -part;
    }

    static const Account *find(const Side &side, const AccountKey &key) {
        const auto it = side.accounts.find(key);
        return it == side.accounts.end() ? nullptr : &it->second;
    }

    Judged &start(const AccountKey &key, ChangeKind kind, const Account *before, const Account *after) {
        auto &judged = m_rows.emplace_back();
        auto &row = judged.row;
        row.kind = kind;
        row.name = key.name;
        row.core = key.core;
        row.shapes = key.shapes;
        row.evidenceBefore = before == nullptr ? std::nullopt : before->widest;
        row.evidenceAfter = after == nullptr ? std::nullopt : after->widest;
        row.late = after != nullptr ? after->late : before->late;
        if (key.kind == AccountKind::Kernel) {
            row.callsBefore = before == nullptr ? 0 : before->calls;
            row.callsAfter = after == nullptr ? 0 : after->calls;
        }
        judged.before.assign(m_before.totals.size(), 0);
        judged.after.assign(m_after.totals.size(), 0);
        return judged;
    }

    void addWhole(const AccountKey &key, ChangeKind kind, const Account *before, const Account *after) {
        auto &judged = start(key, kind, before, after);
        if (before != nullptr) {
            judged.row.before = before->mean;
            judged.before = before->times;
        }
        if (after != nullptr) {
            judged.row.after = after->mean;
            judged.after = after->times;
        }
    }

    /// As many calls as both have at the time of one call; the other calls.
    void addKernel(const AccountKey &key, const Account &before, const Account &after) {
        const double calls = std::min(before.calls, after.calls);
        if (before.calls == after.calls || calls <= 0) {
            addWhole(key, ChangeKind::KernelTime, &before, &after);
            return;
        }
        const auto split = [calls](const Account &account, Samples &same, Samples &more) {
            for (std::size_t i = 0; i < account.times.size(); ++i) {
                const double each = account.counts[i] > 0 ? account.times[i] / account.counts[i]
                                                          : static_cast<double>(account.mean.count()) / account.calls;
                same.push_back(each * calls);
                more.push_back(account.times[i] - each * calls);
            }
            return Nanos{std::llround(static_cast<double>(account.mean.count()) / account.calls * calls)};
        };
        Judged same = start(key, ChangeKind::KernelTime, &before, &after);
        m_rows.pop_back();
        Judged more = same;
        same.before.clear();
        same.after.clear();
        more.before.clear();
        more.after.clear();
        same.row.before = split(before, same.before, more.before);
        same.row.after = split(after, same.after, more.after);
        same.row.callsBefore = same.row.callsAfter = calls;
        more.row.kind = ChangeKind::KernelCount;
        more.row.before = before.mean - same.row.before;
        more.row.after = after.mean - same.row.after;
        more.row.reasons = reasonsOfCalls(before.calls, after.calls);
        m_rows.push_back(std::move(same));
        m_rows.push_back(std::move(more));
    }

    /// Shapes of an operator that only one side has belong together where both have such; else they are new or gone.
    void addLone(const std::vector<AccountKey> &lone) {
        struct Shapes {
            std::vector<const AccountKey *> before;
            std::vector<const AccountKey *> after;
        };
        std::map<std::pair<std::string, std::string>, Shapes> byOperator;
        for (const auto &key : lone) {
            auto &shapes = byOperator[{key.name, key.core}];
            (find(m_before, key) != nullptr ? shapes.before : shapes.after).push_back(&key);
        }
        for (const auto &[name, shapes] : byOperator) {
            if (shapes.before.empty() || shapes.after.empty()) {
                for (const auto *key : shapes.before) {
                    addWhole(*key, ChangeKind::KernelGone, find(m_before, *key), nullptr);
                }
                for (const auto *key : shapes.after) {
                    addWhole(*key, ChangeKind::KernelNew, nullptr, find(m_after, *key));
                }
                continue;
            }
            addShapes(shapes.before, shapes.after);
        }
    }

    void addShapes(const std::vector<const AccountKey *> &before, const std::vector<const AccountKey *> &after) {
        const auto longest = [](const Side &side, const std::vector<const AccountKey *> &keys) {
            return *std::max_element(keys.begin(), keys.end(), [&](const AccountKey *a, const AccountKey *b) {
                return find(side, *a)->mean < find(side, *b)->mean;
            });
        };
        const auto &from = *longest(m_before, before);
        const auto &to = *longest(m_after, after);
        auto &judged = start(to, ChangeKind::KernelShapes, find(m_before, from), find(m_after, to));
        judged.row.callsBefore = judged.row.callsAfter = 0;
        judged.row.reasons = {{ReasonKind::Shapes, from.shapes, to.shapes}};
        for (const auto *key : before) {
            const auto &account = *find(m_before, *key);
            judged.row.before += account.mean;
            *judged.row.callsBefore += account.calls;
            addInto(judged.before, account.times);
        }
        for (const auto *key : after) {
            const auto &account = *find(m_after, *key);
            judged.row.after += account.mean;
            *judged.row.callsAfter += account.calls;
            addInto(judged.after, account.times);
        }
    }

    Side m_before;
    Side m_after;
    std::optional<Schedules> m_schedules;
    std::optional<double> m_hostRatio;
    std::vector<Judged> m_rows;
};

/// The schedule that the ranks of a side run; nothing where no pipeline has them.
std::optional<ScheduleOptions> scheduleOf(const LedgerSide &side, const std::stop_token &stop) {
    const auto groups = pipelineGroups(*side.run);
    const auto has = [&](const PipelineGroup &group) {
        return side.ranks.empty() ||
               std::find(group.ranks.begin(), group.ranks.end(), side.ranks.front()) != group.ranks.end();
    };
    const auto group = std::find_if(groups.begin(), groups.end(), has);
    if (group == groups.end()) {
        return std::nullopt;
    }
    const auto chart = pipelineChart(*side.run, *group, stop);
    return chart.match ? std::optional(chart.match->best()) : std::nullopt;
}

}  // namespace

std::string_view changeKindText(ChangeKind kind) { return kChangeTexts.at(static_cast<std::size_t>(kind)); }

std::string_view reasonKindText(ReasonKind kind) {
    constexpr std::array<std::string_view, 4> kTexts{"schedule", "stages", "microbatches", "shapes"};
    return kTexts.at(static_cast<std::size_t>(kind));
}

std::string reasonsText(std::span<const ChangeReason> reasons) {
    std::string text;
    for (const auto &reason : reasons) {
        text += text.empty() ? "" : ", ";
        text += std::string(reasonKindText(reason.kind)) + " " + reason.from + " -> " + reason.to;
    }
    return text;
}

std::string_view significanceText(Significance significance) {
    constexpr std::array<std::string_view, 3> kTexts{"beyond noise", "within noise", "unknown"};
    return kTexts.at(static_cast<std::size_t>(significance));
}

Ledger ledgerOf(std::span<const AccountedStep> before, std::span<const AccountedStep> after,
                std::optional<Schedules> schedules, std::optional<double> hostRatio) {
    // Where of one step only sums are known, more of another says nothing about the difference.
    const auto isReported = [](const AccountedStep &step) { return step.isReported(); };
    const bool isSummed =
        std::any_of(before.begin(), before.end(), isReported) || std::any_of(after.begin(), after.end(), isReported);
    const auto accounts = isSummed ? &AccountedStep::parts : &AccountedStep::sums;
    return LedgerBuilder(sideOf(before, accounts), sideOf(after, accounts), std::move(schedules), hostRatio).build();
}

namespace {

/// Who holds up one of two whole runs, on a rank that both have: the later one, or else the one before, which is rid of
/// it then.
std::optional<HeldUpBy> holderOf(const LedgerSide &before, const LedgerSide &after, const std::stop_token &stop) {
    if (!before.ranks.empty() || !after.ranks.empty() || before.run == after.run || before.run->ranks().size() < 2) {
        return std::nullopt;
    }
    auto holder = whoHoldsUp(*after.run, after.step, stop);
    holder = holder ? holder : whoHoldsUp(*before.run, before.step, stop);
    const bool isInBoth =
        holder && before.run->capture(holder->rank) != nullptr && after.run->capture(holder->rank) != nullptr;
    return isInBoth ? holder : std::nullopt;
}

/// The steps of a rank as those of the job (typical_step.h): what the mean of all ranks is longer or shorter stands in
/// an account of its own, so that the change and its noise are those that all others tell.
/// A step of which the job has no length stays as it is.
void lengthenToJob(const std::vector<StepLength> &lengths, std::vector<AccountedStep> &steps) {
    const AccountKey others{AccountKind::Gap, "other_ranks"};
    for (auto &step : steps) {
        const auto job = std::ranges::find(lengths, step.step, &StepLength::step);
        if (job == lengths.end()) {
            continue;
        }
        const auto more = job->length - step.total;
        step.total += more;
        for (auto *accounts : {&step.sums, &step.parts}) {
            (*accounts)[others] = {.time = more, .widest = step.range.value_or(RankRange{})};
        }
    }
}

bool hasAnyLength(const std::vector<StepLength> &lengths, const std::vector<AccountedStep> &steps) {
    return std::ranges::any_of(steps, [&](const AccountedStep &step) {
        return std::ranges::find(lengths, step.step, &StepLength::step) != lengths.end();
    });
}

}  // namespace

Ledger ledger(const LedgerSide &before, const LedgerSide &after, const std::stop_token &stop) {
    const auto holder = holderOf(before, after, stop);
    const auto narrowed = [&](const LedgerSide &side) {
        return holder ? LedgerSide{side.run, {holder->rank}, side.step} : side;
    };
    const auto [from, to] = std::pair(narrowed(before), narrowed(after));
    auto first = accountedSteps(*from.run, from.ranks, from.step, stop);
    auto second = accountedSteps(*to.run, to.ranks, to.step, stop);
    if (holder) {
        const auto jobBefore = stepLengths(timeSplits(*from.run, stop));
        const auto jobAfter = stepLengths(timeSplits(*to.run, stop));
        // Those of one side alone would say that the other ranks of the other side are not longer at all.
        if (hasAnyLength(jobBefore, first) && hasAnyLength(jobAfter, second)) {
            lengthenToJob(jobBefore, first);
            lengthenToJob(jobAfter, second);
        }
    }
    const auto scheduleBefore = scheduleOf(from, stop);
    const auto scheduleAfter = scheduleOf(to, stop);
    const auto ratio = hostRatio(*from.run, from.ranks, *to.run, to.ranks, stop);
    if (stop.stop_requested()) {
        return {};
    }
    const bool knowsBoth = scheduleBefore && scheduleAfter;
    const auto schedules = knowsBoth ? std::optional(Schedules{*scheduleBefore, *scheduleAfter}) : std::nullopt;
    auto result = ledgerOf(first, second, schedules, ratio);
    result.holder = holder;
    if (holder) {
        result.ranksBefore = before.run->ranks().size();
        result.ranksAfter = after.run->ranks().size();
    }
    return result;
}

}  // namespace stagescope
