#include "views/collect/setting_words.h"

#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"

#include <QtCore/QCoreApplication>

namespace stagescope {

QString programName(SettingKind kind) {
    switch (kind) {
        case SettingKind::MindSpeed:
            return QCoreApplication::translate("Collect", "MindSpeed-MM: tools.json");
        case SettingKind::MindSpeedFsdp:
            return QCoreApplication::translate("Collect", "MindSpeed-MM FSDP: YAML");
        case SettingKind::TorchNpu:
            return QCoreApplication::translate("Collect", "torch_npu: profiler_config.json");
        case SettingKind::MsMonitor:
            return QCoreApplication::translate("Collect", "torch_npu: msMonitor (dyno)");
        case SettingKind::MindSpore:
            return QCoreApplication::translate("Collect", "MindSpore: profiler_config.json");
        case SettingKind::MsMonitorMindSpore:
            return QCoreApplication::translate("Collect", "MindSpore: msMonitor (dyno)");
        case SettingKind::MindSporeOptions:
            return QCoreApplication::translate("Collect", "MindSpore: MS_PROFILER_OPTIONS");
        case SettingKind::Schedule:
            return QCoreApplication::translate("Collect", "schedule() in a script");
        case SettingKind::MindSporeSchedule:
            return QCoreApplication::translate("Collect", "MindSpore: schedule()");
        case SettingKind::Torch:
            return QCoreApplication::translate("Collect", "PyTorch: torch.profiler");
    }
    return {};
}

QString settingFilter(SettingKind kind) {
    switch (settingProgram(kind).syntax) {
        case SettingSyntax::Yaml:
            return QCoreApplication::translate("Collect", "Settings (*.yaml)");
        case SettingSyntax::Request:
            return QCoreApplication::translate("Collect", "Settings (*.txt)");
        case SettingSyntax::Json:
            break;
    }
    return QCoreApplication::translate("Collect", "Settings (*.json)");
}

QString verdictName(SettingVerdict verdict) {
    switch (verdict) {
        case SettingVerdict::Warning:
            return QCoreApplication::translate("Collect", "note");
        case SettingVerdict::Ignored:
            return QCoreApplication::translate("Collect", "ignored");
        case SettingVerdict::Reset:
            return QCoreApplication::translate("Collect", "replaced");
        case SettingVerdict::Stops:
            return QCoreApplication::translate("Collect", "no data recorded");
    }
    return {};
}

ColorRole colorOfVerdict(SettingVerdict verdict) {
    return verdict == SettingVerdict::Stops     ? ColorRole::Error
           : verdict == SettingVerdict::Warning ? ColorRole::MutedText
                                                : ColorRole::Warning;
}

QString problemSentence(const SettingSpec *spec, const Message &what) {
    auto told = what;
    const bool isOfValue = what.id.starts_with("settings.problem.bad.") || what.id == "settings.problem.refused";
    if (spec != nullptr && isOfValue && told.args.size() > 1) {
        told.args[1] = wantedText(*spec, messageTextFunction());
    }
    return messageText(told);
}

QFont scaledFont(QFont font, double factor) {
    if (font.pixelSize() > 0) {
        font.setPixelSize(qRound(font.pixelSize() * factor));
    } else {
        font.setPointSizeF(font.pointSizeF() * factor);
    }
    return font;
}

QString colored(const QString &text, ColorRole role) {
    return QStringLiteral("<span style=\"color:%1\">%2</span>")
        .arg(Theme::current().color(role).name(), text.toHtmlEscaped());
}

}  // namespace stagescope
