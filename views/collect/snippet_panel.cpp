#include "views/collect/snippet_panel.h"

#include "core/settings/snippets.h"
#include "views/collect/plain_code.h"
#include "views/common/control_bar.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QSignalBlocker>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>

namespace stagescope {

namespace {

constexpr int kMostInSnippet = 1'000'000;
constexpr int kLeastLetters = 30;  ///< of what lines are for; their list is as wide as it needs
constexpr int kNumbersInLine = 3;

QString messageOf(std::string_view english) {
    return QCoreApplication::translate("Message", std::string(english).c_str());
}

}  // namespace

SnippetPanel::SnippetPanel(QWidget *parent)
    : QWidget(parent),
      m_bar(new ControlBar(this)),
      m_note(new QLabel(this)),
      m_copy(new QPushButton(this)),
      m_text(new QPlainTextEdit(this)) {
    auto *lines = new QVBoxLayout(this);
    lines->addWidget(m_bar);
    m_which = m_bar->addPicker(
        "snippet", [] { return tr("Snippet"); },
        [] {
            std::vector<ControlBar::Choice> choices;
            for (const auto &snippet : snippetList()) {
                choices.push_back({messageOf(snippet.meaning), utf8Text(snippet.id)});
            }
            return choices;
        });
    m_which->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_which->setMinimumContentsLength(kLeastLetters);
    m_which->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    addNumbers();
    m_text->setObjectName(QStringLiteral("snippetText"));
    layOutCode(this, m_note, m_copy, m_text);
    connect(m_bar, &ControlBar::changed, this, &SnippetPanel::refresh);
    retranslate();
}

void SnippetPanel::addNumbers() {
    int count = 0;
    for (const auto &number : snippetNumbers()) {
        if (count++ % kNumbersInLine == 0) {
            m_bar->addLine();
        }
        const auto name = utf8Text(number.name);
        const int least = number.usual.empty() || number.name == "skip_first" ? 0 : 1;
        auto *field = m_bar->addNumber(("snippet_" + std::string(number.name)).c_str(), [name] { return name; }, least,
                                       kMostInSnippet);
        m_bar->setTip(field, [meaning = number.meaning] { return messageOf(meaning); });
        m_bar->setName(field,
                       [name, meaning = number.meaning] { return name + QStringLiteral(": ") + messageOf(meaning); });
        const QSignalBlocker quiet(field);
        field->setValue(utf8Text(number.usual).toInt());
        if (number.usual.empty()) {
            m_bar->addText([field] { field->setSpecialValueText(tr("automatic")); });
        }
        m_numbers[std::string(number.name)] = field;
    }
}

void SnippetPanel::setJob(const JobSizes &job) {
    for (const auto &[name, size] : {std::pair{"pp", job.pp}, std::pair{"tp", job.tp}, std::pair{"dp", job.dp}}) {
        const QSignalBlocker quiet(m_numbers.at(name));
        m_numbers.at(name)->setValue(size);
    }
    refresh();
}

void SnippetPanel::refresh() {
    std::map<std::string, std::string> numbers;
    for (const auto &[name, field] : m_numbers) {
        if (field->value() >= field->minimum() && field->text() != field->specialValueText()) {
            numbers[name] = std::to_string(field->value());
        }
    }
    const auto index = static_cast<std::size_t>(std::max(0, m_which->currentIndex()));
    const auto text = snippetText(snippetList()[index], numbers);
    m_note->setText(text ? tr("Paste into your training script.")
                         : tr("global_batch is not a multiple of micro_batch * dp: change one of the three."));
    m_copy->setEnabled(text.has_value());
    m_text->setPlainText(text ? utf8Text(*text) : QString());
}

void SnippetPanel::retranslate() {
    m_bar->retranslate();
    m_copy->setText(tr("Copy"));
    m_text->setAccessibleName(tr("Snippets"));
    refresh();
}

}  // namespace stagescope
