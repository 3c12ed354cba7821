// The menus of slices and labels, and what they do to one of them.
#include "core/scene/timeline/timeline_target.h"
#include "core/store/trace/trace_store.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/utf8_text.h"
#include "views/timeline/timeline_bar.h"
#include "views/timeline/timeline_texts.h"
#include "views/timeline/timeline_view.h"

#include <QtGui/QAction>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QMenu>

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kMostJumps = 20;

}  // namespace

/// Null where no arrow leads that way.
QMenu *TimelineView::makeJumps(QMenu *menu, ArrowDirection direction) {
    const bool isOut = direction == ArrowDirection::Out;
    const auto &arrows = m_arrows[static_cast<std::size_t>(direction)];
    if (arrows.empty()) {
        return nullptr;
    }
    auto *jumps = new QMenu(isOut ? tr("Follow Flow To") : tr("Follow Flow Back To"), menu);
    for (std::size_t i = 0; i < std::min(arrows.size(), kMostJumps); ++i) {
        const auto target = isOut ? arrows[i].to : arrows[i].from;
        const auto &trace = *timelineSourceOf(m_layout, target)->trace;
        auto label = utf8Text(trace.text(trace.slices(target.track).name(target.slice.value)));
        label += QStringLiteral(" (%1)").arg(QString::fromStdString(arrows[i].category));
        connect(jumps->addAction(label.replace(QLatin1Char('&'), QStringLiteral("&&"))), &QAction::triggered, this,
                [this, target] {
                    services().selection->setItem(target, this);
                    reveal();
                });
    }
    return jumps;
}

void TimelineView::openMenu(QPoint position, bool byKey) {
    const auto *open = findChild<QMenu *>(QStringLiteral("rowMenu"));
    if (open != nullptr && open->isVisible()) {
        return;  // a platform may send a key and its meaning
    }
    const auto options = optionsFor(m_canvas->size());
    const auto *row = byKey ? nullptr : timelineRowAt(m_layout, options, position.y());
    m_menuIsOfSlice = byKey && selectedSlice();
    if (row != nullptr && row->kind != TimelineRowKind::Hidden) {
        chooseRow(row->node);
        const auto item = timelineItemAt(m_layout, options, position.x(), position.y());
        const auto &items = services().selection->state().items;
        if (item && std::find(items.begin(), items.end(), *item) == items.end()) {
            services().selection->setItem(*item, this);
        }
        m_menuIsOfSlice = item && std::holds_alternative<SliceRef>(*item);
    }
    if (byKey) {
        const auto chosen = chosenRow();
        const auto *at = chosen ? m_layout.find(*chosen) : nullptr;
        position = {options.labelWidth,
                    at == nullptr ? options.scrollingBand().top : options.screenY(at->y) + at->height};
    }
    updateActions();
    auto *menu = new QMenu(m_canvas);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("rowMenu"));
    if (m_menuIsOfSlice) {
        m_actions->fillForSlice(menu, makeJumps(menu, ArrowDirection::In), makeJumps(menu, ArrowDirection::Out));
    } else {
        m_actions->fillForLabel(menu);
    }
    menu->popup(m_canvas->mapToGlobal(position));
}

/// Of the slice when the menu was opened on one or no row is chosen, else of the row's track, process or rank.
QString TimelineView::nameOfChosen() const {
    const auto slice = selectedSlice();
    const auto row = chosenRow();
    if (slice && (m_menuIsOfSlice || !row)) {
        return sliceName(m_layout, *slice);
    }
    return row ? rowName(m_layout, *row) : QString();
}

void TimelineView::runOnOne(TimelineCommand command) {
    const auto slice = selectedSlice();
    if (command == TimelineCommand::CopyName) {
        const auto name = nameOfChosen();
        QGuiApplication::clipboard()->setText(name);
        m_bar->showNotice(tr("Copied: %1").arg(name));
    } else if (!slice) {
        return;
    } else if (command == TimelineCommand::ZoomToSlice) {
        if (const auto range = timelineRangeOf(m_layout, *slice)) {
            services().timeView->setRange(*range);
        }
    } else if (command == TimelineCommand::ShowInPipeline) {
        Q_EMIT viewRequested(QStringLiteral("pipeline"));
    } else {
        m_menuIsOfSlice = true;
        Q_EMIT searchRequested(nameOfChosen());
    }
}

}  // namespace stagescope
