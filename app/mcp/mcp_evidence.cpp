// Tools about one item or stretch of time: timeline, explain, show.
#include "app/mcp/mcp_tools.h"
#include "app/mcp/running_windows.h"
#include "core/analysis/blame/blame_study.h"
#include "core/analysis/overview/item_facts.h"
#include "core/analysis/overview/item_location.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/time_bounds.h"
#include "core/analysis/trace/free_gaps.h"
#include "core/base/key_values.h"
#include "core/session/item_details.h"
#include "core/settings/setting_paste.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

/// Letters of a name in a list: explain gives the whole.
constexpr int kOfList = 160;

double msAt(std::int64_t nanos) { return std::round(static_cast<double>(nanos) / 1e3) / 1e3; }

/// The run's first event by the clock of a rank.
std::int64_t originOn(const Run &run, int rank) {
    const auto bounds = timeBounds(run);
    return bounds ? ns(run.clock.toRank(rank, bounds->begin)) : 0;
}

struct McpItem {
    std::shared_ptr<const McpProfile> profile;
    ItemRef item;
};

/// "p3f9k:slice:0/23/11/148"; also the row of a result, "r12#5", by its column evidence.
Result<McpItem> itemOf(const McpCall &call, std::string text) {
    if (const auto hash = text.find('#'); text.starts_with('r') && hash != std::string::npos) {
        ASSIGN_OR_RETURN(const auto kept, call.profiles.kept(text.substr(0, hash)));
        const auto row = static_cast<std::size_t>(std::strtoul(text.c_str() + hash + 1, nullptr, 10));
        const auto item = row < kept.table->rows.size() ? kept.table->text(row, "evidence") : std::string();
        if (item.empty()) {
            return fail(ErrorKind::BadArgument, "row " + text + " has no evidence");
        }
        text = kept.handle + ':' + item;
    }
    std::string handle;
    auto item = itemFromText(text);
    if (const auto colon = text.find(':'); !item && colon != std::string::npos) {
        handle = text.substr(0, colon);
        item = itemFromText(text.substr(colon + 1));
    }
    if (!item) {
        return fail(ErrorKind::BadArgument,
                    "'" + text + "' is no evidence; pass the text of a column evidence, such as p3f9k:slice:0/1/2/3");
    }
    ASSIGN_OR_RETURN(auto profile, call.profiles.find(handle));
    return McpItem{std::move(profile), *item};
}

struct TrackShare {
    const TraceStore *trace = nullptr;
    const Track *track = nullptr;
    SourceId source;
    std::size_t count = 0;
    std::int64_t busy = 0;
    std::vector<std::uint32_t> longest{};  ///< positions
};

/// What of a track lies in a range: of nested slices the outermost are the time that it is busy.
TrackShare shareOf(const TraceStore &trace, const Track &track, SourceId source, RankRange range) {
    constexpr std::size_t kLongest = 4;
    TrackShare share{.trace = &trace, .track = &track, .source = source};
    const auto &slices = trace.slices(track.id);
    const auto lengthIn = [&](std::uint32_t i) {
        return std::max<std::int64_t>(
            0, std::min(ns(slices.end(i)), ns(range.end)) - std::max(ns(slices.begin(i)), ns(range.begin)));
    };
    for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
        const auto end = slices.depthBegin(depth + 1);
        for (auto i = slices.firstEndingAfter(depth, range.begin); i < end && slices.begin(i) < range.end; ++i) {
            ++share.count;
            share.busy += depth == 0 ? lengthIn(i) : 0;
            share.longest.push_back(i);
            std::sort(share.longest.begin(), share.longest.end(),
                      [&](auto a, auto b) { return lengthIn(a) > lengthIn(b); });
            share.longest.resize(std::min(share.longest.size(), kLongest));
        }
    }
    return share;
}

/// Of tracks that have something in the range.
void addShares(const TraceStore &trace, SourceId source, RankRange range, const std::stop_token &stop,
               std::vector<TrackShare> &shares) {
    for (const auto &track : trace.tracks()) {
        if (track.kind == TrackKind::Process || track.rowCount == 0 || stop.stop_requested()) {
            continue;
        }
        if (auto share = shareOf(trace, track, source, range); share.count > 0) {
            shares.push_back(std::move(share));
        }
    }
}

QString trackName(const TraceStore &trace, const Track &track) {
    std::string name(trace.text(track.name));
    if (track.parent.isValid()) {
        name = std::string(trace.text(trace.tracks()[track.parent.value].name)) + " / " + name;
    }
    return quotedData(name, kOfList);
}

/// `origin`: the run's first event by the rank's clock, since which all times count.
QJsonObject shareJson(const TrackShare &share, const McpProfile &profile, std::int64_t origin) {
    const auto &slices = share.trace->slices(share.track->id);
    QJsonArray longest;
    for (const auto i : share.longest) {
        const SliceRef slice{profile.run().id, share.source, share.track->id, SliceId{i}};
        longest.append(QJsonObject{{QStringLiteral("name"), quotedData(share.trace->text(slices.name(i)), kOfList)},
                                   {QStringLiteral("from_ms"), msAt(ns(slices.begin(i)) - origin)},
                                   {QStringLiteral("ms"), msAt(ns(slices.end(i)) - ns(slices.begin(i)))},
                                   {QStringLiteral("evidence"), itemData(profile.handle(), toText(slice))}});
    }
    return {{QStringLiteral("track"), trackName(*share.trace, *share.track)},
            {QStringLiteral("slices"), static_cast<qint64>(share.count)},
            {QStringLiteral("busy_ms"), msAt(share.busy)},
            {QStringLiteral("longest"), longest}};
}

/// The range and the rank that a question is about, by the rank's clock.
Result<RankSpan> spanOf(const McpCall &call, const McpProfile &profile, const std::optional<ItemRef> &item) {
    const auto &run = profile.run();
    const auto ranks = run.ranks();
    if (ranks.empty()) {
        return fail(ErrorKind::NotFound, "the profile has no rank with a timeline");
    }
    const int rank = static_cast<int>(call.number("rank", ranks.front()));
    if (item) {
        for (const auto &span : locate(profile.workspace(), *item, call.stop)) {
            if (!call.has("rank") || span.rank == rank) {
                return span;
            }
        }
        return fail(ErrorKind::NotFound, "the item is on no time axis of this profile");
    }
    const auto *capture = run.capture(rank);
    if (capture == nullptr) {
        return fail(ErrorKind::BadArgument, "there is no rank " + std::to_string(rank));
    }
    if (call.has("step")) {
        for (const auto &step : rankSteps(*capture)) {
            if (step.step == call.number("step", 0)) {
                return RankSpan{rank, step.range};
            }
        }
        return fail(ErrorKind::BadArgument, "rank " + std::to_string(rank) + " has no such step");
    }
    const auto bounds = timeBounds(run);
    if (!bounds || !call.has("from_ms") || !call.has("to_ms")) {
        return fail(ErrorKind::BadArgument, "timeline needs evidence, step, or from_ms and to_ms");
    }
    const auto at = [&](const char *name) {
        constexpr double kNanosPerMilli = 1e6;
        constexpr double kMost = 1e12;
        const double ms = std::clamp(call.arguments[QLatin1String(name)].toDouble(), -kMost, kMost);
        return run.clock.toRank(rank, bounds->begin + Nanos(static_cast<std::int64_t>(ms * kNanosPerMilli)));
    };
    return RankSpan{rank, {at("from_ms"), at("to_ms")}};
}

QJsonObject hopJson(const BlameHop &hop, const McpProfile &profile, bool isCause) {
    const auto origin = originOn(profile.run(), hop.rank);
    QJsonObject json{{QStringLiteral("what"), QString::fromStdString(std::string(blameWhatText(hop.what)))},
                     {QStringLiteral("rank"), hop.rank},
                     {QStringLiteral("name"), quotedData(hop.name, kOfList)},
                     {QStringLiteral("from_ms"), msAt(ns(hop.range.begin) - origin)},
                     {QStringLiteral("ms"), msAt(hop.range.duration().count())}};
    if (hop.waitedFor >= 0) {
        json[QStringLiteral("waited_for_rank")] = hop.waitedFor;
    }
    if (hop.gap) {
        json[QStringLiteral("gap_cause")] = QString::fromStdString(std::string(freeCauseText(*hop.gap)));
    }
    if (isCause) {
        json[QStringLiteral("is_cause")] = true;
    }
    if (hop.item) {
        json[QStringLiteral("evidence")] = itemData(profile.handle(), toText(*hop.item));
    }
    return json;
}

void addBlame(const McpItem &asked, const std::stop_token &stop, QJsonObject &json) {
    const auto &profile = *asked.profile;
    // A rank as a whole waits for nothing.
    if (!profile.isWhole() || std::holds_alternative<RankRef>(asked.item)) {
        return;
    }
    const auto study = profile.blame(stop);
    const auto chain = blameChain(*study, profile.workspace(), asked.item, stop);
    if (!chain) {
        return;
    }
    QJsonArray hops;
    constexpr std::size_t kMostHops = 14;
    for (std::size_t i = 0; i < std::min(chain->hops.size(), kMostHops); ++i) {
        const auto &hop = chain->hops[i];
        hops.append(hopJson(hop, profile, &hop == chain->blamed()));
    }
    // The wait of what communicates, the length of anything else.
    json[QStringLiteral("explained_ms")] = msAt(chain->waited.count());
    if (const auto *cause = chain->blamed()) {
        json[QStringLiteral("all_like_the_cause_longer_than_elsewhere_ms")] = msAt(cause->excess.count());
    }
    json[QStringLiteral("ends_with")] = QString::fromStdString(std::string(blameEndText(chain->end)));
    json[QStringLiteral("chain")] = hops;
}

/// Each key once, the first ones.
QJsonObject factsJson(const KeyValues &facts) {
    constexpr int kMostFacts = 40;
    constexpr qsizetype kMostLetters = 5000;
    QJsonObject json;
    qsizetype letters = 0;
    for (const auto &[key, value] : facts) {
        const auto name = quotedData(key);
        const auto text = quotedData(value);
        letters += json.contains(name) ? 0 : name.size() + text.size();
        if (json.size() < kMostFacts && letters <= kMostLetters && !json.contains(name)) {
            json[name] = text;
        }
    }
    return json;
}

}  // namespace

McpAnswer timelineTool(const McpCall &call) {
    std::optional<ItemRef> item;
    auto profile = call.profile();
    if (call.has("evidence")) {
        auto asked = itemOf(call, call.text("evidence"));
        if (!asked) {
            return failed(asked.error());
        }
        item = asked->item;
        profile = asked->profile;
    }
    if (!profile) {
        return failed(profile.error());
    }
    const auto span = spanOf(call, **profile, item);
    if (!span) {
        return failed(**profile, span.error());
    }
    const auto &run = (*profile)->run();
    const auto *capture = run.capture(span->rank);
    std::vector<TrackShare> shares;
    for (const auto &loaded : capture == nullptr ? std::vector<LoadedSource>{} : capture->loaded) {
        for (const auto &trace : loaded.traces) {
            addShares(*trace, loaded.source, span->range, call.stop, shares);
        }
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const TrackShare &a, const TrackShare &b) { return a.busy > b.busy; });
    const auto limit = static_cast<std::size_t>(std::clamp<std::int64_t>(call.number("limit", 12), 1, 40));
    const auto origin = originOn(run, span->rank);
    QJsonArray tracks;
    for (std::size_t i = 0; i < std::min(limit, shares.size()); ++i) {
        tracks.append(shareJson(shares[i], **profile, origin));
    }
    QJsonObject json{{QStringLiteral("rank"), span->rank},
                     {QStringLiteral("from_ms"), msAt(ns(span->range.begin) - origin)},
                     {QStringLiteral("ms"), msAt(span->range.duration().count())},
                     {QStringLiteral("tracks"), tracks},
                     {QStringLiteral("tracks_total"), static_cast<qint64>(shares.size())}};
    if (shares.empty()) {
        json[QStringLiteral("note")] = (*profile)->isWhole()
                                           ? QStringLiteral("Nothing is recorded in this range on this rank.")
                                           : QStringLiteral(
                                                 "The timelines of this profile are too large to be held; "
                                                 "use query or table, or start the server with more --memory.");
    }
    return answerOf(**profile, json);
}

McpAnswer explainTool(const McpCall &call) {
    const auto asked = itemOf(call, call.text("evidence"));
    if (!asked) {
        return failed(asked.error());
    }
    const auto &workspace = asked->profile->workspace();
    const auto facts = itemFacts(workspace, asked->item, call.stop);
    if (!facts) {
        return refusal(
            "the profile does not hold this item: it was loaded in another way, or the evidence is of an "
            "older state");
    }
    QJsonObject json{{QStringLiteral("item"), quotedData(facts->what)},
                     {QStringLiteral("where"), quotedData(facts->where)}};
    if (facts->rank) {
        json[QStringLiteral("rank")] = *facts->rank;
    }
    if (facts->duration) {
        json[QStringLiteral("ms")] = msAt(facts->duration->count());
    }
    if (facts->shareOfStep) {
        json[QStringLiteral("share_of_step_percent")] = std::round(*facts->shareOfStep * 1000) / 10;
    }
    auto all = facts->facts;
    if (const auto *slice = std::get_if<SliceRef>(&asked->item)) {
        const auto details = sliceDetails(workspace, *slice);
        if (details) {
            all.insert(all.end(), details->begin(), details->end());
        }
    }
    json[QStringLiteral("facts")] = factsJson(all);
    addBlame(*asked, call.stop, json);
    return answerOf(*asked->profile, json);
}

McpAnswer showTool(const McpCall &call) {
    const auto asked = itemOf(call, call.text("evidence"));
    if (!asked) {
        return failed(asked.error());
    }
    const auto item = toText(asked->item);
    const auto &path = asked->profile->path();
    std::string why;
    for (const auto &window : runningWindows()) {
        const auto shown = showInWindow(window, path, item);
        if (shown) {
            return answerOf(*asked->profile, {{QStringLiteral("shown"), quotedData(*shown)}});
        }
        why = shown.error().detail;
    }
    return answerOf(*asked->profile,
                    {{QStringLiteral("shown"), false},
                     {QStringLiteral("why"), quotedData(why.empty() ? "no window of the program is running" : why)},
                     {QStringLiteral("command"), QString::fromStdString("stagescope " + quotedForShell(path) +
                                                                        " --select " + quotedForShell(item))}});
}

}  // namespace stagescope
