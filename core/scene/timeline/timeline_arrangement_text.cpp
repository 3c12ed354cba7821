#include "core/scene/timeline/timeline_arrangement_text.h"

#include "core/scene/timeline/own_track.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <sstream>
#include <string>

namespace stagescope {

namespace {

/// "fold RANK SOURCE TRACK NAMEHASH VALUE" and the like; ids that name nothing are 2^32 - 1.
class ArrangementWriter {
public:
    ArrangementWriter(RunId run, const std::vector<TimelineSource> &sources, const TimelineNames &unchecked)
        : m_run(run), m_sources(sources), m_unchecked(unchecked) {}

    void write(const char *word, const TimelineNode &node, std::int64_t value = 0) {
        if ((node.rank.run == m_run || node == kTimelineRoot) && !isOwnTrack(node.source)) {
            m_text << word << ' ' << node.rank.rank << ' ' << node.source.value << ' ' << node.track.value << ' '
                   << nameOf(node) << ' ' << value << '\n';
        }
    }
    [[nodiscard]] std::string text() const { return m_text.str(); }

private:
    [[nodiscard]] std::uint32_t nameOf(const TimelineNode &node) const {
        for (const auto &source : m_sources) {
            const bool isIt = source.rank == node.rank && source.source == node.source;
            if (isIt && node.track.value < source.trace->tracks().size()) {
                return nameHash(source.trace->text(source.trace->track(node.track).name));
            }
        }
        const auto it = m_unchecked.find(node);
        return it == m_unchecked.end() ? 0 : it->second;
    }

    RunId m_run;
    const std::vector<TimelineSource> &m_sources;
    const TimelineNames &m_unchecked;
    std::ostringstream m_text;
};

struct ArrangementLine {
    std::string word;
    TimelineNode node;
    std::uint32_t name = 0;
    std::int64_t value = 0;
};

std::optional<ArrangementLine> lineFrom(const std::string &text, RunId run) {
    std::istringstream in(text);
    ArrangementLine line;
    in >> line.word >> line.node.rank.rank >> line.node.source.value >> line.node.track.value >> line.name >>
        line.value;
    if (!in) {
        return std::nullopt;
    }
    line.node.rank.run = run;
    const bool isRoot = line.node.rank.rank == kTimelineRoot.rank.rank && !line.node.source.isValid();
    line.node = isRoot ? kTimelineRoot : line.node;
    return line;
}

void take(TimelineArrangement &arrangement, const ArrangementLine &line, TimelineNode &parent) {
    const auto &node = line.node;
    if (line.word == "fold") {
        arrangement.folds[node] = line.value != 0;
    } else if (line.word == "pin") {
        arrangement.pinned.push_back(node);
    } else if (line.word == "hide") {
        arrangement.hidden.insert(node);
    } else if (line.word == "merge") {
        arrangement.merged.insert(node);
    } else if (line.word == "below") {
        parent = node;
    } else if (line.word == "next") {
        arrangement.order[parent].push_back(node);
    } else if (line.word == "offset") {
        arrangement.setOffset(node.rank, Nanos{line.value});
    } else if (line.word == "python") {
        arrangement.leftOut.python = true;
    } else if (line.word == "waits") {
        arrangement.leftOut.waits = true;
    } else if (line.word == "fit") {
        arrangement.depthsFitted = true;
    }
}

void forget(TimelineArrangement &arrangement, const TimelineNode &node) {
    arrangement.folds.erase(node);
    std::erase(arrangement.pinned, node);
    arrangement.hidden.erase(node);
    arrangement.merged.erase(node);
    arrangement.order.erase(node);
    for (auto &[parent, children] : arrangement.order) {
        std::erase(children, node);
    }
}

}  // namespace

std::string arrangementText(const TimelineArrangement &arrangement, RunId run,
                            const std::vector<TimelineSource> &sources, const TimelineNames &unchecked) {
    ArrangementWriter out(run, sources, unchecked);
    for (const auto &[node, isFolded] : arrangement.folds) {
        out.write("fold", node, isFolded ? 1 : 0);
    }
    for (const auto &node : arrangement.pinned) {
        out.write("pin", node);
    }
    for (const auto &node : arrangement.hidden) {
        out.write("hide", node);
    }
    for (const auto &node : arrangement.merged) {
        out.write("merge", node);
    }
    for (const auto &[parent, children] : arrangement.order) {
        out.write("below", parent);
        for (const auto &child : children) {
            out.write("next", child);
        }
    }
    for (const auto &[rank, offset] : arrangement.offsets) {
        out.write("offset", {rank, {}, {}}, offset.count());
    }
    const auto writeIf = [&](bool isSet, const char *word) {
        if (isSet) {
            out.write(word, kTimelineRoot);
        }
    };
    writeIf(arrangement.leftOut.python, "python");
    writeIf(arrangement.leftOut.waits, "waits");
    writeIf(arrangement.depthsFitted, "fit");
    return out.text();
}

void addArrangement(std::string_view text, RunId run, TimelineArrangement &arrangement, TimelineNames &unchecked) {
    TimelineNode parent = kTimelineRoot;
    std::istringstream in{std::string(text)};
    for (std::string line; std::getline(in, line);) {
        if (const auto read = lineFrom(line, run)) {
            take(arrangement, *read, parent);
            if (read->node.track.isValid() && read->name != 0) {
                unchecked[read->node] = read->name;
            }
        }
    }
}

void dropRenamed(TimelineArrangement &arrangement, TimelineNames &unchecked,
                 const std::vector<TimelineSource> &sources) {
    for (auto it = unchecked.begin(); it != unchecked.end();) {
        const auto &node = it->first;
        const auto source = std::find_if(sources.begin(), sources.end(), [&](const TimelineSource &s) {
            return s.rank == node.rank && s.source == node.source;
        });
        if (source == sources.end()) {
            ++it;
            continue;
        }
        const auto &trace = *source->trace;
        const bool isSame = node.track.value < trace.tracks().size() &&
                            nameHash(trace.text(trace.track(node.track).name)) == it->second;
        if (!isSame) {
            forget(arrangement, node);
        }
        it = unchecked.erase(it);
    }
}

}  // namespace stagescope
