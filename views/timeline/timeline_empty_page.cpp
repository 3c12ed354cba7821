#include "views/timeline/timeline_empty_page.h"

#include "views/common/texts/message_texts.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

#include <utility>

namespace stagescope {

namespace {
constexpr int kButtonWidth = 140;
constexpr std::size_t kMostAsked = 64;  ///< more ranks at once are rather asked for in the navigator
}  // namespace

TimelineEmptyPage::TimelineEmptyPage(QWidget *parent)
    : QWidget(parent),
      m_reason(new QLabel(this)),
      m_loadFirst(new QPushButton(this)),
      m_loadAll(new QPushButton(this)),
      m_loadSource(new QPushButton(this)) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_reason->setWordWrap(true);
    m_reason->setAlignment(Qt::AlignCenter);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_loadFirst->setObjectName(QStringLiteral("loadFirst"));
    m_loadAll->setObjectName(QStringLiteral("loadAll"));
    m_loadSource->setObjectName(QStringLiteral("loadSource"));
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    for (auto *button : {m_loadFirst, m_loadAll, m_loadSource}) {
        button->setMinimumSize(kButtonWidth, button->sizeHint().height() + 6);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(48, 48, 48, 48);
    layout->setSpacing(16);
    layout->addStretch();
    layout->addWidget(m_reason);
    layout->addLayout(buttons);
    layout->addStretch();
    connect(m_loadFirst, &QPushButton::clicked, this, [this] { Q_EMIT loadAsked({m_ranks.front()}); });
    connect(m_loadAll, &QPushButton::clicked, this, [this] { Q_EMIT loadAsked(m_ranks); });
    connect(m_loadSource, &QPushButton::clicked, this, [this] { Q_EMIT sourceAsked(m_ranks.front()); });
}

void TimelineEmptyPage::setReason(const Message &reason, std::vector<int> ranks, bool isDigest) {
    m_ranks = std::move(ranks);
    m_reason->setText(messageText(reason));
    m_loadFirst->setVisible(!m_ranks.empty());
    m_loadAll->setVisible(m_ranks.size() > 1 && m_ranks.size() <= kMostAsked);
    m_loadSource->setVisible(isDigest);
    if (!m_ranks.empty()) {
        m_loadSource->setText(tr("Load rank %1 from its source").arg(m_ranks.front()));
        m_loadFirst->setText(tr("Load rank %1 now").arg(m_ranks.front()));
        m_loadAll->setText(tr("Load all %n rank(s) now", nullptr, static_cast<int>(m_ranks.size())));
    }
}

}  // namespace stagescope
