#include "views/memory/memory_verdict.h"

#include "views/common/rule_settings.h"
#include "views/common/texts/message_texts.h"
#include "views/common/workspace_advice.h"
#include "views/memory/snapshot_session.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>

namespace stagescope {

namespace {

constexpr int kMargin = 6;

std::optional<SnapshotVerdict> verdictOf(const std::shared_ptr<const Workspace> &workspace,
                                         const SnapshotSession::Choice &choice, const RuleValues &values,
                                         const std::stop_token &stop) {
    const auto *run = workspace->run(choice.run);
    const auto advice = workspaceAdvice(workspace, values, stop);
    if (stop.stop_requested() || run == nullptr) {
        return std::nullopt;
    }
    // Rules judge the main run; of another one it is told what was in use.
    const bool isJudged = run == workspace->mainRun();
    return snapshotVerdict(*run, isJudged ? advice.get() : nullptr, choice.snapshot, choice.device);
}

}  // namespace

MemoryVerdict::MemoryVerdict(SnapshotSession &session, const OpenRuns *runs, QWidget *parent)
    : ElidedLabel(parent), m_session(session), m_runs(runs) {
    setContentsMargins(kMargin, kMargin / 2, kMargin, kMargin / 2);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(&m_session, &SnapshotSession::historyChanged, this, &MemoryVerdict::judge);
    connect(&RuleSettings::current(), &RuleSettings::changed, this, &MemoryVerdict::judge);
    hide();
}

void MemoryVerdict::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    judge();
}

/// Once the snapshot is looked at: without its history nothing of it is shown either.
void MemoryVerdict::judge() {
    m_verdict.reset();
    retranslate();
    const auto *choice = m_session.chosen();
    if (m_workspace == nullptr || choice == nullptr || m_session.history() == nullptr) {
        m_work.start([](const std::stop_token &) { return std::optional<SnapshotVerdict>(); }, [](const auto &) {});
        return;
    }
    const auto *run = m_workspace->mainRun();
    m_unjudged = run != nullptr && run->id == choice->run ? unjudged(m_workspace.get(), m_runs) : std::nullopt;
    if (m_unjudged) {
        m_work.start([](const std::stop_token &) { return std::optional<SnapshotVerdict>(); }, [](const auto &) {});
        retranslate();
        return;
    }
    const auto work = [workspace = m_workspace, choice = *choice, values = RuleSettings::current().values()](
                          const std::stop_token &stop) { return verdictOf(workspace, choice, values, stop); };
    m_work.start(work, [this](std::optional<SnapshotVerdict> verdict) {
        m_verdict = std::move(verdict);
        retranslate();
        Q_EMIT busyChanged();
    });
}

QString MemoryVerdict::sentence() const {
    if (m_session.history() == nullptr) {
        return {};
    }
    return messageText(m_verdict ? m_verdict->text : m_unjudged.value_or(Message("findings.working")));
}

void MemoryVerdict::setShown(bool isShown) {
    m_isShown = isShown;
    setVisible(m_isShown && m_session.history() != nullptr);
}

void MemoryVerdict::retranslate() {
    auto weight = font();
    weight.setBold(hasFinding());
    setFont(weight);
    setCursor(hasFinding() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setAccessibleName(tr("Memory snapshot verdict"));
    setText(sentence());
    setToolTip(hasFinding() ? sentence() + QLatin1Char('\n') + tr("Click for evidence and recommendation")
                            : sentence());
    setShown(m_isShown);
}

void MemoryVerdict::mouseReleaseEvent(QMouseEvent *event) {
    ElidedLabel::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && hasFinding() && rect().contains(event->position().toPoint())) {
        Q_EMIT clicked();
    }
}

int MemoryVerdict::pictureHeight() const { return sentence().isEmpty() ? 0 : fontMetrics().height() + kMargin; }

void MemoryVerdict::paintPicture(QPainter &painter, QSize size) const {
    painter.save();
    painter.setFont(font());
    painter.setPen(palette().color(QPalette::WindowText));
    const auto line = fontMetrics().elidedText(sentence(), Qt::ElideRight, size.width() - 2 * kMargin);
    painter.drawText(QRect(QPoint(kMargin, 0), size), Qt::AlignVCenter | Qt::AlignLeft, line);
    painter.restore();
}

}  // namespace stagescope
