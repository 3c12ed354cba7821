#pragma once

#include "views/common/view.h"

namespace stagescope {

class PageTabs;

/// The tab Communication: its pages, one at a time. A link that is selected elsewhere turns to the matrix. GUI thread.
class CommunicationView : public View {
    Q_OBJECT
public:
    explicit CommunicationView(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;
    [[nodiscard]] QByteArray arrangement() const override;
    void showPage(const QString &id) override;
    void setArrangement(const QByteArray &arrangement) override;

    [[nodiscard]] PageTabs *pages() const { return m_pages; }

private:
    PageTabs *m_pages = nullptr;
    std::shared_ptr<const Workspace> m_workspace;
};

}  // namespace stagescope
