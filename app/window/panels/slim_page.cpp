#include "app/window/panels/slim_page.h"

#include "app/command_line.h"
#include "app/commands/slim_answers.h"
#include "app/window/panels/rows_panel.h"
#include "core/analysis/run/steps.h"
#include "core/base/byte_text.h"
#include "core/session/output_place.h"
#include "views/common/control_bar.h"
#include "views/common/elided_label.h"
#include "views/common/export_path.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QDir>
#include <QtGui/QShortcut>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QProgressBar>
#include <QtWidgets/QPushButton>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr QSize kFirstSlimSize(820, 460);
constexpr int kPlanMs = 250;
constexpr int kProgressMs = 100;
constexpr int kFieldWidth = 130;
constexpr std::array kAnswers{SlimAnswer::Pipeline, SlimAnswer::Communication, SlimAnswer::Memory, SlimAnswer::All};

class SlimWords {
    Q_DECLARE_TR_FUNCTIONS(stagescope::SlimPage)
public:
    static QString answer(SlimAnswer answer) {
        switch (answer) {
            case SlimAnswer::Pipeline:
                return tr("Pipeline");
            case SlimAnswer::Communication:
                return tr("Communication");
            case SlimAnswer::Memory:
                return tr("Memory");
            case SlimAnswer::All:
                return tr("All readable data");
        }
        return {};
    }
    static QString reason(SlimReason reason) {
        switch (reason) {
            case SlimReason::Kept:
                return tr("kept");
            case SlimReason::NotRead:
                return tr("skipped: not used by any view or table");
            case SlimReason::ToldTwice:
                return tr("skipped: duplicate of another file");
            case SlimReason::NotAsked:
                return tr("skipped: not needed for the chosen data");
            case SlimReason::OtherRank:
                return tr("skipped: rank not selected");
            case SlimReason::Unreadable:
                return tr("skipped: unreadable");
        }
        return {};
    }
};

QString bytesOfCopy(std::uint64_t bytes) { return utf8Text(bytesText(bytes)); }

}  // namespace

std::uint64_t knownBytes(const Run &run) {
    FileTally tally;
    for (const auto &capture : run.captures) {
        for (const auto &file : capture.files) {
            if (file.chosen) {
                tally.add(file);
            }
        }
    }
    for (const auto &snapshot : run.snapshots) {
        tally.add(snapshot.file);
    }
    tally.addAll(run.clusterFiles);
    return tally.bytes();
}

SlimPage::SlimPage(QWidget *parent)
    : QWidget(parent, Qt::Window),
      m_bar(new ControlBar(this)),
      m_profile(new ElidedLabel(this)),
      m_message(new ElidedLabel(this)),
      m_bytes(new QProgressBar(this)),
      m_sums(new RowsPanel(this)) {
    makeBar();
    layOut();
    m_planTimer.setSingleShot(true);
    m_planTimer.setInterval(kPlanMs);
    connect(&m_planTimer, &QTimer::timeout, this, &SlimPage::plan);
    m_progressTimer.setInterval(kProgressMs);
    connect(&m_progressTimer, &QTimer::timeout, this, [this] {
        m_bytes->setRange(0, std::max(1, static_cast<int>(m_progress->all)));
        m_bytes->setValue(static_cast<int>(m_progress->done));
    });
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    retranslate();
    resize(kFirstSlimSize);
}

void SlimPage::makeBar() {
    m_bar->addWide(m_profile);
    m_bar->addLine();
    makeKinds();
    m_bar->addLine();
    makeChoices();
    m_bar->addLine();
    makePlace();
}

void SlimPage::makeKinds() {
    m_bar->addLabel([] { return tr("Keep data for"); });
    for (const auto answer : kAnswers) {
        const auto name = std::string(slimAnswerText(answer));
        auto *box = m_bar->addSwitch(name.c_str(), [answer] { return SlimWords::answer(answer); });
        m_answers[answer] = box;
        box->setChecked(answer == SlimAnswer::Pipeline);
        connect(box, &QCheckBox::toggled, this, &SlimPage::planSoon);
    }
    // All includes the others.
    connect(m_answers[SlimAnswer::All], &QCheckBox::toggled, this, [this](bool isOn) {
        for (const auto &[answer, box] : m_answers) {
            box->setEnabled(answer == SlimAnswer::All || !isOn);
        }
    });
}

void SlimPage::makeChoices() {
    const auto addLine = [this](const char *name, const ControlBar::Text &label, const ControlBar::Text &tip) {
        auto *line = new QLineEdit(m_bar);
        line->setObjectName(QLatin1String(name));
        line->setFixedWidth(kFieldWidth);
        m_bar->addField(label, line);
        m_bar->addText([line] { line->setPlaceholderText(tr("all")); });
        m_bar->setTip(line, tip);
        connect(line, &QLineEdit::textChanged, this, &SlimPage::planSoon);
        return line;
    };
    m_ranks = addLine(
        "slimRanks", [] { return tr("Ranks"); }, [] { return tr("Only these ranks: 0,2,4-7"); });
    m_steps = addLine(
        "slimSteps", [] { return tr("Steps"); },
        [] {
            return tr(
                "Keep only these steps in databases, CSV, traces and communication files: 13, 13-15. If steps are only "
                "in the timeline, load it first.");
        });
}

void SlimPage::makePlace() {
    const auto addButton = [this](const char *name, const ControlBar::Text &text, const auto &does) {
        auto *button = new QPushButton(m_bar);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
        m_bar->addField({}, button);
        m_bar->addText([button, text] { button->setText(text()); });
        connect(button, &QPushButton::clicked, this, does);
        return button;
    };
    m_target = new QLineEdit(m_bar);
    m_target->setObjectName(QStringLiteral("slimTarget"));
    m_bar->addLabel([] { return tr("Destination"); });
    m_bar->addWide(m_target);
    m_bar->setTip(m_target, [] { return tr("A new or empty folder outside the profile"); });
    connect(m_target, &QLineEdit::textChanged, this, &SlimPage::planSoon);
    addButton(
        "slimFolder", [] { return tr("Folder..."); }, &SlimPage::askForFolder);
    m_bar->addLine();
    m_write = addButton(
        "slimWrite", [] { return tr("Write Copy"); }, &SlimPage::write);
    m_cancel = addButton(
        "slimCancel", [] { return tr("Cancel"); },
        [this] {
            m_writing.cancel();
            m_progressTimer.stop();
            updateButtons();
            tell(tr("Cancelled: no files left behind."), false);
        });
    m_open = addButton(
        "slimOpen", [] { return tr("Open Copy"); }, [this] { Q_EMIT openRequested(m_made); });
    m_bar->addWide(m_bytes);
    m_bar->addLine();
    m_bar->addWide(m_message);
}

void SlimPage::layOut() {
    m_sums->setObjectName(QStringLiteral("slimSums"));
    m_message->setObjectName(QStringLiteral("slimMessage"));
    m_profile->setObjectName(QStringLiteral("slimProfile"));
    m_bytes->setTextVisible(false);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_bar);
    layout->addWidget(m_sums, 1);
}

void SlimPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    const auto facts = [this] {
        const auto *of = run();
        return of == nullptr ? std::pair<std::string, std::size_t>{} : std::pair(of->path, of->captures.size());
    };
    const auto before = facts();
    m_workspace = std::move(workspace);
    const auto now = facts();
    if (now.first != before.first) {
        m_target->clear();
        m_ranks->clear();
        m_steps->clear();
    }
    if (!now.first.empty() && m_target->text().isEmpty()) {
        setTarget(QDir(exportFolder()).filePath(fileNameOf(utf8Text(run()->label)) + QStringLiteral("_slim")));
    }
    if (now != before || !m_steps->text().isEmpty()) {  // what is loaded tells where steps are, nothing else here
        planSoon();
        retranslate();
    }
    updateButtons();
}

void SlimPage::setTarget(const QString &folder) { m_target->setText(folder); }

void SlimPage::askForFolder() {
    const auto folder = QFileDialog::getExistingDirectory(this, tr("Parent folder of the copy"));
    if (!folder.isEmpty() && run() != nullptr) {
        setTarget(QDir(folder).filePath(fileNameOf(utf8Text(run()->label)) + QStringLiteral("_slim")));
    }
}

Result<SlimChoice> SlimPage::choice() const {
    SlimChoice choice;
    for (const auto &[answer, box] : m_answers) {
        if (box->isChecked() && box->isEnabled()) {
            choice.answers.push_back(answer);
        }
    }
    if (choice.answers.empty()) {
        return fail(ErrorKind::BadArgument, tr("choose what to keep data for").toStdString());
    }
    Arguments written;
    const auto take = [&written](const char *option, const QLineEdit *line) {
        if (const auto text = line->text().simplified(); !text.isEmpty()) {
            written.options[option] = {text.toStdString()};
        }
    };
    take("--ranks", m_ranks);
    take("--steps", m_steps);
    auto ranks = ranksOption(written, "--ranks");
    const auto steps = stepsOption(written);
    if (!ranks || !steps) {
        return tl::make_unexpected(ranks ? steps.error() : ranks.error());
    }
    choice.ranks = std::move(*ranks);
    choice.steps = *steps;
    return choice;
}

Status SlimPage::place() const {
    const auto folder = m_target->text().toStdString();
    if (folder.empty()) {
        return fail(ErrorKind::BadArgument, tr("choose a destination").toStdString());
    }
    std::vector<std::string> opened;
    for (const auto &each : m_workspace->runs) {
        opened.push_back(each.path);
    }
    const auto status = checkOutputPlace(folder, opened);
    return status ? checkNewProfilePlace(folder) : status;
}

void SlimPage::planSoon() {
    m_planning.cancel();
    m_isPossible = false;
    updateButtons();
    if (!isWriting()) {
        m_planTimer.start();
    }
}

void SlimPage::plan() {
    const auto *of = run();
    if (of == nullptr) {
        showSums({}, {});
        tell(tr("Nothing open."), false);
        return;
    }
    auto wanted = choice();
    const auto free = place();
    if (!wanted || !free) {
        showSums({}, {});
        tell(utf8Text(errorLine(wanted ? free.error() : wanted.error())), true);
        return;
    }
    tell(tr("Finding required files..."), false);
    m_planning.start([workspace = m_workspace, of,
                      wanted = std::move(*wanted)](const std::stop_token &stop) { return slimPlan(*of, wanted, stop); },
                     [this](const Result<std::vector<SlimPart>> &made) { takePlan(made); });
}

void SlimPage::takePlan(const Result<std::vector<SlimPart>> &plan) {
    if (!plan) {
        showSums({}, {});
        tell(utf8Text(errorLine(plan.error())), true);
        return;
    }
    auto sums = slimSums(*plan);
    std::uint64_t all = 0;
    for (const auto &[reason, sum] : sums) {
        all += sum.bytes;
    }
    const auto kept = sums[SlimReason::Kept];
    m_isPossible = kept.files > 0;
    showSums(sums, {});
    const auto size =
        kept.bytes < all
            ? tr("At most %1 of %2 (estimated): databases and traces are trimmed, text is compressed.")
                  .arg(bytesOfCopy(kept.bytes), bytesOfCopy(all))
            : tr("All of %1 is needed for it; databases and traces may still become smaller.").arg(bytesOfCopy(all));
    tell(m_isPossible ? size : tr("This profile has no data for this request."), !m_isPossible);
    updateButtons();
}

Result<SlimPage::Outcome> SlimPage::makeCopy(const Run &run, const SlimChoice &choice, const std::string &folder,
                                             Progress &progress, const std::stop_token &stop) {
    const auto plan = slimPlan(run, choice, stop);
    if (!plan) {
        return tl::make_unexpected(plan.error());
    }
    auto copy = writeSlimCopy(
        run, choice, *plan, folder,
        [&progress](std::size_t done, std::size_t all) {
            progress.done = done;
            progress.all = all;
        },
        stop);
    if (!copy) {
        return tl::make_unexpected(copy.error());
    }
    auto unanswered = answersLostIn(folder, run, {}, stop);
    return unanswered ? Result<Outcome>(Outcome{std::move(*copy), std::move(*unanswered)})
                      : tl::make_unexpected(unanswered.error());
}

void SlimPage::write() {
    const auto *of = run();
    auto wanted = choice();
    if (of == nullptr || !wanted || !place()) {
        return;
    }
    m_made.clear();
    m_progress = std::make_shared<Progress>();
    tell(tr("Writing %1").arg(m_target->text()), false);
    m_writing.start(
        [workspace = m_workspace, of, wanted = std::move(*wanted), folder = m_target->text().toStdString(),
         progress = m_progress](const std::stop_token &stop) { return makeCopy(*of, wanted, folder, *progress, stop); },
        [this, folder = m_target->text()](const Result<Outcome> &outcome) {
            m_made = outcome ? folder : QString();
            takeOutcome(outcome);
        });
    m_progressTimer.start();
    updateButtons();
}

void SlimPage::takeOutcome(const Result<Outcome> &outcome) {
    m_progressTimer.stop();
    m_isPossible = false;  // its folder is not empty any more
    updateButtons();
    if (!outcome) {
        tell(utf8Text(errorLine(outcome.error())), true);
        return;
    }
    const auto &[copy, lost] = *outcome;
    showSums(slimSums(copy), lost);
    const auto text = tr("Written: %1 of %2").arg(bytesOfCopy(copy.copyBytes), bytesOfCopy(copy.bytes));
    tell(copy.lost.empty() ? text : text + QStringLiteral("; ") + utf8Text(errorLine(copy.lost.front())),
         !copy.lost.empty());
    Q_EMIT written(m_made);
}

void SlimPage::showSums(const SlimSums &sums, const std::vector<Message> &lost) {
    std::vector<RowsModel::Row> rows;
    for (const auto &title : lost) {
        rows.push_back({{QString(), QString(), tr("no longer answered: %1").arg(messageText(title))}});
    }
    for (const auto &[reason, sum] : sums) {
        if (sum.files > 0) {
            rows.push_back({{QString::number(sum.files), bytesOfCopy(sum.bytes), SlimWords::reason(reason)}});
        }
    }
    m_sums->setRows(std::move(rows));
}

void SlimPage::tell(const QString &text, bool isTrouble) {
    m_message->setForegroundRole(isTrouble ? QPalette::BrightText : QPalette::WindowText);
    m_message->setText(text);
}

void SlimPage::updateButtons() {
    m_write->setEnabled(m_isPossible && !isWriting());
    m_cancel->setEnabled(isWriting());
    m_open->setEnabled(!m_made.isEmpty());
    m_bytes->setVisible(isWriting());
    const auto *of = run();
    m_steps->setEnabled(of != nullptr && !isWriting() && !needsDeepForSteps(*of));
    for (auto *line : {m_ranks, m_target}) {
        line->setEnabled(!isWriting());
    }
}

void SlimPage::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        planSoon();
    }
    QWidget::changeEvent(event);
}

void SlimPage::retranslate() {
    setWindowTitle(tr("Slim copy"));
    m_bar->retranslate();
    m_sums->setHeaders({tr("Files"), tr("Size"), tr("Action")});
    const auto *of = run();
    m_profile->setText(
        of == nullptr ? tr("Nothing open.")
                      : tr("%2 of %1 in files that are read").arg(utf8Text(of->path), bytesOfCopy(knownBytes(*of))));
}

}  // namespace stagescope
