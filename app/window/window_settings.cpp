#include "app/window/window_settings.h"

#include "core/session/run_list.h"

#include <QtCore/QCryptographicHash>

namespace stagescope {

namespace {

const QString kSession = QStringLiteral("session/paths");
const QString kTabs = QStringLiteral("tabs");
const QString kTheme = QStringLiteral("look/theme");
const QString kKernelColoring = QStringLiteral("look/kernel_coloring");
const QString kPipelinePalette = QStringLiteral("look/pipeline_palette");
const QString kLanguage = QStringLiteral("look/language");
const QString kKeys = QStringLiteral("look/keys");
const QString kRules = QStringLiteral("rules");
const QString kDocks = QStringLiteral("docks/");
const QString kSourcePrefixes = QStringLiteral("sources/prefixes");
const QString kExportFolder = QStringLiteral("export/folder");
const QString kDrawerHeights = QStringLiteral("drawer/heights");
const QString kArrangements = QStringLiteral("arrangements/");
const QString kCrash = QStringLiteral("crash/told");
const QString kGeometry = QStringLiteral("window/geometry");
const QString kLayout = QStringLiteral("window/layout");

QString absolute(const QString &path) { return QString::fromStdString(absoluteRunPath(path.toStdString())); }

/// A path may hold characters that a settings key cannot.
QString tabKey(const QString &path) {
    const auto hash = QCryptographicHash::hash(absolute(path).toUtf8(), QCryptographicHash::Sha1).toHex();
    return kTabs + QLatin1Char('/') + QString::fromLatin1(hash.left(16));
}

}  // namespace

WindowSettings::WindowSettings()
    : m_settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("stagescope"),
                 QStringLiteral("stagescope")) {}

QStringList WindowSettings::lastSession() const { return m_settings.value(kSession).toStringList(); }

void WindowSettings::setLastSession(const QStringList &paths) {
    QStringList entries;
    for (const auto &path : paths) {
        entries.append(absolute(path));
    }
    m_settings.setValue(kSession, entries);
}

QString WindowSettings::tabOf(const QString &path) const { return m_settings.value(tabKey(path)).toString(); }

void WindowSettings::setTabOf(const QString &path, const QString &tab) {
    m_settings.beginGroup(kTabs);
    // Keys have no age; a full list is simply begun anew.
    if (m_settings.childKeys().size() >= kMaxTabs) {
        m_settings.remove(QString());
    }
    m_settings.endGroup();
    m_settings.setValue(tabKey(path), tab);
}

ThemeKind WindowSettings::theme() const {
    return m_settings.value(kTheme).toString() == QStringLiteral("dark") ? ThemeKind::Dark : ThemeKind::Light;
}

void WindowSettings::setTheme(ThemeKind theme) {
    m_settings.setValue(kTheme, theme == ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
}

PipelinePalette WindowSettings::pipelinePalette() const {
    return paletteFromText(m_settings.value(kPipelinePalette).toString().toStdString())
        .value_or(PipelinePalette::Stagescope);
}

void WindowSettings::setPipelinePalette(PipelinePalette palette) {
    const auto text = paletteText(palette);
    m_settings.setValue(kPipelinePalette, QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size())));
}

KernelColoring WindowSettings::kernelColoring() const {
    return coloringFromText(m_settings.value(kKernelColoring).toString().toStdString())
        .value_or(KernelColoring::ByName);
}

void WindowSettings::setKernelColoring(KernelColoring coloring) {
    const auto text = coloringText(coloring);
    m_settings.setValue(kKernelColoring, QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size())));
}

Language WindowSettings::language() const {
    return languageFromCode(m_settings.value(kLanguage).toString()).value_or(systemLanguage());
}

void WindowSettings::setLanguage(Language language) { m_settings.setValue(kLanguage, languageCode(language)); }

KeyScheme WindowSettings::keyScheme() const {
    return keySchemeFrom(m_settings.value(kKeys).toString()).value_or(KeyScheme::Both);
}

void WindowSettings::setKeyScheme(KeyScheme scheme) { m_settings.setValue(kKeys, keySchemeText(scheme)); }

RuleValues WindowSettings::ruleValues() const {
    QSettings settings(m_settings.format(), m_settings.scope(), m_settings.organizationName(),
                       m_settings.applicationName());
    settings.beginGroup(kRules);
    std::map<std::string, std::string> texts;
    RuleValues values;
    for (const auto &name : settings.childKeys()) {
        // One by one: what an older or newer version wrote leaves the rest as it is.
        if (const auto value = ruleValuesFrom({{name.toStdString(), settings.value(name).toString().toStdString()}})) {
            values.insert(value->begin(), value->end());
        }
    }
    return values;
}

void WindowSettings::setRuleValues(const RuleValues &values) {
    m_settings.remove(kRules);
    for (const auto &[name, value] : values) {
        m_settings.setValue(kRules + QLatin1Char('/') + QString::fromStdString(name), QString::number(value, 'g', 17));
    }
}

std::vector<PathPrefix> WindowSettings::sourcePrefixes() const {
    std::vector<PathPrefix> prefixes;
    const auto paths = m_settings.value(kSourcePrefixes).toStringList();  // from, to, from, to ...
    for (qsizetype i = 0; i + 1 < paths.size(); i += 2) {
        if (auto prefix = pathPrefix(paths[i].toStdString(), paths[i + 1].toStdString())) {
            prefixes.push_back(std::move(*prefix));
        }
    }
    return prefixes;
}

void WindowSettings::addSourcePrefix(const PathPrefix &prefix) {
    QStringList paths{QString::fromStdString(prefix.from), QString::fromStdString(prefix.to)};
    for (const auto &other : sourcePrefixes()) {
        if (other.from != prefix.from && paths.size() < 2 * kMostPrefixes) {
            paths << QString::fromStdString(other.from) << QString::fromStdString(other.to);
        }
    }
    m_settings.setValue(kSourcePrefixes, paths);
}

QString WindowSettings::exportFolder() const { return m_settings.value(kExportFolder).toString(); }

void WindowSettings::setExportFolder(const QString &folder) { m_settings.setValue(kExportFolder, folder); }

QList<int> WindowSettings::drawerHeights() const {
    QList<int> heights;
    for (const auto &text : m_settings.value(kDrawerHeights).toStringList()) {
        heights << text.toInt();
    }
    return heights;
}

void WindowSettings::setDrawerHeights(const QList<int> &heights) {
    QStringList texts;
    for (const int height : heights) {
        texts << QString::number(height);
    }
    m_settings.setValue(kDrawerHeights, texts);
}

bool WindowSettings::isDockWanted(const QString &dock) const { return m_settings.value(kDocks + dock, true).toBool(); }

void WindowSettings::setDockWanted(const QString &dock, bool wanted) { m_settings.setValue(kDocks + dock, wanted); }

QByteArray WindowSettings::arrangementOf(const QString &view) const {
    return m_settings.value(kArrangements + view).toByteArray();
}

void WindowSettings::setArrangementOf(const QString &view, const QByteArray &arrangement) {
    m_settings.setValue(kArrangements + view, arrangement);
}

QString WindowSettings::toldCrash() const { return m_settings.value(kCrash).toString(); }

void WindowSettings::setToldCrash(const QString &report) { m_settings.setValue(kCrash, report); }

QByteArray WindowSettings::geometry() const { return m_settings.value(kGeometry).toByteArray(); }

QByteArray WindowSettings::layout() const { return m_settings.value(kLayout).toByteArray(); }

void WindowSettings::setLayout(const QByteArray &geometry, const QByteArray &layout) {
    m_settings.setValue(kGeometry, geometry);
    m_settings.setValue(kLayout, layout);
}

}  // namespace stagescope
