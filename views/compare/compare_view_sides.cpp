// Which two ranks are compared: at first those of the first finding, then by pickers, by the strip of all ranks, by
// Show.
#include "views/common/scene_canvas.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/compare/compare_view.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <utility>

namespace stagescope {

void CompareView::chooseSides() {
    const auto sides =
        defaultComparison(*m_workspace, m_focus.mainRank(m_focus.focus().rank), m_focus.mainRank(m_focus.focus().peer));
    m_left = sides ? std::optional((*sides)[0]) : std::nullopt;
    m_right = sides ? std::optional((*sides)[1]) : std::nullopt;
}

/// The ranks of the first finding are compared where the user chose none.
void CompareView::onJudged(bool isOther) {
    if (isOther) {
        if (!m_isChosen) {
            chooseSides();
            fillPickers();
        }
        analyse();
        splitRanks();
    }
    Q_EMIT busyChanged();
}

/// Two ranks that are to be seen stand beside each other: what is blamed on the right, what it is measured by on the
/// left.
void CompareView::onShown() {
    std::vector<RankRef> ranks;
    for (const auto &item : services().selection->state().items) {
        if (const auto *rank = std::get_if<RankRef>(&item)) {
            ranks.push_back(*rank);
        }
    }
    if (isVisible() && m_workspace && ranks.size() == 2) {
        m_left = ranks[1];
        chooseByHand(&CompareView::m_right, ranks[0]);
    }
}

void CompareView::connectPicker(const Picker &picker, std::optional<RankRef> CompareView::*side) {
    connect(picker.rank, &QComboBox::activated, this, [this, picker, side](int index) {
        chooseByHand(side, {RunId{picker.run->currentData().toUInt()}, picker.rank->itemData(index).toInt()});
    });
    // Another run: the same rank of it, else its first one.
    connect(picker.run, &QComboBox::activated, this, [this, picker, side](int index) {
        const auto *run = m_workspace->run(RunId{picker.run->itemData(index).toUInt()});
        if (run != nullptr && !run->captures.empty()) {
            const int rank = (this->*side).value_or(RankRef{}).rank;
            chooseByHand(side, {run->id, run->capture(rank) != nullptr ? rank : run->ranks().front()});
        }
    });
}

void CompareView::chooseByHand(std::optional<RankRef> CompareView::*side, RankRef rank) {
    this->*side = rank;
    m_isChosen = true;
    fillPickers();
    analyse();
}

void CompareView::fillPickers() {
    fillPicker(m_leftPicker, m_left);
    fillPicker(m_rightPicker, m_right);
}

void CompareView::fillPicker(const Picker &picker, const std::optional<RankRef> &rank) {
    picker.run->clear();
    picker.rank->clear();
    for (const auto &run : m_workspace->runs) {
        if (!run.captures.empty()) {
            picker.run->addItem(QString::fromStdString(run.label), run.id.value);
        }
    }
    picker.run->setVisible(picker.run->count() > 1);
    picker.run->setCurrentIndex(rank ? picker.run->findData(rank->run.value) : -1);
    const auto *run = rank ? m_workspace->run(rank->run) : nullptr;
    for (const int each : run == nullptr ? std::vector<int>{} : run->ranks()) {
        picker.rank->addItem(messageText(Message("rank.label", {std::to_string(each)})), each);
    }
    picker.rank->setCurrentIndex(rank ? picker.rank->findData(rank->rank) : -1);
}

/// The rank comes to the right; on the left of another run its counterpart there.
void CompareView::onStripClicked(const std::optional<ItemRef> &item) {
    const auto *rank = item ? std::get_if<RankRef>(&*item) : nullptr;
    if (rank == nullptr || !m_left) {
        return;
    }
    if (m_left->run != rank->run) {
        m_left->rank = rank->rank;
    }
    chooseByHand(&CompareView::m_right, *rank);
}

void CompareView::showStripTip(QPoint position) {
    const auto item = position.x() < 0 ? std::nullopt : m_strip->scene().itemAt(position.x(), position.y());
    const auto *rank = item ? std::get_if<RankRef>(&*item) : nullptr;
    const auto it = std::find_if(m_differences.begin(), m_differences.end(),
                                 [&](const RankDifference &each) { return rank != nullptr && each.rank == *rank; });
    const auto text = it == m_differences.end() ? QString() : messageText(differenceText(*it, sceneStyle(font())));
    QToolTip::showText(m_strip->mapToGlobal(position + QPoint(12, 16)), text, m_strip);
}

/// Of all ranks, once for each state of the runs and each step; as it costs, only when the view is in sight.
void CompareView::splitRanks() {
    m_splitPending = !isVisible();
    if (m_splitPending || !m_workspace) {
        return;
    }
    m_splitting.start([workspace = m_workspace, step = m_step ? m_step : m_focus.focus().step](
                          const std::stop_token &stop) { return rankSplits(*workspace, step, stop); },
                      [this](RankSplits splits) {
                          m_splits = std::move(splits);
                          updateStrip();
                          Q_EMIT busyChanged();
                      });
}

void CompareView::updateStrip() {
    m_differences = m_left && m_right ? rankDifferences(m_splits, *m_left, *m_right) : std::vector<RankDifference>{};
    m_strip->setVisible(m_differences.size() > 1);
    m_strip->invalidate();
}

}  // namespace stagescope
