#include "core/analysis/flame/flame_difference.h"
#include "core/analysis/flame/flame_question.h"
#include "core/analysis/flame/flame_rows.h"
#include "core/analysis/flame/flame_tree.h"
#include "core/analysis/run/asked_range.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/rank_tables.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"

#include <array>
#include <memory>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 4> kFrames{"all", "python", "module", "operator"};
constexpr std::array<std::string_view, 3> kWidths{"host", "device", "exposed"};

struct FlameChoice {
    FlameFrames frames;
    FlameWidth width;
    FlameAgainst against;
    std::shared_ptr<LentTimelines> others;  ///< the question, with the timelines of what is compared with
};

struct FlameRow {
    int rank;
    const FlameNode *node;
    std::string_view frame;
    const std::string *path;
    Nanos width;
    Nanos whole;
    const FlameNode *other;  ///< null where nothing is compared
    std::optional<Nanos> otherWidth;

    operator const FlameNode &() const { return *node; }
};

Result<FlameChoice> flameChoice(const AnalysisInput &input) {
    const auto frames = choiceParameter(input, "frames", kFrames);
    const auto width = choiceParameter(input, "width", kWidths);
    if (!frames || !width) {
        return tl::unexpected(frames ? width.error() : frames.error());
    }
    ASSIGN_OR_RETURN(auto against, flameAgainst(input.parameter("against")));
    return FlameChoice{static_cast<FlameFrames>(*frames), static_cast<FlameWidth>(*width), against,
                       std::make_shared<LentTimelines>(input)};
}

std::optional<FlameTree> treeOf(const AnalysisInput &input, const Run &run, const RankCapture &capture,
                                FlameFrames frames, const std::stop_token &stop) {
    const auto options = flameOptions(input, run, capture, frames);
    return options ? std::optional(flameTree(run, capture, *options, stop)) : std::nullopt;
}

bool isToCompare(const AnalysisInput &input, const FlameAgainst &against) {
    return against.kind == FlameAgainst::Kind::IfBaseline ? input.baseline() != nullptr
                                                          : against.kind != FlameAgainst::Kind::None;
}

bool comparesRanks(const AnalysisInput &input) {
    const auto against = flameAgainst(input.parameter("against"));
    return against && against->kind == FlameAgainst::Kind::Rank;
}

void addFlameRows(const RankInput &of, const FlameChoice &choice, TableRows<FlameRow> &out) {
    const auto own = treeOf(of.all, of.run, of.capture, choice.frames, of.stop);
    if (!own) {
        return;
    }
    const auto other = flameOther(choice.others->input(), of.capture, choice.against);
    const auto timeline = other ? choice.others->lend(*other->capture) : nullptr;
    const bool isThere = other && other->capture->hasTrace();
    const auto base =
        isThere ? treeOf(other->input, *other->run, *other->capture, choice.frames, of.stop) : std::nullopt;
    if (!base && isToCompare(of.all, choice.against)) {
        out.note("Rank " + std::to_string(of.capture.rank) +
                 ": no trace of such a rank or step is loaded to compare with.");
    }
    const auto both = base ? flameDifference(*own, *base) : FlameDifference{*own, {}};
    const auto &tree = both.tree;
    const auto whole = flameWidth(tree.nodes[0], choice.width);
    for (const auto &row :
         flameRows(tree, base ? differenceSizes(both, choice.width) : flameSizes(tree, choice.width))) {
        const auto &node = tree.nodes[row.node];
        const auto *there = base ? &both.other[row.node] : nullptr;
        out.add({of.capture.rank, &node, frameText(tree, node), &row.path, flameWidth(node, choice.width), whole, there,
                 there == nullptr ? std::nullopt : std::optional(flameWidth(*there, choice.width))});
    }
    out.note(earlierKernelsNote(of.all, of.capture, of.stop));
}

ColumnList<FlameRow> flameColumns() {
    return {
        column("rank", "Global rank; empty when unknown.", &FlameRow::rank, ifKnown),
        column("path", "Frames from the outermost on, separated by semicolons.",
               [](const FlameRow &row) { return *row.path; }),
        column("frame", "The last of them.", &FlameRow::frame),
        column("kind",
               "thread, python, module, operator, annotation; below the frame that launched them kernel, "
               "communication and copy; launch_not_recorded holds what the trace does not lead to a call.",
               &FlameNode::kind, flameKindText),
        column("depth", "0 = a thread.", [](const FlameRow &row) { return row.node->depth - 1; }),
        column("calls", "Calls (kernels) that begin in the selected range.", &FlameNode::calls),
        column("host_us", "us", "Time of the calls within the range; of a thread what its frames cover.",
               &FlameNode::host),
        column("host_self_us", "us", "The part outside of the frames below.", &FlameNode::hostSelf),
        column("kernels", "Kernels, communication operators and copies launched by the path and all below.",
               &FlameNode::device, &DeviceTime::kernels),
        column("device_us", "us", "Sum of the durations of these kernels; those of different streams may overlap.",
               &FlameNode::device, &DeviceTime::computing),
        column("device_self_us", "us", "The part that the frame launched itself.", &FlameNode::deviceSelf,
               &DeviceTime::computing),
        column("computing_us", "us",
               "Time of the range in which the device computes and these kernels are the first that began; the "
               "threads and launch_not_recorded add up to computing_us of time_split.",
               &FlameNode::device, &DeviceTime::filled),
        column("communication_us", "us", "Sum of the durations of the communication operators.", &FlameNode::device,
               &DeviceTime::communication),
        column("exposed_us", "us",
               "Time of the range in which the device communicates and does not compute, by the operator that "
               "began first.",
               &FlameNode::device, &DeviceTime::exposed),
        column("copies_us", "us", "Sum of the durations of copies outside of communication.", &FlameNode::device,
               &DeviceTime::copies),
        column("backward_us", "us",
               "The part of device_us that the backward pass launched for the module; with frames=module.",
               &FlameNode::backward, &DeviceTime::computing),
        column("share_percent", "%", "Of the sum over all threads, by the selected width.",
               [](const FlameRow &row) { return percentOf(row.width, row.whole); }),
        column("base_calls", "Calls (kernels) of the same path in the compared run.", &FlameRow::other,
               &FlameNode::calls),
        column("base_us", "us", "Its time there, by the selected width; 0 where it has no such path.",
               &FlameRow::otherWidth),
        column("difference_us", "us",
               "The same time here - base_us; of the threads and launch_not_recorded they add up to the difference "
               "of the totals.",
               [](const FlameRow &row) {
                   return row.otherWidth ? std::optional(row.width - *row.otherWidth) : std::nullopt;
               }),
        column("evidence", "The longest of its calls (kernels).", &FlameNode::longest),
    };
}

}  // namespace

AnalysisEntry makeFlameGraphEntry() {
    return rankTable<FlameRow>(
        {.entry = {.id = "flame_graph",
                   .title = "Flame graph: time by call path",
                   .depth = LoadDepth::Deep,
                   .level = BundleLevel::Full,
                   .parameters = {{"width", "host",
                                   "what orders the rows and which are skipped for having none: host: host_us; device: "
                                   "computing_us; exposed: exposed_us"},
                                  {"against", "",
                                   "what base_us and difference_us compare with: none; baseline (the default where "
                                   "there is one): its same rank and step; rank:NUMBER or step:NUMBER of this run. "
                                   "Threads are matched by name and, as far as those are numbers, by how busy they "
                                   "are"},
                                  {"frames", "all",
                                   "all: Python functions, modules, operators and annotations; python; module; "
                                   "operator"}},
                   .joinsRanks = &comparesRanks},
         .whenEmpty = "No call paths: no trace of these ranks is loaded, or none of its calls are selected."},
        flameColumns(), flameChoice, addFlameRows);
}

}  // namespace stagescope
