#pragma once

#include <QtWidgets/QTextBrowser>

namespace stagescope {

class SettingDraft;

/// What comes of the settings: what is wrong with them, what their profile will answer, which ranks suffice, how much
/// it will be and what it costs. GUI thread; `draft` outlives it.
class OutlookPanel : public QTextBrowser {
    Q_OBJECT
public:
    explicit OutlookPanel(SettingDraft *draft, QWidget *parent = nullptr);
    void refresh();

Q_SIGNALS:
    /// A key that something is said about was clicked.
    void keyChosen(const QString &path);

private:
    [[nodiscard]] QString problems() const;
    [[nodiscard]] QString answers() const;
    [[nodiscard]] QString ranks() const;
    [[nodiscard]] QString volume() const;
    [[nodiscard]] QString measuredVolume(std::int64_t steps, std::int64_t ranks) const;
    [[nodiscard]] QString overhead() const;

    SettingDraft *m_draft;
};

}  // namespace stagescope
