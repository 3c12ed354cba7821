#include "app/window/status_strip.h"

#include "views/common/elided_label.h"

#include <QtCore/QFile>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QProgressBar>
#include <QtWidgets/QToolButton>

namespace stagescope {

namespace {
constexpr int kMemoryMs = 1000;
constexpr int kProgressSteps = 1000;
}  // namespace

std::uint64_t anonymousMemory() {
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const auto lines = file.readAll().split('\n');
    for (const auto &line : lines) {
        if (line.startsWith("RssAnon:")) {
            return line.mid(8).simplified().split(' ').front().toULongLong() * 1024;
        }
    }
    return 0;
}

StatusStrip::StatusStrip(QWidget *parent)
    : QWidget(parent),
      m_text(new QLabel(this)),
      m_message(new ElidedLabel(this)),
      m_offer(new QToolButton(this)),
      m_frame(new QLabel(this)),
      m_memory(new QLabel(this)),
      m_progress(new QProgressBar(this)),
      m_pause(new QToolButton(this)),
      m_cancel(new QToolButton(this)) {
    layOut();
    // A long message ends in an ellipsis rather than widening the window.
    m_message->setObjectName(QStringLiteral("message"));
    m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress->setRange(0, kProgressSteps);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(120, 10);
    m_pause->setCheckable(true);
    m_pause->setAutoRaise(true);
    m_cancel->setAutoRaise(true);
    m_offer->setObjectName(QStringLiteral("offer"));
    m_offer->hide();
    connect(m_offer, &QToolButton::clicked, this, [this] {
        const auto take = m_take;
        clearMessage();
        take();
    });
    m_frame->hide();
    connect(m_pause, &QToolButton::clicked, this, &StatusStrip::pauseRequested);
    connect(m_cancel, &QToolButton::clicked, this, &StatusStrip::cancelRequested);
    connect(&m_memoryTimer, &QTimer::timeout, this, &StatusStrip::showMemory);
    m_memoryTimer.start(kMemoryMs);
    retranslate();
}

void StatusStrip::layOut() {
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->setSpacing(8);
    for (auto *widget : std::initializer_list<QWidget *>{m_text, m_progress, m_pause, m_cancel, m_offer}) {
        layout->addWidget(widget);
    }
    layout->addWidget(m_message, 1);
    layout->addWidget(m_frame);
    layout->addWidget(m_memory);
}

QString StatusStrip::statusText(const LoadStatus &status) {
    if (status.ranksTotal == 0) {
        return status.running ? tr("looking for profiles") : QString();
    }
    QStringList parts;
    parts << tr("overview %1/%2").arg(status.ranksShallow).arg(status.ranksTotal);
    parts << tr("timelines %1/%2").arg(status.ranksDeep).arg(status.ranksTotal);
    if (status.running && status.paused) {
        parts << tr("paused");
    } else if (status.running) {
        if (status.bytesPerSecond > 0) {
            parts << tr("%1 MB/s").arg(status.bytesPerSecond / 1e6, 0, 'f', status.bytesPerSecond < 1e7 ? 1 : 0);
        }
        if (status.remaining) {
            const auto seconds = static_cast<int>(status.remaining->count());
            parts << (seconds < 90 ? tr("%1 s left").arg(seconds) : tr("%1 min left").arg((seconds + 30) / 60));
        }
    }
    return parts.join(tr(", "));
}

void StatusStrip::setStatus(const LoadStatus &status) {
    m_status = status;
    m_text->setText(statusText(status));
    for (auto *widget : std::initializer_list<QWidget *>{m_progress, m_pause, m_cancel}) {
        widget->setVisible(status.running);
    }
    m_pause->setChecked(status.paused);
    m_pause->setText(status.paused ? tr("Resume") : tr("Pause"));
    const auto share =
        status.bytesTotal == 0 ? 0.0 : static_cast<double>(status.bytesDone) / static_cast<double>(status.bytesTotal);
    m_progress->setValue(static_cast<int>(share * kProgressSteps));
}

void StatusStrip::showMessage(const QString &text, bool trouble) {
    // Roles rather than colours: they follow the theme.
    m_message->setForegroundRole(trouble ? QPalette::BrightText : QPalette::PlaceholderText);
    m_message->setText(QString(text).replace(QLatin1Char('\n'), QLatin1Char(' ')));
    m_message->setToolTip(text);
    m_offer->hide();
}

void StatusStrip::clearMessage(const QString &text) {
    if (m_message->toolTip() == text) {
        clearMessage();
    }
}

void StatusStrip::showOffer(const QString &text, const QString &button, const std::function<void()> &take) {
    showMessage(text);
    m_take = take;
    m_offer->setText(button);
    m_offer->setToolTip(text);
    m_offer->show();
}

void StatusStrip::setFrameTime(const QString &text) {
    m_frame->setText(text);
    m_frame->setVisible(!text.isEmpty());
}

void StatusStrip::showMemory() { m_memory->setText(tr("memory %1 MiB").arg(anonymousMemory() >> 20)); }

void StatusStrip::retranslate() {
    m_cancel->setText(tr("Cancel"));
    m_pause->setToolTip(tr("Pause loading; loaded data stays usable"));
    m_cancel->setToolTip(tr("Stop loading; loaded data stays usable"));
    m_memory->setToolTip(tr("Memory used by this program (RssAnon)"));
    m_frame->setToolTip(tr("CPU time of the last frame: scene and drawing"));
    setStatus(m_status);
    showMemory();
}

}  // namespace stagescope
