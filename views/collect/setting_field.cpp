#include "views/collect/setting_field.h"

#include "views/collect/setting_words.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QSignalBlocker>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kNameColumn = 160;  ///< pixels
constexpr int kNameGap = 6;       ///< behind a name that is longer
constexpr int kBoxesInLine = 3;
constexpr double kMeaningShare = 0.92;  ///< of the size of other texts

/// The usual value, or an item of a list of them: JSON of the list, which is ours.
TextNode usualNode(const SettingSpec &spec) {
    const auto text = readSettingText("{\"v\":" + std::string(spec.usual) + "}");
    return text ? text->root.members.front().value : TextNode{};
}

QString shownNode(const TextNode &node) {
    QStringList items;
    for (const auto &member : node.members) {
        items << utf8Text(member.value.text);
    }
    return node.type == NodeType::List     ? items.join(QStringLiteral(", "))
           : node.type == NodeType::Null   ? QString()
           : node.type == NodeType::Object ? QStringLiteral("{...}")
                                           : utf8Text(node.text);
}

QString quotedText(const QString &text) {
    const auto list = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(list.mid(1, list.size() - 2));
}

}  // namespace

SettingField::SettingField(const SettingSpec &spec, QWidget *parent)
    : QWidget(parent),
      m_spec(&spec),
      m_name(new QLabel(this)),
      m_meaning(new QLabel(this)),
      m_reason(new QLabel(this)) {
    setObjectName(utf8Text(spec.path));
    m_name->setText(utf8Text(spec.path.substr(spec.path.find_last_of('.') + 1)));
    m_name->setMinimumWidth(kNameColumn);
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_meaning->setFont(scaledFont(m_meaning->font(), kMeaningShare));
    m_meaning->setForegroundRole(QPalette::PlaceholderText);
    for (auto *label : {m_meaning, m_reason}) {
        label->setWordWrap(true);
        label->setIndent(0);
    }
    m_reason->setTextFormat(Qt::RichText);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    switch (spec.type) {
        case SettingType::Flag:
            makeFlag();
            break;
        case SettingType::Choice:
            makeChoice();
            break;
        case SettingType::ChoiceList:
            makeChoices();
            break;
        default:
            makeLine();
    }
    retranslate();
}

void SettingField::place(QWidget *editor) {
    auto *lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 2, 0, 4);
    lines->setSpacing(1);
    auto *first = new QHBoxLayout;
    first->setSpacing(kNameGap);
    first->addWidget(m_name);
    first->addWidget(editor, 1);
    lines->addLayout(first);
    lines->addWidget(m_meaning);
    lines->addWidget(m_reason);
    m_name->setBuddy(editor);
    setFocusProxy(editor);
}

void SettingField::makeFlag() {
    m_flag = new QCheckBox(this);
    place(m_flag);
    connect(m_flag, &QCheckBox::toggled, this, [this](bool isOn) {
        m_flag->setText(isOn ? QStringLiteral("true") : QStringLiteral("false"));
        Q_EMIT typed(m_flag->text());
    });
}

void SettingField::makeChoice() {
    m_choice = new QComboBox(this);
    place(m_choice);
    connect(m_choice, &QComboBox::activated, this, [this] { Q_EMIT typed(m_choice->currentText()); });
}

void SettingField::makeChoices() {
    auto *boxes = new QWidget(this);
    auto *grid = new QGridLayout(boxes);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(2);
    for (const auto choice : choicesOf(*m_spec)) {
        if (choice.starts_with('(')) {
            continue;  // "(none)": this program takes no choice at all
        }
        auto *box = new QCheckBox(utf8Text(choice), boxes);
        const int at = static_cast<int>(m_choices.size());
        grid->addWidget(box, at / kBoxesInLine, at % kBoxesInLine);
        m_choices.push_back(box);
        connect(box, &QCheckBox::toggled, this, &SettingField::offerChoices);
    }
    boxes->setFocusProxy(m_choices.empty() ? nullptr : m_choices.front());
    place(boxes);
}

void SettingField::makeLine() {
    m_line = new QLineEdit(this);
    m_line->setReadOnly(m_spec->type == SettingType::Object);
    m_line->setPlaceholderText(m_spec->mayBeNull ? QStringLiteral("null") : QString());
    place(m_line);
    connect(m_line, &QLineEdit::textEdited, this, [this](const QString &text) {
        const bool isNone = m_spec->mayBeNull && text.trimmed().isEmpty();
        const bool isText = m_spec->type == SettingType::Text;
        Q_EMIT typed(isNone ? QStringLiteral("null") : isText ? quotedText(text) : text.trimmed());
    });
}

void SettingField::offerChoices() {
    QStringList chosen;
    for (const auto *box : m_choices) {
        if (box->isChecked()) {
            chosen << box->text();
        }
    }
    Q_EMIT typed(chosen.join(QLatin1Char(',')));
}

void SettingField::showValue(const TextNode *node) {
    const auto value = node != nullptr ? *node : usualNode(*m_spec);
    const auto text = shownNode(value);
    auto font = m_name->font();
    font.setBold(node != nullptr && text != shownNode(usualNode(*m_spec)));
    m_name->setFont(font);
    if (m_flag != nullptr) {
        const QSignalBlocker quiet(m_flag);
        m_flag->setChecked(text == QLatin1String("true"));
        m_flag->setText(text);
    } else if (m_choice != nullptr) {
        m_choice->clear();
        for (const auto choice : choicesOf(*m_spec)) {
            m_choice->addItem(utf8Text(choice));
        }
        if (m_choice->findText(text) < 0) {
            m_choice->insertItem(0, text);
        }
        m_choice->setCurrentIndex(m_choice->findText(text));
    } else if (m_line != nullptr) {
        // Blanks and commas that are being typed mean the same and stay.
        const auto plain = [](QString shown) { return shown.remove(QLatin1Char(' ')); };
        if (!m_refusal && plain(m_line->text()) != plain(text)) {
            m_line->setText(text);
        }
    }
    // A number that stands for choices chooses them.
    const auto code = value.type == NodeType::Integer ? meantByCode(*m_spec, value.text) : std::nullopt;
    const auto chosen = code ? utf8Text(*code).split(QLatin1Char(',')) : text.split(QStringLiteral(", "));
    for (auto *box : m_choices) {
        const QSignalBlocker quiet(box);
        box->setChecked(chosen.contains(box->text()));
    }
}

void SettingField::showProblems(const std::vector<SettingProblem> &problems) {
    m_problems = problems;
    showReason();
}

void SettingField::setRefusal(const std::optional<Message> &refusal) {
    m_refusal = refusal;
    showReason();
}

QString SettingField::reason() const {
    QStringList lines;
    if (m_refusal) {
        lines << tr("Not written: %1").arg(problemSentence(m_spec, *m_refusal));
        return lines.join(QLatin1Char('\n'));
    }
    for (const auto &problem : m_problems) {
        lines << problemSentence(m_spec, problem.what);
    }
    return lines.join(QLatin1Char('\n'));
}

void SettingField::showReason() {
    QStringList lines;
    if (m_refusal) {
        lines << colored(reason(), ColorRole::Error);
    } else {
        for (const auto &problem : m_problems) {
            lines << colored(problemSentence(m_spec, problem.what), colorOfVerdict(problem.verdict));
        }
    }
    m_reason->setText(lines.join(QStringLiteral("<br>")));
    m_reason->setVisible(!lines.isEmpty());
}

bool SettingField::matches(const QString &text) const {
    QStringList all{utf8Text(m_spec->path), m_meaning->text(), utf8Text(m_spec->accepted)};
    return all.join(QLatin1Char(' ')).contains(text, Qt::CaseInsensitive);
}

void SettingField::retranslate() {
    m_meaning->setText(messageText(settingMeaning(*m_spec)));
    const auto tip =
        tr("%1\n%2\nValues: %3. Default: %4.")
            .arg(utf8Text(m_spec->path), m_meaning->text(),
                 QString::fromStdString(wantedText(*m_spec, messageTextFunction())), utf8Text(m_spec->usual));
    setToolTip(tip);
    const auto name = utf8Text(m_spec->path) + QStringLiteral(": ") + m_meaning->text();
    for (QWidget *editor :
         {static_cast<QWidget *>(m_flag), static_cast<QWidget *>(m_choice), static_cast<QWidget *>(m_line)}) {
        if (editor != nullptr) {
            editor->setAccessibleName(name);
        }
    }
    for (auto *box : m_choices) {
        box->setAccessibleName(utf8Text(m_spec->path) + QStringLiteral(": ") + box->text());
    }
    showReason();
}

}  // namespace stagescope
