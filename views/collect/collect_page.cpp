#include "views/collect/collect_page.h"

#include "core/settings/setting_goals.h"
#include "views/collect/environment_panel.h"
#include "views/collect/outlook_panel.h"
#include "views/collect/setting_draft.h"
#include "views/collect/setting_form.h"
#include "views/collect/setting_words.h"
#include "views/collect/snippet_panel.h"
#include "views/collect/step_strip.h"
#include "views/collect/text_panel.h"
#include "views/common/control_bar.h"
#include "views/common/elided_label.h"
#include "views/common/export_path.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QMimeData>
#include <QtCore/QSignalBlocker>
#include <QtCore/QUrl>
#include <QtGui/QClipboard>
#include <QtGui/QCloseEvent>
#include <QtGui/QDropEvent>
#include <QtGui/QGuiApplication>
#include <QtGui/QShortcut>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QTabWidget>

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

constexpr QSize kFirstCollectSize(1280, 860);
constexpr int kMostTrained = 1'000'000'000;  ///< steps
constexpr int kMostOfOneKind = 4096;         ///< ranks of a dimension
constexpr int kFormShare = 9;
constexpr int kOutlookShare = 11;
constexpr int kVersionWidth = 90;

QPushButton *buttonIn(QWidget *parent, const char *name) {
    auto *button = new QPushButton(parent);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    return button;
}

}  // namespace

CollectPage::CollectPage(QWidget *parent)
    : QWidget(parent, Qt::Window),
      m_draft(new SettingDraft(this)),
      m_bar(new ControlBar(this)),
      m_file(new ElidedLabel(this)),
      m_message(new ElidedLabel(this)),
      m_question(new QWidget(this)),
      m_questionText(new QLabel(m_question)),
      m_strip(new StepStrip(m_draft, this)),
      m_form(new SettingForm(m_draft, this)),
      m_tabs(new QTabWidget(this)),
      m_outlook(new OutlookPanel(m_draft, this)),
      m_text(new TextPanel(m_draft, this)),
      m_snippets(new SnippetPanel(this)),
      m_environment(new EnvironmentPanel(this)) {
    makeBar();
    makeJobBar();
    makeQuestion();
    layOut();
    makeKeys();
    setAcceptDrops(true);
    connect(m_draft, &SettingDraft::changed, this, &CollectPage::follow);
    connect(m_draft, &SettingDraft::replaced, this, &CollectPage::follow);
    connect(m_outlook, &OutlookPanel::keyChosen, this,
            [this](const QString &path) { m_form->goTo(path.toStdString()); });
    retranslate();
    resize(kFirstCollectSize);
}

void CollectPage::makeBar() {
    m_program = m_bar->addPicker(
        "program", [] { return tr("Profiler"); },
        [] {
            std::vector<ControlBar::Choice> choices;
            for (const auto &program : settingPrograms()) {
                choices.push_back({programName(program.kind), static_cast<int>(program.kind)});
            }
            return choices;
        });
    connect(m_program, &QComboBox::activated, this, &CollectPage::chooseProgram);
    makeGoals();
    const auto addButton = [this](const char *name, ControlBar::Text text, void (CollectPage::*does)()) {
        auto *button = buttonIn(m_bar, name);
        m_bar->addField({}, button);
        m_bar->addText([button, text = std::move(text)] { button->setText(text()); });
        connect(button, &QPushButton::clicked, this, does);
        return button;
    };
    auto *open = addButton(
        "openSettings", [] { return tr("Open..."); }, &CollectPage::askForSettings);
    auto *paste = addButton(
        "pasteSettings", [] { return tr("Paste"); }, &CollectPage::paste);
    auto *save = addButton(
        "saveSettings", [] { return tr("Save"); }, &CollectPage::saveOrAsk);
    auto *saveAs = addButton(
        "saveSettingsAs", [] { return tr("Save as..."); }, &CollectPage::saveAs);
    m_bar->setTip(open, [] { return tr("Open a settings file (Ctrl+O), or drop it here"); });
    m_bar->setTip(paste, [] { return tr("Paste settings from the clipboard: JSON, YAML or dyno output"); });
    m_bar->setTip(save, [] { return tr("Save this file; nothing else is changed (Ctrl+S)"); });
    m_bar->setTip(saveAs, [] { return tr("Save to another file (Ctrl+Shift+S)"); });
    m_bar->addWide(m_file);
}

/// Chosen again and again: a command, as what it changes may be changed further.
void CollectPage::makeGoals() {
    m_goal = m_bar->addPicker(
        "goal", [] { return tr("Question"); },
        [] {
            std::vector<ControlBar::Choice> choices{{tr("(choose)"), QString()}};
            for (const auto &goal : settingGoals()) {
                choices.push_back({messageText(Message("settings.goal." + std::string(goal.id))), utf8Text(goal.id)});
            }
            return choices;
        });
    m_bar->setName(m_goal, [] { return tr("Question"); });
    m_bar->setTip(m_goal, [] { return tr("Change the settings so that the profile answers this question"); });
    connect(m_goal, &QComboBox::activated, this, [this] {
        if (const auto *goal = settingGoalById(m_goal->currentData().toString().toStdString())) {
            startFrom(m_draft->kind(), goal->questions);
        }
    });
}

void CollectPage::startFrom(SettingKind kind, std::span<const std::string_view> questions) {
    if (kind != m_draft->kind()) {
        afterChanges([this, kind, questions] {
            m_draft->begin(kind);
            startFrom(kind, questions);
        });
        return;
    }
    const auto changes = m_draft->aimAt(questions);
    QStringList changed;
    for (const auto &change : changes) {
        const auto dot = change.key.rfind('.') + 1;  // 0 where there is none
        changed << utf8Text(change.key.substr(dot) + "=" + change.value);
    }
    tell(changed.isEmpty() ? tr("Nothing to change: see Answers for what the code must add.")
                           : tr("Changed: %1").arg(changed.join(QStringLiteral(", "))),
         false);
    m_tabs->setCurrentWidget(m_outlook);
    if (!changes.empty()) {
        m_form->goTo(changes.back().key);
    }
}

void CollectPage::makeJobBar() {
    m_bar->addLine();
    auto *steps = m_bar->addNumber(
        "jobSteps", [] { return tr("Job steps"); }, 0, kMostTrained);
    m_bar->addText([steps] { steps->setSpecialValueText(tr("as needed")); });
    m_bar->setTip(steps, [] { return tr("Number of training steps of the job: shows whether the capture fits"); });
    connect(steps, &QSpinBox::valueChanged, this, [this](int count) { m_draft->setSteps(count); });
    QSpinBox *sizes[4] = {};
    const char *const names[] = {"TP", "CP", "PP", "DP"};
    for (int i = 0; i < 4; ++i) {
        sizes[i] = m_bar->addNumber(
            names[i], [name = names[i]] { return QLatin1String(name); }, 1, kMostOfOneKind);
        m_bar->setTip(sizes[i], [] { return tr("Parallel sizes of the job: show which ranks to record"); });
    }
    for (auto *size : sizes) {
        connect(size, &QSpinBox::valueChanged, this,
                [this, tp = sizes[0], cp = sizes[1], pp = sizes[2], dp = sizes[3]] {
                    const JobSizes job{tp->value(), cp->value(), dp->value(), pp->value()};
                    m_draft->setJob(job);
                    m_snippets->setJob(job);
                });
    }
    m_version = new QLineEdit(m_bar);
    m_version->setObjectName(QStringLiteral("programVersion"));
    m_version->setMaximumWidth(kVersionWidth);
    m_bar->addField([] { return tr("Version"); }, m_version);
    m_bar->setTip(m_version, [] {
        return tr("Version of torch_npu, MindSpore or PyTorch, e.g. 2.5; some keys exist only in older versions");
    });
    m_graphO2 = m_bar->addSwitch("graphO2", [] { return tr("Graph mode O2"); });
    m_bar->setTip(m_graphO2, [] { return tr("MindSpore compiles the whole graph (jit_level=O2)"); });
    connect(m_graphO2, &QCheckBox::toggled, m_draft, &SettingDraft::setGraphO2);
    connect(m_version, &QLineEdit::editingFinished, this, [this] {
        if (m_version->text().toStdString() != m_draft->version()) {
            m_draft->setVersion(m_version->text().toStdString());
        }
    });
}

/// Not a dialog: what was done stays in sight while one decides.
void CollectPage::makeQuestion() {
    m_question->setObjectName(QStringLiteral("unsavedQuestion"));
    m_question->setAutoFillBackground(true);
    m_question->setBackgroundRole(QPalette::ToolTipBase);
    m_questionText->setWordWrap(true);
    auto *save = buttonIn(m_question, "saveChanges");
    auto *drop = buttonIn(m_question, "dropChanges");
    auto *stay = buttonIn(m_question, "keepEditing");
    auto *line = new QHBoxLayout(m_question);
    line->addWidget(m_questionText, 1);
    for (auto *button : {save, drop, stay}) {
        line->addWidget(button);
    }
    m_bar->addText([save, drop, stay] {
        save->setText(tr("Save"));
        drop->setText(tr("Discard changes"));
        stay->setText(tr("Keep editing"));
    });
    m_question->hide();
    connect(save, &QPushButton::clicked, this, &CollectPage::saveOrAsk);
    connect(drop, &QPushButton::clicked, this, [this] { endQuestion(true); });
    connect(stay, &QPushButton::clicked, this, [this] { endQuestion(false); });
}

void CollectPage::layOut() {
    auto *halves = new QSplitter(Qt::Horizontal, this);
    halves->addWidget(m_form);
    halves->addWidget(m_tabs);
    halves->setStretchFactor(0, kFormShare);
    halves->setStretchFactor(1, kOutlookShare);
    halves->setSizes({kFirstCollectSize.width() * kFormShare / (kFormShare + kOutlookShare),
                      kFirstCollectSize.width() * kOutlookShare / (kFormShare + kOutlookShare)});
    halves->setChildrenCollapsible(false);
    m_tabs->setDocumentMode(true);
    for (QWidget *panel : {static_cast<QWidget *>(m_outlook), static_cast<QWidget *>(m_text),
                           static_cast<QWidget *>(m_snippets), static_cast<QWidget *>(m_environment)}) {
        m_tabs->addTab(panel, QString());
    }
    m_message->setObjectName(QStringLiteral("collectMessage"));
    m_message->setContentsMargins(8, 2, 8, 2);
    auto *lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(m_bar);
    lines->addWidget(m_question);
    lines->addWidget(m_strip);
    auto *body = new QVBoxLayout;
    body->setContentsMargins(8, 6, 8, 0);
    body->addWidget(halves, 1);
    lines->addLayout(body, 1);
    lines->addWidget(m_message);
}

void CollectPage::makeKeys() {
    const auto key = [this](const QKeySequence &keys, void (CollectPage::*does)()) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, does);
    };
    key(QKeySequence(Qt::CTRL | Qt::Key_O), &CollectPage::askForSettings);
    key(QKeySequence(Qt::CTRL | Qt::Key_S), &CollectPage::saveOrAsk);
    key(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), &CollectPage::saveAs);
    connect(new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_W), this), &QShortcut::activated, this, &QWidget::close);
}

void CollectPage::chooseProgram() {
    const auto kind = static_cast<SettingKind>(m_program->currentData().toInt());
    if (kind == m_draft->kind()) {
        return;
    }
    if (!m_draft->path().empty()) {
        m_draft->readAs(kind);
        tell(tr("Same file, read as settings of another profiler."), false);
        return;
    }
    afterChanges([this, kind] { m_draft->begin(kind); });
}

void CollectPage::open(const QString &path) {
    afterChanges([this, path] {
        const auto status = m_draft->open(path.toStdString());
        tell(!status                   ? QString::fromStdString(errorLine(status.error()))
             : m_draft->path().empty() ? tr("From the first schedule() of %1; the script is not changed.").arg(path)
                                       : QString(),
             !status);
        if (status && !m_draft->review()) {
            m_tabs->setCurrentWidget(m_text);
        }
    });
}

void CollectPage::setEarlier(const std::vector<const Run *> &runs) {
    std::vector<EarlierCapture> earlier;
    for (const auto *run : runs) {
        if (auto capture = earlierCapture(*run)) {
            earlier.push_back(std::move(*capture));
        }
    }
    m_draft->setEarlier(std::move(earlier));
}

void CollectPage::paste() {
    const auto text = QGuiApplication::clipboard()->text();
    if (text.trimmed().isEmpty()) {
        tell(tr("No text on the clipboard."), true);
        return;
    }
    afterChanges([this, text] {
        m_draft->take(text.toStdString());
        tell(tr("Pasted from the clipboard."), false);
    });
}

bool CollectPage::save(const QString &path) {
    const auto status = m_draft->save(path.toStdString());
    const auto refused = m_form->refused();
    if (!status) {
        tell(QString::fromStdString(errorLine(status.error())), true);
    } else if (!refused.empty()) {
        tell(tr("Saved without the value typed for %1.").arg(utf8Text(refused.front())), true);
    } else {
        tell(tr("Saved: %1").arg(path), false);
    }
    if (status && m_next) {
        endQuestion(true);
    }
    return status.has_value();
}

void CollectPage::askForSettings() {
    const auto path = QFileDialog::getOpenFileName(this, tr("Open settings"), {},
                                                   tr("Settings (*.json *.yaml *.yml *.txt *.py);;All files (*)"));
    if (!path.isEmpty()) {
        open(path);
    }
}

void CollectPage::saveOrAsk() {
    if (m_draft->path().empty()) {
        saveAs();
    } else {
        save(utf8Text(m_draft->path()));
    }
}

void CollectPage::saveAs() {
    const auto name = m_draft->path().empty() ? fileNameOf(utf8Text(settingProgram(m_draft->kind()).file))
                                              : utf8Text(m_draft->path());
    const auto path = askForExportPath(this, tr("Save settings"), name, settingFilter(m_draft->kind()));
    if (!path.isEmpty()) {
        save(path);
    }
}

void CollectPage::afterChanges(const std::function<void()> &next) {
    if (!m_draft->isChanged()) {
        next();
        return;
    }
    m_next = next;
    follow();
    m_question->show();
    m_question->findChild<QPushButton *>(QStringLiteral("saveChanges"))->setFocus(Qt::OtherFocusReason);
}

void CollectPage::endQuestion(bool goesOn) {
    m_question->hide();
    const auto next = std::exchange(m_next, nullptr);
    if (goesOn && next) {
        next();
    }
    follow();
}

void CollectPage::tell(const QString &text, bool isTrouble) {
    m_message->setText(text);
    m_message->setForegroundRole(isTrouble ? QPalette::BrightText : QPalette::WindowText);
}

void CollectPage::follow() {
    const auto path = utf8Text(m_draft->path());
    const auto name = path.isEmpty() ? tr("(not saved yet)") : path;
    m_file->setText(m_draft->isChanged() ? tr("%1 (modified)").arg(name) : name);
    m_questionText->setText(tr("%1 has unsaved changes.").arg(name));
    const auto keys = settingProgram(m_draft->kind()).keys;
    m_version->setEnabled(
        std::any_of(keys.begin(), keys.end(), [](const SettingSpec &spec) { return !spec.gone.empty(); }));
    const auto known = m_draft->version().empty() ? m_draft->knownVersion() : std::string();
    m_version->setPlaceholderText(known.empty() ? tr("latest") : utf8Text(known));
    m_graphO2->setVisible(isOfMindSpore(m_draft->kind()));
    const QSignalBlocker still(m_graphO2);
    m_graphO2->setChecked(m_draft->isGraphO2());
    const QSignalBlocker quiet(m_program);
    m_program->setCurrentIndex(m_program->findData(static_cast<int>(m_draft->kind())));
    setWindowTitle(tr("Collect: %1").arg(programName(m_draft->kind())) + QStringLiteral(" - Stagescope"));
}

/// What is not saved is asked for first; the answer closes the window then.
void CollectPage::closeEvent(QCloseEvent *event) {
    if (m_draft->isChanged()) {
        event->ignore();
        afterChanges([this] {
            if (m_draft->isChanged()) {
                m_draft->begin(m_draft->kind());
            }
            close();
        });
        return;
    }
    QWidget::closeEvent(event);
}

void CollectPage::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        m_form->refresh();
        m_strip->refresh();
        m_outlook->refresh();
        m_text->refresh();
    }
    QWidget::changeEvent(event);
}

void CollectPage::dragEnterEvent(QDragEnterEvent *event) {
    const auto urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.front().isLocalFile()) {
        event->acceptProposedAction();
    }
}

void CollectPage::dropEvent(QDropEvent *event) {
    const auto urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.front().isLocalFile()) {
        event->acceptProposedAction();
        open(urls.front().toLocalFile());
    }
}

void CollectPage::retranslate() {
    m_bar->retranslate();
    m_form->retranslate();
    m_strip->refresh();
    m_outlook->refresh();
    m_text->retranslate();
    m_snippets->retranslate();
    m_environment->retranslate();
    const QString titles[] = {tr("Answers"), tr("Text"), tr("Snippets"), tr("Environment")};
    for (int i = 0; i < m_tabs->count(); ++i) {
        m_tabs->setTabText(i, titles[i]);
    }
    follow();
}

}  // namespace stagescope
