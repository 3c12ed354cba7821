#include "views/memory/compare_page.h"

#include "core/analysis/snapshot/snapshot_phases.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/byte_text.h"
#include "core/scene/kit/message_scene.h"
#include "core/scene/kit/spacing.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"
#include "views/memory/snapshot_empty.h"
#include "views/memory/snapshot_session.h"

#include <QtCore/QItemSelectionModel>
#include <QtCore/QSignalBlocker>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QTableView>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kRowColumn = 7;  ///< hidden: position in the comparison
constexpr int kMostWide = 420;
constexpr std::size_t kMostRows = 20'000;

struct GroupRow {
    const ComparedGroup *group;
    std::size_t position;

    operator const ComparedGroup &() const { return *group; }
};

ResultTable groupsTable(const SnapshotComparison &comparison) {
    using Row = GroupRow;
    using Group = ComparedGroup;
    std::vector<Row> rows;
    for (std::size_t i = 0; i < std::min(kMostRows, comparison.groups.size()); ++i) {
        rows.push_back({&comparison.groups[i], i});
    }
    return tableOf<Row>("memory_compare",
                        {
                            column("place", "Call stack, or first frame of the program.", &Group::name),
                            column("run_bytes", "bytes", "In use in the run's snapshot.",
                                   [](const Row &row) { return row.group->sides[0].bytes; }),
                            column("baseline_bytes", "bytes", "In use in the baseline's.",
                                   [](const Row &row) { return row.group->sides[1].bytes; }),
                            column("delta_bytes", "bytes", "Run minus baseline.", &Group::bytesMore),
                            column("run_blocks", "Blocks in the run's snapshot.",
                                   [](const Row &row) { return row.group->sides[0].blocks; }),
                            column("baseline_blocks", "Blocks in the baseline's.",
                                   [](const Row &row) { return row.group->sides[1].blocks; }),
                            column("delta_blocks", "Run minus baseline.", &Group::blocksMore),
                            column("row", "Position.", &Row::position),
                        },
                        rows);
}

/// What a snapshot is compared with at first: the same rank and device of another run, else of the same device.
std::size_t baselineOf(const std::vector<SnapshotSession::Choice> &choices, std::size_t of) {
    const auto &run = choices[of];
    const auto first = [&](auto fits) { return std::find_if(choices.begin(), choices.end(), fits); };
    const auto isOfDevice = [&](const SnapshotSession::Choice &choice) {
        return deviceName(*choice.source.store, *choice.source.device) ==
               deviceName(*run.source.store, *run.source.device);
    };
    auto it = first([&](const auto &choice) {
        return choice.run != run.run && choice.source.rank == run.source.rank && isOfDevice(choice);
    });
    it = it != choices.end() ? it
                             : first([&](const auto &choice) { return choice.run != run.run && isOfDevice(choice); });
    it = it != choices.end()
             ? it
             : first([&](const auto &choice) { return choice.snapshot != run.snapshot && isOfDevice(choice); });
    return it != choices.end() ? static_cast<std::size_t>(it - choices.begin()) : of == 0 ? 1 : 0;
}

/// Events that lie behind the moment; nothing when the file does not tell it.
std::optional<std::uint32_t> eventsAt(const std::shared_ptr<const SnapshotStore> &store,
                                      const SnapshotSession::Choice &of, ComparePage::Moment moment,
                                      const std::stop_token &stop) {
    if (moment == ComparePage::Moment::FirstStep) {
        return firstStepMoment(SnapshotHistory(store, of.device, stop));
    }
    const auto events = snapshotMoment(of.source, moment == ComparePage::Moment::Peak ? "peak" : "end");
    return events ? std::optional(*events) : std::nullopt;
}

}  // namespace

ComparePage::ComparePage(const ViewServices &services, SnapshotSession &session, QWidget *parent)
    : View(services, parent),
      m_session(session),
      m_sides{new QComboBox(this), new QComboBox(this)},
      m_moment(new QComboBox(this)),
      m_grouping(new QComboBox(this)),
      m_about(new QLabel(this)),
      m_stack(new QStackedWidget(this)),
      m_table(new TableView),
      m_message(new SceneCanvas) {
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(kPad, 4, kPad, 2);
    bar->setSpacing(kPad);
    for (std::size_t i = 0; i < m_sides.size(); ++i) {
        m_sides[i]->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        m_sides[i]->setMaximumWidth(kMostWide);
        m_labels[i] = new QLabel(this);
        m_labels[i]->setBuddy(m_sides[i]);
        bar->addWidget(m_labels[i]);
        bar->addWidget(m_sides[i], 1);
    }
    bar->addWidget(m_moment);
    bar->addWidget(m_grouping);
    m_moment->addItems({QString(), QString(), QString()});
    m_grouping->addItems({QString(), QString(), QString()});
    m_about->setContentsMargins(kPad, 0, kPad, 4);
    m_about->setWordWrap(true);
    m_stack->addWidget(m_message);
    m_stack->addWidget(m_table);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_about);
    layout->addWidget(m_stack, 1);
    connectControls();
    retranslate();
}

void ComparePage::connectControls() {
    m_message->setBuilder([this](QSize size) { return messageFor(size); });
    for (auto *picker : {m_sides[0], m_sides[1], m_moment, m_grouping}) {
        connect(picker, &QComboBox::activated, this, &ComparePage::ask);
    }
    connect(m_table->table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ComparePage::chooseRow);
    connect(&m_session, &SnapshotSession::choicesChanged, this, &ComparePage::showChoices);
    connect(services().selection, &Selection::shown, this, &ComparePage::onShown);
}

QString ComparePage::id() const { return QStringLiteral("memory-compare"); }
QString ComparePage::title() const { return tr("Compare snapshots"); }
bool ComparePage::isBusy() const { return m_work.isBusy(); }
QString ComparePage::aboutShown() const { return m_about->text(); }

QWidget *ComparePage::emptyArea() { return m_message; }

std::optional<Message> ComparePage::emptyReason() const {
    if (m_session.choices().size() >= 2) {
        return std::nullopt;
    }
    return m_session.choices().empty()
               ? snapshotEmptyReason(m_session)
               : Message(m_session.isLoading() ? "memory.empty.loading" : "memory.compare.empty.one");
}

std::optional<Message> ComparePage::shownReason() const {
    const auto reason = emptyReason();
    return reason || m_model.hasFirstStep ? reason : std::optional(Message("memory.compare.empty.no_steps"));
}

void ComparePage::setWorkspace(std::shared_ptr<const Workspace>) { showChoices(); }

void ComparePage::showEvent(QShowEvent *event) {
    View::showEvent(event);
    ask();
}

/// The snapshot that is looked at against another one of the same device, one of the baseline run before others, until
/// others are chosen.
void ComparePage::showChoices() {
    const auto &choices = m_session.choices();
    for (auto *side : m_sides) {
        const QSignalBlocker blocker(side);
        const auto before = side->currentText();
        side->clear();
        for (const auto &choice : choices) {
            side->addItem(SnapshotSession::nameOf(choice));
        }
        side->setCurrentIndex(side->findText(before));
    }
    const auto first =
        m_sides[0]->currentIndex() < 0 ? m_session.chosenIndex() : static_cast<std::size_t>(m_sides[0]->currentIndex());
    m_sides[0]->setCurrentIndex(choices.empty() ? -1 : static_cast<int>(first));
    if (m_sides[1]->currentIndex() < 0 && choices.size() > 1) {
        m_sides[1]->setCurrentIndex(static_cast<int>(baselineOf(choices, first)));
    }
    ask();
}

void ComparePage::onShown() {
    const auto &choices = m_session.choices();
    std::vector<int> sides;
    for (const auto &item : services().selection->state().items) {
        const auto *event = std::get_if<SnapshotEventRef>(&item);
        const auto it = std::find_if(choices.begin(), choices.end(), [&](const SnapshotSession::Choice &choice) {
            return event != nullptr && choice.run == event->run && choice.snapshot == event->snapshot &&
                   choice.device == event->device;
        });
        if (it != choices.end()) {
            sides.push_back(static_cast<int>(it - choices.begin()));
        }
    }
    if (!isVisible() || sides.size() != m_sides.size()) {
        return;
    }
    for (std::size_t i = 0; i < sides.size(); ++i) {
        m_sides[i]->setCurrentIndex(sides[i]);
    }
    m_moment->setCurrentIndex(static_cast<int>(Moment::Peak));
    ask();
}

void ComparePage::ask() {
    const auto &choices = m_session.choices();
    const bool isKnown = std::all_of(m_sides.begin(), m_sides.end(), [&](const QComboBox *side) {
        return side->currentIndex() >= 0 && static_cast<std::size_t>(side->currentIndex()) < choices.size();
    });
    if (!isVisible() || !isKnown || choices.size() < 2) {
        adopt({});
        return;
    }
    std::array<SnapshotSession::Choice, 2> sides;
    std::array<std::shared_ptr<const SnapshotStore>, 2> stores;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        sides[i] = choices[static_cast<std::size_t>(m_sides[i]->currentIndex())];
        stores[i] = snapshotStoreOf(m_session.workspace().get(), sides[i]);
    }
    const auto by = m_grouping->currentIndex() == 1 ? StackGrouping::Stack : StackGrouping::Frame;
    const auto lines = m_grouping->currentIndex() == 2 ? GroupLines::Ignored : GroupLines::Kept;
    m_work.start(
        [sides, stores, by, lines,
         moment = static_cast<Moment>(m_moment->currentIndex())](const std::stop_token &stop) {
            Model model;
            for (std::size_t i = 0; i < sides.size(); ++i) {
                const auto events = eventsAt(stores[i], sides[i], moment, stop);
                model.hasFirstStep = model.hasFirstStep && events.has_value();
                model.events[i] = events.value_or(0);
            }
            if (model.hasFirstStep) {
                model.comparison = compareSnapshots({sides[0].source, model.events[0]},
                                                    {sides[1].source, model.events[1]}, by, lines, stop);
            }
            return model;
        },
        [this](Model model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void ComparePage::adopt(Model model) {
    m_model = std::move(model);
    showRows();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

void ComparePage::showRows() {
    const QSignalBlocker blocker(m_table->table()->selectionModel());
    m_table->setTable(groupsTable(m_model.comparison));
    m_table->table()->setColumnHidden(kRowColumn, true);
    m_table->table()->setColumnWidth(0, std::max(200, width() / 3));
    m_about->setText(aboutText());
    m_stack->setCurrentIndex(shownReason() ? 0 : 1);
    m_message->invalidate();
}

QString ComparePage::aboutText() const {
    if (shownReason() || m_work.isBusy()) {
        return {};
    }
    const auto side = [&](std::size_t i) {
        const auto &sum = m_model.comparison.sums[i];
        return tr("After event %3: %1 in %2 blocks")
            .arg(utf8Text(bytesText(sum.bytes)), utf8Text(groupedText(sum.blocks)),
                 utf8Text(groupedText(std::max(1U, m_model.events[i]) - 1)));
    };
    const auto differ = std::count_if(m_model.comparison.groups.begin(), m_model.comparison.groups.end(),
                                      [](const auto &g) { return g.bytesMore() != 0 || g.blocksMore() != 0; });
    const auto verdict = differ == 0 ? tr("Identical contents.")
                                     : tr("%1 of %2 call sites differ; largest differences first.")
                                           .arg(utf8Text(groupedText(static_cast<std::uint64_t>(differ))),
                                                utf8Text(groupedText(m_model.comparison.groups.size())));
    return tr("Run: %1. Baseline: %2. %3").arg(side(0), side(1), verdict);
}

void ComparePage::chooseRow() {
    const auto index = m_table->table()->currentIndex();
    if (!index.isValid() || m_work.isBusy()) {
        return;
    }
    const auto row = index.siblingAtColumn(kRowColumn).data(Qt::UserRole).toUInt();
    const auto &group = m_model.comparison.groups[row];
    const std::size_t side = group.sides[1].stack && (!group.sides[0].stack || group.bytesMore() < 0) ? 1 : 0;
    const auto &choice = m_session.choices()[static_cast<std::size_t>(m_sides[side]->currentIndex())];
    if (const auto stack = group.sides[side].stack) {
        services().selection->setItem(StackRef{choice.run, choice.snapshot, stack->value}, this);
    }
}

Scene ComparePage::messageFor(QSize size) const {
    const auto why = shownReason().value_or(Message("memory.working"));
    return buildMessageScene(size.width(), size.height(), title().toStdString(), messageText(why).toStdString(),
                             sceneStyle(font()));
}

void ComparePage::paintPicture(QPainter &painter, QSize size) {
    painter.setFont(font());
    if (shownReason()) {
        paintScene(painter, messageFor(size), Theme::current());
        return;
    }
    painter.fillRect(QRect({0, 0}, size), Theme::current().color(ColorRole::Background));
    painter.setPen(Theme::current().color(ColorRole::MutedText));
    const auto heading =
        m_sides[0]->currentText() + QStringLiteral(" - ") + m_sides[1]->currentText() + QLatin1Char('\n') + aboutText();
    const QRect room(kPad, 4, size.width() - 2 * kPad, size.height());
    const auto used = painter.boundingRect(room, Qt::TextWordWrap, heading);
    painter.drawText(room, Qt::TextWordWrap, heading);
    paintTable(painter, *m_table->table()->horizontalHeader(),
               QRect(0, used.bottom() + 6, size.width(), size.height() - used.bottom() - 6));
}

void ComparePage::retranslate() {
    const QStringList moments{tr("At the peak"), tr("At the end"), tr("At the start of the first step")};
    for (int i = 0; i < static_cast<int>(moments.size()); ++i) {
        m_moment->setItemText(i, moments[i]);
    }
    m_moment->setToolTip(tr("Memory in use at the start of the first step was left by initialization"));
    m_grouping->setItemText(0, tr("By first user frame"));
    m_grouping->setItemText(1, tr("By full stack"));
    m_grouping->setItemText(2, tr("By first user frame, ignoring line numbers"));
    m_labels[0]->setText(tr("Run"));
    m_labels[1]->setText(tr("Baseline"));
    m_sides[0]->setAccessibleName(tr("Snapshot"));
    m_sides[1]->setAccessibleName(tr("Baseline snapshot"));
    m_moment->setAccessibleName(tr("Moment"));
    m_grouping->setAccessibleName(tr("Group blocks by"));
    m_table->retranslate();
    showRows();
}

}  // namespace stagescope
