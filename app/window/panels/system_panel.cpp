#include "app/window/panels/system_panel.h"

#include "core/analysis/tables/analysis.h"
#include "views/common/elided_label.h"
#include "views/common/findings_model.h"
#include "views/common/table_view.h"
#include "views/common/texts/table_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr int kSystemDelayMs = 150;
constexpr int kAllRanks = -1;
constexpr std::array kTables{"overall_metrics", "overall_compare",   "kernel_stats",  "kernels",  "api_stats",
                             "comm_summary",    "comm_time",         "copies",        "dispatch", "op_stats",
                             "mark_stats",      "fusible_sequences", "affinity_apis", "remedies", "memory_exchange",
                             "clock_offsets",   "environment"};

/// Controls side by side, and what has the rest of the line.
QLayout *headOf(std::initializer_list<QWidget *> controls, QWidget *rest) {
    auto *head = new QHBoxLayout;
    for (auto *control : controls) {
        head->addWidget(control);
    }
    head->addWidget(rest, 1);
    return head;
}

}  // namespace

SystemPanel::SystemPanel(Selection *selection, QWidget *parent)
    : QWidget(parent),
      m_selection(selection),
      m_workspace(std::make_shared<Workspace>()),
      m_tables(new QComboBox(this)),
      m_ranks(new QComboBox(this)),
      m_onlyRange(new QCheckBox(this)),
      m_explanation(new ElidedLabel(this)),
      m_summary(new ElidedLabel(this)),
      m_view(new TableView(this)) {
    m_tables->setObjectName(QStringLiteral("systemTable"));
    m_ranks->setObjectName(QStringLiteral("systemRank"));
    m_ranks->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_onlyRange->setObjectName(QStringLiteral("systemRange"));
    for (const auto *id : kTables) {
        m_tables->addItem(QString(), QString::fromLatin1(id));
    }
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 0);
    layout->addWidget(m_explanation);
    layout->addLayout(headOf({m_tables, m_ranks, m_onlyRange}, m_summary));
    explain({});
    layout->addWidget(m_view, 1);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kSystemDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &SystemPanel::start);
    connect(m_tables, &QComboBox::currentIndexChanged, this, &SystemPanel::update);
    connect(m_tables, &QComboBox::activated, this, [this] { explain({}); });
    connect(m_ranks, &QComboBox::currentIndexChanged, this, &SystemPanel::update);
    connect(m_onlyRange, &QCheckBox::toggled, this, &SystemPanel::update);
    connect(m_selection, &Selection::changed, this, &SystemPanel::onSelectionChanged);
    connect(m_view, &TableView::itemChosen, this, [this](const ItemRef &item) { m_selection->setItem(item, this); });
    connect(m_view, &TableView::itemOpened, this, [this](const ItemRef &item) {
        showItem(item, m_selection, this, [this](const QString &place) { Q_EMIT placeRequested(place); });
    });
    m_view->setNoticeOf(
        [this](const std::string &id) { return tableNotice(m_workspace->mainRun(), id, askedRanks()); });
    retranslate();
}

void SystemPanel::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    if (m_workspace->mainRun() == nullptr) {
        m_delay.stop();
        m_work.cancel();
    }
    listRanks();
    update();
}

void SystemPanel::listRanks() {
    const QSignalBlocker quiet(m_ranks);
    const auto chosen = m_ranks->currentData();
    m_ranks->clear();
    m_ranks->addItem(tr("Selected ranks"), kAllRanks);
    if (const auto *run = m_workspace->mainRun(); run != nullptr) {
        for (const int rank : run->ranks()) {
            m_ranks->addItem(tr("Rank %1").arg(rank), rank);
        }
    }
    m_ranks->setCurrentIndex(std::max(0, m_ranks->findData(chosen)));
}

void SystemPanel::showTable(const QString &id) {
    const auto *table = analysisById(id.toStdString());
    if (table != nullptr && m_tables->findData(id) < 0) {
        m_tables->addItem(tableTitle(*table), id);
    }
    m_tables->setCurrentIndex(std::max(0, m_tables->findData(id)));
}

void SystemPanel::explain(const QString &text) {
    m_explanation->setText(text);
    m_explanation->setVisible(!text.isEmpty());
}

void SystemPanel::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    update();
}

/// Items that are chosen change no figures; a table that is looked through must not be made anew.
void SystemPanel::onSelectionChanged() {
    const auto &state = m_selection->state();
    m_onlyRange->setEnabled(state.range.has_value());
    const bool isRangeAsked = m_onlyRange->isChecked() && state.range != m_asked.range;
    if (state.ranks != m_asked.ranks || state.step != m_asked.step || isRangeAsked) {
        update();
    }
}

void SystemPanel::update() {
    m_onlyRange->setEnabled(m_selection->state().range.has_value());
    if (isVisible() && m_workspace->mainRun() != nullptr) {
        m_delay.start();
    }
}

std::vector<int> SystemPanel::askedRanks() const {
    if (const int rank = m_ranks->currentData().toInt(); rank != kAllRanks) {
        return {rank};
    }
    std::vector<int> ranks;
    for (const auto &chosen : m_asked.ranks) {
        ranks.push_back(chosen.rank);
    }
    return ranks;
}

void SystemPanel::start() {
    const auto *entry = analysisById(m_tables->currentData().toString().toStdString());
    if (entry == nullptr) {
        return;
    }
    const auto state = m_asked = m_selection->state();
    const bool onlyRange = m_onlyRange->isChecked();
    m_summary->setText(tr("Computing totals..."));
    m_work.start(
        [workspace = m_workspace, state, entry, ranks = askedRanks(), onlyRange](const std::stop_token &stop) {
            AnalysisInput input;
            input.workspace = workspace.get();
            input.step = state.step;
            input.range = onlyRange ? state.range : std::nullopt;
            input.ranks = ranks;
            return entry->run(input, stop);
        },
        [this](Result<ResultTable> result) { take(std::move(result)); });
}

void SystemPanel::take(Result<ResultTable> result) {
    if (!result) {
        m_summary->clear();
        m_view->setEmptyText(utf8Text(errorLine(result.error())));
        m_view->setTable({});
        return;
    }
    if (result->rows.empty()) {
        m_view->setEmptyText(whyEmpty());
    }
    QString summary = tr("%n row(s)", nullptr, static_cast<int>(result->rows.size()));
    m_summary->setToolTip(result->notes.empty() ? QString() : utf8Text(result->notes.front()));
    m_summary->setText(summary);
    m_view->setTable(std::move(*result));
}

QString SystemPanel::whyEmpty() const {
    const auto *run = m_workspace->mainRun();
    const auto ranks = askedRanks();
    const bool isUnread = std::any_of(run->captures.begin(), run->captures.end(), [&](const RankCapture &capture) {
        const bool isAsked = ranks.empty() || std::find(ranks.begin(), ranks.end(), capture.rank) != ranks.end();
        return isAsked && capture.state != LoadState::Deep && capture.state != LoadState::Damaged;
    });
    if (isUnread) {
        return tr("No data: the visible ranks are not fully loaded, or the profile has none.");
    }
    const auto ofDigests = emptyTableNotice(run, m_tables->currentData().toString().toStdString(), ranks);
    return ofDigests.isEmpty() ? tr("No data: not in this profile.") : ofDigests;
}

void SystemPanel::retranslate() {
    for (int i = 0; i < m_tables->count(); ++i) {
        m_tables->setItemText(i, tableTitle(*analysisById(m_tables->itemData(i).toString().toStdString())));
    }
    m_tables->setAccessibleName(tr("Statistics"));
    m_ranks->setAccessibleName(tr("Ranks"));
    m_onlyRange->setText(tr("Selected time only"));
    listRanks();
    m_view->retranslate();
    update();
}

}  // namespace stagescope
