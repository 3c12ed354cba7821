#pragma once

#include "views/common/view.h"

#include <vector>

class QScrollArea;
class QSplitter;

namespace stagescope {

class ControlBar;

/// A page that is several views below one another, with a handle between them: what answers one question is seen at
/// once. Those that have nothing to show make room for the others; where there is no room to read them the page
/// scrolls. Owns them. GUI thread.
class JointPage : public View {
    Q_OBJECT
public:
    JointPage(const ViewServices &services, const char *id, const char *title, QWidget *parent);

    /// Above all parts, and of all of them.
    void setBar(ControlBar *bar);
    /// Takes `share` of the height.
    void add(View *part, int share = 1);
    [[nodiscard]] const std::vector<View *> &parts() const { return m_parts; }

    /// Of its parts this one alone, for a picture of it.
    void showAlone(const QString &part);
    [[nodiscard]] QString ownFilter() const override;

    [[nodiscard]] QString id() const override { return m_id; }
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] QWidget *emptyArea() override { return m_parts.front()->emptyArea(); }
    [[nodiscard]] bool isOffered(const Workspace &workspace) const override;
    [[nodiscard]] bool isBusy() const override;
    /// The part gets most of the height: what is asked for is to be seen.
    void showPage(const QString &id) override;
    [[nodiscard]] QStringList pageIds() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

private:
    void showFilled();
    void shareHeight(const QString &asked);
    [[nodiscard]] bool isShown(const View *part) const;

    QString m_id;
    const char *m_title;
    ControlBar *m_bar = nullptr;
    QScrollArea *m_scroll = nullptr;
    QSplitter *m_split;
    std::vector<View *> m_parts;
    std::vector<int> m_shares;
    QString m_asked;  ///< the part that was turned to; empty: none
    QString m_alone;  ///< the part that is shown; empty: all
};

/// With the parts of an entry.
[[nodiscard]] View *makeJointPage(const ViewEntry &entry, const ViewServices &services, QWidget *parent);
/// Whether it is named so, or one of its parts is.
[[nodiscard]] bool isNamed(const ViewEntry &entry, const QString &id);

}  // namespace stagescope
