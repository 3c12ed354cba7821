#include "app/window/selection_panel.h"

#include "core/analysis/analysis.h"
#include "views/common/message_texts.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kDelayMs = 150;
constexpr std::size_t kMaxRows = 1000;
constexpr std::string_view kTable = "op_stats";

QString text(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

/// The text of "column.<table>.<name>" where there is one, else the column's own name.
QString header(const ColumnSpec &column) {
    const auto id = "column." + std::string(kTable) + "." + column.name;
    const auto known = messageText(Message(id));
    return known == text(id) ? text(column.name) : known;
}

QString cellShown(const Cell &cell) {
    const auto *real = std::get_if<double>(&cell);
    return real != nullptr ? QString::number(*real, 'f', 3) : text(cellText(cell));
}

}  // namespace

SelectionPanel::SelectionPanel(Selection *selection, QWidget *parent)
    : RowsPanel(parent), m_selection(selection), m_workspace(std::make_shared<Workspace>()) {
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &SelectionPanel::start);
    connect(m_selection, &Selection::changed, this, &SelectionPanel::update);
    retranslate();
}

void SelectionPanel::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    update();
}

void SelectionPanel::showEvent(QShowEvent *event) {
    RowsPanel::showEvent(event);
    update();
}

void SelectionPanel::update() {
    if (!m_selection->state().range) {
        setRows({});
        setSummary(tr("Drag over a chart to select a stretch of time: what runs in it is listed here by name."));
    } else if (isVisible() && m_workspace->mainRun() != nullptr) {
        m_delay.start();
    }
}

void SelectionPanel::start() {
    const auto state = m_selection->state();
    const auto *entry = analysisById(kTable);
    if (!state.range || entry == nullptr) {
        return;
    }
    setSummary(tr("Adding up..."));
    m_work.start(
        [workspace = m_workspace, state, entry](const std::stop_token &stop) {
            AnalysisInput input;
            input.workspace = workspace.get();
            input.range = state.range;
            input.step = state.step;
            for (const auto &rank : state.ranks) {
                input.ranks.push_back(rank.rank);
            }
            return entry->run(input, stop);
        },
        [this](const Result<ResultTable> &result) { take(result); });
}

void SelectionPanel::take(const Result<ResultTable> &result) {
    const auto &range = m_selection->state().range;
    if (!result || !range) {
        setRows({});
        setSummary(tr("Nothing to add up here: the ranks in sight are not loaded completely."));
        return;
    }
    QStringList headers;
    for (const auto &column : result->columns) {
        headers << header(column);
    }
    const auto isNumber = [](const ColumnSpec &c) { return c.type != ColumnType::Text; };
    const auto lastText = std::find_if(result->columns.rbegin(), result->columns.rend(),
                                       [&](const ColumnSpec &c) { return !isNumber(c); });
    setHeaders(headers, static_cast<int>(std::distance(lastText, result->columns.rend())));
    std::vector<RowsModel::Row> rows;
    for (const auto &cells : result->rows) {
        QStringList shown;
        for (const auto &cell : cells) {
            shown << cellShown(cell);
        }
        rows.push_back({shown});
        if (rows.size() >= kMaxRows) {
            break;
        }
    }
    setSummary(tr("%1 selected, %n name(s)", nullptr, static_cast<int>(result->rows.size()))
                   .arg(text(durationText(range->duration()))));
    setRows(std::move(rows));
}

void SelectionPanel::retranslate() { update(); }

}  // namespace stagescope
