#pragma once

#include "app/window/key_table.h"
#include "core/advice/rule_values.h"
#include "core/session/discovery/rank_source.h"
#include "views/common/look/kernel_coloring.h"
#include "views/common/texts/language.h"
#include "views/common/theme.h"

#include <QtCore/QByteArray>
#include <QtCore/QSettings>
#include <QtCore/QStringList>

#include <optional>
#include <vector>

namespace stagescope {

/// What the window remembers from one start to the next, in $XDG_CONFIG_HOME/stagescope/stagescope.conf. Never in the
/// user's profiling folders. Owned by the window; GUI thread. Values that make no sense read as their defaults.
class WindowSettings {
public:
    static constexpr int kMaxTabs = 200;
    static constexpr qsizetype kMostPrefixes = 50;

    WindowSettings();

    /// Run and (maybe) baseline that were open when the window closed.
    [[nodiscard]] QStringList lastSession() const;
    void setLastSession(const QStringList &paths);

    /// Id of the tab that was last used for a path, empty when unknown.
    [[nodiscard]] QString tabOf(const QString &path) const;
    void setTabOf(const QString &path, const QString &tab);

    [[nodiscard]] ThemeKind theme() const;
    void setTheme(ThemeKind theme);
    [[nodiscard]] PipelinePalette pipelinePalette() const;
    void setPipelinePalette(PipelinePalette palette);
    [[nodiscard]] KernelColoring kernelColoring() const;
    void setKernelColoring(KernelColoring coloring);
    [[nodiscard]] Language language() const;
    void setLanguage(Language language);

    [[nodiscard]] KeyScheme keyScheme() const;
    void setKeyScheme(KeyScheme scheme);

    /// Thresholds of verdicts that differ from their defaults.
    [[nodiscard]] RuleValues ruleValues() const;
    void setRuleValues(const RuleValues &values);

    /// Where what was digested elsewhere lies here.
    [[nodiscard]] std::vector<PathPrefix> sourcePrefixes() const;
    /// In place of one from the same folder.
    void addSourcePrefix(const PathPrefix &prefix);

    /// Folder of the last export, empty when unknown.
    [[nodiscard]] QString exportFolder() const;
    void setExportFolder(const QString &folder);

    /// Heights of the pages of the bottom panel, in their order.
    [[nodiscard]] QList<int> drawerHeights() const;
    void setDrawerHeights(const QList<int> &heights);

    /// Whether the user wants a dock ("navigator") in sight.
    [[nodiscard]] bool isDockWanted(const QString &dock) const;
    void setDockWanted(const QString &dock, bool wanted);

    /// As View::arrangement gave it.
    [[nodiscard]] QByteArray arrangementOf(const QString &view) const;
    void setArrangementOf(const QString &view, const QByteArray &arrangement);

    /// Name of the newest crash report that the user was told of.
    [[nodiscard]] QString toldCrash() const;
    void setToldCrash(const QString &report);

    [[nodiscard]] QByteArray geometry() const;
    [[nodiscard]] QByteArray layout() const;
    void setLayout(const QByteArray &geometry, const QByteArray &layout);

private:
    QSettings m_settings;
};

}  // namespace stagescope
