#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/output.h"
#include "app/process_guard.h"
#include "core/export/quoted_text.h"
#include "core/export/shown_text.h"
#include "core/session/watch/folder_watch.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QEventLoop>
#include <QtCore/QFileInfo>
#include <QtCore/QTimer>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

constexpr std::int64_t kMostSeconds = 1'000'000'000;
constexpr int kAskMs = 50;

enum class WatchFormat : std::uint8_t { Text, Json };

struct WatchRequest {
    WatchFormat format = WatchFormat::Text;
    bool isOnce = false;
    std::optional<std::int64_t> seconds;
    FolderWatch::Options options;
};

Result<std::optional<std::int64_t>> secondsOption(const Arguments &arguments, const std::string &name) {
    if (!arguments.has(name)) {
        return std::optional<std::int64_t>{};
    }
    const auto seconds = parseInteger(arguments.value(name), name);
    if (!seconds || *seconds < 0 || *seconds > kMostSeconds) {
        return badValue(name, arguments.value(name), "a number of seconds");
    }
    return std::optional(*seconds);
}

Result<WatchRequest> watchRequest(const Arguments &arguments) {
    WatchRequest request;
    request.isOnce = arguments.has("--once");
    const auto format = arguments.has("--format") ? arguments.value("--format") : "text";
    if (format != "text" && format != "json") {
        return badChoice("--format", format, {"text", "json"});
    }
    request.format = format == "json" ? WatchFormat::Json : WatchFormat::Text;
    const auto seconds = secondsOption(arguments, "--for");
    const auto quiet = secondsOption(arguments, "--quiet");
    if (!seconds || !quiet) {
        return tl::make_unexpected(seconds ? quiet.error() : seconds.error());
    }
    request.seconds = *seconds;
    request.options.quiet = std::chrono::seconds(
        quiet->value_or(std::chrono::duration_cast<std::chrono::seconds>(request.options.quiet).count()));
    return request;
}

std::string ruleSentence(CaptureRule rule) {
    constexpr std::array<std::string_view, kCaptureRules> kSentences{
        "its parser ended: analyse.done",
        "nothing changed for some seconds, its files are whole",
        "it still changes",
        "raw data without end_info.done: recording, or killed",
        "recorded (end_info.done), not parsed",
        "nothing in it yet",
        "a file is not whole",
        "it cannot be read",
    };
    return std::string(kSentences[static_cast<std::size_t>(rule)]);
}

std::string stateWords(CaptureState state) {
    std::string words(captureStateText(state));
    std::replace(words.begin(), words.end(), '_', ' ');
    return words;
}

std::string textLine(const WatchedCapture &capture) {
    const auto &error = capture.verdict.error;
    return stateWords(capture.verdict.state) + ": " + shownText(capture.name) + "  " + sizeText(capture.bytes) +
           " in " + countText(capture.files, "file") + " (" +
           (error ? shownText(errorLine(*error)) : ruleSentence(capture.verdict.rule)) + ")\n";
}

void appendMember(std::string &line, std::string_view key, std::string_view text) {
    line += line.ends_with('{') ? "" : ", ";
    appendJsonText(line, key);
    line += ": ";
    appendJsonText(line, text);
}
void appendMember(std::string &line, std::string_view key, std::int64_t number) {
    appendJsonText(line += ", ", key);
    line += ": " + std::to_string(number);
}

std::string jsonLine(const WatchedCapture &capture) {
    std::string line = "{";
    appendMember(line, "event", "capture");
    appendMember(line, "state", captureStateText(capture.verdict.state));
    appendMember(line, "rule", captureRuleText(capture.verdict.rule));
    appendMember(line, "name", capture.name);
    appendMember(line, "path", capture.path);
    appendMember(line, "arrival", static_cast<std::int64_t>(capture.arrival));
    appendMember(line, "size_bytes", static_cast<std::int64_t>(capture.bytes));
    appendMember(line, "files", static_cast<std::int64_t>(capture.files));
    appendMember(line, "changed_ns", capture.changedNs);
    if (capture.verdict.error) {
        appendMember(line, "error", errorLine(*capture.verdict.error));
    }
    return line + "}\n";
}

std::string jsonLine(const WatchLogLine &log) {
    std::string line = "{";
    appendMember(line, "event", "log");
    appendMember(line, "level", watchLogLevelText(log.level));
    appendMember(line, "path", log.path);
    if (log.line > 0) {
        appendMember(line, "line", static_cast<std::int64_t>(log.line));
    }
    appendMember(line, "offset_bytes", static_cast<std::int64_t>(log.offset));
    appendMember(line, "text", log.text);
    return line + "}\n";
}

/// Prints what was not printed yet.
class WatchPrinter {
public:
    explicit WatchPrinter(const WatchRequest &request) : m_format(request.format), m_all(request.isOnce) {}

    /// False when nothing more can be written.
    bool print(const WatchReport &report) {
        bool isWritten = true;
        for (const auto &line : report.log) {
            isWritten = isWritten && printOnce(line);
        }
        std::vector<const WatchedCapture *> captures;
        for (const auto &capture : report.captures) {
            const bool isComplete = capture.verdict.state == CaptureState::Complete;
            if (m_all || (isComplete && m_told.insert(capture.arrival).second)) {
                captures.push_back(&capture);
            }
        }
        if (!m_all) {
            std::sort(captures.begin(), captures.end(),
                      [](const auto *a, const auto *b) { return a->arrival < b->arrival; });
        }
        for (const auto *capture : captures) {
            isWritten = isWritten && writeOut(m_format == WatchFormat::Json ? jsonLine(*capture) : textLine(*capture));
        }
        return isWritten;
    }

private:
    bool printOnce(const WatchLogLine &line) {
        if (!m_lines.emplace(line.path, line.offset, line.text).second) {
            return true;
        }
        if (m_format == WatchFormat::Json) {
            return writeOut(jsonLine(line));
        }
        printNote(line.path + (line.line > 0 ? ":" + std::to_string(line.line) : std::string()) + ": " + line.text);
        return true;
    }

    WatchFormat m_format;
    bool m_all;
    std::set<std::size_t> m_told;  ///< arrivals
    std::set<std::tuple<std::string, std::uint64_t, std::string>> m_lines;
};

void showWaiting(const WatchReport &report) {
    std::array<std::size_t, kCaptureStates> counts{};
    for (const auto &capture : report.captures) {
        ++counts[static_cast<std::size_t>(capture.verdict.state)];
    }
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        text += counts[i] == 0 ? ""
                               : (text.empty() ? "" : ", ") + std::to_string(counts[i]) + " " +
                                     stateWords(static_cast<CaptureState>(i));
    }
    showProgress(report.readable ? (text.empty() ? "no capture yet" : text) : errorLine(report.readable.error()));
}

int watchOnce(const std::string &folder, const WatchRequest &request) {
    const auto report = WatchBook(folder, request.options.quiet).look(WatchMoment::now());
    if (!report.readable) {
        return printError(report.readable.error());
    }
    return WatchPrinter(request).print(report) ? 0 : 2;
}

int watchOn(const std::string &folder, const WatchRequest &request) {
    endWhenAsked();
    QEventLoop loop;
    WatchPrinter printer(request);
    FolderWatch watch;
    QObject::connect(&watch, &FolderWatch::changed, &loop, [&] {
        showProgress({});
        if (!printer.print(*watch.report())) {
            loop.exit(2);
            return;
        }
        showWaiting(*watch.report());
    });
    QTimer asking;
    QObject::connect(&asking, &QTimer::timeout, &loop, [&loop] {
        if (isEndAsked()) {
            loop.exit(0);
        }
    });
    asking.start(kAskMs);
    QElapsedTimer passed;
    passed.start();
    if (request.seconds) {
        QObject::connect(&asking, &QTimer::timeout, &loop, [&loop, &passed, until = *request.seconds * 1000] {
            if (passed.elapsed() >= until) {
                loop.exit(0);
            }
        });
    }
    watch.start(folder, request.options);
    const int code = loop.exec();
    showProgress({});
    return code;
}

int runWatch(const Arguments &arguments) {
    const auto request = watchRequest(arguments);
    if (!request) {
        return printError(request.error());
    }
    const auto &folder = arguments.positional[0];
    const QFileInfo place(QString::fromStdString(folder));
    if (!place.isDir()) {
        return printError({place.exists() ? ErrorKind::BadArgument : ErrorKind::NotFound,
                           place.exists() ? "is not a folder" : "there is no such folder", folder});
    }
    return request->isOnce ? watchOnce(folder, *request) : watchOn(folder, *request);
}

}  // namespace

Command makeWatchCommand() {
    return {.name = "watch",
            .section = CommandSection::Look,
            .synopsis = "DIR",
            .summary = "Report captures in a folder as a profiler completes them",
            .details =
                "Prints one line per complete capture, and profiler log lines that explain failed ones. The "
                "folder is only read.",
            .options = {{"--once", "", "print the current state, including captures being written, and exit"},
                        {"--for", "SECONDS", "exit with 0 after SECONDS (default: run until Ctrl+C)"},
                        {"--quiet", "SECONDS",
                         "without analyse.done, treat a capture as complete after SECONDS without changes (default: "
                         "5)"},
                        {"--format", "text|json", "output format (default: text); json: one object per line"}},
            .minPositional = 1,
            .maxPositional = 1,
            .run = &runWatch};
}

}  // namespace stagescope
