// What hovering says in the pipeline chart.
#include "core/scene/number_text.h"
#include "views/common/message_texts.h"
#include "views/common/scene_canvas.h"
#include "views/pipeline/pipeline_bar.h"
#include "views/pipeline/pipeline_view.h"

#include <QtWidgets/QToolTip>

#include <algorithm>

namespace stagescope {

namespace {

QString duration(Nanos d) { return QString::fromStdString(durationText(d)); }

QString kindName(CellKind kind) { return messageText(Message("pipeline.kind." + std::string(cellKindText(kind)))); }

}  // namespace

void PipelineView::hover(QPoint position) {
    const bool isInside = position.x() >= 0;
    const auto item = isInside ? pipelineItemAt(m_input, m_layout, position.x(), position.y()) : std::nullopt;
    if (item != m_hovered) {
        m_hovered = item;
        m_canvas->update();
    }
    const auto text = isInside ? tipAt(position) : QString();
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 16)), text, m_canvas);
    }
}

QString PipelineView::tipAt(QPoint position) const {
    const auto item = pipelineItemAt(m_input, m_layout, position.x(), position.y());
    if (!item) {
        return gapTip(position);
    }
    if (const auto *cell = std::get_if<CellRef>(&*item)) {
        return cellTip(*cell);
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
        return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())) + QLatin1Char('\n') +
               duration(row.duration());
    }
    return {};
}

QString PipelineView::cellTip(const CellRef &ref) const {
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
    text += QLatin1Char('\n') +
            tr("rank %1, step %2, %3").arg(cell.rank).arg(cell.step).arg(duration(cell.range.duration()));
    if (isScheduled(cell.kind) && cell.numbering != Numbering::Unknown) {
        text +=
            QLatin1Char('\n') + messageText(Message("pipeline.known." + std::string(numberingText(cell.numbering))));
    }
    text += QLatin1Char('\n') + messageText(Message("pipeline.source." + std::string(cellEvidenceText(cell.evidence))));
    if (cell.hostRange) {
        text += QLatin1Char('\n') + tr("on the host: %1").arg(duration(cell.hostRange->duration()));
    }
    if (const auto costs = m_bar->ideal()) {
        if (const auto *ideal = idealOf(m_input, *position, *costs)) {
            text += QLatin1Char('\n') + latenessText(*ideal);
        }
    }
    return text;
}

QString PipelineView::latenessText(const IdealCell &ideal) const {
    if (!ideal.measured) {
        return tr("ideal: no cell was found for it");
    }
    return ideal.lateness.count() < 0 ? tr("starts %1 earlier than ideal").arg(duration(-ideal.lateness))
                                      : tr("starts %1 later than ideal").arg(duration(ideal.lateness));
}

QString PipelineView::transferTip(const CommOpRef &ref) const {
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
                tr("%1: rank %2 to rank %3, transfer %4, waited: sender %5, receiver %6")
                    .arg(messageText(Message("pipeline.edge." + std::string(directionText(edge.direction)))))
                    .arg(edge.from)
                    .arg(edge.to)
                    .arg(duration(edge.transfer), duration(edge.sendWait), duration(edge.receiveWait));
    }
    return text;
}

QString PipelineView::rankTip(const RankRef &rank) const {
    if (!m_input.bubbles) {
        return {};
    }
    const auto window = m_input.bubbles->window.duration();
    const auto format = MillisFormat::forSize(window);
    for (const auto &bubble : m_input.bubbles->ranks) {
        if (bubble.rank == rank.rank && bubble.hasCells) {
            return messageText(
                Message("pipeline.bubble_tooltip", {format.textOf(format.rounded(window) - format.rounded(bubble.busy)),
                                                    percentText(bubble.share(window), 1.0), format.text(window)}));
        }
    }
    return {};
}

/// Between cells: how long the bubble is, and what should have run there.
QString PipelineView::gapTip(QPoint position) const {
    const auto *row = m_layout.rowAt(position.y());
    if (row == nullptr || !row->cells.contains(position.x(), position.y()) || !m_input.bubbles) {
        return {};
    }
    const auto time = m_layout.axis.timeOf(position.x());
    QString text;
    for (const auto &bubble : m_input.bubbles->ranks) {
        for (const auto &gap : bubble.gaps) {
            if (bubble.rank == row->rank && gap.begin <= ns(time) && ns(time) < gap.end) {
                text = tr("bubble\nrank %1, %2").arg(row->rank).arg(duration(Nanos{gap.end - gap.begin}));
            }
        }
    }
    if (const auto costs = m_bar->ideal()) {
        const auto &cells = m_input.ideal[static_cast<std::size_t>(*costs)];
        const auto it = std::find_if(cells.begin(), cells.end(), [&](const IdealCell &cell) {
            return cell.rank == row->rank && cell.range.contains(time);
        });
        if (it != cells.end()) {
            text += (text.isEmpty() ? QString() : QStringLiteral("\n")) +
                    tr("ideal: %1, microbatch %2").arg(kindName(it->kind)).arg(it->microbatch) + QLatin1Char('\n') +
                    latenessText(*it);
        }
    }
    return text;
}

}  // namespace stagescope
