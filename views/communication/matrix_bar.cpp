#include "views/communication/matrix_bar.h"

#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/communication/scope_bar.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QDoubleValidator>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kRangeWidth = 80;

QComboBox *picker(QWidget *parent, const char *name) {
    auto *box = new QComboBox(parent);
    box->setObjectName(QLatin1String(name));
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    return box;
}

QLabel *labelOf(QWidget *field, QWidget *parent) {
    auto *label = new QLabel(parent);
    label->setBuddy(field);
    return label;
}

void choose(QComboBox *box, const QVariant &data) { box->setCurrentIndex(std::max(0, box->findData(data))); }

std::optional<double> numberIn(const QLineEdit *field) {
    bool isNumber = false;
    const double value = QLocale::c().toDouble(field->text().trimmed(), &isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

}  // namespace

MatrixBar::MatrixBar(QWidget *parent) : QWidget(parent) {
    build();
    // A range belongs to its metric and to what it is compared with; cleared before the change is told.
    for (auto *box : {m_metric, m_baseline}) {
        connect(box, &QComboBox::activated, this, [this] {
            m_from->clear();
            m_to->clear();
        });
    }
    for (auto *box : {m_metric, m_name, m_places, m_baseline}) {
        connect(box, &QComboBox::activated, this, &MatrixBar::changed);
    }
    connect(m_group, &QComboBox::activated, this, &MatrixBar::onScopeChanged);
    connect(m_step, &QComboBox::activated, this, [this] {
        onScopeChanged();
        Q_EMIT stepChosen(m_step->currentData().toString());
    });
    connect(m_self, &QCheckBox::toggled, this, &MatrixBar::changed);
    connect(m_from, &QLineEdit::editingFinished, this, &MatrixBar::changed);
    connect(m_to, &QLineEdit::editingFinished, this, &MatrixBar::changed);
    retranslate();
}

void MatrixBar::build() {
    m_metric = picker(this, "matrixMetric");
    m_group = picker(this, "matrixGroup");
    m_step = picker(this, "matrixStep");
    m_name = picker(this, "matrixOperator");
    m_places = picker(this, "matrixPlaces");
    m_baseline = picker(this, "matrixBaseline");
    m_self = new QCheckBox(this);
    m_self->setObjectName(QStringLiteral("matrixSelf"));
    m_from = new QLineEdit(this);
    m_to = new QLineEdit(this);
    m_from->setObjectName(QStringLiteral("matrixFrom"));
    m_to->setObjectName(QStringLiteral("matrixTo"));
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 4, 8, 2);
    rows->setSpacing(4);
    auto *first = new QHBoxLayout;
    auto *second = new QHBoxLayout;
    const auto add = [this](QHBoxLayout *row, QLabel *&label, QWidget *field) {
        label = labelOf(field, this);
        row->addWidget(label);
        row->addWidget(field);
    };
    add(first, m_metricLabel, m_metric);
    add(first, m_groupLabel, m_group);
    add(first, m_stepLabel, m_step);
    add(first, m_nameLabel, m_name);
    first->addStretch(1);
    add(second, m_placesLabel, m_places);
    second->addWidget(m_self);
    add(second, m_rangeLabel, m_from);
    second->addWidget(m_to);
    add(second, m_baselineLabel, m_baseline);
    second->addStretch(1);
    for (auto *field : {m_from, m_to}) {
        auto *validator = new QDoubleValidator(field);
        validator->setLocale(QLocale::c());
        field->setValidator(validator);
        field->setFixedWidth(kRangeWidth);
    }
    rows->addLayout(first);
    rows->addLayout(second);
}

void MatrixBar::setSources(const CommMatrixSource &source, const CommMatrixSource *baseline,
                           const QString &baselineName) {
    const auto before = question();
    m_offer = {source.run, {}, source.scopes, {}, source.hosts, source.stages, source.operators};
    const auto baselineRun = baseline == nullptr ? RunId{} : baseline->run;
    const bool isNew = baselineRun != m_baselineRun;
    m_baselineRun = baselineRun;
    m_baselineName = baselineName;
    m_baselineSteps = baseline == nullptr ? std::vector<std::string>{} : baseline->scopes.steps;
    fillFixed();
    choose(m_places, static_cast<int>(before.places));
    setQuery(before.query);
    if (isNew && m_baselineRun.isValid()) {
        m_baseline->setCurrentIndex(1);  // the whole run
    }
}

void MatrixBar::setQuery(const LinkQuery &query) {
    choose(m_group, utf8Text(query.group));
    choose(m_step, utf8Text(query.step));
    fillOperators();
    fillBaselines();
    choose(m_name, utf8Text(query.name));
}

/// Another run, one of its steps, another step of this run.
void MatrixBar::fillBaselines() {
    const auto before = question().baseline;
    const QSignalBlocker blocker(m_baseline);
    m_baseline->clear();
    m_baselines.clear();
    const auto add = [&](const QString &text, const std::optional<MatrixBaseline> &baseline) {
        m_baseline->addItem(text);
        m_baselines.push_back(baseline);
    };
    const auto stepText = [](const std::string &step) { return messageText(Message("step.label", {step})); };
    add(tr("none"), std::nullopt);
    if (m_baselineRun.isValid()) {
        add(m_baselineName, MatrixBaseline{m_baselineRun});
        for (const auto &step : m_baselineSteps) {
            if (m_baselineSteps.size() > 1) {
                add(tr("%1, %2").arg(m_baselineName, stepText(step)), MatrixBaseline{m_baselineRun, step});
            }
        }
    }
    for (const auto &step : m_offer.scopes.steps) {
        if (m_offer.scopes.steps.size() > 1 && step != m_step->currentData().toString().toStdString()) {
            add(stepText(step), MatrixBaseline{m_offer.run, step});
        }
    }
    const auto it = std::find(m_baselines.begin(), m_baselines.end(), before);
    m_baseline->setCurrentIndex(it == m_baselines.end() ? 0 : static_cast<int>(it - m_baselines.begin()));
}

void MatrixBar::setLimits(double least, double most) {
    m_from->setPlaceholderText(QString::number(least, 'g', 4));
    m_to->setPlaceholderText(QString::number(most, 'g', 4));
}

CommMatrixQuestion MatrixBar::question() const {
    CommMatrixQuestion question;
    question.query.group = m_group->currentData().toString().toStdString();
    question.query.step = m_step->currentData().toString().toStdString();
    if (const auto name = m_name->currentData().toString(); !name.isEmpty()) {
        question.query.name = name.toStdString();
    }
    question.metric = static_cast<LinkMetric>(m_metric->currentData().toInt());
    question.places = static_cast<MatrixPlaces>(m_places->currentData().toInt());
    question.hasSelf = m_self->isChecked();
    const auto baseline = static_cast<std::size_t>(std::max(0, m_baseline->currentIndex()));
    question.baseline = baseline < m_baselines.size() ? m_baselines[baseline] : std::nullopt;
    question.from = numberIn(m_from);
    question.to = numberIn(m_to);
    return question;
}

QString MatrixBar::caption() const {
    const auto step = m_step->currentData().toString();
    const auto shown =
        QStringList{m_group->currentText(),
                    step.isEmpty() ? m_step->currentText() : messageText(Message("step.label", {step.toStdString()})),
                    m_name->currentText()}
            .join(QStringLiteral(", "));
    return question().baseline ? tr("%1; baseline: %2").arg(shown, m_baseline->currentText()) : shown;
}

void MatrixBar::fillFixed() {
    const auto before = question();
    const QSignalBlocker metricBlocker(m_metric);
    const QSignalBlocker placesBlocker(m_places);
    m_metric->clear();
    for (const auto metric : linkMetrics()) {
        m_metric->addItem(messageText(Message("link.metric." + std::string(linkMetricText(metric)))),
                          static_cast<int>(metric));
    }
    choose(m_metric, static_cast<int>(before.metric));
    m_places->clear();
    m_places->addItem(tr("ranks"), static_cast<int>(MatrixPlaces::Ranks));
    if (!m_offer.hosts.empty()) {
        m_places->addItem(tr("hosts"), static_cast<int>(MatrixPlaces::Hosts));
    }
    if (!m_offer.stages.empty()) {
        m_places->addItem(tr("stages"), static_cast<int>(MatrixPlaces::Stages));
    }
    choose(m_places, static_cast<int>(before.places));
    m_group->clear();
    m_group->addItem(tr("all groups"), QString());
    for (const auto &group : m_offer.scopes.groups) {
        m_group->addItem(shortTitle(group), utf8Text(group.group));
        m_group->setItemData(m_group->count() - 1, utf8Text(group.title), Qt::ToolTipRole);
    }
    m_step->clear();
    m_step->addItem(tr("all steps"), QString());
    for (const auto &step : m_offer.scopes.steps) {
        m_step->addItem(utf8Text(step), utf8Text(step));
    }
}

void MatrixBar::fillOperators() {
    const auto before = m_name->currentData();
    m_name->clear();
    for (const auto &name : m_offer.operatorNames(question().query)) {
        m_name->addItem(name == kAllOperators ? tr("all operators") : utf8Text(name), utf8Text(name));
    }
    choose(m_name, before);
}

void MatrixBar::onScopeChanged() {
    fillOperators();
    fillBaselines();
    Q_EMIT changed();
}

void MatrixBar::retranslate() {
    m_metricLabel->setText(tr("Metric"));
    m_groupLabel->setText(tr("Group"));
    m_stepLabel->setText(tr("Step"));
    m_nameLabel->setText(tr("Operator"));
    m_placesLabel->setText(tr("Rows and columns"));
    m_self->setText(tr("Include self"));
    m_self->setToolTip(tr("Also what a rank copies to itself"));
    m_rangeLabel->setText(tr("Value range"));
    m_baselineLabel->setText(tr("Baseline"));
    m_baseline->setToolTip(tr("Places show the difference: this run - baseline"));
    m_to->setAccessibleName(tr("Largest value shown"));
    const auto before = question();
    fillFixed();
    setQuery(before.query);
}

}  // namespace stagescope
