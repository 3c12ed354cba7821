#include "views/pipeline/pipeline_tips.h"

#include "core/analysis/pipeline/time/cell_facts.h"
#include "core/base/byte_text.h"
#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/store/trace/trace_store.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stagescope {

namespace {

QString duration(Nanos d) { return QString::fromStdString(shownDuration(d)); }

QString kindName(CellKind kind) { return messageText(Message("pipeline.kind." + std::string(cellKindText(kind)))); }

}  // namespace

QString PipelineTips::at(QPoint position) const {
    if (m_layout.path.contains(position.x(), position.y())) {
        return pathTip();
    }
    const auto item = pipelineItemAt(m_input, m_layout, position.x(), position.y());
    if (!item || std::holds_alternative<BubbleRef>(*item)) {
        return gapTip(position);
    }
    if (const auto *cell = std::get_if<CellRef>(&*item)) {
        return cellTip(*cell);
    }
    if (const auto *moment = std::get_if<MomentRef>(&*item)) {
        return memoryTip(*moment);
    }
    if (const auto *op = std::get_if<CommOpRef>(&*item)) {
        return transferTip(*op);
    }
    if (const auto *rank = std::get_if<RankRef>(&*item)) {
        return rankTip(*rank);
    }
    if (const auto *slice = std::get_if<SliceRef>(&*item)) {
        const auto trace = m_workspace->trace(slice->run, slice->source);
        if (trace == nullptr) {
            return {};
        }
        const auto row = trace->slices(slice->track).at(slice->slice);
        const auto name = trace->text(row.name);
        return utf8Text(name) + QLatin1Char('\n') + duration(row.duration());
    }
    return {};
}

QString PipelineTips::memoryTip(const MomentRef &moment) const {
    const auto *lane = m_memory.of(moment.rank);
    const auto at = [&](const CounterTable &curve) {
        const auto index = curve.indexAt(rankTime(moment.at));
        return index < curve.size() ? static_cast<std::uint64_t>(std::llround(curve.value(index))) : 0;
    };
    if (lane == nullptr) {
        return messageText(m_memory.whyNot(moment.rank));
    }
    return tr("rank %1: %2 allocated, %3 reserved")
        .arg(moment.rank)
        .arg(QString::fromStdString(bytesText(at(*lane->allocated))),
             QString::fromStdString(bytesText(at(*lane->reserved))));
}

QString PipelineTips::cellTip(const CellRef &ref) const {
    const auto position = cellPosition(m_input, ref);
    if (!position) {
        return {};
    }
    const auto &cell = m_input.chart.cells[*position];
    auto text = kindName(cell.kind);
    const auto addHalf = [&](int microbatch, int chunk) {
        if (microbatch >= 0) {
            text += QStringLiteral(", ") + tr("microbatch %1").arg(microbatch);
        }
        if (chunk >= 0) {
            text +=
                QStringLiteral(", ") + (m_input.digest.isDual ? tr("direction %1") : tr("virtual chunk %1")).arg(chunk);
        }
    };
    addHalf(cell.microbatch, cell.chunk);
    addHalf(cell.backwardMicrobatch, cell.backwardChunk);
    text += QLatin1Char('\n') + tr("rank %1, step %2, %3")
                                    .arg(cell.rank)
                                    .arg(utf8Text(stepText(cell.step)))
                                    .arg(duration(cell.range.duration()));
    if (isScheduled(cell.kind) && cell.numbering != Numbering::Unknown) {
        text +=
            QLatin1Char('\n') + messageText(Message("pipeline.known." + std::string(numberingText(cell.numbering))));
    }
    text += QLatin1Char('\n') + messageText(Message("pipeline.source." + std::string(cellEvidenceText(cell.evidence))));
    if (cell.hostRange) {
        text += QLatin1Char('\n') + tr("host: %1").arg(duration(cell.hostRange->duration()));
    }
    if (cell.use) {
        text += QLatin1Char('\n') +
                tr("device busy %1 of %2, exposed communication %3")
                    .arg(duration(cell.use->busy), duration(cell.range.duration()), duration(cell.use->exposed));
    }
    if (const auto *ideal = idealOf(m_input, *position, m_ideal.value_or(IdealCosts::StageMeans))) {
        text += QLatin1Char('\n') + latenessText(*ideal);
    }
    return text + pathText(*position);
}

/// What the critical path consists of.
QString PipelineTips::pathTip() const {
    const auto &timing = *m_input.timing;
    const auto window = timing.graph.window.duration();
    const auto part = [&](const QString &name, Nanos length) {
        return QLatin1Char('\n') + name + QStringLiteral(": ") + duration(length) + QStringLiteral(", ") +
               QString::fromStdString(
                   percentText(static_cast<double>(length.count()), static_cast<double>(window.count()))) +
               QStringLiteral(" %");
    };
    const auto shares = pathShares(m_input.chart, timing.graph, timing.path);
    auto text =
        tr("critical path: %n cell(s); shares of the %1 window", nullptr, static_cast<int>(timing.path.stops.size()))
            .arg(duration(window));
    for (std::size_t i = 0; i < shares.kinds.size(); ++i) {
        if (shares.kinds[i].count() > 0) {
            text += part(kindName(static_cast<CellKind>(i)), shares.kinds[i]);
        }
    }
    for (std::size_t row = 0; row < shares.rows.size(); ++row) {
        if (shares.rows[row].count() > 0) {
            text += part(tr("rank %1, stage %2").arg(m_input.chart.group.ranks[row]).arg(row), shares.rows[row]);
        }
    }
    text += part(tr("transfers in between"), shares.transfer);
    return text + part(tr("other gaps"), shares.otherGaps);
}

/// Slack and place on the critical path; empty for cells of other steps.
QString PipelineTips::pathText(std::size_t position) const {
    if (!m_input.timing || m_input.timing->nodeOf[position] == MeasuredGraph::kNone) {
        return {};
    }
    const auto &timing = *m_input.timing;
    QString text;
    if (timing.isOnPath(position)) {
        const auto &stop = timing.path.stops[timing.stopOf[position]];
        text = QLatin1Char('\n') + tr("critical path, after a gap of %1").arg(duration(stop.gap));
    }
    if (!timing.slack.empty()) {
        text += QLatin1Char('\n') + tr("slack: %1").arg(duration(timing.slack[timing.nodeOf[position]]));
    }
    return text;
}

QString PipelineTips::latenessText(const IdealCell &ideal) const {
    if (!ideal.measured) {
        return tr("ideal: no matching cell");
    }
    return ideal.lateness.count() < 0 ? tr("starts %1 earlier than ideal").arg(duration(-ideal.lateness))
                                      : tr("starts %1 later than ideal").arg(duration(ideal.lateness));
}

QString PipelineTips::transferTip(const CommOpRef &ref) const {
    const auto position = p2pPosition(m_input, ref);
    if (!position) {
        return {};
    }
    const auto &op = m_input.chart.p2p[*position];
    auto text =
        tr("%1\nrank %2, %3").arg(QString::fromStdString(op.name)).arg(op.rank).arg(duration(op.range.duration()));
    for (const auto &edge : m_input.chart.edges) {
        if (edge.send != *position && edge.receive != *position) {
            continue;
        }
        text += QLatin1Char('\n') +
                tr("%1: rank %2 to rank %3, transfer %4; sender waited %5, receiver %6")
                    .arg(messageText(Message("pipeline.edge." + std::string(directionText(edge.direction)))))
                    .arg(edge.from)
                    .arg(edge.to)
                    .arg(duration(edge.transfer), duration(edge.sendWait), duration(edge.receiveWait));
    }
    return text;
}

QString PipelineTips::rankTip(const RankRef &rank) const {
    if (!m_input.bubbles) {
        return {};
    }
    const auto window = m_input.bubbles->window.duration();
    const auto format = MillisFormat::forSize(window);
    for (const auto &bubble : m_input.bubbles->ranks) {
        if (bubble.rank == rank.rank && bubble.hasCells) {
            return messageText(
                Message("pipeline.bubble_tooltip",
                        {format.text(bubble.idle()), percentText(bubble.share(window), 1.0), format.text(window)}));
        }
    }
    return {};
}

/// How long, by which causes, owed to which cell, and how much of it the schedule itself costs.
QString PipelineTips::bubbleTip(const RowBubbles &row, const Bubble &bubble) const {
    const auto length = bubble.range.duration();
    const auto share = [](Nanos part, Nanos whole) {
        return QString::fromStdString(
            percentText(static_cast<double>(part.count()), static_cast<double>(whole.count())));
    };
    auto text = tr("bubble\nrank %1, %2").arg(row.rank).arg(duration(length)) + QStringLiteral(", ") +
                tr("%1 % of the window").arg(share(length, m_input.bubbles->window.duration()));
    std::array<Nanos, kBubbleCauses> causes{};
    for (auto i = bubble.firstGap; i < bubble.endGap; ++i) {
        causes[static_cast<std::size_t>(row.gaps[i].cause)] += row.gaps[i].range.duration();
    }
    for (std::size_t i = 0; i < kBubbleCauses; ++i) {
        if (causes[i].count() > 0) {
            text += QLatin1Char('\n') +
                    messageText(Message("bubbles.cause." + std::string(bubbleCauseText(static_cast<BubbleCause>(i))))) +
                    QStringLiteral(": ") + duration(causes[i]);
        }
    }
    if (row.inherent) {
        text += QLatin1Char('\n') + tr("schedule bubble: %1").arg(duration(bubble.inherent));
    }
    if (bubble.blamed != MeasuredGraph::kNone && m_input.timing) {
        const auto &cell = m_input.chart.cells[m_input.timing->graph.nodes[bubble.blamed].cell];
        text += QLatin1Char('\n') + tr("blocked by %1 on rank %2, %3, longer than the mean of similar cells; press J "
                                       "on the selected bubble to trace it")
                                        .arg(QString::fromStdString(cellTitle(cell)))
                                        .arg(cell.rank)
                                        .arg(duration(cell.range.duration()));
    }
    return text;
}

/// A cell of the ideal, or of the answer to a question.
QString PipelineTips::ghostTip(int rank, AlignedTime time) const {
    const auto &cells = m_ghost;
    const auto it = std::find_if(cells.begin(), cells.end(),
                                 [&](const IdealCell &cell) { return cell.rank == rank && cell.range.contains(time); });
    if (it == cells.end()) {
        return {};
    }
    const bool isIdeal = m_ideal && &cells == &m_input.ideal[static_cast<std::size_t>(*m_ideal)];
    const auto what = isIdeal ? tr("ideal: %1, microbatch %2") : tr("what-if: %1, microbatch %2");
    const auto text =
        what.arg(kindName(it->kind)).arg(it->microbatch) + QLatin1Char('\n') +
        tr("%1, from %2")
            .arg(duration(it->range.duration()), duration(it->range.begin - m_input.bubbles->window.begin));
    return isIdeal ? text + QLatin1Char('\n') + latenessText(*it) : text;
}

/// A cell of the baseline beside the same of the run.
QString PipelineTips::baselineTip(int rank, AlignedTime time) const {
    const auto &cells = m_input.baseline->cells;
    const auto it = std::find_if(cells.begin(), cells.end(),
                                 [&](const IdealCell &cell) { return cell.rank == rank && cell.range.contains(time); });
    if (it == cells.end()) {
        return {};
    }
    const auto begin = m_input.bubbles->window.begin;
    auto text = (it->microbatch < 0 ? tr("baseline: %1").arg(kindName(it->kind))
                                    : tr("baseline: %1, microbatch %2").arg(kindName(it->kind)).arg(it->microbatch)) +
                QLatin1Char('\n') +
                tr("%1, from %2").arg(duration(it->range.duration()), duration(it->range.begin - begin));
    const auto same = [&](const PipelineCell &cell) {
        return cell.rank == rank && cell.step == m_input.step && cell.kind == it->kind && cell.chunk == it->chunk &&
               cell.microbatch == it->microbatch;
    };
    const auto &own = m_input.chart.cells;
    const auto measured = std::find_if(own.begin(), own.end(), same);
    if (it->microbatch >= 0 && measured != own.end()) {
        const auto range = m_input.clock.toAligned(rank, measured->range);
        text += QLatin1Char('\n') +
                tr("this run: %1, from %2").arg(duration(range.duration()), duration(range.begin - begin));
    }
    return text;
}

/// Between cells: how long the bubble is; below them what stands there.
QString PipelineTips::gapTip(QPoint position) const {
    const auto *row = m_layout.rowAt(position.y());
    if (row == nullptr || !m_input.bubbles) {
        return {};
    }
    const auto time = m_layout.axis.timeOf(position.x());
    if (row->ghost.contains(position.x(), position.y())) {
        return ghostTip(row->rank, time);
    }
    if (row->baseline.contains(position.x(), position.y())) {
        return baselineTip(row->rank, time);
    }
    if (!row->cells.contains(position.x(), position.y())) {
        return {};
    }
    const auto *rank = m_input.bubbles->of(row->rank);
    const auto *bubble = rank == nullptr ? nullptr : rank->bubbleAt(time);
    return bubble == nullptr ? QString() : bubbleTip(*rank, *bubble);
}

}  // namespace stagescope
