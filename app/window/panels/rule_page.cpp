#include "app/window/panels/rule_page.h"

#include "app/window/panels/rule_parameters_model.h"
#include "core/advice/findings.h"
#include "core/advice/platforms/platform_advice.h"
#include "core/advice/rule.h"
#include "views/common/filter_line.h"
#include "views/common/rule_settings.h"
#include "views/common/texts/message_texts.h"

#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>
#include <QtWidgets/QTextBrowser>

namespace stagescope {

namespace {
constexpr QSize kFirstPageSize(960, 620);
constexpr int kTopicWidth = 190;
constexpr int kNameWidth = 220;
constexpr int kNumberWidth = 70;
constexpr int kRuleHeight = 190;

/// In the words of each platform, as the commands are.
QString ruleText(const std::string &rule, const char *part) {
    QStringList texts;
    for (const auto &wording : everyWording("finding." + rule + part)) {
        texts.append(messageText(wording));
    }
    return texts.join(QStringLiteral("; "));
}
QString paragraph(const QString &head, const QString &text) {
    return QStringLiteral("<p><b>%1</b> %2</p>").arg(head, text.toHtmlEscaped());
}

}  // namespace

RulePage::RulePage(QWidget *parent)
    : QDialog(parent),
      m_model(new RuleParametersModel(this)),
      m_shown(new FilteredRows(this)),
      m_filter(new FilterLine(m_shown, this)),
      m_table(new QTableView(this)),
      m_rule(new QTextBrowser(this)),
      m_note(new QLabel(this)),
      m_reset(new QPushButton(this)),
      m_resetAll(new QPushButton(this)) {
    m_shown->setSourceModel(m_model);
    prepareTable();
    m_note->setWordWrap(true);
    auto *foot = new QHBoxLayout;
    foot->addWidget(m_note, 1);
    foot->addWidget(m_reset);
    foot->addWidget(m_resetAll);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_filter);
    layout->addWidget(m_table, 1);
    m_rule->setFixedHeight(kRuleHeight);
    layout->addWidget(m_rule);
    layout->addLayout(foot);
    connectAll();
    retranslate();
    resize(kFirstPageSize);
}

void RulePage::prepareTable() {
    m_table->setTabKeyNavigation(false);
    m_table->setModel(m_shown);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setAlternatingRowColors(true);
    m_table->setWordWrap(true);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    for (const auto &[column, width] :
         {std::pair{RuleParametersModel::Topic, kTopicWidth}, std::pair{RuleParametersModel::Name, kNameWidth},
          std::pair{RuleParametersModel::Value, kNumberWidth}, std::pair{RuleParametersModel::Default, kNumberWidth},
          std::pair{RuleParametersModel::Unit, kNumberWidth}}) {
        m_table->setColumnWidth(column, width);
    }
    m_table->horizontalHeader()->setStretchLastSection(true);
}

void RulePage::connectAll() {
    for (auto *button : {m_reset, m_resetAll}) {
        button->setAutoDefault(false);  // Enter ends the editing of a value
    }
    m_reset->setObjectName(QStringLiteral("resetRules"));
    m_resetAll->setObjectName(QStringLiteral("resetAllRules"));
    connect(m_reset, &QPushButton::clicked, this, &RulePage::resetSelected);
    connect(m_resetAll, &QPushButton::clicked, this, [] { RuleSettings::current().setValues({}); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RulePage::updateButtons);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &RulePage::showRule);
    connect(&RuleSettings::current(), &RuleSettings::changed, this, &RulePage::updateButtons);
}

void RulePage::resetSelected() {
    for (const auto &index : m_table->selectionModel()->selectedRows()) {
        m_model->resetRow(m_shown->mapToSource(index).row());
    }
}

void RulePage::updateButtons() {
    m_reset->setEnabled(m_table->selectionModel()->hasSelection());
    m_resetAll->setEnabled(!RuleSettings::current().values().empty());
}

void RulePage::showRule() {
    const auto current = m_table->currentIndex();
    if (!current.isValid()) {
        m_rule->setHtml(tr("Select a threshold to see what its rule counts, its remedy and its source."));
        return;
    }
    const auto &rule = m_model->ruleAt(m_shown->mapToSource(current).row());
    const auto commands = QString::fromStdString(everyCommand(rule.id));
    auto html = paragraph(messageText(topicOf(rule.id)), ruleText(rule.id, ".formula"));
    html += paragraph(tr("Copy and paste"), QString()) + QStringLiteral("<pre>%1</pre>").arg(commands.toHtmlEscaped());
    html += paragraph(tr("Not applicable"), ruleText(rule.id, ".unless"));
    html += paragraph(tr("Source"), ruleText(rule.id, ".source"));
    m_rule->setHtml(html);
}

void RulePage::retranslate() {
    setWindowTitle(tr("Finding thresholds"));
    m_filter->setPrompt(tr("Filter"));
    m_table->setAccessibleName(windowTitle());
    m_note->setText(
        tr("Findings update at once and state which thresholds differ from the defaults. Double-click a value to "
           "change it."));
    m_reset->setText(tr("Reset Selected"));
    m_resetAll->setText(tr("Reset All"));
    m_rule->setAccessibleName(tr("Rule of this threshold"));
    m_model->retranslate();
    updateButtons();
    showRule();
}

}  // namespace stagescope
