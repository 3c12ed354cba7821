#include "core/base/io/byte_source.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/formats/format_list.h"
#include "core/formats/io/json_stream.h"
#include "core/formats/tables/memory_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

/// As torch.profiler numbers what memory is for; the last stands for what it does not know.
constexpr auto kCategories = std::to_array<std::string_view>(
    {"parameter", "optimizer_state", "input", "temporary", "activation", "gradient", "autograd_detail", "unknown"});
constexpr std::string_view kTotal = "PyTorch";  ///< as of the allocator, which a trace of the same run tells, too
constexpr std::size_t kRowNumbers = 4;          ///< time, action, bytes, category
constexpr double kRelease = 4;                  ///< the action
constexpr double kMostSize = 0x1p60;

using Token = JsonStream::Token;
using Sizes = std::array<std::int64_t, kCategories.size()>;

std::optional<double> numberOf(std::string_view text) {
    const auto exact = wholeNumber<std::int64_t>(text);
    if (exact) {
        return static_cast<double>(*exact);
    }
    std::string copy(text.substr(0, 64));
    char *end = nullptr;
    const double value = std::strtod(copy.c_str(), &end);
    return !copy.empty() && *end == '\0' && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// Since 1970, microseconds have 16 digits and nanoseconds 19, whichever of the two a version writes. Times of another
/// origin are in the unit of the form. Negative: before the first time.
std::int64_t timeOf(std::string_view text, bool isByTime) {
    constexpr double kLeastNs = 1e17;
    constexpr double kLeastMicros = 1e14;
    const auto value = numberOf(text);
    const bool isNs = value && *value >= kLeastMicros ? *value >= kLeastNs : !isByTime;
    return !value || *value < 0 ? kNoMemoryTime : decimalToNs(text, isNs ? 0 : 3).value_or(kNoMemoryTime);
}

std::optional<std::int64_t> sizeOf(std::string_view text) {
    const auto value = numberOf(text);
    return value && std::abs(*value) < kMostSize ? std::optional(std::llround(*value)) : std::nullopt;
}

/// One memory timeline: either rows [time, action, bytes, category], one for each change, or a list of times beside a
/// list of sizes [0, bytes of each category].
class MemoryTimelineReader {
public:
    MemoryTimelineReader(JsonStream &json, const FileSource &file, ImportLog &log)
        : m_json(json), m_file(file), m_log(log) {}

    /// What was read before damage stays.
    Status read();
    void give(Sink &sink);

private:
    struct Moment {
        std::int64_t time = kNoMemoryTime;
        Sizes sizes{};  ///< changes at first, then what there is
    };

    /// Numbers of the list that was just opened, as texts; nothing for a list with anything else in it.
    std::optional<std::vector<std::string>> list();
    /// The same of the list that a token opens; any other value is passed over.
    std::optional<std::vector<std::string>> rowAt(Token token);
    bool readRows(std::vector<std::string> first);
    bool readSizes(const std::vector<std::string> &times);
    void addChange(const std::optional<std::vector<std::string>> &row);
    void addSizes(std::string_view time, const std::optional<std::vector<std::string>> &row);
    void badRow(std::string_view why);
    /// In the order of time; one for each.
    void sortMoments();

    JsonStream &m_json;
    const FileSource &m_file;
    ImportLog &m_log;
    std::vector<Moment> m_moments;
    bool m_isByTime = false;  ///< sizes are what there is, not what is changed
};

void MemoryTimelineReader::badRow(std::string_view why) {
    m_log.add(Severity::DataLoss, m_file.path, "memory_timeline.bad_row", "byte " + std::to_string(m_json.offset()),
              std::string(why));
}

std::optional<std::vector<std::string>> MemoryTimelineReader::list() {
    std::vector<std::string> texts;
    bool isFlat = true;
    for (auto token = m_json.next(); token != Token::EndArray; token = m_json.next()) {
        if (token == Token::End) {
            return std::nullopt;
        }
        if (token == Token::BeginArray || token == Token::BeginObject) {
            isFlat = false;
            if (!m_json.skip(token)) {
                return std::nullopt;
            }
        } else {
            texts.emplace_back(m_json.text());
        }
    }
    return isFlat ? std::optional(std::move(texts)) : std::nullopt;
}

void MemoryTimelineReader::addChange(const std::optional<std::vector<std::string>> &row) {
    const auto bytes = row && row->size() >= kRowNumbers ? sizeOf((*row)[2]) : std::nullopt;
    const auto category = bytes ? wholeNumber<std::size_t>((*row)[3]) : std::nullopt;
    const auto action = bytes ? numberOf((*row)[1]) : std::nullopt;
    if (!category || !action) {
        badRow("no time, action, size and category");
        return;
    }
    Moment change{timeOf(row->front(), false), {}};
    change.sizes[std::min(*category, kCategories.size() - 1)] = *action == kRelease ? -std::abs(*bytes) : *bytes;
    m_moments.push_back(change);
}

void MemoryTimelineReader::addSizes(std::string_view time, const std::optional<std::vector<std::string>> &row) {
    Moment moment{timeOf(time, true), {}};
    for (std::size_t i = 1; row && i < row->size(); ++i) {
        const auto bytes = sizeOf((*row)[i]);
        if (!bytes) {
            badRow((*row)[i].substr(0, 40) + " is not a size");
            return;
        }
        moment.sizes[std::min(i - 1, kCategories.size() - 1)] += *bytes;
    }
    if (!row || row->size() < 2) {
        badRow("no sizes");
        return;
    }
    m_moments.push_back(moment);
}

std::optional<std::vector<std::string>> MemoryTimelineReader::rowAt(Token token) {
    if (token == Token::BeginArray) {
        return list();
    }
    m_json.skip(token);
    return std::nullopt;
}

bool MemoryTimelineReader::readRows(std::vector<std::string> first) {
    addChange(std::move(first));
    for (auto token = m_json.next(); token != Token::EndArray && token != Token::End; token = m_json.next()) {
        const auto row = rowAt(token);
        if (m_json.error()) {
            return false;
        }
        addChange(row);
    }
    return !m_json.error();
}

bool MemoryTimelineReader::readSizes(const std::vector<std::string> &times) {
    m_isByTime = true;
    std::size_t count = 0;
    for (auto token = Token::BeginArray; token != Token::EndArray && token != Token::End; token = m_json.next()) {
        const auto row = rowAt(token);
        if (m_json.error()) {
            return false;
        }
        if (count < times.size()) {
            addSizes(times[count], row);
        }
        ++count;
    }
    if (count != times.size() && !m_json.error()) {
        m_log.add(Severity::DataLoss, m_file.path, "memory_timeline.unequal", m_file.path,
                  std::to_string(times.size()) + " times, " + std::to_string(count) + " sizes");
    }
    return !m_json.error();
}

Status MemoryTimelineReader::read() {
    const auto damage = [&](std::string_view otherwise) {
        return m_json.error() ? Status(tl::make_unexpected(*m_json.error()))
                              : Status(fail(ErrorKind::Malformed, std::string(otherwise), m_file.path));
    };
    constexpr std::string_view kNoTimeline = "not the lists of a memory timeline";
    constexpr std::string_view kNoEvents = "the memory timeline has no events";
    // Of a file without damage, of which nothing could be read all the same.
    const auto orNothing = [&]() { return m_moments.empty() ? damage(kNoEvents) : Status{}; };
    if (m_json.next() != Token::BeginArray || m_json.next() != Token::BeginArray) {
        return damage(kNoTimeline);
    }
    auto first = list();
    if (!first) {
        return damage(kNoTimeline);
    }
    const auto second = m_json.next();
    const bool isClosed = second == Token::EndArray && !first->empty();
    if (second != Token::BeginArray && !isClosed) {
        return damage(kNoTimeline);
    }
    if (isClosed) {
        addChange(first);
        return orNothing();
    }
    const auto inner = m_json.next();
    bool isWhole = true;
    if (inner == Token::BeginArray) {
        isWhole = readSizes(*first);
    } else if (inner == Token::EndArray && first->empty()) {
        return damage(kNoEvents);
    } else if (inner == Token::Word) {
        std::vector<std::string> row{std::string(m_json.text())};
        auto rest = list();
        if (m_json.error()) {
            addChange(first);
            return damage(kNoTimeline);
        }
        addChange(first);
        if (rest) {
            row.insert(row.end(), rest->begin(), rest->end());
        }
        isWhole = readRows(std::move(row));
    } else {
        return damage(kNoTimeline);
    }
    return isWhole ? orNothing() : damage(kNoTimeline);
}

void MemoryTimelineReader::sortMoments() {
    auto first = INT64_MAX;
    for (const auto &moment : m_moments) {
        first = moment.time == kNoMemoryTime ? first : std::min(first, moment.time);
    }
    for (auto &moment : m_moments) {
        moment.time = moment.time != kNoMemoryTime ? moment.time : first == INT64_MAX ? 0 : first;
    }
    std::stable_sort(m_moments.begin(), m_moments.end(),
                     [](const Moment &a, const Moment &b) { return a.time < b.time; });
    std::size_t count = 0;
    Sizes held{};
    for (const auto &moment : m_moments) {
        for (std::size_t i = 0; i < held.size(); ++i) {
            // Below 2^60 each: the sum of as many as fit into memory may leave 64 bits, and then wraps.
            held[i] = m_isByTime ? moment.sizes[i]
                                 : static_cast<std::int64_t>(static_cast<std::uint64_t>(held[i]) +
                                                             static_cast<std::uint64_t>(moment.sizes[i]));
        }
        count += count == 0 || m_moments[count - 1].time != moment.time ? 1 : 0;
        m_moments[count - 1] = {moment.time, held};
    }
    m_moments.resize(count);
}

/// A sample where a category changes, and its first and last, so that its curve is as long as the file.
void MemoryTimelineReader::give(Sink &sink) {
    sortMoments();
    MemoryTables tables;
    for (std::size_t at = 0; at < m_moments.size(); ++at) {
        const auto &[time, sizes] = m_moments[at];
        const bool isEnd = at == 0 || at + 1 == m_moments.size();
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            total += static_cast<std::uint64_t>(sizes[i]);
            if (isEnd || sizes[i] != m_moments[at - 1].sizes[i]) {
                tables.samples.append({kCategoryLevel, kCategories[i], {}, -1, time, sizes[i]});
            }
        }
        tables.samples.append({"allocator", kTotal, {}, -1, time, static_cast<std::int64_t>(total)});
    }
    tables.give(sink);
}

/// What stands at the begin of a file, without its blanks.
class HeadText {
public:
    explicit HeadText(std::string_view head) : m_rest(head) {
        if (m_rest.starts_with("\xef\xbb\xbf")) {
            m_rest.remove_prefix(3);
        }
    }
    bool take(char wanted) {
        const auto at = std::min(m_rest.find_first_not_of(" \t\r\n"), m_rest.size());
        m_rest.remove_prefix(at);
        const bool isThere = m_rest.starts_with(wanted);
        m_rest.remove_prefix(isThere ? 1 : 0);
        return isThere;
    }
    /// Numbers up to the bracket that closes them, which is taken, or to the end of the head.
    std::vector<double> numbers() {
        std::vector<double> found;
        while (!take(']') && !m_rest.empty()) {
            const auto length = std::min(m_rest.find_first_of(",] \t\r\n"), m_rest.size());
            const auto number = numberOf(m_rest.substr(0, length));
            if (!number) {
                break;
            }
            found.push_back(*number);
            m_rest.remove_prefix(length);
            take(',');
        }
        return found;
    }
    [[nodiscard]] bool isAtEnd() const { return m_rest.find_first_not_of(" \t\r\n") == std::string_view::npos; }

private:
    std::string_view m_rest;
};

bool looksLikeTimeline(std::string_view head) {
    constexpr double kLeastMicros = 1e14;  // since 1970
    HeadText text(head);
    if (!text.take('[') || !text.take('[')) {
        return false;
    }
    const auto first = text.numbers();
    if (text.isAtEnd()) {  // more times than the head holds
        return first.size() > kRowNumbers && first.front() >= kLeastMicros;
    }
    if (text.take(',') && text.take('[')) {
        if (text.take('[')) {
            return !first.empty() && text.numbers().size() > 1;
        }
        if (first.empty()) {
            return text.take(']') && text.take(']') && text.isAtEnd();
        }
    }
    const bool isTime = !first.empty() && (first[0] < 0 || first[0] >= kLeastMicros);
    return first.size() == kRowNumbers && isTime && first[1] >= 0 && first[1] <= kRelease && first[3] >= 0 &&
           first[3] <= static_cast<double>(kCategories.size());
}

/// What export_memory_timeline of torch.profiler writes: memory of one device by what it is for.
class MemoryTimelineFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "memory_timeline"; }
    [[nodiscard]] bool sniff(std::string_view, std::string_view head) const override { return looksLikeTimeline(head); }
    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
        JsonStream json(*source, control);
        MemoryTimelineReader reader(json, file, sink.log());
        const auto status = reader.read();
        if (status || status.error().kind != ErrorKind::Cancelled) {
            reader.give(sink);
        }
        return status;
    }
    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "rows of a memory timeline have no place", file.path);
    }
};

}  // namespace

std::unique_ptr<Format> makeMemoryTimelineFormat() { return std::make_unique<MemoryTimelineFormat>(); }

}  // namespace stagescope
