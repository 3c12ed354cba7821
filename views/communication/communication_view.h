#pragma once

#include "views/common/pages/page_tabs.h"

namespace stagescope {

/// The tab Communication: its pages, one at a time. A link that is selected elsewhere turns to the matrix. GUI thread.
class CommunicationView : public PagedView {
    Q_OBJECT
public:
    explicit CommunicationView(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;

protected:
    [[nodiscard]] QString pagesName() const override;
};

}  // namespace stagescope
