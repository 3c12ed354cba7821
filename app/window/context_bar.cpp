#include "app/window/context_bar.h"

#include "app/window/clock_control.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/base/step_id.h"
#include "core/session/remote_address.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QEvent>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>

#include <algorithm>
#include <array>
#include <set>

namespace stagescope {

namespace {

constexpr int kOpenAnother = -2;
constexpr int kNoBaseline = -1;
constexpr int kMaxRank = 1'000'000;
constexpr int kLeastBarWidth = 420;
constexpr int kWidthWithClock = 1000;
constexpr int kLeastField = 48;
constexpr int kFieldFrame = 36;  ///< frame and arrow
constexpr int kBarGap = 6;
constexpr int kLeastSearch = 90;
constexpr int kSearchFrame = 40;

/// Long entries are cut in the box (the style elides them) and complete in the list and the tooltip.
QComboBox *combo(QWidget *parent, int characters, int maximum) {
    auto *box = new QComboBox(parent);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(characters);
    box->setMinimumWidth(kLeastField);
    box->setMaximumWidth(maximum);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return box;
}

void choose(QComboBox *box, const QVariant &value) {
    box->setCurrentIndex(std::max(0, box->findData(value)));
    box->setToolTip(box->currentText());
}

}  // namespace

std::vector<std::int64_t> stepNumbers(const Run &run) {
    std::set<std::int64_t> steps;
    for (const auto &capture : run.captures) {
        for (const auto &record : recordsOf<StepRecord>(capture)) {
            steps.insert(record.step);
        }
    }
    steps.erase(kNoStep);
    return {steps.begin(), steps.end()};
}

bool parseRankList(const QString &text, std::vector<int> &ranks) {
    ranks.clear();
    const auto parts = text.split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (const auto &part : parts) {
        const auto ends = part.trimmed().split(QLatin1Char('-'));
        bool first = false;
        bool last = false;
        const int from = ends.front().trimmed().toInt(&first);
        const int to = ends.back().trimmed().toInt(&last);
        if (!first || !last || ends.size() > 2 || from < 0 || to < from || to > kMaxRank) {
            return false;
        }
        for (int rank = from; rank <= to; ++rank) {
            ranks.push_back(rank);
        }
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return true;
}

QString rankListText(const std::vector<int> &ranks) {
    QStringList parts;
    for (std::size_t i = 0; i < ranks.size();) {
        std::size_t end = i + 1;
        while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) {
            ++end;
        }
        if (end - i > 2) {
            parts << QStringLiteral("%1-%2").arg(ranks[i]).arg(ranks[end - 1]);
        } else {
            for (std::size_t k = i; k < end; ++k) {
                parts << QString::number(ranks[k]);
            }
        }
        i = end;
    }
    return parts.join(QStringLiteral(", "));
}

ContextBar::ContextBar(Selection *selection, QWidget *parent)
    : QWidget(parent),
      m_selection(selection),
      m_workspace(std::make_shared<Workspace>()),
      m_lines(new QBoxLayout(QBoxLayout::LeftToRight, this)),
      m_run(combo(this, 12, 260)),
      m_baseline(combo(this, 8, 220)),
      m_step(combo(this, 6, 140)),
      m_group(combo(this, 8, 200)),
      m_ranks(new QLineEdit(this)),
      m_clock(new ClockControl(this)),
      m_search(new QLineEdit(this)) {
    makeLayout();
    connectInputs();
    retranslate();
}

void ContextBar::makeLayout() {
    m_lines->setContentsMargins(8, 4, 8, 4);
    m_lines->setSpacing(kBarGap);
    const std::initializer_list<QWidget *> fields{m_run, m_baseline, m_step, m_group, m_ranks, m_clock};
    QHBoxLayout *layout = nullptr;
    for (auto *field : fields) {
        if (field == m_run || field == m_group) {
            layout = new QHBoxLayout;
            layout->setSpacing(kBarGap);
            m_lines->addLayout(layout, field == m_run ? 3 : 2);  // as the sums of what lies in them
        }
        auto *label = new QLabel(this);
        label->setBuddy(field);
        layout->addWidget(label);
        // Names of runs are the longest texts here.
        layout->addWidget(field, field == m_clock                                            ? 0
                                 : field == m_run || field == m_baseline || field == m_group ? 4
                                                                                             : 2);
        m_fields.emplace_back(label, field);
    }
    m_group->setEditable(true);
    m_group->setInsertPolicy(QComboBox::NoInsert);
    m_ranks->setMinimumWidth(50);
    m_ranks->setMaximumWidth(160);
    layout->addStretch();
    layout->addWidget(m_search, 2);
    m_search->setMaximumWidth(240);
    m_search->setClearButtonEnabled(true);
    m_clock->setMinimumWidth(0);
    m_search->installEventFilter(this);
}

QSize ContextBar::minimumSizeHint() const { return {kLeastBarWidth, QWidget::minimumSizeHint().height()}; }

/// Also when a text in it has become longer, or shorter.
bool ContextBar::event(QEvent *event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        fitLines();
    }
    return QWidget::event(event);
}

/// The clock is the first to go; what is left shrinks, and at last takes two lines.
void ContextBar::fitLines() {
    const bool hasRoom = width() >= kWidthWithClock;
    for (const auto &[label, field] : m_fields) {
        if (field == m_clock) {
            label->setVisible(hasRoom);
            field->setVisible(hasRoom);
        }
    }
    int needed = 4 * kBarGap;
    for (int i = 0; i < m_lines->count(); ++i) {
        needed += m_lines->itemAt(i)->minimumSize().width();
    }
    m_lines->setDirection(width() < needed ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void ContextBar::connectInputs() {
    connect(m_run, &QComboBox::activated, this, [this] { Q_EMIT runRequested(RunId{m_run->currentData().toUInt()}); });
    connect(m_baseline, &QComboBox::activated, this, [this] {
        const int value = m_baseline->currentData().toInt();
        if (value == kOpenAnother) {
            fillRuns();
            Q_EMIT openBaselineRequested();
        } else {
            Q_EMIT baselineRequested(value == kNoBaseline ? RunId{} : RunId{static_cast<std::uint32_t>(value)});
        }
    });
    connect(m_step, &QComboBox::activated, this, [this] {
        auto state = m_selection->state();
        const auto value = m_step->currentData();
        state.step = value.isValid() ? std::optional<std::int64_t>(value.toLongLong()) : std::nullopt;
        m_selection->set(std::move(state), this);
    });
    const auto chooseGroup = [this](const QString &group) {
        auto state = m_selection->state();
        state.group = group.toStdString();
        m_selection->set(std::move(state), this);
    };
    connect(m_group, &QComboBox::activated, this,
            [this, chooseGroup] { chooseGroup(m_group->currentData().toString()); });
    connect(m_group->lineEdit(), &QLineEdit::returnPressed, this, [this, chooseGroup] {
        const auto typed = m_group->currentText().trimmed();
        const int at = m_group->findText(typed);
        chooseGroup(at < 0 ? typed : m_group->itemData(at).toString());
    });
    connect(m_ranks, &QLineEdit::editingFinished, this, &ContextBar::applyRanks);
    connect(m_search, &QLineEdit::textEdited, this, &ContextBar::searchRequested);
    connect(m_clock, &ClockControl::clockRequested, this, &ContextBar::clockRequested);
    connect(m_selection, &Selection::changed, this, &ContextBar::showSelection);
}

void ContextBar::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    fillRuns();
    fillSteps();
    fillGroups();
    showSelection();
    m_clock->setWorkspace(m_workspace);
}

void ContextBar::fillRuns() {
    m_run->clear();
    m_baseline->clear();
    m_baseline->addItem(tr("none"), kNoBaseline);
    const auto *main = m_workspace->mainRun();
    const auto *baseline = m_workspace->baseline();
    for (const auto &run : m_workspace->runs) {
        m_run->addItem(utf8Text(run.label), run.id.value);
        m_run->setItemData(m_run->count() - 1, utf8Text(shownPath(run.path)), Qt::ToolTipRole);
        if (&run != main) {
            m_baseline->addItem(utf8Text(run.label), run.id.value);
        }
    }
    m_baseline->addItem(tr("Open baseline..."), kOpenAnother);
    choose(m_run, main == nullptr ? QVariant() : QVariant(main->id.value));
    choose(m_baseline, baseline == nullptr ? QVariant(kNoBaseline) : QVariant(baseline->id.value));
}

void ContextBar::fillSteps() {
    m_step->clear();
    m_step->addItem(tr("all"));
    if (const auto *run = m_workspace->mainRun()) {
        for (const auto step : stepNumbers(*run)) {
            m_step->addItem(utf8Text(stepText(step)), QVariant::fromValue<qlonglong>(step));
        }
    }
}

void ContextBar::fillGroups() {
    m_group->clear();
    m_group->addItem(tr("all"), QString());
    if (const auto *run = m_workspace->mainRun()) {
        for (const auto &group : pipelineGroups(*run)) {
            m_group->addItem(utf8Text(group.id), utf8Text(group.id));
        }
    }
}

void ContextBar::showSelection() {
    const auto &state = m_selection->state();
    choose(m_step, state.step ? QVariant::fromValue<qlonglong>(*state.step) : QVariant());
    choose(m_group, utf8Text(state.group));
    if (m_group->currentData().toString() != utf8Text(state.group)) {
        m_group->setEditText(utf8Text(state.group));  // typed, or of communication
    }
    m_group->lineEdit()->setCursorPosition(0);
    std::vector<int> ranks;
    for (const auto &rank : state.ranks) {
        ranks.push_back(rank.rank);
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    if (!m_ranks->hasFocus() || !m_ranks->isModified()) {
        m_ranks->setText(rankListText(ranks));
        m_ranks->setCursorPosition(0);
    }
}

void ContextBar::applyRanks() {
    std::vector<int> ranks;
    const auto *run = m_workspace->mainRun();
    if (!m_ranks->isModified() || run == nullptr) {
        return;
    }
    m_ranks->setModified(false);
    if (!parseRankList(m_ranks->text(), ranks)) {
        showSelection();
        return;
    }
    auto state = m_selection->state();
    state.ranks.clear();
    for (const int rank : ranks) {
        state.ranks.push_back({run->id, rank});
    }
    m_selection->set(std::move(state), this);
}

void ContextBar::focusSearch() {
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void ContextBar::search(const QString &text) {
    m_search->setText(text);
    Q_EMIT searchRequested(text);
}

void ContextBar::dropEdits() {
    m_ranks->setModified(false);
    showSelection();
}

bool ContextBar::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (watched == m_search && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
            Q_EMIT nextHitRequested(key->modifiers().testFlag(Qt::ShiftModifier));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ContextBar::retranslate() {
    const std::array names{tr("Run"), tr("Baseline"), tr("Step"), tr("Group"), tr("Ranks"), tr("Clock")};
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        m_fields[i].first->setText(names[i]);
        m_fields[i].second->setAccessibleName(names[i]);
    }
    for (auto *box : {m_step, m_group}) {
        box->setMinimumWidth(std::max(kLeastField, fontMetrics().horizontalAdvance(tr("all")) + kFieldFrame));
    }
    m_group->lineEdit()->setToolTip(tr("A pipeline, or its ranks in stage order: 0,2"));
    m_ranks->setPlaceholderText(tr("all"));
    m_ranks->setToolTip(tr("Ranks shown in tables and charts, e.g. 0, 2, 5-7; empty = all"));
    m_clock->retranslate();
    m_search->setPlaceholderText(tr("Search  /"));
    m_search->setToolTip(tr("Search slices"));
    // Whole words, with room for the frame and the button that clears.
    m_search->setMinimumWidth(
        std::max(kLeastSearch, m_search->fontMetrics().horizontalAdvance(m_search->placeholderText()) + kSearchFrame));
    m_search->setAccessibleName(tr("Search slices"));
    setWorkspace(m_workspace);
}

}  // namespace stagescope
