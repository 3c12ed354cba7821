// Tools that say what a profile is and what the rules found: open_profile, findings.
#include "app/command_choice.h"
#include "app/command_clock.h"
#include "app/command_identity.h"
#include "app/command_outcome.h"
#include "app/command_sources.h"
#include "app/mcp/mcp_tools.h"
#include "app/step_figures.h"
#include "core/advice/finding_texts.h"
#include "core/advice/rule.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/roles/role_phases.h"
#include "core/analysis/run/platform.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/run/typical_step.h"
#include "core/base/step_id.h"
#include "core/base/words/message_list.h"
#include "core/base/words/nearest_names.h"
#include "core/store/tables/table_store.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

double msOf(Nanos time) { return std::round(static_cast<double>(time.count()) / 1e3) / 1e3; }

QString said(const Message &message) { return quotedData(findingText(message)); }

QJsonObject findingJson(const McpProfile &profile, const Finding &finding, bool isWhole) {
    QJsonObject json{
        {QStringLiteral("rule"), QString::fromStdString(finding.rule)},
        {QStringLiteral("says"), said(finding.title)},
        {QStringLiteral("severity"), QString::fromStdString(std::string(findingSeverityText(finding.severity)))},
        {QStringLiteral("certainty"), QString::fromStdString(std::string(certaintyText(finding.certainty)))}};
    if (finding.impact != Nanos{0}) {
        json[QStringLiteral("impact_ms_per_step")] = msOf(finding.impact);
    }
    if (finding.share) {
        json[QStringLiteral("share_of_step_percent")] = std::round(*finding.share * 1000) / 10;
    }
    if (finding.bytes != 0) {
        json[QStringLiteral("bytes")] = static_cast<qint64>(finding.bytes);
    }
    QJsonArray ranks;
    for (const auto &rank : finding.evidence.ranks) {
        ranks.append(rank.rank);
    }
    if (!ranks.isEmpty()) {
        json[QStringLiteral("ranks")] = ranks;
    }
    if (finding.evidence.step) {
        json[QStringLiteral("step")] = QString::fromStdString(stepText(*finding.evidence.step));
    }
    if (!finding.partOf.empty()) {
        json[finding.isPiece ? QStringLiteral("piece_of") : QStringLiteral("cause_of")] =
            QString::fromStdString(finding.partOf);
    }
    if (!isWhole) {
        return json;
    }
    QJsonArray facts;
    for (const auto &fact : finding.facts) {
        facts.append(said(fact));
    }
    for (const auto &assumption : finding.assumptions) {
        facts.append(said(assumption));
    }
    json[QStringLiteral("facts")] = facts;
    json[QStringLiteral("remedy")] = said(finding.remedy);
    QJsonArray evidence;
    constexpr int kMostItems = 4;
    for (const auto &item : finding.evidence.items) {
        if (evidence.size() < kMostItems) {
            evidence.append(itemData(profile.handle(), toText(item)));
        }
    }
    if (!evidence.isEmpty()) {
        json[QStringLiteral("evidence")] = evidence;
    }
    return json;
}

/// Of one rule, or of all where it is empty.
QJsonArray couldNotLook(const Advice &advice, const std::string &asked) {
    QJsonArray list;
    for (const auto &group : advice.unchecked) {
        if (!asked.empty() && std::ranges::find(group.rules, asked) == group.rules.end()) {
            continue;
        }
        QStringList topics;
        for (const auto &rule : group.rules) {
            topics += said(topicOf(rule));
        }
        list.append(QJsonObject{{QStringLiteral("looked_for"), topics.join(QStringLiteral("; "))},
                                {QStringLiteral("needs"), said(group.help)}});
    }
    return list;
}

QJsonObject ranksJson(const Run &run) {
    constexpr int kMostListed = 64;
    QJsonArray found;
    int count = 0;
    for (const int rank : run.ranks()) {
        count += rank >= 0 ? 1 : 0;
        if (rank >= 0 && found.size() < kMostListed) {
            found.append(rank);
        }
    }
    QJsonObject json{{QStringLiteral("found"), count}, {QStringLiteral("list"), found}};
    if (const auto expected = run.expectedRanks()) {
        json[QStringLiteral("expected")] = *expected;
    }
    if (const auto note = identityNote(run); !note.empty()) {
        json[QStringLiteral("note")] = quotedData(note, 300);
    }
    return json;
}

QJsonObject sizesJson(const ParallelSizes &sizes) {
    QJsonObject json;
    for (const auto &[name, size] : {std::pair("pp", sizes.pp), std::pair("dp", sizes.dp), std::pair("tp", sizes.tp),
                                     std::pair("cp", sizes.cp), std::pair("ep", sizes.ep)}) {
        if (size > 0) {
            json[QLatin1String(name)] = size;
        }
    }
    return json;
}

/// The step that stands for all.
void addTypicalStepTo(QJsonObject &json, const std::vector<StepLength> &lengths) {
    if (const auto *typical = typicalStep(lengths)) {
        json[QStringLiteral("typical_step_ms")] = msOf(typical->length);
    }
}

/// The typical step and where its time goes: means over the ranks.
void addStepsTo(QJsonObject &json, const Run &run, const std::stop_token &stop) {
    const auto splits = timeSplits(run, stop);
    const auto lengths = knownSteps(run, splits);
    QJsonArray steps;
    constexpr int kMostSteps = 20;
    for (const auto &length : lengths) {
        if (length.step && steps.size() < kMostSteps) {
            steps.append(QJsonObject{{QStringLiteral("step"), QString::fromStdString(stepText(*length.step))},
                                     {QStringLiteral("ms"), msOf(length.length)}});
        }
    }
    json[QStringLiteral("steps")] = static_cast<qint64>(lengths.size());
    if (!steps.isEmpty()) {
        json[QStringLiteral("step_lengths")] = steps;
    }
    addTypicalStepTo(json, lengths);
    QJsonObject split;
    for (const auto &part : typicalParts(splits)) {
        split[QString::fromLatin1(part.name.data(), static_cast<qsizetype>(part.name.size()))
                  .replace(QLatin1Char(' '), QLatin1Char('_'))] = msOf(part.length);
    }
    if (!split.isEmpty()) {
        json[QStringLiteral("typical_step_split_ms")] = split;
    }
}

/// What was read beside the timeline, by the tables that list it, and how many records.
QJsonObject recordedBeside(const Run &run, const std::stop_token &stop) {
    constexpr auto kTables =
        std::to_array<std::pair<TableKind, const char *>>({{TableKind::ThreadStates, "thread_states"},
                                                           {TableKind::CpuStates, "cpu_states"},
                                                           {TableKind::StepTraceTime, "step_trace_time"},
                                                           {TableKind::CommTimes, "comm_time"},
                                                           {TableKind::CommLinks, "comm_matrix"},
                                                           {TableKind::TrainingValues, "training_metrics"},
                                                           {TableKind::FlightCalls, "collective_calls"},
                                                           {TableKind::DataOps, "data_pipeline"},
                                                           {TableKind::DataBatches, "data_batches"},
                                                           {TableKind::DataEvents, "data_events"},
                                                           {TableKind::MemorySamples, "memory_curve"},
                                                           {TableKind::MemoryOps, "memory_ops"}});
    QJsonObject records;
    const auto add = [&](const char *name, std::size_t count) {
        if (count > 0) {
            records[QLatin1String(name)] = records[QLatin1String(name)].toInteger() + static_cast<qint64>(count);
        }
    };
    const auto addTables = [&](const std::vector<std::shared_ptr<const TableStore>> &tables) {
        for (const auto &table : tables) {
            const auto *it = std::find_if(kTables.begin(), kTables.end(),
                                          [&](const auto &known) { return known.first == table->kind(); });
            add(it == kTables.end() ? "" : it->second, it == kTables.end() ? 0 : table->rowCount());
        }
    };
    addTables(run.clusterTables);
    for (const auto &capture : run.captures) {
        for (const auto &loaded : capture.loaded) {
            addTables(loaded.tables);
        }
    }
    add("snapshot_ranks", run.snapshots.size());
    add("role_phases", rolePhases(run, stop).size());
    return records;
}

/// By what would supply it: several questions have one setting.
QJsonArray cannotAnswer(const Run &run) {
    std::vector<std::pair<std::string, QJsonArray>> byNeed;
    for (const auto &capability : capabilities(run)) {
        if (capability.answer != Answer::No && capability.answer != Answer::Partly) {
            continue;
        }
        const auto need = englishText(capability.remedy);
        auto it = std::find_if(byNeed.begin(), byNeed.end(), [&](const auto &known) { return known.first == need; });
        it = it == byNeed.end() ? byNeed.insert(it, {need, {}}) : it;
        const auto title = QString::fromStdString(englishText(capability.title));
        it->second.append(capability.answer == Answer::Partly ? title + QStringLiteral(" (in part)") : title);
    }
    QJsonArray list;
    for (const auto &[need, questions] : byNeed) {
        list.append(
            QJsonObject{{QStringLiteral("needs"), quotedData(need, 200)}, {QStringLiteral("questions"), questions}});
    }
    return list;
}

/// That no rule of that name found anything is no good news where there is none. Empty: all rules. Errors: BadArgument.
Status checkRule(const Advice &advice, const std::string &rule) {
    std::vector<std::string> rules;
    for (const auto &known : ruleList()) {
        rules.push_back(known.id);
    }
    for (const auto &outcome : advice.rules) {  // those of users too
        rules.push_back(outcome.rule);
    }
    if (rule.empty() || std::find(rules.begin(), rules.end(), rule) != rules.end()) {
        return {};
    }
    std::sort(rules.begin(), rules.end());
    rules.erase(std::unique(rules.begin(), rules.end()), rules.end());
    auto all = "there is no rule " + rule + nearestNames(rule, rules) + "; rules are";
    std::for_each(rules.begin(), rules.end(), [&](const auto &known) { all += ' ' + known; });
    return fail(ErrorKind::BadArgument, std::move(all));
}

/// Whether a rule says nothing of such a profile, whatever is in it.
bool isForeign(const Advice &advice, const std::string &rule) {
    return !rule.empty() && std::none_of(advice.rules.begin(), advice.rules.end(),
                                         [&](const RuleOutcome &outcome) { return outcome.rule == rule; });
}

/// What was lost, and how what is there is to be taken.
void addTroubleTo(QJsonObject &json, const Run &run) {
    QJsonArray losses;
    constexpr int kMostLosses = 5;
    for (const auto &loss : lossesOf({&run, 1})) {
        if (losses.size() < kMostLosses) {
            losses.append(quotedData(loss.code + " x" + std::to_string(loss.count) + " " + loss.source, 200));
        }
    }
    if (!losses.isEmpty()) {
        json[QStringLiteral("data_lost")] = losses;
    }
    QJsonArray notes;
    for (const auto &note : {clockNote(run), capturesNote(run), sourcesNote(run)}) {
        if (!note.empty()) {
            notes.append(quotedData(note, 300));
        }
    }
    if (!notes.isEmpty()) {
        json[QStringLiteral("notes")] = notes;
    }
}

}  // namespace

McpAnswer openProfileTool(const McpCall &call) {
    const auto opened = call.profiles.open(call.text("path"), call.text("baseline"), call.progress, call.stop);
    if (!opened) {
        return refusal((opened.error().where.empty() ? "" : opened.error().where + ": ") + opened.error().detail);
    }
    const auto &profile = *opened->profile;
    const auto &run = profile.run();
    QJsonArray producers;
    for (const auto &producer : producersOf(run)) {
        producers.append(quotedData(producer));
    }
    QJsonObject json{{QStringLiteral("profile"), QString::fromStdString(profile.handle())},
                     {QStringLiteral("path"), quotedData(profile.path(), 300)},
                     {QStringLiteral("platform"), QString::fromStdString(std::string(platformName(platformOf(run))))},
                     {QStringLiteral("recorded_by"), producers},
                     {QStringLiteral("ranks"), ranksJson(run)}};
    if (const auto &closed = opened->closed) {
        json[QStringLiteral("closed_to_save_memory")] = quotedData(closed->handle() + ", " + closed->path(), 300);
    }
    if (const auto sizes = sizesJson(run.parallel); !sizes.isEmpty()) {
        json[QStringLiteral("parallel")] = sizes;
    }
    if (const auto records = recordedBeside(run, call.stop); !records.isEmpty()) {
        json[QStringLiteral("has")] = records;
    }
    if (const auto *baseline = profile.workspace().baseline()) {
        QJsonObject other{{QStringLiteral("path"), quotedData(baseline->path, 300)}};
        addStepsTo(other, *baseline, call.stop);
        json[QStringLiteral("baseline")] = other;
    }
    if (profile.isWhole()) {
        addStepsTo(json, run, call.stop);
    }
    const auto advice = profile.advice(call.stop);
    QJsonArray top;
    constexpr std::size_t kTop = 3;
    for (std::size_t i = 0; i < std::min(kTop, advice->findings.size()); ++i) {
        top.append(findingJson(profile, advice->findings[i], false));
    }
    json[QStringLiteral("findings")] = static_cast<qint64>(advice->findings.size());
    json[QStringLiteral("top_findings")] = top;
    if (advice->findings.empty()) {
        json[QStringLiteral("verdict")] = said(advice->verdict.headline);
    }
    if (const auto joint = jointOf(*advice)) {
        json[QStringLiteral("all_findings_together")] = said(*joint);
    }
    json[QStringLiteral("cannot_answer")] = cannotAnswer(run);
    addTroubleTo(json, run);
    return {json};
}

McpAnswer findingsTool(const McpCall &call) {
    const auto opened = call.profile();
    if (!opened) {
        return failed(opened.error());
    }
    const auto &profile = **opened;
    const auto advice = profile.advice(call.stop);
    const auto rule = call.text("rule");
    if (const auto known = checkRule(*advice, rule); !known) {
        return failed(profile, known.error());
    }
    const double least = call.arguments[QStringLiteral("min_ms")].toDouble();
    const auto limit = std::clamp<std::int64_t>(call.number("limit", 10), 1, 50);
    QJsonArray list;
    std::int64_t total = 0;
    for (const auto &finding : advice->findings) {
        const bool isAsked = (rule.empty() || finding.rule == rule) && msOf(finding.impact) >= least;
        total += isAsked ? 1 : 0;
        if (isAsked && list.size() < limit) {
            list.append(findingJson(profile, finding, true));
        }
    }
    QJsonObject json{{QStringLiteral("findings"), list},
                     {QStringLiteral("total"), static_cast<qint64>(total)},
                     {QStringLiteral("could_not_look"), couldNotLook(*advice, rule)}};
    if (advice->step != Nanos{0}) {
        json[QStringLiteral("costs_are_of_step_ms")] = msOf(advice->step);
    }
    if (profile.isWhole()) {
        addTypicalStepTo(json, knownSteps(profile.run(), timeSplits(profile.run(), call.stop)));
    }
    if (const auto joint = jointOf(*advice)) {
        json[QStringLiteral("all_together")] = said(*joint);
    }
    QJsonArray passed;
    for (const auto &outcome : advice->rules) {
        if (!outcome.unanswered && outcome.findings == 0 && (rule.empty() || rule == outcome.rule)) {
            passed.append(QString::fromStdString(outcome.rule));
        }
    }
    json[QStringLiteral("looked_and_found_nothing")] = passed;
    if (advice->findings.empty()) {
        json[QStringLiteral("verdict")] = said(advice->verdict.headline);
    }
    QJsonArray notes;
    for (const auto &note : advice->verdict.notes) {
        notes.append(said(note));
    }
    if (isForeign(*advice, rule)) {
        notes.append(QStringLiteral("This rule is about devices or files that this profile does not have."));
    }
    json[QStringLiteral("notes")] = notes;
    return answerOf(profile, json);
}

}  // namespace stagescope
