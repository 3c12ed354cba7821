#include "core/base/byte_text.h"
#include "core/base/number_text.h"
#include "core/scene/kit/cause_look.h"
#include "core/scene/kit/joined_texts.h"
#include "core/scene/kit/spacing.h"
#include "core/scene/pipeline/pipeline_scene_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stagescope::pipeline_scene {

namespace {

constexpr int kWideSwatch = 24;  ///< holds "6.1"
constexpr int kHatch = 5;

/// Where a swatch carries hatching, a frame or nothing.
enum class Mark : std::uint8_t {
    None,
    HatchedTop,
    HatchedBottom,
    HatchedBoth,
    Hatched,
    Framed,
    Outlined,
    Thin,
    Text,
    Number,
    Direction,
    Cause,
    Line
};

struct LegendEntry {
    Color first;
    Color second;  ///< lower half of the swatch
    Mark mark;
    std::string name;
    BubbleCause cause = BubbleCause::Unknown;
};

/// Collects the entries for what occurs in a chart, in the order in which they are read.
class LegendList {
public:
    explicit LegendList(const ChartPen &chart)
        : m_input(chart.input), m_digest(chart.digest), m_style(chart.pen.style()) {
        addKinds();
        addChunks();
        addEvidence();
        addParts();
        addP2p();
        addPhases();
        addCauses();
        if (hasMemory(chart.options)) {
            const auto span = static_cast<std::uint64_t>(std::llround(chart.options.memory->span));
            m_entries.push_back({{ColorRole::OtherWork, 0},
                                 {ColorRole::OtherWork, 0},
                                 Mark::None,
                                 m_style.message(Message("pipeline.memory.legend", {bytesText(span)}))});
            add(ColorRole::Text, Mark::Line, "pipeline.memory.reserved");
        }
        if (hasPath(chart)) {
            add(ColorRole::CriticalPath, Mark::Line, "pipeline.critical_path");
        }
        if (hasBaseline(chart)) {
            add(ColorRole::Baseline, Mark::Line, "pipeline.baseline.end");
        }
        if (hasEnvelope(chart)) {
            add(Color{ColorRole::Forward, 0, kGhostShade}, Color{ColorRole::Forward, 0, kGhostShade}, Mark::None,
                "pipeline.envelope");
        }
    }
    [[nodiscard]] const std::vector<LegendEntry> &entries() const { return m_entries; }

private:
    void add(Color first, Color second, Mark mark, const std::string &id) {
        m_entries.push_back({first, second, mark, m_style.message(Message(id))});
    }
    void add(ColorRole role, Mark mark, const std::string &id) { add(Color{role, 0}, Color{role, 0}, mark, id); }

    /// Marks do not tell a whole backward from one for the input; where the schedule orders W apart, it does.
    [[nodiscard]] const char *backwardNote() const {
        const auto orders = [this](CellKind kind) { return m_digest.ordered[static_cast<std::size_t>(kind)]; };
        if (m_digest.kinds[static_cast<std::size_t>(CellKind::BackwardInput)] || !orders(CellKind::BackwardInput)) {
            return "";
        }
        return orders(CellKind::Backward) || orders(CellKind::Overlapped) ? ".mixed" : ".input";
    }

    void addKinds() {
        for (std::size_t i = 0; i < m_digest.kinds.size(); ++i) {
            const auto kind = static_cast<CellKind>(i);
            if (!m_digest.kinds[i]) {
                continue;
            }
            const auto id =
                "pipeline.kind." + std::string(cellKindText(kind)) + (kind == CellKind::Backward ? backwardNote() : "");
            if (kind == CellKind::Overlapped) {
                add(Color{ColorRole::Forward, 0}, Color{ColorRole::Backward, 0}, Mark::Framed, id);
            } else {
                add(colorOf(kind), Mark::None, id);
            }
        }
        if (!m_input.chart.cells.empty()) {
            add(ColorRole::Bubble, Mark::Framed, "pipeline.bubble");
        }
    }
    void addChunks() {
        if (m_digest.chunks < 2 || m_digest.chunks > kChunkShades) {
            return;
        }
        for (int chunk = 0; chunk < m_digest.chunks; ++chunk) {
            const auto shade = m_digest.shadeOf(chunk);
            const char *id = m_digest.isDual ? "pipeline.direction" : "pipeline.chunk";
            m_entries.push_back({{ColorRole::Forward, 0, shade},
                                 {ColorRole::Backward, 0, shade},
                                 Mark::None,
                                 m_style.message(Message(id, {std::to_string(chunk)}))});
        }
        add(ColorRole::Forward, m_digest.isDual ? Mark::Direction : Mark::Number,
            m_digest.isDual ? "pipeline.label.direction" : "pipeline.label.chunk");
    }
    void addEvidence() {
        const auto has = [this](CellEvidence e) { return m_digest.evidence[static_cast<std::size_t>(e)]; };
        if (has(CellEvidence::Inferred)) {
            add(ColorRole::Forward, Mark::HatchedTop, "pipeline.inferred");
        }
        if (has(CellEvidence::HostRange)) {
            add(ColorRole::Forward, Mark::HatchedBottom, "pipeline.host_times");
        }
        if (has(CellEvidence::FlowArrows)) {
            add(ColorRole::Forward, Mark::HatchedBoth, "pipeline.flow_arrows");
        }
        if (m_digest.numbering[static_cast<std::size_t>(Numbering::Uncertain)]) {
            add(ColorRole::Forward, Mark::Text, "pipeline.numbering.uncertain");
        }
    }
    void addParts() {
        if (m_digest.hasRecompute) {
            add(ColorRole::Backward, Mark::Hatched, "pipeline.recompute");
        }
        if (m_digest.hasCommunication) {
            add(ColorRole::Background, Mark::Outlined, "pipeline.exposed");
        }
    }
    void addP2p() {
        const auto has = [this](P2pOp::Kind k) { return m_digest.p2pKinds[static_cast<std::size_t>(k)]; };
        if (has(P2pOp::Kind::Send)) {
            add(ColorRole::Send, Mark::None, "pipeline.send");
        }
        if (has(P2pOp::Kind::Receive)) {
            add(ColorRole::Receive, Mark::None, "pipeline.receive");
        }
        if (has(P2pOp::Kind::Batch)) {
            add(Color{ColorRole::Send, 0}, Color{ColorRole::Receive, 0}, Mark::None, "pipeline.batch");
        }
    }
    void addCauses() {
        std::array<bool, kBubbleCauses> occurs{};
        if (m_input.bubbles) {
            for (const auto &row : m_input.bubbles->ranks) {
                for (std::size_t i = 0; i < kBubbleCauses; ++i) {
                    occurs[i] = occurs[i] || row.causes[i].count() > 0;
                }
            }
        }
        for (const auto cause : kCauseOrder) {
            if (occurs[static_cast<std::size_t>(cause)] && lookOf(cause).pattern != Pattern::Solid) {
                m_entries.push_back({Color{ColorRole::Bubble}, Color{ColorRole::Bubble}, Mark::Cause,
                                     m_style.message(stagescope::nameOf(cause)), cause});
            }
        }
    }
    void addPhases() {
        if (!m_digest.phases.empty()) {
            add(ColorRole::PhaseWarmup, Mark::Thin, "pipeline.phase.warmup");
            add(ColorRole::PhaseSteady, Mark::Thin, "pipeline.phase.steady");
            add(ColorRole::PhaseCooldown, Mark::Thin, "pipeline.phase.cooldown");
        }
    }

    const PipelineInput &m_input;
    const PipelineDigest &m_digest;
    const SceneStyle &m_style;
    std::vector<LegendEntry> m_entries;
};

void drawSwatch(ScenePen &pen, const LegendEntry &entry, Box box) {
    if (entry.mark == Mark::Line) {
        pen.fill({box.x, box.bottom() - 4, box.width, 3}, entry.first);
        return;
    }
    if (entry.mark == Mark::Thin) {
        pen.fill({box.x, box.y + box.height / 2 - 2, box.width, 4}, entry.first);
        return;
    }
    pen.fill(box, entry.first, entry.mark == Mark::Hatched);
    Box lower = box;
    lower = lower.takeBottom(box.height / 2);
    if (entry.second != entry.first) {
        pen.fill(lower, entry.second);
    }
    Box rest = box;
    switch (entry.mark) {
        case Mark::Cause:
            pen.strokes(box, Color{lookOf(entry.cause).role}, lookOf(entry.cause).pattern);
            pen.frame(box, ColorRole::Grid);
            break;
        case Mark::HatchedTop:
            pen.fill(rest.takeTop(kHatch), entry.first, true);
            break;
        case Mark::HatchedBoth:
            pen.fill(rest.takeTop(kHatch), entry.first, true);
            [[fallthrough]];
        case Mark::HatchedBottom:
            pen.fill(rest.takeBottom(kHatch), entry.first, true);
            break;
        case Mark::Framed:
            pen.frame(box, entry.first.role == ColorRole::Bubble ? ColorRole::MutedText : ColorRole::Text);
            break;
        case Mark::Outlined:
            pen.frame(box, ColorRole::Error);
            pen.frame(box.inset(1, 1), ColorRole::Error);
            break;
        case Mark::Text:
            pen.label(box, "?", entry.first, 0);
            break;
        case Mark::Number:
            pen.label(box, "6.1", entry.first, 0);
            break;
        case Mark::Direction:
            pen.label(box, "6'", entry.first, 0);
            break;
        default:
            break;
    }
}

/// What the numbers and times of the cells rest on, said once for all.
std::string evidenceNote(const PipelineInput &input, const PipelineDigest &digest, const SceneStyle &style) {
    std::string note;
    if (input.baseline && input.bubbles) {
        note = style.message(baselineNote(input));
    }
    if (input.chart.match) {
        joinText(note,
                 style.message(Message("pipeline.recognised",
                                       {matchText(*input.chart.match), percentText(input.chart.match->score, 1.0)})),
                 Join::Semicolon, style.message);
    }
    const auto add = [&](bool applies, const char *id) {
        if (applies) {
            joinText(note, style.message(Message(id)), Join::Semicolon, style.message);
        }
    };
    const auto hasEvidence = [&](CellEvidence e) { return digest.evidence[static_cast<std::size_t>(e)]; };
    const auto hasNumbering = [&](Numbering n) { return digest.numbering[static_cast<std::size_t>(n)]; };
    add(hasEvidence(CellEvidence::Named), "pipeline.evidence.named");
    add(hasEvidence(CellEvidence::Recorded), "pipeline.evidence.recorded");
    add(hasEvidence(CellEvidence::DeviceRange), "pipeline.evidence.device");
    add(hasEvidence(CellEvidence::HostRange), "pipeline.evidence.host");
    add(hasEvidence(CellEvidence::Inferred), "pipeline.evidence.inferred");
    add(hasEvidence(CellEvidence::FlowArrows), "pipeline.evidence.flow_arrows");
    if (digest.earlyCells > 0) {
        joinText(note, style.message(Message("pipeline.early", {std::to_string(digest.earlyCells)})), Join::Semicolon,
                 style.message);
    }
    add(input.chart.distrusted > 0, "pipeline.numbering.distrusted");
    add(hasNumbering(Numbering::Named), "pipeline.numbering.named");
    add(hasNumbering(Numbering::ByOrder), "pipeline.numbering.by_order");
    add(hasNumbering(Numbering::Aligned), "pipeline.numbering.aligned");
    add(digest.kinds[static_cast<std::size_t>(CellKind::Overlapped)],
        digest.hasParts ? "pipeline.overlapped_split.measured" : "pipeline.overlapped_split");
    if (!input.chart.cells.empty()) {
        add(input.chart.group.origin == GroupOrigin::ParallelSizes, "pipeline.group.by_sizes");
        add(input.chart.group.origin == GroupOrigin::AllRanks, "pipeline.group.all_ranks");
        add(input.chart.group.origin == GroupOrigin::P2pGraph, "pipeline.group.by_transfers");
        add(input.chart.group.origin == GroupOrigin::ByHand, "pipeline.group.by_hand");
    }
    return note;
}

}  // namespace

int drawLegend(const ChartPen &chart, const Box &box, bool draw) {
    auto &pen = chart.pen;
    const auto &style = pen.style();
    const int line = style.lineHeight + 4;
    int x = box.x + kPad;
    int y = box.y + kPad / 2;
    const LegendList list(chart);
    for (const auto &entry : list.entries()) {
        const int nameWidth = style.metrics(entry.name);
        const int swatch = entry.mark == Mark::Number ? kWideSwatch : kSwatch;
        const int width = swatch + kSwatchGap + nameWidth + kEntryGap;
        if (x > box.x + kPad && x + width > box.right()) {
            x = box.x + kPad;
            y += line;
        }
        if (draw) {
            drawSwatch(pen, entry, {x, y + (style.lineHeight - kSwatch) / 2, swatch, kSwatch});
            pen.text({x + swatch + kSwatchGap, y, nameWidth, style.lineHeight}, entry.name, ColorRole::MutedText);
        }
        x += width;
    }
    y += line;
    const auto note = hasEnvelope(chart) ? style.message(Message("pipeline.envelope.note"))
                                         : evidenceNote(chart.input, chart.digest, style);
    const int noteWidth = box.width - 2 * kPad;
    if (draw) {
        pen.paragraph({box.x + kPad, y, noteWidth, box.bottom() - y}, note, ColorRole::MutedText);
    }
    y += static_cast<int>(wrapped(note, noteWidth, style.metrics).size()) * style.lineHeight;
    return y - box.y;
}

}  // namespace stagescope::pipeline_scene
