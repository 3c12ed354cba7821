#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

class QJsonObject;

namespace stagescope {

/// How far a transfer is, as rclone tells every second.
struct TransferState {
    std::uint64_t bytes = 0;  ///< arrived since it began
    double bytesPerSecond = 0;
};

/// What a transfer calls, on its own thread.
struct TransferListener {
    std::function<void(const std::string &name)> arrived;  ///< this file is whole
    std::function<void(const TransferState &)> progress;
};

/// What rclone writes to its standard error, with --use-json-log, line by line. Nothing in it is trusted. One thread;
/// the listener may be null and outlives it. O(bytes + log files) a line.
class RcloneLog {
public:
    explicit RcloneLog(const TransferListener *listener = nullptr) : m_listener(listener) {}

    /// False when this is no rclone.
    bool take(std::string_view line);

    /// What was told of files that failed: by name.
    [[nodiscard]] const std::map<std::string, std::string> &failed() const { return m_failed; }
    [[nodiscard]] bool isOutOfSpace() const { return m_isOutOfSpace; }
    /// What it said is wrong; the first thing, since the last is a count of them.
    [[nodiscard]] std::string complaint() const {
        return !m_first.empty() ? m_first : !m_last.empty() ? m_last : "failed and did not say why";
    }

private:
    void addPlain(std::string_view line);
    void addError(const std::string &name, const std::string &message);
    void tellProgress(const QJsonObject &stats) const;

    const TransferListener *m_listener;
    std::map<std::string, std::string> m_failed;  ///< by name
    std::string m_first;
    std::string m_last;  ///< that was no entry of the log, of one or several lines
    std::size_t m_strangeLines = 0;
    bool m_isOutOfSpace = false;
};

}  // namespace stagescope
