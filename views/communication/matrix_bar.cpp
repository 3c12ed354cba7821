#include "views/communication/matrix_bar.h"

#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QDoubleValidator>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kRangeWidth = 80;

std::optional<double> numberIn(const QLineEdit *field) {
    bool isNumber = false;
    const double value = QLocale::c().toDouble(field->text().trimmed(), &isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

std::vector<ControlBar::Choice> metricChoices() {
    std::vector<ControlBar::Choice> choices;
    for (const auto metric : linkMetrics()) {
        choices.push_back(
            {messageText(Message("link.metric." + std::string(linkMetricText(metric)))), static_cast<int>(metric)});
    }
    return choices;
}

}  // namespace

MatrixBar::MatrixBar(Selection *selection, QWidget *parent) : ControlBar(parent) { addPickers(selection); }

void MatrixBar::onChosen(const QComboBox *picker) {
    if (picker == m_metric || picker == m_baseline) {  // a range belongs to them
        m_from->clear();
        m_to->clear();
    }
}

void MatrixBar::addPickers(Selection *selection) {
    m_metric = addPicker(
        "matrixMetric", [] { return tr("Metric"); }, metricChoices);
    m_filter =
        new GroupFilter(selection, this, "matrixGroup", [this]() -> const CommScopes & { return m_offer.scopes; });
    m_name = addPicker(
        "matrixOperator", [] { return tr("Operator"); }, [this] { return operatorChoices(); });
    addLine();
    m_places = addPicker(
        "matrixPlaces", [] { return tr("Rows and columns"); }, [this] { return placesChoices(); });
    m_self = addSwitch("matrixSelf", [] { return tr("Include self"); });
    setTip(m_self, [] { return tr("Also show copies within a rank"); });
    addRange();
    m_baseline = addPicker(
        "matrixBaseline", [] { return tr("Baseline"); },
        [this] {
            std::vector<Choice> choices;
            for (const auto &each : baselines()) {
                choices.push_back({each.text, each.key()});
            }
            return choices;
        });
    setTip(m_baseline, [] { return tr("Cells show run minus baseline"); });
    connect(m_filter, &GroupFilter::changed, this, [this] {
        refillDependent();
        Q_EMIT changed();
    });
}

void MatrixBar::addRange() {
    m_from = new QLineEdit(this);
    m_to = new QLineEdit(this);
    m_from->setObjectName(QStringLiteral("matrixFrom"));
    m_to->setObjectName(QStringLiteral("matrixTo"));
    addField([] { return tr("Value range"); }, m_from);
    addField({}, m_to);
    setName(m_to, [] { return tr("Largest value shown"); });
    for (auto *field : {m_from, m_to}) {
        auto *validator = new QDoubleValidator(field);
        validator->setLocale(QLocale::c());
        field->setValidator(validator);
        field->setFixedWidth(kRangeWidth);
        connect(field, &QLineEdit::editingFinished, this, &MatrixBar::changed);
    }
}

void MatrixBar::setSources(const CommMatrixSource &source, const CommMatrixSource *baseline,
                           const QString &baselineName) {
    m_offer = {source.run, {}, source.scopes, {}, source.hosts, source.stages, source.operators};
    const auto baselineRun = baseline == nullptr ? RunId{} : baseline->run;
    const bool isNew = baselineRun != m_baselineRun;
    m_baselineRun = baselineRun;
    m_baselineName = baselineName;
    m_baselineSteps = baseline == nullptr ? std::vector<std::string>{} : baseline->scopes.steps;
    refill(m_places);
    m_filter->refill();
    refillDependent();
    if (isNew && m_baselineRun.isValid()) {
        m_baseline->setCurrentIndex(1);  // the whole run
    }
}

void MatrixBar::setQuery(const LinkQuery &query) {
    m_filter->setOwn(query.group);
    refillDependent();
    choose(m_name, utf8Text(query.name));
}

void MatrixBar::refillDependent() {
    refill(m_name);
    refill(m_baseline);
}

QString MatrixBar::Baseline::key() const {
    return baseline ? QStringLiteral("%1/%2").arg(baseline->run.value).arg(utf8Text(baseline->step)) : QString();
}

std::vector<MatrixBar::Baseline> MatrixBar::baselines() const {
    std::vector<Baseline> found{{tr("none"), std::nullopt}};
    const auto stepText = [](const std::string &step) { return messageText(Message("step.label", {step})); };
    if (m_baselineRun.isValid()) {
        found.push_back({m_baselineName, MatrixBaseline{m_baselineRun}});
        for (const auto &step : m_baselineSteps) {
            if (m_baselineSteps.size() > 1) {
                found.push_back(
                    {tr("%1, %2").arg(m_baselineName, stepText(step)), MatrixBaseline{m_baselineRun, step}});
            }
        }
    }
    for (const auto &step : m_offer.scopes.steps) {
        if (m_offer.scopes.steps.size() > 1 && step != m_filter->scope().step) {
            found.push_back({stepText(step), MatrixBaseline{m_offer.run, step}});
        }
    }
    return found;
}

void MatrixBar::setLimits(double least, double most) {
    m_from->setPlaceholderText(QString::number(least, 'g', 4));
    m_to->setPlaceholderText(QString::number(most, 'g', 4));
}

CommMatrixQuestion MatrixBar::question() const {
    CommMatrixQuestion question;
    question.query.group = m_filter->scope().group;
    question.query.step = m_filter->scope().step;
    if (const auto name = m_name->currentData().toString(); !name.isEmpty()) {
        question.query.name = name.toStdString();
    }
    question.metric = static_cast<LinkMetric>(m_metric->currentData().toInt());
    question.places = static_cast<MatrixPlaces>(m_places->currentData().toInt());
    question.hasSelf = m_self->isChecked();
    const auto offered = baselines();
    const auto it = std::find_if(offered.begin(), offered.end(),
                                 [&](const Baseline &each) { return each.key() == m_baseline->currentData(); });
    question.baseline = it == offered.end() ? std::nullopt : it->baseline;
    question.from = numberIn(m_from);
    question.to = numberIn(m_to);
    return question;
}

QString MatrixBar::caption() const {
    const auto shown = m_filter->caption() + QStringLiteral(", ") + m_name->currentText();
    return question().baseline ? tr("%1; baseline: %2").arg(shown, m_baseline->currentText()) : shown;
}

std::vector<ControlBar::Choice> MatrixBar::placesChoices() const {
    std::vector<Choice> choices{{tr("Ranks"), static_cast<int>(MatrixPlaces::Ranks)}};
    if (!m_offer.hosts.empty()) {
        choices.push_back({tr("Hosts"), static_cast<int>(MatrixPlaces::Hosts)});
    }
    if (!m_offer.stages.empty()) {
        choices.push_back({tr("Stages"), static_cast<int>(MatrixPlaces::Stages)});
    }
    return choices;
}

std::vector<ControlBar::Choice> MatrixBar::operatorChoices() const {
    const LinkQuery query{m_filter->scope().group, m_filter->scope().step};
    std::vector<Choice> choices;
    for (const auto &name : m_offer.operatorNames(query)) {
        choices.push_back({name == kAllOperators ? tr("All operators") : utf8Text(name), utf8Text(name)});
    }
    return choices;
}

}  // namespace stagescope
