#include "core/session/marks.h"

#include "core/base/io/mark_file.h"
#include "core/store/bundle/bundle_notes.h"

#include <algorithm>
#include <tuple>

namespace stagescope {

namespace {

bool isSameMark(const TimeMark &a, const TimeMark &b) {
    return a.name == b.name && a.rgb == b.rgb && a.range == b.range;
}

void sortByBegin(std::vector<TimeMark> &marks) {
    std::sort(marks.begin(), marks.end(), [](const TimeMark &a, const TimeMark &b) {
        return std::tie(a.range.begin, a.id) < std::tie(b.range.begin, b.id);
    });
}

}  // namespace

void Marks::open(const std::string &runPath) {
    if (runPath == m_path) {
        return;
    }
    m_path = runPath;
    m_undo.clear();
    m_redo.clear();
    m_marks.clear();
    m_inHand.reset();
    m_isBroken = false;
    m_file = SharedFile(runPath.empty() ? std::filesystem::path() : marksPath(runPath));
    if (!runPath.empty()) {
        m_file.noteState();
        auto marks = marksOfRun(runPath);
        m_isBroken = !marks;
        if (marks) {
            m_marks = std::move(*marks);
        } else {
            Q_EMIT troubled(marks.error());
        }
    }
    m_saved = m_marks;
    m_lastId = m_marks.size();
    Q_EMIT changed();
    Q_EMIT taken();
}

const TimeMark *Marks::find(std::uint64_t id) const {
    const auto it = std::find_if(m_marks.begin(), m_marks.end(), [&](const TimeMark &mark) { return mark.id == id; });
    return it == m_marks.end() ? nullptr : &*it;
}

TimeMark *Marks::mutableMark(std::uint64_t id) {
    const auto *mark = find(id);
    return mark == nullptr ? nullptr : &m_marks[static_cast<std::size_t>(mark - m_marks.data())];
}

std::uint64_t Marks::add(AlignedRange range, std::string name) {
    begin();
    const auto color = kMarkColors[m_lastId % kMarkColors.size()];
    m_marks.push_back({++m_lastId, std::move(name), color, range});
    m_inHand = m_lastId;
    finish();
    Q_EMIT taken();
    return m_lastId;
}

void Marks::addAll(const std::vector<std::pair<AlignedRange, std::string>> &marks) {
    if (marks.empty()) {
        return;
    }
    begin();
    const auto color = kMarkColors[m_lastId % kMarkColors.size()];
    for (const auto &[range, name] : marks) {
        m_marks.push_back({++m_lastId, name, color, range});
    }
    finish();
}

void Marks::rename(std::uint64_t id, std::string name) {
    const auto *mark = find(id);
    if (mark != nullptr && mark->name != name) {
        begin();
        mutableMark(id)->name = std::move(name);
        finish();
    }
}

void Marks::recolor(std::uint64_t id, std::uint32_t rgb) {
    const auto *mark = find(id);
    if (mark != nullptr && mark->rgb != rgb) {
        begin();
        mutableMark(id)->rgb = rgb;
        finish();
    }
}

void Marks::remove(std::uint64_t id) {
    if (find(id) == nullptr) {
        return;
    }
    begin();
    std::erase_if(m_marks, [&](const TimeMark &mark) { return mark.id == id; });
    finish();
    if (m_inHand == id) {
        take(std::nullopt);
    }
}

void Marks::take(std::optional<std::uint64_t> id) {
    if (id != m_inHand) {
        m_inHand = id;
        Q_EMIT taken();
    }
}

void Marks::begin() {
    m_undo.push_back(m_marks);
    if (m_undo.size() > kMostUndos) {
        m_undo.erase(m_undo.begin());
    }
    m_redo.clear();
}

void Marks::finish() {
    save();
    sortByBegin(m_marks);
    Q_EMIT changed();
}

bool Marks::swap(std::vector<std::vector<TimeMark>> &from, std::vector<std::vector<TimeMark>> &to) {
    if (from.empty()) {
        return false;
    }
    to.push_back(std::move(m_marks));
    m_marks = std::move(from.back());
    from.pop_back();
    finish();
    return true;
}

bool Marks::undo() { return swap(m_undo, m_redo); }

bool Marks::redo() { return swap(m_redo, m_undo); }

void Marks::save() {
    if (m_path.empty()) {
        return;
    }
    const auto lock = m_file.lock();
    auto status = lock ? Status() : tl::make_unexpected(lock.error());
    if (status && !m_isBroken && m_file.hasChanged()) {
        takeChanges();
    }
    if (status && m_isBroken) {
        status = putAside(m_file.path());
    }
    if (status) {
        m_isBroken = false;
        sortByBegin(m_marks);
        status = m_file.replace(marksText(m_path, m_marks));
    }
    if (status) {
        m_saved = m_marks;
    } else {
        Q_EMIT troubled({status.error().kind, "marks cannot be saved: " + status.error().detail, status.error().where});
    }
}

void Marks::takeChanges() {
    const auto theirs = readMarks(m_path);
    if (!theirs) {
        m_isBroken = true;
        Q_EMIT troubled(theirs.error());
        return;
    }
    ListChange change(m_saved, *theirs, &isSameMark);
    for (auto &mark : change.added()) {
        mark.id = ++m_lastId;
    }
    change.applyTo(m_marks);
    // As if it had come before all that can be taken back here.
    for (auto *states : {&m_undo, &m_redo}) {
        for (auto &marks : *states) {
            change.applyTo(marks);
        }
    }
}

}  // namespace stagescope
