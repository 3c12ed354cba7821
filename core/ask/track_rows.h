#pragma once

#include "core/ask/ask_relation.h"
#include "core/base/ids.h"
#include "core/base/time.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3_context;
struct sqlite3_value;

namespace stagescope {

class AskSource;
class TraceStore;
struct RankCapture;
struct Track;

inline constexpr std::int64_t kLeastTime = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t kMostTime = std::numeric_limits<std::int64_t>::max();

/// One track of a rank, with a number that is its own among all.
struct AskTrack {
    const TraceStore *trace = nullptr;
    const Track *track = nullptr;
    RunId run;
    int profile = 0;  ///< as column run has it
    SourceId source;
    int rank = -1;
    std::int64_t offset = 0;  ///< common clock - clock of the rank
    std::int64_t number = 0;
    const RankCapture *capture = nullptr;
};

/// All tracks of the run that is asked about and its baseline, by run, rank and their order in the files. They live as
/// long as the runs.
[[nodiscard]] std::vector<AskTrack> askTracks(const AskSource &source);

/// What conditions leave of all rows.
struct AskBounds {
    std::optional<std::int64_t> run{};
    std::optional<std::int64_t> rank{};
    std::optional<std::int64_t> track{};
    std::optional<std::int64_t> step{};
    std::optional<std::string> name{};
    std::int64_t first = kLeastTime;  ///< of begins
    std::int64_t last = kMostTime;
    bool isEmpty = false;  ///< no row can match: compared with NULL or with a text that is no number

    [[nodiscard]] bool allows(const AskTrack &one) const {
        return (!run || *run == one.profile) && (!rank || *rank == one.rank) && (!track || *track == one.number);
    }
};

/// A bound by the clock of a track's rank; one that is none, or beyond all times, stays.
[[nodiscard]] std::int64_t onRank(std::int64_t bound, const AskTrack &track);

/// A text of the stores, which outlive the statement.
void giveText(sqlite3_context *context, std::string_view text);

// Columns that all tables over tracks begin with.
enum TrackColumn : std::uint8_t { kRun, kRank, kTrack, kProcess, kTrackName, kKind, kFirstOwn };

/// One of these.
void giveTrack(const AskTrack &one, int column, sqlite3_context *context);

/// The walk over tracks that all of them share.
class TrackRows : public AskRows {
public:
    explicit TrackRows(const AskSource &source) : m_source(source) {}

    [[nodiscard]] Status start(std::span<const AskTerm> terms, std::span<sqlite3_value *const> values) override {
        if (m_tracks.empty()) {
            m_tracks = askTracks(m_source);
        }
        m_bounds = {};
        for (std::size_t i = 0; i < terms.size(); ++i) {
            take(terms[i], values[i]);
        }
        m_at = m_bounds.isEmpty ? m_tracks.size() : 0;
        settle();
        return {};
    }
    [[nodiscard]] bool isAtEnd() const override { return m_at >= m_tracks.size(); }

protected:
    /// The columns of names, begins and steps; -1 where there is none.
    [[nodiscard]] virtual int nameColumn() const { return -1; }
    [[nodiscard]] virtual int beginColumn() const { return -1; }
    [[nodiscard]] virtual int stepColumn() const { return -1; }
    /// To the first row of a track; false where it has none.
    virtual bool enter(const AskTrack &track) = 0;

    [[nodiscard]] const AskTrack &track() const { return m_tracks[m_at]; }
    [[nodiscard]] const AskBounds &bounds() const { return m_bounds; }
    void leaveTrack() {
        ++m_at;
        settle();
    }

private:
    void settle() {
        while (m_at < m_tracks.size() && (!m_bounds.allows(m_tracks[m_at]) || !enter(m_tracks[m_at]))) {
            ++m_at;
        }
    }
    void take(const AskTerm &term, sqlite3_value *value);

    const AskSource &m_source;
    std::vector<AskTrack> m_tracks;
    AskBounds m_bounds;
    std::size_t m_at = 0;
};

}  // namespace stagescope
