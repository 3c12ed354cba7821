#include "app/window/query/query_panel.h"

#include "app/window/query/pivot_bar.h"
#include "app/window/query/query_chart.h"
#include "app/window/query/query_editor.h"
#include "app/window/query/result_places.h"
#include "core/analysis/tables/analysis.h"
#include "core/analysis/tables/time_bounds.h"
#include "core/ask/ask_engine.h"
#include "core/ask/span_relations.h"
#include "core/session/loading/query_history.h"
#include "views/common/elided_label.h"
#include "views/common/findings_model.h"
#include "views/common/table_view.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QRegularExpression>
#include <QtCore/QSignalBlocker>
#include <QtGui/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr int kEditorLines = 4;
constexpr int kEditorFrame = 12;
constexpr int kStatementLetters = 28;
constexpr int kLeastTable = 40;
constexpr int kSavedNameRole = Qt::UserRole + 1;

struct QueryExample {
    const char *title;
    const char *sql;
};
/// What is asked most of traces.
constexpr auto kExamples = std::to_array<QueryExample>({
    {QT_TRANSLATE_NOOP("stagescope::QueryPanel", "Kernels by total time"),
     "SELECT name, count(*) AS count, sum(dur_ns) AS total_ns, p95(dur_ns) AS p95_ns\nFROM kernel GROUP BY name ORDER "
     "BY "
     "total_ns DESC LIMIT 50"},
    {QT_TRANSLATE_NOOP("stagescope::QueryPanel", "Kernels over 50 us while a copy runs"),
     "SELECT k.rank, k.stream, k.name, k.begin_ns, k.dur_ns, k.evidence\nFROM kernel k WHERE k.dur_ns > 50000 AND "
     "EXISTS "
     "(SELECT 1 FROM copy c WHERE c.rank = k.rank\n  AND c.begin_ns < k.begin_ns + k.dur_ns AND k.begin_ns < "
     "c.begin_ns + "
     "c.dur_ns)"},
    {QT_TRANSLATE_NOOP("stagescope::QueryPanel", "Duration of an operator by input shape"),
     "SELECT op, input_shapes, count(*) AS count, p50(dur_ns) AS p50_ns, p95(dur_ns) AS p95_ns\nFROM kernel WHERE op = "
     "'aten::mm' GROUP BY op, input_shapes ORDER BY sum(dur_ns) DESC"},
    {QT_TRANSLATE_NOOP("stagescope::QueryPanel", "Gaps by the operator after them"),
     "SELECT after, count(*) AS gaps, sum(dur_ns) AS total_ns, max(dur_ns) AS longest_ns\nFROM gap GROUP BY after "
     "ORDER BY "
     "total_ns DESC"},
    {QT_TRANSLATE_NOOP("stagescope::QueryPanel", "Steps longer than 1.2 times the median of their rank"),
     "WITH usual AS (SELECT rank, median(dur_ns) AS dur_ns FROM step GROUP BY rank)\nSELECT s.rank, s.step, s.dur_ns, "
     "u.dur_ns AS usual_ns FROM step s JOIN usual u ON u.rank = s.rank\nWHERE s.dur_ns > 1.2 * u.dur_ns"},
    {QT_TRANSLATE_NOOP("stagescope::QueryPanel", "Idle time by cause and rank"),
     "SELECT rank, cause, sum(dur_ns) AS total_ns FROM gap GROUP BY rank, cause ORDER BY rank, total_ns DESC"},
    {QT_TRANSLATE_NOOP("stagescope::QueryPanel", "Longest launch delays"),
     "SELECT rank, name, begin_ns, delay_ns, evidence FROM launch ORDER BY delay_ns DESC LIMIT 50"},
    {QT_TRANSLATE_NOOP("stagescope::QueryPanel", "Last ranks at collectives"),
     "SELECT last_rank, count(*) AS times, sum(waited_ns) AS waited_ns FROM late GROUP BY last_rank ORDER BY waited_ns "
     "DESC"},
    {QT_TRANSLATE_NOOP("stagescope::QueryPanel", "Copies by direction and memory"),
     "SELECT direction, memory, count(*) AS count, sum(bytes) AS bytes, covered_ns(begin_ns, dur_ns) AS "
     "covered_ns\nFROM "
     "copy GROUP BY direction, memory ORDER BY bytes DESC"},
    {QT_TRANSLATE_NOOP("stagescope::QueryPanel", "Operators with the largest allocations"),
     "SELECT rank, name, bytes, begin_ns, evidence FROM alloc ORDER BY bytes DESC LIMIT 50"},
});

QStringList sqlNames() {
    QStringList names{QStringLiteral("median"), QStringLiteral("percentile"), QStringLiteral("p50"),
                      QStringLiteral("p95"),    QStringLiteral("p99"),        QStringLiteral("covered_ns"),
                      QStringLiteral("sum_by"), QStringLiteral("count_by")};
    for (const auto &function : spanFunctionTexts()) {
        names += utf8Text(std::string(function.call.substr(0, function.call.find('('))));
    }
    Workspace nothing;
    AnalysisInput input;
    input.workspace = &nothing;
    for (const auto *sql : {"SELECT id FROM tables", "SELECT DISTINCT name FROM columns"}) {
        const auto table = ask(input, sql, {}, {});
        for (std::size_t row = 0; table && row < table->rows.size(); ++row) {
            names += utf8Text(cellText(table->rows[row].front()));
        }
    }
    names.removeDuplicates();
    names.sort();
    return names;
}

}  // namespace

QueryPanel::QueryPanel(const ViewServices &services, QWidget *parent)
    : QWidget(parent),
      m_selection(services.selection),
      m_workspace(std::make_shared<Workspace>()),
      m_editor(new QueryEditor(this)),
      m_statements(new QComboBox(this)),
      m_run(new QPushButton(this)),
      m_save(new QPushButton(this)),
      m_remove(new QPushButton(this)),
      m_name(new QLineEdit(this)),
      m_pivot(new QPushButton(this)),
      m_pivotBar(new PivotBar(this)),
      m_places(new ResultPlaces(services.marks, this)),
      m_asChart(new QPushButton(this)),
      m_chart(new QueryChart(services, this)),
      m_summary(new ElidedLabel(this)),
      m_view(new TableView(this)) {
    layOut();
    connectAll();
    retranslate();
}

void QueryPanel::layOut() {
    m_statements->setObjectName(QStringLiteral("queryStatements"));
    m_statements->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_statements->setMinimumContentsLength(kStatementLetters);
    m_run->setObjectName(QStringLiteral("queryRun"));
    m_save->setObjectName(QStringLiteral("querySave"));
    m_remove->setObjectName(QStringLiteral("queryRemove"));
    m_name->setObjectName(QStringLiteral("queryName"));
    m_name->setMaxLength(kStatementLetters * 3);
    m_name->hide();
    m_pivot->setObjectName(QStringLiteral("queryPivot"));
    m_pivot->setCheckable(true);
    m_pivotBar->hide();
    m_asChart->setObjectName(QStringLiteral("queryChart"));
    m_asChart->setCheckable(true);
    m_chart->hide();
    m_editor->setMinimumHeight(m_editor->fontMetrics().lineSpacing() + kEditorFrame);
    m_editor->setMaximumHeight(m_editor->fontMetrics().lineSpacing() * kEditorLines + kEditorFrame);
    m_view->setMinimumHeight(kLeastTable);
    auto *head = new QHBoxLayout;
    head->addWidget(m_statements);
    head->addWidget(m_run);
    head->addWidget(m_name);
    head->addWidget(m_save);
    head->addWidget(m_remove);
    head->addWidget(m_pivot);
    head->addWidget(m_asChart);
    head->addWidget(m_places);
    head->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 0);
    layout->addLayout(head);
    layout->addWidget(m_editor);
    layout->addWidget(m_summary);
    layout->addWidget(m_pivotBar);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_chart, 1);
}

void QueryPanel::connectAll() {
    connect(m_run, &QPushButton::clicked, this, [this] { m_work.isBusy() ? stop() : run(); });
    connect(m_editor, &QueryEditor::runRequested, this, &QueryPanel::run);
    connect(m_save, &QPushButton::clicked, this, &QueryPanel::askForName);
    connect(m_remove, &QPushButton::clicked, this, &QueryPanel::removeSaved);
    connect(m_pivot, &QPushButton::toggled, this, [this](bool isPivot) {
        m_pivotBar->setVisible(isPivot);
        showResult();
    });
    connect(m_pivotBar, &PivotBar::changed, this, &QueryPanel::showResult);
    connect(m_places, &ResultPlaces::trackMade, this, &QueryPanel::trackMade);
    connect(m_places->reportAction(), &QAction::triggered, this, &QueryPanel::reportRequested);
    connect(m_asChart, &QPushButton::toggled, this, [this](bool isChart) {
        m_chart->setVisible(isChart);
        m_view->setVisible(!isChart);
        showResult();
    });
    connect(m_places, &ResultPlaces::told, m_summary, [this](const QString &text) {
        m_summary->setText(text);
        m_summary->setToolTip(text);
    });
    connect(m_chart, &QueryChart::exportRequested, this, [this] { Q_EMIT pictureRequested(m_chart); });
    connect(m_name, &QLineEdit::returnPressed, this, &QueryPanel::save);
    connect(m_statements, &QComboBox::activated, this, [this](int index) {
        m_savedName = m_statements->itemData(index, kSavedNameRole).toString();
        m_remove->setEnabled(!m_savedName.isEmpty());
        if (const auto sql = m_statements->itemData(index).toString(); !sql.isEmpty()) {
            m_editor->setPlainText(sql);
            run();
        }
    });
    connect(m_view, &TableView::itemChosen, this, [this](const ItemRef &item) { m_selection->setItem(item, this); });
    connect(m_view, &TableView::itemOpened, this, [this](const ItemRef &item) {
        showItem(item, m_selection, this, [this](const QString &place) { Q_EMIT placeRequested(place); });
    });
}

void QueryPanel::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    const auto pathOf = [](const Workspace &of) {
        return of.mainRun() == nullptr ? std::string{} : of.mainRun()->path;
    };
    const bool isOfAnother = pathOf(*workspace) != pathOf(*m_workspace);
    m_workspace = std::move(workspace);
    if (isOfAnother) {  // rows of one profile are nowhere in the next one
        stop();
        m_result = nullptr;
        showResult();
    } else {
        m_places->setWorkspace(m_workspace);
    }
    m_run->setEnabled(m_workspace->mainRun() != nullptr);
}

void QueryPanel::run() {
    const auto sql = m_editor->toPlainText().trimmed().toStdString();
    if (sql.empty() || m_workspace->mainRun() == nullptr) {
        return;
    }
    m_editor->markError(-1);
    m_summary->setText(tr("Running..."));
    m_run->setText(tr("Stop"));
    std::ignore = keepStatement(sql);
    listStatements();
    m_work.start(
        [workspace = m_workspace, sql](const std::stop_token &stop) {
            AnalysisInput input;
            input.workspace = workspace.get();
            AskLimits limits;
            if (const auto bounds = timeBounds(*workspace->mainRun())) {
                limits.firstEvent = ns(bounds->begin);
            }
            auto result = ask(input, sql, limits, stop);
            const auto bounds = timeBounds(*workspace);
            if (result && bounds) {
                result->origin = ns(bounds->begin);
            }
            return result;
        },
        [this, sql](Result<ResultTable> result) {
            m_asked = sql;
            take(std::move(result));
        });
}

/// Nothing comes of what is cancelled.
void QueryPanel::stop() {
    m_work.cancel();
    m_run->setText(tr("Run"));
    m_summary->clear();
}

void QueryPanel::take(Result<ResultTable> result) {
    m_run->setText(tr("Run"));
    if (!result) {
        const auto error = utf8Text(result.error().detail);
        static const QRegularExpression place(QStringLiteral("at character (\\d+)$"));
        m_editor->markError(place.match(error).captured(1).toInt() - 1);
        m_summary->setText(error);
        m_summary->setToolTip(error);
        m_view->setEmptyText(error);
        m_result = nullptr;
        showResult();
        return;
    }
    m_view->setEmptyText(tr("No rows."));
    m_summary->setText(tr("%n row(s)", nullptr, static_cast<int>(result->rows.size())));
    m_summary->setToolTip(result->notes.empty() ? QString() : utf8Text(result->notes.front()));
    m_result = std::make_shared<const ResultTable>(std::move(*result));
    m_pivotBar->setColumns(m_result->columns);
    showResult();
}

/// After a mistake there is none, and the bar keeps the columns of the last one, so that what was chosen stays.
void QueryPanel::showResult() {
    const auto choice = m_pivot->isChecked() && m_result != nullptr ? m_pivotBar->choice() : std::nullopt;
    const auto shown = choice ? std::make_shared<const ResultTable>(pivotOf(*m_result, *choice)) : m_result;
    m_view->setTable(shown == nullptr ? ResultTable{} : *shown);
    m_chart->setResult(m_asChart->isChecked() ? shown : nullptr);
    m_places->setResult(m_result, m_workspace, m_savedName);
}

SavedQuery QueryPanel::asked() const {
    const SavedQuery named{m_savedName.toStdString(), m_asked};
    const bool isSaved = std::ranges::any_of(
        savedQueries(), [&](const SavedQuery &saved) { return saved.name == named.name && saved.sql == named.sql; });
    return isSaved ? named : SavedQuery{{}, m_asked};
}

View *QueryPanel::shownChart() const { return m_asChart->isChecked() && !m_chart->emptyReason() ? m_chart : nullptr; }

/// Names are gathered when somebody first looks, not when a window starts.
void QueryPanel::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    if (!m_hasNames) {
        m_hasNames = true;
        m_editor->setNames(sqlNames());
    }
}

void QueryPanel::takeFocus() { m_editor->setFocus(); }

QString QueryPanel::summary() const { return m_summary->text(); }

void QueryPanel::listStatements() {
    const QSignalBlocker quiet(m_statements);
    m_statements->clear();
    m_statements->addItem(tr("Queries"));
    for (const auto &query : savedQueries()) {
        m_statements->addItem(utf8Text(query.name), utf8Text(query.sql));
        m_statements->setItemData(m_statements->count() - 1, utf8Text(query.name), kSavedNameRole);
    }
    if (m_statements->count() > 1) {
        m_statements->insertSeparator(m_statements->count());
    }
    for (const auto &example : kExamples) {
        m_statements->addItem(QCoreApplication::translate("stagescope::QueryPanel", example.title),
                              QString::fromLatin1(example.sql));
    }
    const auto kept = keptStatements();
    if (!kept.empty()) {
        m_statements->insertSeparator(m_statements->count());
    }
    for (const auto &sql : kept) {
        m_statements->addItem(utf8Text(sql).simplified().left(80), utf8Text(sql));
    }
    // What was chosen stays so while it is there.
    const int chosen = m_savedName.isEmpty() ? -1 : m_statements->findData(m_savedName, kSavedNameRole);
    m_statements->setCurrentIndex(std::max(0, chosen));
    m_remove->setEnabled(chosen > 0);
}

void QueryPanel::askForName() {
    if (m_editor->toPlainText().trimmed().isEmpty() || m_name->isVisible()) {
        m_name->hide();
        return;
    }
    m_name->setText(m_savedName);
    m_name->selectAll();
    m_name->show();
    m_name->setFocus();
}

void QueryPanel::save() {
    const auto name = m_name->text().simplified();
    const auto status = saveQuery({name.toStdString(), m_editor->toPlainText().trimmed().toStdString()});
    if (!status) {
        m_summary->setText(utf8Text(status.error().detail));
        return;
    }
    m_savedName = name;
    m_name->hide();
    listStatements();
    m_summary->setText(tr("Saved: %1").arg(name));
}

void QueryPanel::removeSaved() {
    const auto status = removeQuery(m_savedName.toStdString());
    m_summary->setText(status ? tr("Deleted: %1").arg(m_savedName) : utf8Text(status.error().detail));
    m_savedName = status ? QString() : m_savedName;
    listStatements();
}

void QueryPanel::retranslate() {
    m_editor->setPlaceholderText(tr("SELECT ... FROM kernel. Ctrl+Enter runs the statement."));
    m_editor->setAccessibleName(tr("SQL statement"));
    m_statements->setAccessibleName(tr("Queries"));
    m_statements->setToolTip(tr("Saved queries, examples and history"));
    m_save->setText(tr("Save..."));
    m_save->setToolTip(tr("Save the statement under a name"));
    m_remove->setText(tr("Delete"));
    m_remove->setToolTip(tr("Delete the selected saved query"));
    m_pivot->setText(tr("Pivot"));
    m_pivot->setToolTip(tr("Show the result by rows and columns"));
    m_asChart->setText(tr("Chart"));
    m_asChart->setToolTip(tr("Show two columns of the result as a chart"));
    m_chart->retranslate();
    m_pivotBar->retranslate();
    m_places->retranslate();
    m_name->setPlaceholderText(tr("Name, then Enter"));
    m_name->setAccessibleName(tr("Name of the query"));
    m_run->setText(m_work.isBusy() ? tr("Stop") : tr("Run"));
    m_run->setToolTip(tr("Run the statement (Ctrl+Enter)"));
    listStatements();
    m_view->retranslate();
}

}  // namespace stagescope
