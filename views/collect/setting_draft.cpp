#include "views/collect/setting_draft.h"

#include "core/base/io/output_file.h"
#include "core/base/io/small_file.h"
#include "core/session/output_place.h"
#include "core/settings/script_check.h"
#include "core/settings/setting_edit.h"
#include "core/settings/setting_goals.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace stagescope {

SettingDraft::SettingDraft(QObject *parent) : QObject(parent) { begin(m_kind); }

void SettingDraft::begin(SettingKind kind) {
    m_kind = kind;
    m_path.clear();
    m_text = newSettings(kind);
    m_saved = m_text;
    read();
    Q_EMIT replaced();
}

Status SettingDraft::open(const std::string &path) {
    ASSIGN_OR_RETURN(auto text, readSmallFile(path, kMaxSettingBytes));
    if (path.ends_with(".py")) {
        return takeCall(text, path);
    }
    show(std::move(text), path);
    return {};
}

void SettingDraft::take(std::string text) { show(std::move(text), {}); }

void SettingDraft::show(std::string text, const std::string &path) {
    m_path = path;
    m_text = std::move(text);
    m_saved = m_text;
    if (const auto read = readSettingText(m_text)) {
        m_kind = recognisedSettings(*read).value_or(m_kind);
    }
    read();
    Q_EMIT replaced();
}

Status SettingDraft::takeCall(const std::string &script, const std::string &path) {
    const auto calls = readCalls(script, "schedule");
    if (calls.empty()) {
        return fail(ErrorKind::Unsupported, "calls no schedule()", path);
    }
    std::vector<SettingChange> numbers;
    m_kind = scheduleOf(script);
    m_question.isGraphO2 = m_question.isGraphO2 || setsGraphO2(script);
    for (const auto &argument : calls.front().members) {
        const auto *spec = settingAt(settingProgram(m_kind), argument.key);
        if (spec != nullptr && !readTypedSetting(m_kind, *spec, argument.value.text, {}).refusal) {
            numbers.push_back({argument.key, argument.value.text});
        }
    }
    m_path.clear();
    m_text = editSettings("{\n}\n", m_kind, numbers).value_or("{}");
    m_saved = m_text;
    read();
    Q_EMIT replaced();
    return {};
}

bool SettingDraft::recognises(const std::string &path) {
    const auto text = readSmallFile(path, kMonitorBytes);
    const auto read = text ? readSettingText(*text) : tl::make_unexpected(text.error());
    return read && recognisedSettings(*read).has_value();
}

void SettingDraft::readAs(SettingKind kind) {
    m_kind = kind;
    read();
    Q_EMIT replaced();
}

std::optional<Message> SettingDraft::set(const SettingSpec &spec, const std::string &value) {
    auto typed = readTypedSetting(m_kind, spec, value, knownVersion());
    if (typed.refusal) {
        return typed.refusal;
    }
    const SettingChange change{std::string(spec.path), std::move(typed.json)};
    auto text = editSettings(m_text, m_kind, {&change, 1});
    if (!text) {
        return Message("settings.problem.not_changed", {text.error().detail});
    }
    if (*text != m_text) {
        m_text = std::move(*text);
        read();
        Q_EMIT changed();
    }
    return std::nullopt;
}

std::vector<SettingChange> SettingDraft::aimAt(std::span<const std::string_view> questions) {
    auto changes = changesToAnswer(m_kind, m_text, questions, question());
    auto text = editSettings(m_text, m_kind, changes);
    if (text && *text != m_text) {
        m_text = std::move(*text);
        read();
        Q_EMIT changed();
    }
    return changes;
}

Status SettingDraft::save(const std::string &path) {
    RETURN_IF_ERROR(checkOutputPlace(path, {}));
    if (path == m_path) {
        const auto there = readSmallFile(path, kMaxSettingBytes);
        if (there && *there != m_saved) {
            return fail(ErrorKind::BadArgument, "has changed since it was opened: open it again, or save elsewhere",
                        path);
        }
    }
    RETURN_IF_ERROR(writeWholeFile(path, m_text));
    m_path = path;
    m_saved = m_text;
    Q_EMIT changed();
    return {};
}

void SettingDraft::setVersion(const std::string &version) {
    m_question.version = version;
    read();
    Q_EMIT replaced();
}

void SettingDraft::setGraphO2(bool isOn) {
    m_question.isGraphO2 = isOn;
    read();
    Q_EMIT changed();
}

void SettingDraft::setEarlier(std::vector<EarlierCapture> earlier) {
    const auto before = knownVersion();
    m_earlier = std::move(earlier);
    read();
    if (before.compare(knownVersion()) == 0) {
        Q_EMIT changed();
    } else {
        Q_EMIT replaced();
    }
}

SettingQuestion SettingDraft::question() const {
    auto own = m_question;
    for (const auto &capture : m_earlier) {
        own.version = own.version.empty() ? capture.versionFor(m_kind) : own.version;
    }
    return own;
}

void SettingDraft::setSteps(std::int64_t steps) {
    m_question.steps = steps > 0 ? std::optional(steps) : std::nullopt;
    read();
    Q_EMIT changed();
}

void SettingDraft::setJob(const JobSizes &job) {
    m_job = job;
    const auto world = std::min<std::int64_t>(job.world(), std::numeric_limits<int>::max());
    m_question.world = world > 1 ? std::optional(static_cast<int>(world)) : std::nullopt;
    read();
    Q_EMIT changed();
}

std::optional<JobSizes> SettingDraft::job() const { return m_question.world ? std::optional(m_job) : std::nullopt; }

void SettingDraft::read() {
    m_error.clear();
    m_root = {};
    m_review.reset();
    auto read = readSettings(m_kind, m_text);
    if (!read) {
        m_error = read.error().detail;
        return;
    }
    m_review = reviewSettings(m_kind, m_text, *read, question());
    m_root = std::move(read->root);
}

}  // namespace stagescope
