#include "views/pipeline/remedy_list.h"

#include "core/base/number_text.h"
#include "views/common/rule_settings.h"
#include "views/common/texts/message_texts.h"

#include <QtCore/QLocale>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTreeWidget>

#include <algorithm>

namespace stagescope {

namespace {

QString remedyMillis(Nanos value) { return QLocale().toString(millis(value), 'f', 1); }

constexpr int kTitle = 0;
constexpr int kAlone = 1;
constexpr int kOnTop = 2;

}  // namespace

RemedyList::RemedyList(QWidget *parent) : QWidget(parent), m_list(new QTreeWidget(this)), m_total(new QLabel(this)) {
    m_list->setColumnCount(kOnTop + 1);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(kTitle, QHeaderView::Stretch);
    for (const int column : {kAlone, kOnTop}) {
        m_list->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    }
    m_total->setWordWrap(true);
    m_total->setContentsMargins(4, 0, 4, 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_total);
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
    m_list->clear();
    m_total->setText(totalText());
    if (m_model.study == nullptr) {
        return;
    }
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

QString RemedyList::totalText() const {
    if (m_model.study == nullptr) {
        return {};
    }
    if (m_model.study->findings().empty()) {
        return tr("No findings: there is nothing to mend.");
    }
    const auto step = m_model.study->step();
    const auto saved = m_model.joint.saved();
    return tr("Mended together: the step takes %1 instead of %2 ms (%3 ms less).")
        .arg(remedyMillis(step - saved), remedyMillis(step), remedyMillis(saved));
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
    m_list->setHeaderLabels({tr("Remedy of"), tr("Alone (ms)"), tr("On top (ms)")});
    m_list->setAccessibleName(tr("Findings that are taken as mended"));
    showRows();
}

}  // namespace stagescope
