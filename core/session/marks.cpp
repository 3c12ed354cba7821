#include "core/session/marks.h"

#include "core/base/io/mark_file.h"
#include "core/store/bundle/bundle_notes.h"

#include <QtCore/QSaveFile>

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

Status write(const std::string &runPath, const std::vector<TimeMark> &marks) {
    const auto path = marksPath(runPath);
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    const auto text = marksText(runPath, marks);
    const auto size = static_cast<qint64>(text.size());
    QSaveFile file(QString::fromStdString(path.string()));
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), size) != size || !file.commit()) {
        return fail(ErrorKind::NoPermission, "marks cannot be saved: " + file.errorString().toStdString(),
                    path.string());
    }
    return {};
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
    if (!runPath.empty()) {
        auto marks = marksOfRun(runPath);
        m_isBroken = !marks;
        if (marks) {
            m_marks = std::move(*marks);
        } else {
            Q_EMIT troubled(marks.error());
        }
    }
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
    std::sort(m_marks.begin(), m_marks.end(), [](const TimeMark &a, const TimeMark &b) {
        return std::tie(a.range.begin, a.id) < std::tie(b.range.begin, b.id);
    });
    save();
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
    auto status = m_isBroken ? putAside(marksPath(m_path)) : Status{};
    if (status) {
        m_isBroken = false;
        status = write(m_path, m_marks);
    }
    if (!status) {
        Q_EMIT troubled(status.error());
    }
}

}  // namespace stagescope
