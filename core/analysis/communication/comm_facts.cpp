#include "core/analysis/communication/comm_facts.h"

#include "core/analysis/communication/comm_late.h"
#include "core/analysis/communication/comm_links.h"
#include "core/analysis/communication/comm_parameters.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/communication/known_links.h"
#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/result_table.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace stagescope {

namespace {

constexpr std::size_t kMostOperators = 100;

void add(ItemFacts &facts, std::string key, std::string value) {
    if (!value.empty()) {
        facts.facts.emplace_back(std::move(key), std::move(value));
    }
}

std::string exact(double value) { return cellText(Cell{value}); }
std::string rounded(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}
Nanos nanosOfMs(double ms) { return Nanos{std::isfinite(ms) ? std::llround(std::clamp(ms, -1e12, 1e12) * 1e6) : 0}; }

std::string titleOf(const std::vector<CommGroupRow> &groups, const std::string &group) {
    for (const auto &row : groups) {
        if (row.group == group) {
            return groupTitle(row);
        }
    }
    return group;
}

std::string sizesText(double sizeMb, double timeMs, const std::optional<double> &gbps) {
    const auto told = [](double value, const char *unit) {
        return std::isnan(value) ? std::string("?") + unit : exact(value) + unit;
    };
    return told(sizeMb, " MB, ") + told(timeMs, " ms") + (gbps ? ", " + rounded(*gbps) + " GB/s" : std::string());
}

void addBandwidth(ItemFacts &facts, const LinkSum &link, const std::vector<LinkSum> &all) {
    const auto gbps = link.gbps();
    if (!gbps) {
        return;
    }
    add(facts, "bandwidth", exact(*gbps) + " GB/s");
    if (const auto percent = link.referencePercent()) {
        add(facts, "of_reference", rounded(*percent) + " % (" + rounded(*referenceGbps(link.transport)) + " GB/s)");
    }
    const auto others = linkClass(all, link);
    if (others.links > 1) {
        add(facts, "link_class",
            "z = " + rounded(others.zOf(*gbps)) + "; " + rounded(others.mean) + " +- " + rounded(others.deviation) +
                " GB/s (" + link.transport + ", " + std::to_string(others.links) + ")");
    }
}

/// Row of the communication times with this name on this rank that began nearest to a time (in us, of the rank's
/// clock).
std::optional<CommTime> timeOf(const Run &run, int rank, const std::string &name, std::optional<double> beginUs,
                               const std::stop_token &stop) {
    std::optional<CommTime> best;
    for (auto &time : commTimes(run, CommSource::Any, stop)) {
        if (time.rank != rank || time.name != name || time.name == kAllOperators) {
            continue;
        }
        const auto distance = [&](const CommTime &t) {
            const double away = std::abs(t.startUs - beginUs.value_or(0));
            return std::isnan(away) ? std::numeric_limits<double>::infinity() : away;
        };
        if (!best || (beginUs && distance(time) < distance(*best))) {
            best = std::move(time);
        }
    }
    return best;
}

std::optional<CommOp> opOf(const Run &run, const CommOpRef &ref) {
    const auto *capture = run.capture(ref.rank);
    if (capture == nullptr) {
        return std::nullopt;
    }
    int nth = 0;
    for (auto &op : commOps(*capture)) {
        if (op.name == ref.name && nth++ == ref.nth) {
            return std::move(op);
        }
    }
    return std::nullopt;
}

void addTimes(ItemFacts &facts, const CommTime &time) {
    const auto addMillis = [&](const char *key, double ms, std::optional<double> ratio = {}) {
        const bool hasRatio = ratio && !std::isnan(*ratio);
        add(facts, key,
            std::isnan(ms) ? std::string()
                           : exact(ms) + " ms" + (hasRatio ? " (" + rounded(100 * *ratio) + " %)" : std::string()));
    };
    addMillis("elapsed", time.elapsedMs);
    addMillis("transit", time.transitMs);
    addMillis("wait", time.waitMs, time.waitRatio());
    addMillis("synchronization", time.synchronizationMs, time.synchronizationRatio());
    addMillis("idle", time.idleMs);
}

void addArrival(ItemFacts &facts, const Run &run, const CommOpRef &ref, const std::stop_token &stop) {
    const auto late = lateArrivals(run, stop);
    for (const auto &each : late.collectives) {
        if (each.name == ref.name && each.nth == ref.nth) {
            add(facts, "last_arrival", std::to_string(each.last) + " (+" + durationText(each.behind) + ")");
            add(facts, "arrival_spread", durationText(each.spread));
            return;
        }
    }
}

struct NamedSlice {
    int rank = -1;
    std::string name;
    std::optional<double> beginUs;
};

std::optional<NamedSlice> namedSlice(const Workspace &workspace, const SliceRef &ref) {
    const auto trace = workspace.trace(ref.run, ref.source);
    const auto *run = workspace.run(ref.run);
    const auto *capture = run == nullptr ? nullptr : run->captureOf(ref.source);
    if (trace == nullptr || capture == nullptr || ref.track.value >= trace->tracks().size() ||
        ref.slice.value >= trace->slices(ref.track).size()) {
        return std::nullopt;
    }
    const auto slice = trace->slices(ref.track).at(ref.slice);
    if (slice.klass != SliceClass::Communication) {
        return std::nullopt;
    }
    return NamedSlice{capture->rank, std::string(trace->text(slice.name)), static_cast<double>(ns(slice.begin)) / 1e3};
}

}  // namespace

std::string groupTitle(const CommGroupRow &group) {
    return group.ranks.empty() ? (group.name.empty() ? group.group : group.name)
                               : group.name + "(" + joinedRanks(group.ranks) + ")";
}

std::optional<ItemFacts> linkFacts(const Run &run, const LinkRef &ref, const std::stop_token &stop) {
    const auto known = knownLinks(run, stop);
    const auto links = linkSums(known->matrix, queryOf(ref), stop);
    const auto link = std::find_if(links.begin(), links.end(), [&](const LinkSum &sum) {
        return sum.source == ref.source && sum.destination == ref.destination;
    });
    if (link == links.end()) {
        return std::nullopt;
    }
    ItemFacts facts;
    facts.what = std::to_string(ref.source) + " \xE2\x86\x92 " + std::to_string(ref.destination);
    const auto group = ref.group.empty() ? std::string() : titleOf(known->groups, ref.group);
    facts.where = link->transport + (group.empty() ? "" : ", " + group);
    facts.duration = nanosOfMs(link->timeMs);
    facts.step = stepNumber(ref.step);
    add(facts, "link", facts.what);
    add(facts, "transport", link->transport);
    add(facts, "communication_group", group);
    add(facts, "step", ref.step);
    add(facts, "operator", ref.name);
    add(facts, "link_size", exact(link->sizeMb) + " MB (10^6 B)");
    add(facts, "link_time", exact(link->timeMs) + " ms");
    addBandwidth(facts, *link, links);
    const auto operators = operatorsOf(known->matrix, ref);
    add(facts, "operators", std::to_string(operators.size()));
    for (std::size_t i = 0; i < std::min(operators.size(), kMostOperators); ++i) {
        const auto &row = operators[i];
        const auto gbps = row.timeMs > 0 ? std::optional(row.gbps()) : std::nullopt;
        add(facts, "operation",
            (row.opName.empty() ? row.name : row.opName + " (" + row.name + ")") + ": " +
                sizesText(row.sizeMb, row.timeMs, gbps));
    }
    return facts;
}

std::optional<ItemFacts> commOpFacts(const Run &run, const CommOpRef &ref, const std::stop_token &stop) {
    const auto op = opOf(run, ref);
    const auto beginUs = op ? std::optional(static_cast<double>(ns(op->range.begin)) / 1e3) : std::nullopt;
    const auto time = timeOf(run, ref.rank, ref.name, beginUs, stop);
    if (!op && !time) {
        return std::nullopt;
    }
    ItemFacts facts;
    facts.what = ref.name;
    facts.rank = ref.rank;
    facts.where = time ? titleOf(commGroups(run, CommSource::Any, stop), time->group) : op->group;
    facts.duration = op ? op->range.duration() : nanosOfMs(time->elapsedMs);
    if (time) {
        facts.step = stepNumber(time->step);
    } else if (op->step != kNoStep) {
        facts.step = op->step;
    }
    add(facts, "name", ref.name);
    add(facts, "communication_group", facts.where);
    add(facts, "duration", durationText(*facts.duration));
    if (op) {
        add(facts, "start_ns", std::to_string(ns(op->range.begin)));
        add(facts, "end_ns", std::to_string(ns(op->range.end)));
        add(facts, "algorithm", op->algorithm);
        add(facts, "transferred", op->bytes < 0 ? std::string() : std::to_string(op->bytes) + " B");
        add(facts, "data_type", op->dataType);
    }
    if (time) {
        addTimes(facts, *time);
    }
    addArrival(facts, run, ref, stop);
    return facts;
}

std::optional<OperatorPlace> commPlaceOf(const Workspace &workspace, const ItemRef &item, const std::stop_token &stop) {
    const auto *run = workspace.run(runOf(item));
    std::optional<NamedSlice> named;
    if (const auto *slice = std::get_if<SliceRef>(&item)) {
        named = namedSlice(workspace, *slice);
    } else if (const auto *op = std::get_if<CommOpRef>(&item); op != nullptr && run != nullptr) {
        const auto found = opOf(*run, *op);
        named = NamedSlice{op->rank, op->name,
                           found ? std::optional(static_cast<double>(ns(found->range.begin)) / 1e3) : std::nullopt};
    }
    if (run == nullptr || !named) {
        return std::nullopt;
    }
    const auto time = timeOf(*run, named->rank, named->name, named->beginUs, stop);
    return time ? std::optional(OperatorPlace{named->rank, time->group, time->step, time->name}) : std::nullopt;
}

}  // namespace stagescope
