#pragma once

#include "views/common/view.h"

namespace stagescope {

class PageTabs;

/// The tab Operator: its pages, one at a time. GUI thread.
class OperatorView : public View {
    Q_OBJECT
public:
    explicit OperatorView(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool hasOwnEmptyPage() const override { return true; }
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;
    void showPage(const QString &id) override;
    [[nodiscard]] QByteArray arrangement() const override;
    void setArrangement(const QByteArray &arrangement) override;

    [[nodiscard]] PageTabs *pages() const { return m_pages; }

private:
    PageTabs *m_pages = nullptr;
    std::shared_ptr<const Workspace> m_workspace;
};

}  // namespace stagescope
