#pragma once

#include "views/common/pages/page_tabs.h"

namespace stagescope {

/// The tab Operator: its pages, one at a time. GUI thread.
class OperatorView : public PagedView {
    Q_OBJECT
public:
    explicit OperatorView(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool hasOwnEmptyPage() const override { return true; }

protected:
    [[nodiscard]] QString pagesName() const override;
};

}  // namespace stagescope
