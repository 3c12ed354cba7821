#pragma once

#include "views/common/view.h"

#include <vector>

class QComboBox;
class QStackedWidget;

namespace stagescope {

class ControlBar;

/// A page that is one of several views, chosen in a box above it: several answers to one question. Those that are not
/// worth it for what is open (View::isOffered) are not in the box. Only the one in sight learns of a new workspace.
/// Owns them. GUI thread.
class SwitchPage : public View {
    Q_OBJECT
public:
    /// `title` as in ViewEntry.
    SwitchPage(const ViewServices &services, const char *id, const char *title, QWidget *parent);

    /// `title` is what the box calls it.
    void add(View *part, const char *title);
    [[nodiscard]] const std::vector<View *> &parts() const { return m_parts; }

    [[nodiscard]] QString id() const override { return m_id; }
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override { return inFront()->emptyReason(); }
    [[nodiscard]] std::optional<Message> shownReason() const override { return inFront()->shownReason(); }
    [[nodiscard]] QWidget *emptyArea() override { return inFront()->emptyArea(); }
    [[nodiscard]] bool isOffered(const Workspace &workspace) const override;
    [[nodiscard]] bool isBusy() const override { return inFront()->isBusy(); }
    [[nodiscard]] View *shown() override { return inFront()->shown(); }
    [[nodiscard]] QString ownFilter() const override { return inFront()->ownFilter(); }
    void showPage(const QString &id) override;
    [[nodiscard]] QStringList pageIds() const override;
    void paintPicture(QPainter &painter, QSize size) override { inFront()->paintPicture(painter, size); }
    void retranslate() override;
    [[nodiscard]] QByteArray arrangement() const override { return inFront()->id().toUtf8(); }
    void setArrangement(const QByteArray &arrangement) override { showPage(QString::fromUtf8(arrangement)); }

private:
    [[nodiscard]] View *inFront() const;
    void turnTo(std::size_t part);
    void offer();
    void give();

    QString m_id;
    const char *m_title;
    ControlBar *m_bar;
    QComboBox *m_box;
    QStackedWidget *m_stack;
    std::shared_ptr<const Workspace> m_workspace;
    std::vector<View *> m_parts;
    std::vector<const char *> m_titles;
    std::vector<std::shared_ptr<const Workspace>> m_given;  ///< what each part was last told
};

/// With the parts of an entry.
[[nodiscard]] View *makeSwitchPage(const ViewEntry &entry, const ViewServices &services, QWidget *parent);

}  // namespace stagescope
