#include "core/store/trace/stream_check.h"

namespace stagescope {

namespace {

constexpr std::int64_t kRounding = 1000;  ///< ns
constexpr std::size_t kNone = ~std::size_t{0};

class Check {
public:
    Check(std::vector<SliceRow> &rows, const StreamCheck &check) : m_rows(rows), m_check(check) {}

    StreamTrouble run() {
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            if (isWork(m_rows[i]) && hasTime(m_rows[i]) && !m_check.isOfHost) {
                countLength(m_rows[i]);
                take(i);
            }
        }
        closeReach();
        if (2 * m_trouble.lengthless.count <= m_trouble.works) {
            m_trouble.lengthless = {};
        }
        return m_trouble;
    }

private:
    [[nodiscard]] bool isWork(const SliceRow &row) const {
        return m_check.isOfHost ? row.duration > 0 && row.klass != SliceClass::Event
                                : row.klass == SliceClass::Computing || row.klass == SliceClass::Communication ||
                                      (m_check.isStrict && row.klass == SliceClass::Memcpy);
    }
    bool hasTime(SliceRow &row) {
        const auto end = row.begin + row.duration;
        // A call may wait for hours in a recording of a second: of threads only marks of steps cannot end far away.
        const bool mayEndAnywhere = m_check.isOfHost && row.klass != SliceClass::Step;
        if (m_check.times.contain(row.begin - m_check.origin) &&
            (mayEndAnywhere || m_check.times.contain(end - m_check.origin))) {
            return true;
        }
        auto &works = row.begin == m_check.origin ? m_trouble.untimed : m_trouble.far;
        works.add(row.begin, row.duration, row.name);
        row.klass = SliceClass::Event;
        return false;
    }
    void countLength(const SliceRow &row) {
        ++m_trouble.works;
        if (row.duration == 0) {
            m_trouble.lengthless.add(row.begin, 0, row.name);
        }
    }
    void take(std::size_t i) {
        const auto &row = m_rows[i];
        const auto end = row.begin + row.duration;
        m_over += m_reachEnd > row.begin + kRounding ? 1 : 0;
        if (m_last != kNone && m_rows[m_last].begin + m_rows[m_last].duration > row.begin + kRounding) {
            auto &before = m_rows[m_last];
            const auto beforeEnd = before.begin + before.duration;
            if (row.duration <= kRounding) {
                return;  // takes no time of the stream: there is nothing that both were at
            }
            if (m_check.isOneLaunch && m_check.isOneLaunch(before.row, row.row)) {
                m_last = end > beforeEnd ? i : m_last;
                return;
            }
            // Of two that begin at once none can end where the other one begins: both stay.
            if (beforeEnd > end + kRounding && row.begin > before.begin + kRounding) {
                cut(before, row.begin, beforeEnd);
            } else {
                m_trouble.crossed.add(before.begin, before.duration, before.name);
            }
        }
        m_last = m_last == kNone || end >= m_rows[m_last].begin + m_rows[m_last].duration ? i : m_last;
    }
    void cut(SliceRow &row, std::int64_t end, std::int64_t ownEnd) {
        if (m_reached == m_last) {
            return;
        }
        closeReach();
        m_reached = m_last;
        m_reachEnd = ownEnd;
        m_over = 1;
        m_reach = row;
        ++m_trouble.cut.count;
        if (m_check.isStrict) {
            m_trouble.cutTime += ownEnd - end;
            row.duration = end - row.begin;
        }
    }
    /// The reach of the work that was cut last is known when another one is.
    void closeReach() {
        if (m_over > 0 && (m_trouble.cut.duration < m_reach.duration)) {
            m_trouble.cut.begin = m_reach.begin;
            m_trouble.cut.duration = m_reach.duration;
            m_trouble.cut.name = m_reach.name;
            m_trouble.cut.over = m_over;
        }
        m_over = 0;
        m_reachEnd = INT64_MIN;
    }

    std::vector<SliceRow> &m_rows;
    const StreamCheck &m_check;
    StreamTrouble m_trouble;
    std::size_t m_last = kNone;  ///< the work that ends last so far
    SliceRow m_reach;            ///< the work that was cut last, as it was
    std::size_t m_reached = kNone;
    std::int64_t m_reachEnd = INT64_MIN;
    std::uint64_t m_over = 0;
};

}  // namespace

StreamTrouble checkStream(std::vector<SliceRow> &rows, const StreamCheck &check) { return Check(rows, check).run(); }

}  // namespace stagescope
