#include "views/collect/setting_form.h"

#include "views/collect/setting_draft.h"
#include "views/collect/setting_field.h"
#include "views/collect/setting_words.h"
#include "views/common/texts/utf8_text.h"

#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QStyle>

#include <algorithm>

namespace stagescope {

namespace {

constexpr double kHeadingShare = 1.1;  ///< of the size of other texts

/// "experimental_config" of "experimental_config.mstx".
std::string prefixOf(const SettingField &field) {
    const auto path = field.spec().path;
    const auto dot = path.find_last_of('.');
    return std::string(dot == std::string_view::npos ? std::string_view() : path.substr(0, dot));
}

}  // namespace

SettingForm::SettingForm(SettingDraft *draft, QWidget *parent)
    : QWidget(parent), m_draft(draft), m_filter(new QLineEdit(this)), m_scroll(new QScrollArea(this)) {
    m_filter->setObjectName(QStringLiteral("settingFilter"));
    m_filter->setClearButtonEnabled(true);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setFrameShape(QFrame::NoFrame);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_filter);
    layout->addWidget(m_scroll, 1);
    connect(m_filter, &QLineEdit::textChanged, this, &SettingForm::showMatching);
    connect(m_draft, &SettingDraft::replaced, this, &SettingForm::rebuild);
    connect(m_draft, &SettingDraft::changed, this, &SettingForm::refresh);
    rebuild();
}

void SettingForm::rebuild() {
    m_fields.clear();
    m_headings.clear();
    m_body = new QWidget;
    auto *lines = new QVBoxLayout(m_body);
    lines->setSpacing(2);
    std::string last;
    for (const auto &spec : settingProgram(m_draft->kind()).keys) {
        if (!isKnownTo(spec, m_draft->knownVersion())) {
            continue;
        }
        auto *field = new SettingField(spec, m_body);
        if (const auto prefix = prefixOf(*field); prefix != last) {
            addHeading(prefix);
            last = prefix;
        }
        lines->addWidget(field);
        m_fields.push_back(field);
        connect(field, &SettingField::typed, this, [this, field](const QString &value) {
            field->setRefusal(m_draft->set(field->spec(), value.toStdString()));
        });
    }
    lines->addStretch(1);
    m_scroll->setWidget(m_body);
    retranslate();
    showMatching();
    const int bar = m_scroll->style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 2 * m_scroll->frameWidth();
    m_scroll->setMinimumWidth(m_body->minimumSizeHint().width() + bar);
}

void SettingForm::addHeading(const std::string &prefix) {
    auto *label = new QLabel(utf8Text(prefix), m_body);
    auto font = scaledFont(label->font(), kHeadingShare);
    font.setBold(true);
    label->setFont(font);
    label->setContentsMargins(0, 8, 0, 2);
    m_body->layout()->addWidget(label);
    m_headings.push_back({label, prefix});
}

void SettingForm::refresh() {
    m_body->setEnabled(m_draft->review().has_value());
    for (auto *field : m_fields) {
        std::vector<SettingProblem> own;
        if (m_draft->review()) {
            const auto &all = m_draft->review()->problems;
            std::copy_if(all.begin(), all.end(), std::back_inserter(own),
                         [&](const SettingProblem &problem) { return problem.path == field->spec().path; });
        }
        field->showValue(m_draft->root().at(field->spec().path));
        field->showProblems(own);
    }
}

void SettingForm::showMatching() {
    const auto text = m_filter->text().trimmed();
    for (auto *field : m_fields) {
        field->setVisible(field->matches(text));
    }
    for (const auto &heading : m_headings) {
        heading.label->setVisible(std::any_of(m_fields.begin(), m_fields.end(), [&](const SettingField *field) {
            return prefixOf(*field) == heading.prefix && field->matches(text);
        }));
    }
}

SettingField *SettingForm::field(const std::string &path) const {
    const auto it = std::find_if(m_fields.begin(), m_fields.end(),
                                 [&](const SettingField *field) { return field->spec().path == path; });
    return it == m_fields.end() ? nullptr : *it;
}

void SettingForm::goTo(const std::string &path) {
    if (auto *wanted = field(path)) {
        m_filter->clear();
        m_scroll->ensureWidgetVisible(wanted);
        wanted->setFocus(Qt::OtherFocusReason);
    }
}

std::vector<std::string> SettingForm::refused() const {
    std::vector<std::string> paths;
    for (const auto *field : m_fields) {
        if (field->isRefused()) {
            paths.emplace_back(field->spec().path);
        }
    }
    return paths;
}

void SettingForm::retranslate() {
    m_filter->setPlaceholderText(tr("Find a setting"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    for (auto *field : m_fields) {
        field->retranslate();
    }
    refresh();
}

}  // namespace stagescope
