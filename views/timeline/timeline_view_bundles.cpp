// All arrows of a category: which there are, which is shown, how they are drawn.
#include "views/common/scene_canvas.h"
#include "views/common/theme.h"
#include "views/timeline/timeline_bar.h"
#include "views/timeline/timeline_view.h"

#include <QtCore/QLocale>
#include <QtGui/QActionGroup>
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <QtWidgets/QMenu>

namespace stagescope {

namespace {
constexpr std::size_t kMostLines = 800;              ///< in sight; more would be a grey stretch
const QString kPeers = QStringLiteral("\x01peers");  ///< no category of a file is called so
}  // namespace

/// Made anew each time it opens: ranks come and go.
void TimelineView::fillArrowsMenu() {
    auto *menu = m_bar->arrowsMenu();
    menu->clear();
    auto *group = new QActionGroup(menu);
    const auto add = [&](const QString &text, const QString &category) {
        auto *action = group->addAction(menu->addAction(text));
        action->setCheckable(true);
        action->setChecked(category == m_category);
        connect(action, &QAction::triggered, this, [this, category] { showArrowsOf(category); });
    };
    add(tr("None but those of the selected slice"), {});
    menu->addSeparator();
    for (const auto &category : arrowCategories(m_layout.sources())) {
        const auto name = QString::fromStdString(category.name);
        const auto shown =
            name.isEmpty() ? tr("(no name)") : QString(name).replace(QLatin1Char('&'), QStringLiteral("&&"));
        add(tr("%1: %2").arg(shown, QLocale().toString(static_cast<qulonglong>(category.count))), name);
    }
    add(tr("Communication of ranks with each other"), kPeers);
}

void TimelineView::showArrowsOf(const QString &category) {
    m_category = category;
    loadBundles();
}

void TimelineView::loadBundles() {
    if (m_category.isNull()) {
        m_bundles.clear();
        m_canvas->update();
        return;
    }
    m_bundling.start(
        [workspace = m_workspace, sources = m_layout.sources(), category = m_category](const std::stop_token &stop) {
            return category == kPeers ? peerBundles(*workspace, sources, stop)
                                      : arrowBundles(sources, category.toStdString(), stop);
        },
        [this](ArrowBundles bundles) {
            m_bundles = std::move(bundles);
            if (m_bundles.empty()) {
                m_bar->showNotice(tr("No such flows between the ranks shown"));
            }
            m_canvas->update();
        });
}

void TimelineView::paintBundles(QPainter &painter, const TimelineSceneOptions &options) const {
    if (m_bundles.empty() || options.range.isEmpty()) {
        return;
    }
    const auto &lock = services().selection->lock();
    const auto lines =
        bundleLines(m_layout, options, m_bundles, kMostLines, lock ? std::optional(lock->range) : std::nullopt);
    painter.save();
    painter.setClipRect(options.labelWidth, TimelineSceneOptions::kRulerHeight, options.width - options.labelWidth,
                        options.height - TimelineSceneOptions::kRulerHeight);
    auto color = Theme::current().color(ColorRole::Accent);
    color.setAlpha(150);
    painter.setPen(color);
    for (const auto &line : lines) {
        painter.drawLine(line.fromX, line.fromY, line.toX, line.toY);
        painter.fillRect(line.toX - 1, line.toY - 1, 3, 3, color);
    }
    painter.restore();
}

}  // namespace stagescope
