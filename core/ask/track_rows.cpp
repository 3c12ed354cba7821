#include "core/ask/track_rows.h"

#include "core/ask/ask_tables.h"
#include "core/store/trace/trace_store.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 9> kKinds{"process", "host",    "range",   "stream", "communication",
                                                 "plane",   "overlap", "counter", "other"};

void addTracks(const Run &run, int profile, const RankCapture &capture, std::vector<AskTrack> &tracks) {
    for (const auto &[loaded, trace, track] : capture.tracks()) {
        if (track.kind != TrackKind::Process) {
            tracks.push_back({trace.get(), &track, run.id, profile, loaded, capture.rank,
                              run.clock.offset(capture.rank).count(), static_cast<std::int64_t>(tracks.size()),
                              &capture});
        }
    }
}

/// Whole numbers of a value, at a bound rounded so that no row is lost; nothing where it is none.
std::optional<std::int64_t> wholeOf(sqlite3_value *value) {
    switch (sqlite3_value_numeric_type(value)) {
        case SQLITE_INTEGER:
            return sqlite3_value_int64(value);
        case SQLITE_FLOAT: {
            constexpr double kEdge = 9.2e18;
            return static_cast<std::int64_t>(std::clamp(sqlite3_value_double(value), -kEdge, kEdge));
        }
        default:
            return std::nullopt;
    }
}

std::string stringOf(sqlite3_value *value) {
    const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(value));
    return text == nullptr ? std::string() : std::string(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

std::string_view processName(const AskTrack &one) {
    const auto parent = one.track->parent;
    return parent.isValid() ? one.trace->text(one.trace->track(parent).name) : std::string_view();
}

}  // namespace

std::vector<AskTrack> askTracks(const AskSource &source) {
    std::vector<AskTrack> tracks;
    const auto *input = source.input();
    if (input == nullptr) {
        return tracks;
    }
    const std::array runs{input->run(), input->baseline()};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        for (const int rank : runs[i] == nullptr ? std::vector<int>{} : runs[i]->ranks()) {
            const auto *capture = runs[i]->capture(rank);
            if (input->wants(rank) && capture != nullptr) {
                addTracks(*runs[i], source.profile() + static_cast<int>(i), *capture, tracks);
            }
        }
    }
    return tracks;
}

std::int64_t onRank(std::int64_t bound, const AskTrack &track) {
    std::int64_t time = 0;
    const bool isNone = bound == kLeastTime || bound == kMostTime;
    return isNone || __builtin_sub_overflow(bound, track.offset, &time) ? bound : time;
}

void giveText(sqlite3_context *context, std::string_view text) {
    sqlite3_result_text64(context, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void giveTrack(const AskTrack &one, int column, sqlite3_context *context) {
    switch (column) {
        case kRun:
            return sqlite3_result_int(context, one.profile);
        case kRank:
            return sqlite3_result_int(context, one.rank);
        case kTrack:
            return sqlite3_result_int64(context, one.number);
        case kProcess:
            return giveText(context, processName(one));
        case kTrackName:
            return giveText(context, one.trace->text(one.track->name));
        default:
            return giveText(context, kKinds.at(static_cast<std::size_t>(one.track->kind)));
    }
}

void TrackRows::take(const AskTerm &term, sqlite3_value *value) {
    if (sqlite3_value_type(value) == SQLITE_NULL) {
        m_bounds.isEmpty = true;
        return;
    }
    if (term.column == nameColumn()) {
        m_bounds.name = stringOf(value);
        return;
    }
    const auto number = wholeOf(value);
    if (!number) {
        return;  // SQLite compares the text itself
    }
    if (term.column == beginColumn()) {
        const bool isBelow = term.op == SQLITE_INDEX_CONSTRAINT_LT || term.op == SQLITE_INDEX_CONSTRAINT_LE;
        const bool isAbove = term.op == SQLITE_INDEX_CONSTRAINT_GT || term.op == SQLITE_INDEX_CONSTRAINT_GE;
        m_bounds.first = isBelow ? m_bounds.first : std::max(m_bounds.first, *number);
        m_bounds.last = isAbove ? m_bounds.last : std::min(m_bounds.last, *number);
        return;
    }
    auto &place = term.column == stepColumn() ? m_bounds.step
                  : term.column == kRun       ? m_bounds.run
                  : term.column == kRank      ? m_bounds.rank
                                              : m_bounds.track;
    m_bounds.isEmpty = m_bounds.isEmpty || (place && *place != *number);
    place = number;
}

}  // namespace stagescope
