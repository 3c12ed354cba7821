#pragma once

#include <cstddef>
#include <string>

namespace stagescope {

/// Memory that one statement may take for what it gathers: rows of the result, values of aggregates, sets of spans.
/// Who takes it asks first. One thread.
class AskBudget {
public:
    explicit AskBudget(std::size_t most) : m_most(most), m_left(most) {}
    AskBudget(const AskBudget &) = delete;
    AskBudget &operator=(const AskBudget &) = delete;

    /// False where there is not as much: then isOver() from now on, and text() is what the statement ends with.
    [[nodiscard]] bool take(std::size_t bytes) {
        m_isOver = m_isOver || bytes > m_left;
        m_left -= m_isOver ? 0 : bytes;
        return !m_isOver;
    }
    void giveBack(std::size_t bytes) { m_left += bytes; }
    [[nodiscard]] std::size_t left() const { return m_left; }
    [[nodiscard]] bool isOver() const { return m_isOver; }
    /// "the statement needs more than 1024 MiB of memory: filter or aggregate more"
    [[nodiscard]] std::string text() const {
        constexpr std::size_t kMebi = std::size_t{1} << 20;
        return "the statement needs more than " + std::to_string(m_most / kMebi) +
               " MiB of memory: filter or aggregate more";
    }

private:
    std::size_t m_most;
    std::size_t m_left;
    bool m_isOver = false;
};

}  // namespace stagescope
