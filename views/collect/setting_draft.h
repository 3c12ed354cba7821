#pragma once

#include "core/settings/earlier_capture.h"
#include "core/settings/setting_answers.h"
#include "core/settings/setting_edit.h"
#include "core/settings/setting_review.h"

#include <QtCore/QObject>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Settings that are being edited: their text byte for byte, the file it came from, and what is known of it. The parts
/// of the page show it and change it. Writes nothing but the file that save() names. GUI thread.
class SettingDraft : public QObject {
    Q_OBJECT
public:
    explicit SettingDraft(QObject *parent = nullptr);

    /// All keys with their usual values, not in any file yet.
    void begin(SettingKind kind);
    /// A text from elsewhere, not in any file yet, for the program that its keys tell, else for the one before.
    void take(std::string text);
    /// A file as it stands, for the program that its keys tell, else for the one before. A text that cannot be read is
    /// opened, too, to be looked at: error() says why. Of a script of Python the whole numbers of its first schedule()
    /// are taken, not in any file yet. Errors: those of readSmallFile; Unsupported for a script without a schedule; all
    /// stays as it was.
    [[nodiscard]] Status open(const std::string &path);
    /// Whether a file is not too long and has keys of a program. Reads it.
    [[nodiscard]] static bool recognises(const std::string &path);
    /// Reads the same text as the settings of another program.
    void readAs(SettingKind kind);
    /// The value of a key as a person writes it; why it was not taken, nothing when it was.
    [[nodiscard]] std::optional<Message> set(const SettingSpec &spec, const std::string &value);
    /// Changes what is missing for these questions of capability_list to be answered; what was changed.
    std::vector<SettingChange> aimAt(std::span<const std::string_view> questions);
    /// Whole or not at all. Errors: BadArgument where a file has changed since it was opened, or lies in a profile;
    /// those of writeWholeFile.
    [[nodiscard]] Status save(const std::string &path);

    void setVersion(const std::string &version);
    /// MindSpore compiles the whole graph.
    void setGraphO2(bool isOn);
    /// Profiles of the same job, the one that is read first; the version of its program counts where none is told.
    void setEarlier(std::vector<EarlierCapture> earlier);
    /// 0 = not known.
    void setSteps(std::int64_t steps);
    void setJob(const JobSizes &job);

    [[nodiscard]] SettingKind kind() const { return m_kind; }
    [[nodiscard]] const std::string &path() const { return m_path; }
    [[nodiscard]] const std::string &text() const { return m_text; }
    [[nodiscard]] bool isChanged() const { return m_text != m_saved; }
    /// Line and cause where the text is no object of JSON; empty when it is.
    [[nodiscard]] const std::string &error() const { return m_error; }
    /// Nothing while there is an error.
    [[nodiscard]] const std::optional<SettingReview> &review() const { return m_review; }
    [[nodiscard]] const TextNode &root() const { return m_root; }
    /// As told; empty = that of the earlier profile, else the newest.
    [[nodiscard]] const std::string &version() const { return m_question.version; }
    /// Which keys the program has.
    [[nodiscard]] std::string knownVersion() const { return question().version; }
    [[nodiscard]] bool isGraphO2() const { return m_question.isGraphO2; }
    [[nodiscard]] const std::vector<EarlierCapture> &earlier() const { return m_earlier; }
    /// Nothing for a job of one rank.
    [[nodiscard]] std::optional<JobSizes> job() const;

Q_SIGNALS:
    /// Other settings, another program or version: other keys.
    void replaced();
    /// Values, or what is known of the job.
    void changed();

private:
    void show(std::string text, const std::string &path);
    [[nodiscard]] Status takeCall(const std::string &script, const std::string &path);
    [[nodiscard]] SettingQuestion question() const;
    void read();

    SettingKind m_kind = SettingKind::TorchNpu;
    std::string m_path;
    std::string m_text;
    std::string m_saved;
    std::string m_error;
    TextNode m_root;
    std::optional<SettingReview> m_review;
    SettingQuestion m_question;
    JobSizes m_job;
    std::vector<EarlierCapture> m_earlier;
};

}  // namespace stagescope
