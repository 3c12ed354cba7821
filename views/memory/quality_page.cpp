#include "views/memory/quality_page.h"

#include "core/analysis/tables/table_columns.h"
#include "core/scene/kit/message_scene.h"
#include "core/scene/kit/spacing.h"
#include "core/store/tables/table_store.h"
#include "views/common/elided_label.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"
#include "views/memory/snapshot_empty.h"
#include "views/memory/snapshot_session.h"

#include <QtCore/QItemSelectionModel>
#include <QtCore/QSignalBlocker>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QTableView>

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

constexpr int kFactRow = 3;          ///< hidden: position
constexpr int kPhaseRow = 8;         ///< hidden: position
constexpr double kFactShare = 0.6;   ///< of the height, in pictures
constexpr double kPhaseShare = 0.5;  ///< of the width, in pictures

std::string wordsOf(const Message &message) { return messageText(message).toStdString(); }

Message kindMessage(SnapshotPhase::Kind kind) {
    using Kind = SnapshotPhase::Kind;
    switch (kind) {
        case Kind::Initialisation:
            return Message("memory.phase.initialisation");
        case Kind::BeforeSteps:
            return Message("memory.phase.before");
        case Kind::Step:
            return Message("memory.phase.step");
        case Kind::AfterSteps:
            return Message("memory.phase.after");
        case Kind::Whole:
            break;
    }
    return Message("memory.phase.whole");
}

struct PhaseRow {
    const SnapshotPhase *phase;
    std::size_t position;

    operator const SnapshotPhase &() const { return *phase; }

    [[nodiscard]] std::string name() const {
        return wordsOf(kindMessage(phase->kind)) + (phase->step < 0 ? "" : " " + std::to_string(phase->step));
    }
};

ResultTable phasesTable(const std::vector<SnapshotPhase> &phases) {
    using Row = PhaseRow;
    using Phase = SnapshotPhase;
    std::vector<Row> rows;
    for (const auto &phase : phases) {
        rows.push_back({&phase, rows.size()});
    }
    return tableOf<Row>("memory_phases",
                        {
                            column("phase", "Initialization, step...", &Row::name),
                            column("first_event", "First event.", &Phase::begin),
                            column("last_event", "Last event.", [](const Row &row) { return row.phase->end - 1; }),
                            column("before_bytes", "bytes", "In use before it.", &Phase::bytesBefore),
                            column("peak_bytes", "bytes", "Most in use in it.", &Phase::peak),
                            column("after_bytes", "bytes", "In use after it.", &Phase::bytesAfter),
                            column("kept_bytes", "bytes", "Made in it and not freed in it.", &Phase::keptBytes),
                            column("kept_blocks", "Number of these.", &Phase::keptBlocks),
                            column("row", "Position.", &Row::position),
                        },
                        rows);
}

using Setting = KeyValues::value_type;

ResultTable settingsTable(const KeyValues &settings) {
    return tableOf<Setting>("memory_settings",
                            {
                                column("setting", "Name as the file has it.", &Setting::first),
                                column("value", "As the file has it.", &Setting::second),
                            },
                            settings);
}

struct FactRow {
    const QualityFact *fact;
    std::string snapshot;
    std::size_t position;
};

ResultTable factsTable(const std::vector<FactRow> &rows) {
    using Row = FactRow;
    return tableOf<Row>("memory_quality",
                        {
                            column("grade", "How much it matters.",
                                   [](const Row &row) {
                                       return wordsOf(Message("memory.quality.grade." +
                                                              std::string(qualityGradeText(row.fact->grade))));
                                   }),
                            column("snapshot", "Of which snapshot.", &Row::snapshot),
                            column("what", "Result.", [](const Row &row) { return wordsOf(row.fact->text); }),
                            column("row", "Position.", &Row::position),
                        },
                        rows);
}

}  // namespace

QualityPage::QualityPage(const ViewServices &services, SnapshotSession &session, QWidget *parent)
    : View(services, parent),
      m_session(session),
      m_stack(new QStackedWidget(this)),
      m_message(new SceneCanvas),
      m_split(new QSplitter(Qt::Vertical)),
      m_facts(new TableView(m_split)),
      m_about(new ElidedLabel),
      m_phases(new TableView),
      m_aboutSettings(new ElidedLabel),
      m_settings(new TableView) {
    auto *below = new QSplitter(Qt::Horizontal, m_split);
    below->setChildrenCollapsible(false);
    for (auto [about, table] : {std::pair(m_about, m_phases), std::pair(m_aboutSettings, m_settings)}) {
        auto *part = new QWidget(below);
        auto *list = new QVBoxLayout(part);
        list->setContentsMargins(0, 0, 0, 0);
        list->addWidget(about);
        list->addWidget(table, 1);
        about->setContentsMargins(kPad, 4, kPad, 0);
        about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    below->setSizes({640, 360});
    m_settings->table()->horizontalHeader()->setStretchLastSection(true);
    m_split->setChildrenCollapsible(false);
    m_split->setSizes({600, 400});
    m_stack->addWidget(m_message);
    m_stack->addWidget(m_split);
    m_facts->table()->horizontalHeader()->setStretchLastSection(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connectControls();
    retranslate();
}

void QualityPage::connectControls() {
    m_message->setBuilder([this](QSize size) { return messageFor(size); });
    connect(&m_session, &SnapshotSession::choicesChanged, this, &QualityPage::ask);
    connect(&m_session, &SnapshotSession::historyChanged, this, &QualityPage::ask);
    connect(m_facts->table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &QualityPage::chooseFact);
    connect(m_phases->table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &QualityPage::choosePhase);
}

QString QualityPage::id() const { return QStringLiteral("memory-quality"); }
QString QualityPage::title() const { return tr("Data quality"); }
bool QualityPage::isBusy() const { return m_work.isBusy(); }
QWidget *QualityPage::emptyArea() { return m_message; }

std::optional<Message> QualityPage::emptyReason() const {
    return m_session.chosen() == nullptr ? snapshotEmptyReason(m_session) : std::nullopt;
}
void QualityPage::setWorkspace(std::shared_ptr<const Workspace>) { ask(); }

void QualityPage::showEvent(QShowEvent *event) {
    View::showEvent(event);
    ask();
}

void QualityPage::ask() {
    if (!isVisible()) {
        return;
    }
    std::vector<std::pair<SnapshotSource, std::shared_ptr<const SnapshotStore>>> sources;
    for (const auto &choice : m_session.choices()) {
        sources.emplace_back(choice.source, snapshotStoreOf(m_session.workspace().get(), choice));
    }
    m_work.start(
        [sources, history = m_session.history()](const std::stop_token &stop) {
            Model model;
            for (std::size_t i = 0; i < sources.size() && !stop.stop_requested(); ++i) {
                for (auto &fact : snapshotQuality(sources[i].first)) {
                    model.rows.push_back({i, std::move(fact)});
                }
            }
            std::stable_sort(model.rows.begin(), model.rows.end(),
                             [](const Row &a, const Row &b) { return a.fact.grade < b.fact.grade; });
            if (history != nullptr) {
                model.phases = snapshotPhases(*history, stop);
            }
            return model;
        },
        [this](Model model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void QualityPage::adopt(Model model) {
    m_model = std::move(model);
    showRows();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

void QualityPage::showRows() {
    const QSignalBlocker facts(m_facts->table()->selectionModel());
    const QSignalBlocker phases(m_phases->table()->selectionModel());
    std::vector<FactRow> rows;
    const auto &choices = m_session.choices();
    for (std::size_t i = 0; i < m_model.rows.size() && m_model.rows[i].choice < choices.size(); ++i) {
        const auto &[choice, fact] = m_model.rows[i];
        rows.push_back({&fact, SnapshotSession::nameOf(choices[choice]).toStdString(), i});
    }
    m_facts->setTable(factsTable(rows));
    m_facts->table()->setColumnHidden(kFactRow, true);
    m_phases->setTable(phasesTable(m_model.phases));
    m_phases->table()->setColumnHidden(kPhaseRow, true);
    const auto *chosen = m_session.chosen();
    m_about->setText(chosen == nullptr ? QString() : tr("Phases of %1").arg(SnapshotSession::nameOf(*chosen)));
    m_settings->setTable(settingsTable(chosen == nullptr ? KeyValues{} : chosen->source.store->settings()));
    m_aboutSettings->setText(m_settings->table()->model()->rowCount() == 0 ? tr("No allocator settings in this file")
                                                                           : tr("Allocator settings"));
    m_stack->setCurrentIndex(emptyReason() ? 0 : 1);
    m_message->invalidate();
}

void QualityPage::chooseFact() {
    const auto index = m_facts->table()->currentIndex();
    if (index.isValid() && !m_work.isBusy()) {
        m_session.choose(m_model.rows[index.siblingAtColumn(kFactRow).data(Qt::UserRole).toUInt()].choice);
    }
}

void QualityPage::choosePhase() {
    const auto index = m_phases->table()->currentIndex();
    if (index.isValid() && !m_work.isBusy()) {
        const auto &phase = m_model.phases[index.siblingAtColumn(kPhaseRow).data(Qt::UserRole).toUInt()];
        m_session.setRange(SnapshotSession::Range{phase.begin, phase.end});
    }
}

Scene QualityPage::messageFor(QSize size) const {
    return buildMessageScene(size.width(), size.height(), title().toStdString(),
                             wordsOf(emptyReason().value_or(Message("memory.working"))), sceneStyle(font()));
}

void QualityPage::paintPicture(QPainter &painter, QSize size) {
    painter.setFont(font());
    if (emptyReason()) {
        paintScene(painter, messageFor(size), Theme::current());
        return;
    }
    painter.fillRect(QRect({0, 0}, size), Theme::current().color(ColorRole::Background));
    const int upper = static_cast<int>(size.height() * kFactShare);
    const int line = painter.fontMetrics().height() + 8;
    paintTable(painter, *m_facts->table()->horizontalHeader(), QRect(0, 0, size.width(), upper));
    const int left = static_cast<int>(size.width() * kPhaseShare);
    const auto part = [&](const QLabel *about, const TableView &rows, int x, int width) {
        painter.setPen(Theme::current().color(ColorRole::Text));
        painter.drawText(QRect(x + kPad, upper, width - 2 * kPad, line), Qt::AlignVCenter | Qt::AlignLeft,
                         painter.fontMetrics().elidedText(about->text(), Qt::ElideRight, width - 2 * kPad));
        paintTable(painter, *rows.table()->horizontalHeader(),
                   QRect(x, upper + line, width, size.height() - upper - line));
    };
    part(m_about, *m_phases, 0, left);
    part(m_aboutSettings, *m_settings, left, size.width() - left);
}

void QualityPage::retranslate() {
    m_facts->retranslate();
    m_phases->retranslate();
    m_settings->retranslate();
    m_facts->table()->setAccessibleName(tr("Missing from the snapshots"));
    m_phases->table()->setAccessibleName(tr("Phases of the snapshot"));
    m_settings->table()->setAccessibleName(tr("Allocator settings"));
    showRows();
}

}  // namespace stagescope
