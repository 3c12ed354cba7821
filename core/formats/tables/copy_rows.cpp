#include "core/formats/tables/copy_rows.h"

#include "core/base/text.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

struct KnownWay {
    std::string_view part;  ///< in lower case, without blanks and underscores
    std::string_view direction;
};
// Where one is part of another the longer one stands first.
constexpr auto kKnownWays = std::to_array<KnownWay>({
    {"memset", "fill"},
    {"fillbuffer", "fill"},
    {"hosttodevice", "HtoD"},
    {"devicetohost", "DtoH"},
    {"devicetodevice", "DtoD"},
    {"hosttohost", "HtoH"},
    {"peertopeer", "PtoP"},
    {"htod", "HtoD"},
    {"dtoh", "DtoH"},
    {"dtod", "DtoD"},
    {"htoh", "HtoH"},
    {"ptop", "PtoP"},
    {"h2d", "HtoD"},
    {"d2h", "DtoH"},
    {"d2d", "DtoD"},
    {"m2d", "HtoD"},
    {"d2m", "DtoH"},
});

/// GB/s are bytes per ns.
double rateOf(const CopyRecord &copy) {
    if (copy.rate > 0) {
        return copy.rate;
    }
    return copy.bytes < 0 || copy.duration <= 0 ? 0.0
                                                : static_cast<double>(copy.bytes) / static_cast<double>(copy.duration);
}

}  // namespace

CopyWay copyWay(std::string_view text) {
    std::string plain;
    for (const char c : text) {
        if (c != ' ' && c != '_' && c != '-') {
            plain += lowerCase(c);
        }
    }
    CopyWay way;
    const auto *known = std::find_if(kKnownWays.begin(), kKnownWays.end(),
                                     [&](const KnownWay &each) { return contains(plain, each.part); });
    way.direction = known == kKnownWays.end() ? std::string_view{} : known->direction;
    way.memory = contains(plain, "pageable") ? "pageable" : contains(plain, "pinned") ? "pinned" : "";
    return way;
}

void addCopyRates(std::span<const CopyRecord> copies, StringId process, TraceBuilder &builder) {
    struct Change {
        std::int64_t time;
        double rate;
    };
    std::map<std::string_view, std::vector<Change>> changes;  // by direction
    for (const auto &copy : copies) {
        std::int64_t end = 0;
        const auto rate = rateOf(copy);
        if (rate > 0 && copy.duration >= 0 && !__builtin_add_overflow(copy.begin, copy.duration, &end)) {
            auto &list = changes[copy.direction];
            list.push_back({copy.begin, rate});
            list.push_back({end, -rate});
        }
    }
    for (auto &[direction, list] : changes) {
        std::sort(list.begin(), list.end(), [](const Change &a, const Change &b) {
            return a.time != b.time ? a.time < b.time : a.rate < b.rate;
        });
        const auto name = builder.intern(direction == "fill" ? std::string("Fills")
                                         : direction.empty() ? std::string("Copies")
                                                             : "Copies " + std::string(direction));
        const TraceBuilder::TrackKey key{TrackKind::Counter, process, name};
        builder.describeTrack(key, name, builder.intern("GB/s"), TrackKind::Counter);
        const auto track = builder.track(key);
        double rate = 0;
        std::int64_t open = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            open += list[i].rate > 0 ? 1 : -1;
            rate = open == 0 ? 0 : rate + list[i].rate;  // no remainders of rounding between copies
            if (i + 1 == list.size() || list[i + 1].time != list[i].time) {
                builder.sample(track, list[i].time, rate, i);
            }
        }
    }
}

void addCopyTable(std::span<const CopyRecord> copies, Sink &sink) {
    TableWriter<CopyRecord> table;
    for (const auto &copy : copies) {
        table.append(copy);
    }
    if (table.rowCount() > 0) {
        sink.addTable(table.take());
    }
}

void addCopyTable(std::vector<CopyRecord> copies, const TraceStore &trace, const TraceHealth &health, Sink &sink) {
    struct Kept {
        std::size_t count = 0;
        bool isOut = false;
        std::int64_t duration = 0;
    };
    std::vector<TrackId> tracks;
    if (std::ranges::any_of(copies, [](const CopyRecord &copy) { return copy.duration < 0; })) {
        for (const auto &track : trace.tracks()) {
            tracks.push_back(track.id);
        }
    } else {
        std::ranges::transform(health.streams, std::back_inserter(tracks), &TraceHealth::Stream::track);
    }
    std::map<std::pair<std::int64_t, std::string_view>, Kept> kept;  // by begin and name
    for (const auto track : tracks) {
        const auto &slices = trace.slices(track);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            const bool isOut = slices.klass(i) == SliceClass::Event;
            if (isOut || slices.klass(i) == SliceClass::Memcpy) {
                auto &one = kept[{ns(slices.begin(i)), trace.text(slices.name(i))}];
                one = {one.count + 1, isOut, (slices.end(i) - slices.begin(i)).count()};
            }
        }
    }
    std::erase_if(copies, [&](CopyRecord &copy) {
        std::int64_t moved = 0;
        copy.begin = __builtin_add_overflow(copy.begin, health.origin, &moved) ? copy.begin : moved;
        const auto it = kept.find({copy.begin, copy.name});
        const bool isTold = it != kept.end() && it->second.count == 1;  // of several at once none is known to be it
        if (it != kept.end() && (isTold || copy.duration < 0)) {
            copy.duration = copy.duration < 0 ? it->second.duration : std::min(copy.duration, it->second.duration);
        }
        copy.duration = std::max<std::int64_t>(copy.duration, 0);
        return isTold && it->second.isOut;
    });
    addCopyTable(copies, sink);
}

}  // namespace stagescope
