#include "views/pipeline/remedy_list.h"

#include "core/base/byte_text.h"
#include "core/base/number_text.h"
#include "views/common/after_layout.h"
#include "views/common/rule_settings.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QLocale>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTreeWidget>

#include <algorithm>

namespace stagescope {

namespace {

QString remedyMillis(Nanos value) { return utf8Text(MillisFormat{1}.text(value)); }

constexpr int kTitle = 0;
constexpr int kAlone = 1;
constexpr int kOnTop = 2;
constexpr int kExchangeColumns = 5;
constexpr int kLeastLines = 4;  ///< with the heads and a bar below

QString exchangeGib(const std::optional<double> &bytes) {
    return bytes ? QLocale().toString(*bytes / kGiB, 'f', 2) : QStringLiteral("?");
}

}  // namespace

RemedyList::RemedyList(QWidget *parent)
    : QWidget(parent), m_list(new QTreeWidget(this)), m_exchanges(new QTreeWidget(this)), m_total(new QLabel(this)) {
    m_list->setColumnCount(kOnTop + 1);
    m_exchanges->setColumnCount(kExchangeColumns);
    for (auto *list : {m_list, m_exchanges}) {
        list->setRootIsDecorated(false);
        list->setUniformRowHeights(true);
        list->setMinimumHeight(kLeastLines * (fontMetrics().height() + 4));
        list->header()->setStretchLastSection(false);
        list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    }
    m_list->header()->moveSection(kTitle, kOnTop);  // titles are long: figures first, so that none is scrolled away
    m_total->setWordWrap(true);
    m_total->setContentsMargins(4, 0, 4, 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_total);
    layout->addWidget(m_exchanges, 1);
    // Keys go to the column that is seen first, Space ticks that of the box.
    connect(m_list, &QTreeWidget::currentItemChanged, m_list, [this](QTreeWidgetItem *item) {
        if (item != nullptr) {
            m_list->setCurrentItem(item, kTitle);
        }
    });
    connect(m_list, &QTreeWidget::itemChanged, this, &RemedyList::onItemChanged);
    retranslate();
}

void RemedyList::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    m_model = {};
    m_analysis.cancel();
    showRows();
    if (isVisible()) {
        ask();
    }
}

void RemedyList::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    if (m_model.study == nullptr && !isBusy()) {
        ask();
    }
}

void RemedyList::ask() {
    if (m_workspace == nullptr || m_workspace->mainRun() == nullptr) {
        return;
    }
    m_analysis.start(
        [workspace = m_workspace, model = m_model,
         values = RuleSettings::current().values()](const std::stop_token &stop) mutable {
            if (model.study == nullptr) {
                model.study = HeadroomStudy::make(*workspace->mainRun(), values, stop);
                model.exchanges = memoryExchanges(model.study->input());
            }
            std::vector<std::size_t> checked;
            for (std::size_t i = 0; i < model.study->findings().size(); ++i) {
                if (!model.unchecked.contains(i)) {
                    checked.push_back(i);
                }
            }
            model.joint = model.study->of(checked);
            return model;
        },
        [this](Model model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void RemedyList::adopt(Model model) {
    m_model = std::move(model);
    showRows();
    Q_EMIT busyChanged();
}

void RemedyList::showRows() {
    const QSignalBlocker blocker(m_list);
    m_total->setText(totalText());
    showExchanges();
    refill(m_list, [this] {
        if (m_model.study != nullptr) {
            addRows();
        }
    });
}

void RemedyList::addRows() {
    std::set<std::size_t> below;
    for (std::size_t i = 0; i < m_model.study->findings().size(); ++i) {
        below.insert(i);
    }
    for (const auto &row : m_model.joint.rows) {
        addRow(row.finding, &row);
        below.erase(row.finding);
    }
    for (const auto finding : below) {
        addRow(finding, nullptr);
    }
}

void RemedyList::addRow(std::size_t finding, const JointHeadroom::Row *row) {
    const bool canReplay = m_model.study->canReplay(finding);
    const auto title = messageText(m_model.study->findings()[finding].title);
    auto *item = new QTreeWidgetItem(m_list);
    item->setData(kTitle, Qt::UserRole, QVariant::fromValue(static_cast<qulonglong>(finding)));
    item->setText(kTitle, title);
    item->setToolTip(kTitle, title);
    if (canReplay) {
        item->setCheckState(kTitle, row == nullptr ? Qt::Unchecked : Qt::Checked);
        item->setText(kAlone, row == nullptr ? QString() : remedyMillis(row->alone));
        item->setText(kOnTop, row == nullptr ? QString() : remedyMillis(row->gain));
    } else {
        item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
        item->setText(kAlone, tr("not replayed"));
    }
    for (const int column : {kAlone, kOnTop}) {
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
}

void RemedyList::showExchanges() {
    m_exchanges->setVisible(!m_model.exchanges.empty());
    refill(m_exchanges, [this] { addExchanges(); });
}

void RemedyList::addExchanges() {
    for (const auto &exchange : m_model.exchanges) {
        const auto after = exchange.peakAfter();
        const bool isFull = after && exchange.capacity && *after > *exchange.capacity;
        const auto what = messageText(Message("exchange." + std::string(exchangeText(exchange.exchange)) +
                                              (exchange.isTurnedOn ? ".on" : ".off")));
        auto *item = new QTreeWidgetItem(
            m_exchanges,
            {exchange.stage < 0 ? what : tr("%1, stage %2").arg(what).arg(exchange.stage), exchangeGib(exchange.won),
             exchange.step ? utf8Text(signedFigure(remedyMillis(*exchange.step - m_model.study->step()).toStdString()))
                           : remedyMillis(exchange.paid),
             exchange.step ? remedyMillis(*exchange.step) : QStringLiteral("?"),
             isFull ? tr("%1, does not fit").arg(exchangeGib(after)) : exchangeGib(after)});
        item->setToolTip(kTitle, QString::fromStdString(exchange.seen));
        for (int column = 1; column < kExchangeColumns; ++column) {
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
    }
}

QString RemedyList::totalText() const {
    if (m_model.study == nullptr) {
        return {};
    }
    if (m_model.study->findings().empty()) {
        return tr("No findings");
    }
    const auto step = m_model.study->step();
    const auto saved = m_model.joint.saved();
    return tr("If all selected are fixed: %1 instead of %2 per step (%3 less)")
        .arg(utf8Text(timeText(step - saved)), utf8Text(timeText(step)), utf8Text(timeText(saved)));
}

void RemedyList::onItemChanged(QTreeWidgetItem *item) {
    const auto finding = static_cast<std::size_t>(item->data(kTitle, Qt::UserRole).toULongLong());
    if (item->checkState(kTitle) == Qt::Checked) {
        m_model.unchecked.erase(finding);
    } else {
        m_model.unchecked.insert(finding);
    }
    ask();
}

void RemedyList::retranslate() {
    m_list->setHeaderLabels({tr("Finding"), tr("Saving alone (ms)"), tr("Additional saving (ms)")});
    m_exchanges->setHeaderLabels({tr("Memory-time trade-off (estimated)"), tr("Saved (GiB)"), tr("Step longer by (ms)"),
                                  tr("New step (ms)"), tr("New peak (GiB)")});
    m_exchanges->setAccessibleName(tr("Memory-time trade-off (estimated)"));
    m_list->setAccessibleName(tr("Findings assumed fixed"));
    showRows();
}

}  // namespace stagescope
