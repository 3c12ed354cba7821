#include "views/compare/sides_bar.h"

#include "core/scene/pages/compare_model.h"
#include "views/common/texts/message_texts.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

/// As a picker keeps it: run and rank in one number.
QVariant dataOf(const SideChoice &choice) {
    return QVariant::fromValue((qint64{choice.run.value} << 32) | static_cast<quint32>(choice.rank));
}
SideChoice choiceOf(const QVariant &data) {
    const auto both = data.toLongLong();
    return {RunId{static_cast<std::uint32_t>(both >> 32)}, static_cast<int>(static_cast<std::uint32_t>(both))};
}

}  // namespace

SidesBar::SidesBar(Text allRanks, QWidget *page) : ControlBar(page), m_allRanks(std::move(allRanks)), m_focus(page) {
    const auto offered = [this] { return choices(); };
    m_before = addPicker(
        "compareBefore", [] { return tr("Baseline"); }, offered);
    m_after = addPicker(
        "compareAfter", [] { return tr("Run"); }, offered);
    connect(&m_focus, &FocusRank::judged, this, [this] {
        const auto sides = std::pair(before(), after());
        chooseSides();
        if (sides != std::pair(before(), after())) {
            Q_EMIT changed();
        }
    });
}

void SidesBar::onChosen(const QComboBox *picker) { m_isChosen |= picker == m_before || picker == m_after; }

std::vector<ControlBar::Choice> SidesBar::choices() const {
    std::vector<Choice> result;
    for (const auto &run : m_workspace ? m_workspace->runs : std::vector<Run>{}) {
        const auto ranks = run.ranks();
        if (ranks.size() > 1 || m_workspace->runs.size() > 1) {
            result.push_back({nameOf({run.id, -1}), dataOf({run.id, -1})});
        }
        for (const int rank : ranks) {
            result.push_back({nameOf({run.id, rank}), dataOf({run.id, rank})});
        }
    }
    return result;
}

QString SidesBar::nameOf(const SideChoice &choice) const {
    const auto rank =
        choice.rank < 0 ? m_allRanks() : messageText(Message("rank.label", {std::to_string(choice.rank)}));
    const auto *run = m_workspace ? m_workspace->run(choice.run) : nullptr;
    const bool isOfSeveral = m_workspace && m_workspace->runs.size() > 1;
    return run == nullptr || !isOfSeveral ? rank : tr("%1, %2").arg(QString::fromStdString(run->label), rank);
}

bool SidesBar::isOfOne() const { return m_before->count() < 2; }

std::optional<SideChoice> SidesBar::chosen(const QComboBox *picker) {
    const auto kept = picker->currentData();
    return kept.isValid() ? std::optional(choiceOf(kept)) : std::nullopt;
}

/// Those of the first finding, but with traces where there are two with them.
std::optional<std::array<RankRef, 2>> SidesBar::comparedFirst() const {
    auto ranks =
        defaultComparison(*m_workspace, m_focus.mainRank(m_focus.focus().rank), m_focus.mainRank(m_focus.focus().peer));
    std::vector<RankRef> traced;
    for (const auto &of : m_workspace->runs) {
        for (const int rank : of.ranks()) {
            const auto *capture = of.capture(rank);
            if (capture != nullptr && capture->hasTrace()) {
                traced.push_back({of.id, rank});
            }
        }
    }
    const auto isTraced = [&](const RankRef &rank) {
        return std::find(traced.begin(), traced.end(), rank) != traced.end();
    };
    if (ranks && traced.size() >= 2 && !(isTraced((*ranks)[0]) && isTraced((*ranks)[1]))) {
        ranks = std::array{traced[0], traced[1]};
    }
    return ranks;
}

void SidesBar::offer(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    const bool areTwoRuns = m_workspace && m_workspace->runs.size() > 1;
    const auto kept = std::pair(before(), after());
    refill(m_before);
    refill(m_after);
    m_isChosen = m_isChosen && areTwoRuns == m_wereTwoRuns && kept == std::pair(before(), after());
    m_wereTwoRuns = areTwoRuns;
    m_focus.judge(m_workspace);
    chooseSides();
}

void SidesBar::chooseSides() {
    if (m_workspace == nullptr || m_before->count() == 0 || m_isChosen) {
        return;
    }
    const auto chooseQuietly = [](QComboBox *picker, const SideChoice &choice) {
        const QSignalBlocker quiet(picker);
        choose(picker, dataOf(choice));
    };
    const auto *baseline = m_workspace->baseline();
    const auto *run = m_workspace->mainRun();
    if (baseline != nullptr && run != nullptr) {
        chooseQuietly(m_before, {baseline->id, -1});
        chooseQuietly(m_after, {run->id, -1});
    } else if (const auto ranks = comparedFirst()) {
        chooseQuietly(m_before, {(*ranks)[0].run, (*ranks)[0].rank});
        chooseQuietly(m_after, {(*ranks)[1].run, (*ranks)[1].rank});
    }
}

bool canCompare(const Workspace &workspace) {
    std::size_t ranks = 0;
    for (const auto &run : workspace.runs) {
        ranks += run.ranks().size();
    }
    return ranks > 1;
}

}  // namespace stagescope
