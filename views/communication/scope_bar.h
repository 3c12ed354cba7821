#pragma once

#include "views/communication/group_filter.h"

namespace stagescope {

/// The bar of pages of communication: which group, where it is not the selection's; the step is the selection's. GUI
/// thread.
class ScopeBar : public ControlBar {
    Q_OBJECT
public:
    explicit ScopeBar(Selection *selection, QWidget *parent = nullptr);

    /// Offers these and keeps what is chosen where it is still there.
    void setScopes(const CommScopes &scopes);
    [[nodiscard]] CommScope scope() const { return m_filter->scope(); }
    /// "pp(0,2), step 13"
    [[nodiscard]] QString caption() const { return m_filter->caption(); }
    [[nodiscard]] QString ownFilter() const { return m_filter->ownFilter(); }

private:
    CommScopes m_scopes;
    GroupFilter *m_filter;
};

}  // namespace stagescope
