#include "views/timeline/timeline_bar.h"

#include "views/common/theme.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QToolButton>

namespace stagescope {

namespace {
constexpr int kMaxRank = 1'000'000;
constexpr double kButtonZoom = 0.6;
constexpr int kMostRanks = 10'000;
}  // namespace

TimelineBar::TimelineBar(QWidget *parent)
    : QWidget(parent),
      m_readout(new QLabel(this)),
      m_zoomOut(new QToolButton(this)),
      m_zoomIn(new QToolButton(this)),
      m_fit(new QToolButton(this)),
      m_ranks(new QLineEdit(this)) {
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 3, 6, 3);
    layout->setSpacing(6);
    layout->addWidget(m_zoomOut);
    layout->addWidget(m_zoomIn);
    layout->addWidget(m_fit);
    layout->addWidget(m_readout, 1);
    layout->addWidget(m_ranks);
    m_zoomOut->setText(QStringLiteral("\u2212"));
    m_zoomIn->setText(QStringLiteral("+"));
    for (auto *button : {m_zoomOut, m_zoomIn, m_fit}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus);
    }
    m_readout->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_ranks->setMaximumWidth(180);
    m_ranks->setClearButtonEnabled(true);
    m_ranks->setFocusPolicy(Qt::ClickFocus);
    m_ranks->setObjectName(QStringLiteral("rankFilter"));
    connect(m_zoomOut, &QToolButton::clicked, this, [this] { Q_EMIT zoomAsked(1 / kButtonZoom); });
    connect(m_zoomIn, &QToolButton::clicked, this, [this] { Q_EMIT zoomAsked(kButtonZoom); });
    connect(m_fit, &QToolButton::clicked, this, &TimelineBar::fitAsked);
    connect(m_ranks, &QLineEdit::textChanged, this, &TimelineBar::readRanks);
    retranslate();
}

void TimelineBar::showRange(AlignedRange range, AlignedRange limits) {
    if (range.isEmpty()) {
        m_readout->clear();
        return;
    }
    const auto text = [](Nanos d) { return QString::fromStdString(durationText(d)); };
    m_readout->setText(
        tr("%1 of %2, from %3").arg(text(range.duration()), text(limits.duration()), text(range.begin - limits.begin)));
}

void TimelineBar::retranslate() {
    m_fit->setText(tr("Fit"));
    m_fit->setToolTip(tr("Show everything (Ctrl+0)"));
    m_zoomIn->setToolTip(tr("Zoom in (W)"));
    m_zoomOut->setToolTip(tr("Zoom out (S)"));
    m_readout->setToolTip(tr("Visible time, of all, and how far from the first event it begins"));
    m_ranks->setPlaceholderText(tr("All ranks"));
    m_ranks->setToolTip(tr("Show only these ranks, for example 0,2-5"));
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
