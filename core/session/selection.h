#pragma once

#include "core/base/message.h"
#include "core/base/selection_state.h"
#include "core/session/selection_lock.h"

#include <QtCore/QObject>

namespace stagescope {

/// The one selection that all views share. GUI thread. Views ask for changes by set(); the origin lets the asking view
/// skip the scroll into sight that the others do.
class Selection : public QObject {
    Q_OBJECT
public:
    explicit Selection(QObject *parent = nullptr) : QObject(parent) {}

    [[nodiscard]] const SelectionState &state() const { return m_state; }
    void set(SelectionState state, QObject *origin = nullptr) {
        if (state != m_state) {
            m_claim = state.items == m_state.items && state.ranks == m_state.ranks ? m_claim : std::nullopt;
            m_state = std::move(state);
            Q_EMIT changed(origin);
        }
    }
    /// Asks the views in sight to bring all of what is chosen into sight, at a size at which it can be read. `claim` is
    /// what that proves, if anything; it stands until something else is chosen.
    void show(std::optional<Message> claim = std::nullopt) {
        m_claim = std::move(claim);
        Q_EMIT shown();
    }
    [[nodiscard]] const std::optional<Message> &claim() const { return m_claim; }
    /// Chooses one item and keeps ranks, step, group and range.
    void setItem(ItemRef item, QObject *origin = nullptr) {
        auto next = m_state;
        next.items = {std::move(item)};
        set(std::move(next), origin);
    }
    void clearItems(QObject *origin = nullptr) {
        auto next = m_state;
        next.items.clear();
        next.setRange(std::nullopt);
        set(std::move(next), origin);
    }

    /// Where search and arrows are kept to; nothing = everywhere. Stays when something else is selected.
    [[nodiscard]] const std::optional<SelectionLock> &lock() const { return m_lock; }
    void setLock(std::optional<SelectionLock> lock) {
        if (lock != m_lock) {
            m_lock = std::move(lock);
            Q_EMIT lockChanged();
        }
    }

Q_SIGNALS:
    void changed(QObject *origin);
    void shown();
    void lockChanged();

private:
    SelectionState m_state;
    std::optional<Message> m_claim;
    std::optional<SelectionLock> m_lock;
};

}  // namespace stagescope
