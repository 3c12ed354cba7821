#include "core/analysis/trace/slice_facts.h"

#include "core/base/shown_name.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ranges>

namespace stagescope {

namespace {

constexpr std::size_t kMostArrows = 8;
constexpr std::int64_t kKernelSlack = 1000;  ///< ns; files of one profile round times differently
constexpr std::uint32_t kRowsPerStopCheck = 4096;

std::optional<SliceId> innermostCovering(const SliceTable &slices, RankTime time) {
    std::optional<SliceId> innermost;
    for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
        const auto slice = slices.find(depth, time);
        innermost = slice ? slice : innermost;
    }
    return innermost;
}

/// One end of an arrow: name and track of the slice there, category, and how long the arrow takes.
void addArrowEnd(const TraceStore &trace, const SliceRef &own, const Flow &flow, bool isOut, ItemFacts &facts) {
    const auto track = isOut ? flow.toTrack : flow.fromTrack;
    const auto time = isOut ? flow.to : flow.from;
    const auto slice = innermostAt(trace.slices(track), time);
    std::string text(slice ? shownName(trace.text(trace.slices(track).name(slice->value))) : std::string_view{});
    text += ", " + trackPath(trace, track) + " (" + std::string(trace.text(flow.category)) + ", " +
            durationText(flow.to - flow.from) + ")";
    if (slice) {
        facts.jumps[facts.facts.size()] = SliceRef{own.run, own.source, track, *slice};
    }
    facts.facts.emplace_back(isOut ? "flow_out" : "flow_in", std::move(text));
}

void addArrows(const TraceStore &trace, const SliceRef &own, const Slice &slice, ItemFacts &facts) {
    for (const bool isOut : {false, true}) {
        const auto flows = isOut ? trace.flows().leaving(own.track, slice.begin, slice.end)
                                 : trace.flows().reaching(own.track, slice.begin, slice.end);
        for (std::size_t i = 0; i < std::min(flows.size(), kMostArrows); ++i) {
            addArrowEnd(trace, own, flows[i], isOut, facts);
        }
        if (flows.size() > kMostArrows) {
            facts.facts.emplace_back(isOut ? "flows_out" : "flows_in", std::to_string(flows.size()));
        }
    }
}

void addSameName(const SliceTable &slices, const Slice &slice, KeyValues &facts, const std::stop_token &stop) {
    std::int64_t count = 0;
    std::int64_t longer = 0;
    Nanos total{0};
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (i % kRowsPerStopCheck == 0 && stop.stop_requested()) {
            return;
        }
        if (slices.name(i) == slice.name) {
            const auto duration = slices.end(i) - slices.begin(i);
            ++count;
            total += duration;
            longer += duration > slice.duration() ? 1 : 0;
        }
    }
    if (count > 0) {
        facts.emplace_back("same_name_count", std::to_string(count));
        facts.emplace_back("same_name_total", durationText(total));
        facts.emplace_back("same_name_mean", durationText(total / count));
        facts.emplace_back("same_name_place", std::to_string(longer + 1));
    }
}

}  // namespace

std::string trackPath(const TraceStore &trace, TrackId track) {
    const auto &own = trace.track(track);
    const auto name = std::string(trace.text(own.name));
    return own.parent.isValid() ? std::string(trace.text(trace.track(own.parent).name)) + " / " + name : name;
}

std::optional<SliceId> innermostAt(const SliceTable &slices, RankTime time) {
    const auto covering = innermostCovering(slices, time);
    if (covering) {
        return covering;
    }
    const auto before = innermostCovering(slices, time - Nanos{1});
    return before && slices.end(before->value) == time ? before : std::nullopt;
}

Nanos selfTime(const SliceTable &slices, const Slice &slice) {
    auto self = slice.duration();
    const auto depth = static_cast<std::uint32_t>(slice.depth) + 1;
    if (depth >= slices.depthCount()) {
        return self;
    }
    const auto end = slices.depthBegin(depth + 1);
    for (auto i = slices.firstEndingAfter(depth, slice.begin); i < end && slices.begin(i) < slice.end; ++i) {
        self -= std::min(slices.end(i), slice.end) - std::max(slices.begin(i), slice.begin);
    }
    return self;
}

void addSliceFacts(const TraceStore &trace, const SliceRef &ref, const Slice &slice, ItemFacts &facts,
                   const std::stop_token &stop) {
    const auto &slices = trace.slices(ref.track);
    facts.facts.emplace_back("self_time", durationText(selfTime(slices, slice)));
    facts.facts.emplace_back("depth", std::to_string(slice.depth));
    if (const auto parent = slices.parentOf(slice.id)) {
        facts.jumps[facts.facts.size()] = SliceRef{ref.run, ref.source, ref.track, *parent};
        facts.facts.emplace_back("parent", std::string(shownName(trace.text(slices.name(parent->value)))));
    }
    addSameName(slices, slice, facts.facts, stop);
    addArrows(trace, ref, slice, facts);
}

void addKernelFacts(const KernelRecord &kernel, ItemFacts &facts) {
    for (const auto &[column, text] :
         {std::pair("operator", kernel.frameworkOp), std::pair("type", kernel.type), std::pair("core", kernel.core),
          std::pair("module", kernel.module), std::pair("python", kernel.python),
          std::pair("input_shapes", kernel.inputShapes), std::pair("input_types", kernel.inputTypes),
          std::pair("input_formats", kernel.inputFormats), std::pair("output_shapes", kernel.outputShapes),
          std::pair("output_types", kernel.outputTypes), std::pair("output_formats", kernel.outputFormats)}) {
        if (!text.empty()) {
            facts.facts.emplace_back(std::string("kernel_") + column, std::string(text));
        }
    }
    if (kernel.wait >= 0) {
        facts.facts.emplace_back("kernel_wait", durationText(Nanos{kernel.wait}));
    }
    if (kernel.blockDim >= 0) {
        facts.facts.emplace_back("kernel_block_dim", std::to_string(kernel.blockDim));
    }
}

void addKernelFacts(const RankCapture &capture, std::string_view name, const Slice &slice, ItemFacts &facts) {
    for (const auto &table : capture.tables(TableKind::Kernels)) {
        const TableRecords<KernelRecord> kernels(*table);
        const auto beginOf = [&](std::size_t row) { return kernels.at<&KernelRecord::begin>(row); };
        const auto rows = std::views::iota(std::size_t{0}, kernels.size());
        const auto first = std::ranges::lower_bound(rows, ns(slice.begin) - kKernelSlack, {}, beginOf);
        for (auto it = first; it != rows.end() && beginOf(*it) <= ns(slice.begin) + kKernelSlack; ++it) {
            if (kernels.at<&KernelRecord::name>(*it) == name) {
                addKernelFacts(kernels[*it], facts);
                return;
            }
        }
    }
}

std::string wallClockText(RankTime time) {
    using namespace std::chrono;
    const sys_time<nanoseconds> wall{time.time_since_epoch()};
    const auto day = floor<days>(wall);
    const year_month_day date{day};
    if (date.year() < year{2000} || date.year() > year{2100}) {
        return {};  // counted from the start of the machine
    }
    const hh_mm_ss clock{wall - day};
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u %02ld:%02ld:%02ld.%09ld", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<long>(clock.hours().count()), static_cast<long>(clock.minutes().count()),
                  static_cast<long>(clock.seconds().count()), static_cast<long>(clock.subseconds().count()));
    return text.data();
}

}  // namespace stagescope
