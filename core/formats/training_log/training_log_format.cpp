#include "core/base/io/byte_source.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/formats/io/json_stream.h"
#include "core/formats/training_log/event_file.h"
#include "core/formats/training_log/log_assembly.h"
#include "core/formats/training_log/log_bytes.h"
#include "core/formats/training_log/log_dialects.h"
#include "core/formats/training_log/log_numbers.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

/// What the Trainer of transformers keeps with its checkpoints.
bool isTrainerState(std::string_view fileName, std::string_view head) {
    const auto open = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    const bool isObject = open != std::string_view::npos && head[open] == '{';
    return isObject && !contains(head, "traceEvents") &&
           (contains(head, "\"log_history\"") ||
            (fileName.ends_with("trainer_state.json") && contains(head, "\"global_step\"")));
}

bool isEvents(std::string_view fileName, std::string_view head) {
    return contains(fileName, "tfevents") && isEventFile(head);
}

/// Names that logs have; others are asked only where their first lines say it.
bool isLogName(std::string_view name) {
    constexpr auto kEndings = std::to_array<std::string_view>({".log", ".txt", ".out", ".err", ".jsonl"});
    name = unpackedName(name);
    return std::any_of(kEndings.begin(), kEndings.end(),
                       [&](std::string_view ending) { return name.ends_with(ending); });
}

using JsonToken = JsonStream::Token;

/// An entry of log_history; what is in it and no number is passed over. False at damage.
bool readHistoryEntry(JsonStream &json, LoggedLine &line) {
    line.values.clear();
    line.step.reset();
    std::string key;
    for (auto token = json.next(); token != JsonToken::EndObject; token = json.next()) {
        if (token == JsonToken::End) {
            return false;
        }
        if (token == JsonToken::Key) {
            key = json.text();
        } else if (token == JsonToken::BeginArray || token == JsonToken::BeginObject) {
            if (!json.skip(token)) {
                return false;
            }
        } else if (const auto number = loggedNumber(json.text()); number && key == "step") {
            constexpr auto kMostStep = static_cast<double>(kMostLoggedStep);
            line.step = number->value >= 0 && number->value < kMostStep
                            ? std::optional(static_cast<std::int64_t>(number->value))
                            : std::nullopt;
        } else if (number && number->unit.empty()) {
            line.values.push_back({key, number->value, {}});
        }
    }
    return true;
}

Status readTrainerState(ByteSource &source, LogAssembly &out, const LoadControl &control) {
    JsonStream json(source, control);
    LoggedLine line;
    line.dialect = "hugging_face";
    bool isHistory = false;
    for (auto token = json.next(); token != JsonToken::End; token = json.next()) {
        if (token == JsonToken::Key && json.depth() == 1) {
            isHistory = json.text() == "log_history";
        } else if (token == JsonToken::BeginObject && isHistory && json.depth() == 3) {
            if (!readHistoryEntry(json, line)) {
                break;
            }
            if (line.step) {
                out.add(line);
            }
        } else if ((token == JsonToken::BeginObject || token == JsonToken::BeginArray) && !isHistory &&
                   json.depth() > 1 && !json.skip(token)) {
            break;
        }
    }
    return json.error() ? Status(tl::make_unexpected(*json.error())) : Status{};
}

Status readLines(LogBytes &bytes, LogAssembly &out) {
    LogLines lines(bytes);
    LogReader reader;
    LoggedLine logged;
    std::string_view line;
    while (lines.next(line)) {
        if (reader.read(line, logged)) {
            out.add(logged);
        }
    }
    return bytes.error() ? Status(tl::make_unexpected(*bytes.error())) : Status{};
}

/// What training programs print, or keep of their steps, in any of the dialects of logDialects(), of transformers'
/// trainer_state.json and of TensorBoard.
class TrainingLogFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "training_log"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view head) const override {
        return isTrainerState(fileName, head) || isEvents(fileName, head) || looksLikeTrainingLog(head);
    }
    /// Programs print all of their settings before the first step.
    [[nodiscard]] bool recognises(const std::string &path, std::string_view head,
                                  const std::stop_token &stop) const override;
    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override;
    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "values of a training log are kept whole", file.path);
    }
};

bool TrainingLogFormat::recognises(const std::string &path, std::string_view head, const std::stop_token &stop) const {
    constexpr std::size_t kFarthest = std::size_t{1} << 20;
    const auto name = lastPart(path);
    if (!isLogName(name) || name.starts_with("plog-") || name.starts_with("device-") ||
        contains(head, std::string_view("\0", 1))) {
        return false;  // plog-*, device-*: what CANN logs
    }
    auto source = ByteSource::open(path);
    if (!source || stop.stop_requested()) {
        return false;
    }
    std::string text(kFarthest, '\0');
    text.resize((*source)->read(0, text).value_or(0));
    return looksLikeTrainingLog(text, stop);
}

Status TrainingLogFormat::load(const FileSource &file, Sink &sink, const LoadControl &control) const {
    auto source = ByteSource::open(file.path);
    if (!source) {
        return tl::make_unexpected(source.error());
    }
    LogBytes bytes(**source, control);
    constexpr std::size_t kHead = 4096;
    const std::string head(bytes.peek(kHead).substr(0, kHead));
    if (bytes.error()) {
        return tl::make_unexpected(*bytes.error());
    }
    LogAssembly assembly(file.path);
    Status status;
    if (const auto name = lastPart(file.path); isTrainerState(name, head)) {
        status = readTrainerState(**source, assembly, control);
    } else if (isEventFile(head)) {
        status = readEvents(bytes, file.path, assembly, sink.log());
    } else {
        status = readLines(bytes, assembly);
    }
    if (status || status.error().kind != ErrorKind::Cancelled) {
        assembly.give(sink);
    }
    return status;
}

}  // namespace

std::unique_ptr<Format> makeTrainingLogFormat() { return std::make_unique<TrainingLogFormat>(); }

}  // namespace stagescope
