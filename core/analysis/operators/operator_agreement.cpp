#include "core/analysis/operators/operator_agreement.h"

#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/text.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kSlicesPerLook = 4096;
constexpr std::size_t kMostNamed = 3;  ///< of the rows that differ, in a note

/// Name and group, the group in lower case where files spell it differently.
using SumKey = std::pair<std::string_view, std::string>;
using EventSums = std::map<SumKey, EventSum>;

EventSum sumOf(Nanos duration) { return {1, duration, duration, duration}; }

std::optional<Nanos> timeIfTold(std::int64_t time) { return time < 0 ? std::nullopt : std::optional(Nanos{time}); }

/// "AscendCL" in traces is "acl" in the file; "HCCL" was called "communication" for a while.
std::string levelOf(std::string_view text) {
    const auto level = lowerCase(text);
    return level == "ascendcl" ? "acl" : level == "communication" ? "hccl" : level;
}

/// The rows of the files that sum up this, each key once, beside ours.
template <class KeyOf>
std::vector<AgreementRow> compared(const RankCapture &capture, std::string_view of, const EventSums &ours,
                                   KeyOf keyOf) {
    std::vector<AgreementRow> rows;
    std::map<std::pair<std::string_view, SumKey>, std::size_t> places;  // by file and key
    for (const auto &record : recordsOf<StatisticRecord>(capture)) {
        if (record.of != of) {
            continue;
        }
        const SumKey key = keyOf(record);
        const auto [place, isNew] = places.try_emplace({record.file, key}, rows.size());
        if (isNew) {
            const auto mine = ours.find(key);
            rows.push_back({record.file, record.of, record.name, record.group, EventSum{},
                            mine == ours.end() ? std::nullopt : std::optional(mine->second), !ours.empty()});
        }
        rows[place->second].told->add(
            {record.count, Nanos{record.total}, timeIfTold(record.min), timeIfTold(record.max)});
    }
    return rows;
}

/// Calls of a thread, by `keyOf(class, name)`; those that it has no key for are left out.
template <class KeyOf>
void addCallsOfThread(const TraceStore &trace, const SliceTable &slices, const std::stop_token &stop, KeyOf keyOf,
                      EventSums &sums) {
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (i % kSlicesPerLook == 0 && stop.stop_requested()) {
            return;
        }
        if (const std::optional<SumKey> key = keyOf(slices.klass(i), trace.text(slices.name(i)))) {
            sums[*key].add(sumOf(slices.end(i) - slices.begin(i)));
        }
    }
}

/// Those of all threads of the host.
template <class KeyOf>
EventSums callSums(const RankCapture &capture, const std::stop_token &stop, KeyOf keyOf) {
    EventSums sums;
    for (const auto &[source, trace, track] : capture.tracks()) {
        if (track.kind == TrackKind::HostThread) {
            addCallsOfThread(*trace, trace->slices(track.id), stop, keyOf, sums);
        }
    }
    return sums;
}

bool hasSumOf(const RankCapture &capture, std::string_view of) {
    const auto records = recordsOf<StatisticRecord>(capture);
    return std::any_of(records.begin(), records.end(), [&](const StatisticRecord &record) { return record.of == of; });
}

}  // namespace

void EventSum::add(const EventSum &other) {
    count += other.count;
    total += other.total;
    min = min && other.min ? std::min(*min, *other.min) : other.min ? other.min : min;
    max = max && other.max ? std::max(*max, *other.max) : other.max ? other.max : max;
}

std::optional<bool> AgreementRow::agrees() const {
    if (!isComparable) {
        return std::nullopt;
    }
    if (!told || !ours) {
        return false;
    }
    const auto isClose = [](const std::optional<Nanos> &a, const std::optional<Nanos> &b) {
        return !a || !b || std::abs((*a - *b).count()) <= 1;
    };
    return told->count == ours->count && 2 * std::abs(difference()->count()) <= told->count + 1 &&
           isClose(told->min, ours->min) && isClose(told->max, ours->max);
}

std::optional<Nanos> AgreementRow::difference() const {
    return told && ours ? std::optional(ours->total - told->total) : std::nullopt;
}

std::vector<AgreementRow> kernelAgreement(const RankCapture &capture, const std::stop_token &stop) {
    std::set<std::string_view> files;
    for (const auto &record : recordsOf<StatisticRecord>(capture)) {
        if (record.of == "op") {
            files.insert(record.file);
        }
    }
    if (files.empty()) {
        return {};
    }
    EventSums ours;
    std::map<SumKey, std::string_view> cores;
    visitKernels(capture, stop, [&](const DeviceKernel &kernel) {
        if (!kernel.communicates && kernel.kind != DeviceKernel::Kind::Copy && !kernel.type.empty()) {
            const SumKey key{kernel.type, std::string(kernel.core)};
            ours[key].add(sumOf(Nanos{kernel.duration}));
            cores.try_emplace(key, kernel.core);
        }
    });
    auto rows = compared(capture, "op", ours, [](const StatisticRecord &record) {
        return SumKey{record.name, std::string(record.group)};
    });
    for (const auto &row : rows) {
        cores.erase({row.name, std::string(row.group)});
    }
    for (const auto &[key, core] : cores) {
        rows.push_back({*files.begin(), "op", key.first, core, std::nullopt, ours.at(key), true});
    }
    return rows;
}

std::vector<AgreementRow> apiAgreement(const RankCapture &capture, const std::stop_token &stop) {
    if (!hasSumOf(capture, "api")) {
        return {};
    }
    const auto ours = callSums(capture, stop, [](SliceClass, std::string_view name) -> std::optional<SumKey> {
        const auto at = name.find('@');
        return at == std::string_view::npos ? std::nullopt
                                            : std::optional(SumKey{name.substr(at + 1), levelOf(name.substr(0, at))});
    });
    return compared(capture, "api", ours, [](const StatisticRecord &record) {
        return SumKey{record.name, levelOf(record.group)};
    });
}

std::vector<AgreementRow> operatorAgreement(const RankCapture &capture, const std::stop_token &stop) {
    if (!hasSumOf(capture, "operator")) {
        return {};
    }
    const auto ours = callSums(capture, stop, [](SliceClass klass, std::string_view name) {
        return klass == SliceClass::HostOp ? std::optional(SumKey{name, "host"}) : std::nullopt;
    });
    return compared(capture, "operator", ours, [](const StatisticRecord &record) {
        return SumKey{record.name, std::string(record.group)};
    });
}

void AgreementSummary::add(std::span<const AgreementRow> rows) {
    for (const auto &row : rows) {
        const auto agrees = row.agrees();
        if (!agrees) {
            continue;
        }
        m_files.emplace(row.file);
        ++m_compared;
        m_differing += *agrees ? 0 : 1;
        if (!*agrees && m_named.size() < kMostNamed) {
            m_named.push_back(std::string(row.name) + " on " + std::string(row.group));
        }
    }
}

std::string AgreementSummary::text() const {
    std::string files;
    for (const auto &file : m_files) {
        files += (files.empty() ? "" : ", ") + file;
    }
    if (m_differing == 0) {
        return m_compared == 0 ? "" : "Equals " + files + " in all " + std::to_string(m_compared) + " rows.";
    }
    auto text = "Differs from " + files + " in " + std::to_string(m_differing) + " of " + std::to_string(m_compared) +
                " rows: ";
    for (const auto &name : m_named) {
        text += (&name == &m_named.front() ? "" : ", ") + name;
    }
    return text + (m_differing > m_named.size() ? " and others" : "") + "; table operator_agreement has them all.";
}

namespace {

struct AgreementTableRow {
    int rank;
    const AgreementRow *row;

    operator const AgreementRow &() const { return *row; }
};

void addAgreement(const RankInput &of, TableRows<AgreementTableRow> &out) {
    const auto operators = kernelAgreement(of.capture, of.stop);
    const auto functions = apiAgreement(of.capture, of.stop);
    const auto calls = operatorAgreement(of.capture, of.stop);
    for (const auto *rows : {&operators, &functions, &calls}) {
        for (const auto &row : *rows) {
            out.add({of.capture.rank, &row});
        }
        AgreementSummary summary;
        summary.add(*rows);
        if (const auto text = summary.text(); !text.empty()) {
            out.note("Rank " + std::to_string(of.capture.rank) + ": " + text);
        }
    }
    if (of.all.step || of.all.range) {
        out.note("The files sum up the whole capture, and so does this table: step and range change nothing.");
    }
}

}  // namespace

AnalysisEntry makeOperatorAgreementEntry() {
    using Row = AgreementTableRow;
    return rankTable<Row>(
        {.entry = {.id = "operator_agreement",
                   .title = "The profiler's own sums against ours",
                   .depth = LoadDepth::Deep},
         .whenEmpty = "The profile holds no op_statistic.csv, no api_statistic.csv and no operator_details.csv."},
        {
            column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown),
            column("file", "The file with the sum.", &AgreementRow::file),
            column("name", "Type of the operators, the function, or the operator of the framework.",
                   &AgreementRow::name),
            column("group",
                   "Core that ran them, level of the function (acl, runtime, node, hccl), or host: the whole time of "
                   "calls of the framework's operators.",
                   &AgreementRow::group),
            column("file_count", "How many the file counts; empty where it has no such row.", &AgreementRow::told,
                   &EventSum::count),
            column("file_total_us", "us", "Their time in the file.", &AgreementRow::told, &EventSum::total),
            column("count", "How many the profile holds one by one; empty where it has none.", &AgreementRow::ours,
                   &EventSum::count),
            column("total_us", "us", "Their time.", &AgreementRow::ours, &EventSum::total),
            column("difference_us", "us", "total_us - file_total_us.",
                   [](const AgreementRow &row) { return row.difference(); }),
            column("agrees",
                   "yes: the counts are the same, shortest and longest too, and the totals within half a nanosecond "
                   "for each event, to which files round; empty where the profile has no such events one by one.",
                   [](const AgreementRow &row) { return row.agrees(); }),
        },
        addAgreement);
}

}  // namespace stagescope
