#pragma once

#include "core/base/result.h"
#include "core/base/time_mark.h"
#include "core/session/shared_file.h"

#include <QtCore/QObject>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// The marks of the run that is looked at, and which of them is in hand. Every change is saved at once under the data
/// folder (mark_file.h) and can be undone. What another window of the same run saved meanwhile is taken over with the
/// next change here; undoing does not touch it. Owned by the window; GUI thread.
///
/// A file of marks that cannot be read is told and left alone; it is put aside ("NAME.broken") before the first change
/// takes its place.
class Marks : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMostUndos = 200;

    explicit Marks(QObject *parent = nullptr) : QObject(parent) {}

    /// The saved marks of a run, in place of those that are open; nothing happens when the run is open already. An
    /// empty path closes.
    void open(const std::string &runPath);
    [[nodiscard]] bool isOpen() const { return !m_path.empty(); }

    /// By begin.
    [[nodiscard]] const std::vector<TimeMark> &all() const { return m_marks; }
    /// Null when there is none.
    [[nodiscard]] const TimeMark *find(std::uint64_t id) const;
    /// A number for the name of the next mark.
    [[nodiscard]] std::uint64_t nextNumber() const { return m_lastId + 1; }

    /// Adds a mark in the next colour and takes it in hand; its id.
    std::uint64_t add(AlignedRange range, std::string name);
    /// Several of one colour as one change, which is taken back at once.
    void addAll(const std::vector<std::pair<AlignedRange, std::string>> &marks);
    void rename(std::uint64_t id, std::string name);
    void recolor(std::uint64_t id, std::uint32_t rgb);
    void remove(std::uint64_t id);
    /// Takes back the last change (does it again); false when there is none.
    bool undo();
    bool redo();

    /// The mark that Del deletes and that is shown as chosen; null when none is in hand.
    [[nodiscard]] const TimeMark *inHand() const { return m_inHand ? find(*m_inHand) : nullptr; }
    void take(std::optional<std::uint64_t> id);

Q_SIGNALS:
    void changed();
    void taken();
    /// The saved marks could not be read, or the marks not be saved.
    void troubled(const stagescope::Error &error);

private:
    /// Keeps the state for undo; the caller changes it and calls finish().
    void begin();
    void finish();
    void save();
    /// What another window saved since this one did.
    void takeChanges();
    [[nodiscard]] TimeMark *mutableMark(std::uint64_t id);
    bool swap(std::vector<std::vector<TimeMark>> &from, std::vector<std::vector<TimeMark>> &to);

    std::string m_path;
    SharedFile m_file{{}};
    std::vector<TimeMark> m_marks;
    std::vector<TimeMark> m_saved;  ///< as they were read or written last
    std::vector<std::vector<TimeMark>> m_undo;
    std::vector<std::vector<TimeMark>> m_redo;
    std::optional<std::uint64_t> m_inHand;
    std::uint64_t m_lastId = 0;
    bool m_isBroken = false;  ///< what lies on the disk could not be read
};

}  // namespace stagescope
