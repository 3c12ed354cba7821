#include "views/collect/environment_panel.h"

#include "core/settings/environment_check.h"
#include "views/collect/setting_words.h"
#include "views/common/control_bar.h"
#include "views/common/texts/utf8_text.h"

#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QSpinBox>

namespace stagescope {

namespace {

struct KnownVariable {
    const char *name;
    const char *meaning;
    const char *example;
};
constexpr KnownVariable kKnownVariables[] = {
    {"CPU_AFFINITY_CONF",
     QT_TRANSLATE_NOOP("stagescope::EnvironmentPanel", "Binds launch threads to cores near their device."),
     "mode:1,npu0:0-9"},
    {"TASK_QUEUE_ENABLE",
     QT_TRANSLATE_NOOP(
         "stagescope::EnvironmentPanel",
         "Launches through a task queue, so the host does not wait: 0 off, 1 on, 2 also operator preparation."),
     "2"},
    {"ASCEND_LAUNCH_BLOCKING",
     QT_TRANSLATE_NOOP("stagescope::EnvironmentPanel", "1 waits for every kernel (debugging only)."), "0"},
    {"PYTORCH_NPU_ALLOC_CONF", QT_TRANSLATE_NOOP("stagescope::EnvironmentPanel", "Memory allocator options."),
     "expandable_segments:True"},
    {"PROF_CONFIG_PATH",
     QT_TRANSLATE_NOOP("stagescope::EnvironmentPanel",
                       "Folder of the profiler_config.json watched by dynamic_profile."),
     "/data/job_7"},
};
constexpr int kMostDevices = 128;
constexpr int kMostCores = 8192;

}  // namespace

EnvironmentPanel::EnvironmentPanel(QWidget *parent)
    : QWidget(parent), m_note(new QLabel(this)), m_host(new ControlBar(this)) {
    auto *lines = new QVBoxLayout(this);
    lines->addWidget(m_note);
    lines->addWidget(m_host);
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_devices = m_host->addNumber(
        "hostDevices", [] { return tr("Devices per host"); }, 0, kMostDevices);
    m_cores = m_host->addNumber(
        "hostCores", [] { return tr("Cores"); }, 0, kMostCores);
    for (auto *number : {m_devices, m_cores}) {
        m_host->addText([number] { number->setSpecialValueText(tr("not set")); });
    }
    connect(m_host, &ControlBar::changed, this, &EnvironmentPanel::refresh);
    for (const auto &known : kKnownVariables) {
        Variable variable{known.name, known.meaning, new QLineEdit(this), new QLabel(this), new QLabel(this)};
        variable.value->setObjectName(QLatin1String(known.name));
        variable.value->setPlaceholderText(QLatin1String(known.example));
        auto *name = new QLabel(QLatin1String(known.name), this);
        name->setBuddy(variable.value);
        variable.meaningLabel->setForegroundRole(QPalette::PlaceholderText);
        variable.meaningLabel->setWordWrap(true);
        variable.reason->setWordWrap(true);
        variable.reason->setObjectName(QLatin1String(known.name) + QStringLiteral("_reason"));
        for (QWidget *widget :
             {static_cast<QWidget *>(name), static_cast<QWidget *>(variable.value),
              static_cast<QWidget *>(variable.meaningLabel), static_cast<QWidget *>(variable.reason)}) {
            lines->addWidget(widget);
        }
        connect(variable.value, &QLineEdit::textChanged, this, &EnvironmentPanel::refresh);
        m_variables.push_back(variable);
    }
    lines->addStretch(1);
    retranslate();
}

void EnvironmentPanel::refresh() {
    std::map<std::string, std::string> variables;
    for (const auto &variable : m_variables) {
        if (!variable.value->text().isEmpty()) {
            variables[variable.name] = variable.value->text().toStdString();
        }
    }
    HostSizes host;
    host.devices = m_devices->value() > 0 ? std::optional(m_devices->value()) : std::nullopt;
    host.cores = m_cores->value() > 0 ? std::optional(m_cores->value()) : std::nullopt;
    const auto problems = checkEnvironment(variables, host);
    for (const auto &variable : m_variables) {
        QStringList reasons;
        for (const auto &problem : problems) {
            if (problem.path == variable.name) {
                reasons << colored(problemSentence(nullptr, problem.what), colorOfVerdict(problem.verdict));
            }
        }
        const bool isFine = reasons.isEmpty() && !variable.value->text().isEmpty();
        variable.reason->setText(isFine ? colored(tr("Takes effect as written."), ColorRole::Overlapped)
                                        : reasons.join(QStringLiteral("<br>")));
        variable.reason->setVisible(!variable.reason->text().isEmpty());
    }
}

void EnvironmentPanel::retranslate() {
    m_note->setText(tr(
        "Environment variables as torch_npu reads them. They are only checked here; set them where the job starts."));
    m_host->retranslate();
    for (const auto &variable : m_variables) {
        const auto meaning = tr(variable.meaning);
        variable.meaningLabel->setText(meaning);
        variable.value->setAccessibleName(QLatin1String(variable.name) + QStringLiteral(": ") + meaning);
    }
    refresh();
}

}  // namespace stagescope
