#include "core/session/item_details.h"

#include "core/formats/format.h"
#include "core/store/trace/summary_lanes.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <string>

namespace stagescope {

namespace {

/// Time inside [slice.begin, slice.end) that slices one depth below take.
Nanos childTime(const SliceTable &table, const Slice &slice) {
    Nanos sum{0};
    const auto depth = std::uint32_t{slice.depth} + 1;
    if (depth >= table.depthCount()) {
        return sum;
    }
    for (auto i = table.firstEndingAfter(depth, slice.begin); i < table.depthBegin(depth + 1); ++i) {
        if (table.begin(i) >= slice.end) {
            break;
        }
        sum += std::min(table.end(i), slice.end) - std::max(table.begin(i), slice.begin);
    }
    return sum;
}

std::size_t sameNameCount(const SliceTable &table, StringId name) {
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        count += table.name(i) == name ? 1 : 0;
    }
    return count;
}

std::string trackPath(const TraceStore &trace, const Track &track) {
    std::string path(track.parent.isValid() ? trace.text(trace.track(track.parent).name) : std::string_view{});
    path += path.empty() ? "" : " / ";
    return path + std::string(trace.text(track.name));
}

void appendArguments(KeyValues &facts, const FileSource *file, std::uint64_t row) {
    const auto *format = file == nullptr ? nullptr : formatById(file->format);
    if (format == nullptr) {
        return;
    }
    auto arguments = format->details(*file, RowRef{row});
    if (arguments) {
        facts.insert(facts.end(), arguments->begin(), arguments->end());
    } else if (arguments.error().kind != ErrorKind::Unsupported) {
        facts.emplace_back("arguments_error", errorLine(arguments.error()));
    }
}

}  // namespace

Result<KeyValues> sliceDetails(const Workspace &workspace, const SliceRef &ref) {
    const auto trace = workspace.trace(ref.run, ref.source);
    const bool loaded = trace != nullptr && ref.track.value < trace->tracks().size() &&
                        ref.slice.value < trace->slices(ref.track).size();
    if (!loaded) {
        return fail(ErrorKind::NotFound, "the slice is not loaded", toText(ref));
    }
    const auto *run = workspace.run(ref.run);
    const auto *capture = run->captureOf(ref.source);
    const auto &table = trace->slices(ref.track);
    const auto slice = table.at(ref.slice);
    const auto bounds = trace->bounds();
    const auto origin = bounds ? bounds->begin : slice.begin;
    KeyValues facts{
        {"name", std::string(trace->text(slice.name))},
        {"rank", capture == nullptr ? std::string() : std::to_string(capture->rank)},
        {"track", trackPath(*trace, trace->track(ref.track))},
        {"start_ns", std::to_string((slice.begin - origin).count())},
        {"start_raw_ns", std::to_string(ns(slice.begin))},
        {"duration_ns", std::to_string(slice.duration().count())},
        {"self_ns", std::to_string((slice.duration() - childTime(table, slice)).count())},
        {"depth", std::to_string(slice.depth)},
        {"same_name_count", std::to_string(sameNameCount(table, slice.name))},
    };
    if (!isComputedLane(*trace, trace->track(ref.track))) {
        appendArguments(facts, run->file(ref.source), slice.row);
    }
    return facts;
}

}  // namespace stagescope
