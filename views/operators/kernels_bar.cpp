#include "views/operators/kernels_bar.h"

#include "views/common/texts/message_texts.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kMostTop = 100;

std::vector<ControlBar::Choice> groupingChoices() {
    return {{KernelsBar::tr("Computing operator"), QStringLiteral("name"),
             KernelsBar::tr("By name; expand a row to see single kernels")},
            {KernelsBar::tr("Computing operator type"), QStringLiteral("type"),
             KernelsBar::tr("By operator type and core")},
            {KernelsBar::tr("Computing operator name and input shape"), QStringLiteral("name_shape")},
            {KernelsBar::tr("Communication operator"), QStringLiteral("communication_name")},
            {KernelsBar::tr("Communication operator type"), QStringLiteral("communication_type")}};
}

}  // namespace

KernelsBar::KernelsBar(QWidget *parent) : ControlBar(parent) {
    m_grouping = addPicker(
        "kernelsBy", [] { return tr("Group by"); }, groupingChoices);
    choose(m_grouping, QStringLiteral("type"));
    m_rank = addPicker(
        "kernelsRank", [] { return tr("Rank"); },
        [this] {
            std::vector<Choice> choices;
            for (const int rank : m_ranks) {
                choices.push_back({QString::number(rank), rank});
            }
            return choices;
        });
    m_load = new QPushButton(this);
    addField({}, m_load);
    addText([this] { showLoad(); });
    connect(m_load, &QPushButton::clicked, this, [this] { Q_EMIT loadAsked(rank().value_or(-1)); });
    m_top = addNumber(
        "kernelsTop", [] { return tr("Top N"); }, 1, kMostTop);
    m_top->setValue(kUsualTop);
    setTip(m_top, [] { return tr("Number of groups with their own bar, by total time; the table has all"); });
}

void KernelsBar::onChosen(const QComboBox *picker) {
    if (picker == m_rank) {
        m_isWanted = true;
        showLoad();
        Q_EMIT rankChosen(rank().value_or(-1));
    }
}

void KernelsBar::setRanks(std::vector<int> ranks, std::vector<int> loadable) {
    m_ranks = std::move(ranks);
    m_loadable = std::move(loadable);
    const auto chosen = rank();
    refill(m_rank);
    const auto isLoaded = [this](int rank) {
        return std::find(m_loadable.begin(), m_loadable.end(), rank) == m_loadable.end();
    };
    const auto loaded = std::find_if(m_ranks.begin(), m_ranks.end(), isLoaded);
    const bool isThere = chosen && chosen == rank();
    if (loaded != m_ranks.end() && !(isThere && (m_isWanted || isLoaded(*chosen)))) {
        choose(m_rank, *loaded);
    }
    showLoad();
}

bool KernelsBar::chooseRank(int rank) {
    if (rank == this->rank() || m_rank->findData(rank) < 0) {
        return false;
    }
    choose(m_rank, rank);
    m_isWanted = true;
    showLoad();
    return true;
}

std::optional<int> KernelsBar::rank() const {
    return m_rank->count() == 0 ? std::nullopt : std::optional(m_rank->currentData().toInt());
}
std::string KernelsBar::grouping() const { return m_grouping->currentData().toString().toStdString(); }
QString KernelsBar::groupingText() const { return m_grouping->currentText(); }
std::size_t KernelsBar::top() const { return static_cast<std::size_t>(m_top->value()); }

void KernelsBar::showLoad() {
    const auto chosen = rank();
    m_load->setVisible(chosen && std::find(m_loadable.begin(), m_loadable.end(), *chosen) != m_loadable.end());
    m_load->setText(chosen ? tr("Load rank %1 now").arg(*chosen) : QString());
}

}  // namespace stagescope
