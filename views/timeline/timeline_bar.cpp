#include "views/timeline/timeline_bar.h"

#include "core/base/number_text.h"
#include "views/common/theme.h"

#include <QtGui/QKeyEvent>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QToolButton>

namespace stagescope {

namespace {
constexpr int kMaxRank = 1'000'000;
constexpr double kButtonZoom = 0.6;
constexpr int kMostRanks = 10'000;
constexpr int kFieldWidth = 130;
}  // namespace

TimelineBar::TimelineBar(QWidget *parent)
    : QWidget(parent),
      m_readout(new QLabel(this)),
      m_zoomOut(new QToolButton(this)),
      m_zoomIn(new QToolButton(this)),
      m_fit(new QToolButton(this)),
      m_rows(new QToolButton(this)),
      m_arrows(new QToolButton(this)),
      m_hidden(new QToolButton(this)),
      m_rowsMenu(new QMenu(this)),
      m_arrowsMenu(new QMenu(this)),
      m_tracks(new QLineEdit(this)),
      m_ranks(new QLineEdit(this)) {
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 3, 6, 3);
    layout->setSpacing(6);
    for (auto *button : {m_zoomOut, m_zoomIn, m_fit, m_rows, m_arrows, m_hidden}) {
        layout->addWidget(button);
    }
    layout->addWidget(m_readout, 1);
    layout->addWidget(m_tracks);
    layout->addWidget(m_ranks);
    makeButtons();
    m_readout->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // What it says must not keep the window from being narrow.
    m_readout->setMinimumWidth(1);
    for (auto *field : {m_tracks, m_ranks}) {
        field->setMaximumWidth(kFieldWidth);
        field->setClearButtonEnabled(true);
        field->setFocusPolicy(Qt::ClickFocus);
        field->installEventFilter(this);
    }
    m_tracks->setObjectName(QStringLiteral("trackFilter"));
    m_ranks->setObjectName(QStringLiteral("rankFilter"));
    connect(m_tracks, &QLineEdit::textChanged, this, &TimelineBar::tracksAsked);
    connect(m_ranks, &QLineEdit::textChanged, this, &TimelineBar::readRanks);
    retranslate();
}

void TimelineBar::makeButtons() {
    m_zoomOut->setText(QStringLiteral("\u2212"));
    m_zoomIn->setText(QStringLiteral("+"));
    for (auto *button : {m_zoomOut, m_zoomIn, m_fit, m_rows, m_arrows, m_hidden}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus);
    }
    m_rows->setMenu(m_rowsMenu);
    m_arrows->setMenu(m_arrowsMenu);
    for (auto *button : {m_rows, m_arrows}) {
        button->setPopupMode(QToolButton::InstantPopup);
    }
    connect(m_zoomOut, &QToolButton::clicked, this, [this] { Q_EMIT zoomAsked(1 / kButtonZoom); });
    connect(m_zoomIn, &QToolButton::clicked, this, [this] { Q_EMIT zoomAsked(kButtonZoom); });
    connect(m_fit, &QToolButton::clicked, this, &TimelineBar::fitAsked);
    connect(m_hidden, &QToolButton::clicked, this, &TimelineBar::hiddenAsked);
    m_hidden->hide();
}

void TimelineBar::showHidden(std::size_t count) {
    m_hidden->setText(tr("%n hidden", nullptr, static_cast<int>(count)));
    m_hidden->setVisible(count > 0);
}

void TimelineBar::showNotice(const QString &text) {
    m_readout->setText(text);
    m_readout->setToolTip(text);
}

QString TimelineBar::readout() const { return m_readout->text(); }

void TimelineBar::setTracks(const QString &part) {
    if (m_tracks->text().trimmed() != part) {
        m_tracks->setText(part);
    }
}

void TimelineBar::focusTracks() {
    m_tracks->setFocus(Qt::ShortcutFocusReason);
    m_tracks->selectAll();
}

void TimelineBar::openArrows() { m_arrowsMenu->popup(m_arrows->mapToGlobal(QPoint(0, m_arrows->height()))); }

/// Enter and Esc lead back to the rows; Esc empties the field.
bool TimelineBar::eventFilter(QObject *watched, QEvent *event) {
    const int key = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride
                        ? static_cast<const QKeyEvent *>(event)->key()
                        : 0;
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (!isEnter && key != Qt::Key_Escape) {
        return QWidget::eventFilter(watched, event);
    }
    // The window has shortcuts for these keys.
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    if (!isEnter) {
        static_cast<QLineEdit *>(watched)->clear();
    }
    parentWidget()->setFocus(Qt::OtherFocusReason);
    return true;
}

void TimelineBar::showRange(AlignedRange range, AlignedRange limits) {
    if (range.isEmpty()) {
        m_readout->clear();
        return;
    }
    const auto text = [](Nanos d) { return QString::fromStdString(shownDuration(d)); };
    m_readout->setText(
        tr("%1 of %2, from %3").arg(text(range.duration()), text(limits.duration()), text(range.begin - limits.begin)));
    m_readout->setToolTip(tr("Visible time, total time, start offset from the first event"));
}

void TimelineBar::retranslate() {
    m_fit->setText(tr("Fit"));
    m_fit->setToolTip(tr("Show all (Ctrl+0)"));
    m_zoomIn->setToolTip(tr("Zoom in (W)"));
    m_zoomOut->setToolTip(tr("Zoom out (S)"));
    m_rows->setText(tr("Rows"));
    m_rows->setToolTip(tr("Collapse, pin, hide, merge, align"));
    m_arrows->setText(tr("Flows"));
    m_hidden->setToolTip(tr("Show all hidden rows (Shift+H)"));
    m_arrows->setToolTip(tr("Show flows by category"));
    m_tracks->setPlaceholderText(tr("All tracks"));
    m_tracks->setToolTip(tr("Filter tracks by track or process name (T)"));
    m_ranks->setPlaceholderText(tr("All ranks"));
    m_ranks->setToolTip(tr("Show only these ranks, e.g. 0,2-5"));
}

void TimelineBar::readRanks(const QString &text) {
    const auto ranks = ranksFromText(text);
    auto palette = this->palette();
    if (!ranks) {
        palette.setColor(QPalette::Text, Theme::current().color(ColorRole::Error));
    }
    m_ranks->setPalette(palette);
    if (ranks) {
        Q_EMIT ranksAsked(*ranks);
    }
}

std::optional<std::vector<int>> TimelineBar::ranksFromText(const QString &text) {
    std::vector<int> ranks;
    const auto parts = text.split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (const auto &part : parts) {
        const auto ends = part.split(QLatin1Char('-'));
        bool isFirst = false;
        bool isLast = false;
        const int first = ends.front().trimmed().toInt(&isFirst);
        const int last = ends.back().trimmed().toInt(&isLast);
        if (!isFirst || !isLast || ends.size() > 2 || first < 0 || last < first || last > kMaxRank ||
            last - first >= kMostRanks) {
            return std::nullopt;
        }
        for (int rank = first; rank <= last; ++rank) {
            ranks.push_back(rank);
        }
    }
    return ranks;
}

}  // namespace stagescope
