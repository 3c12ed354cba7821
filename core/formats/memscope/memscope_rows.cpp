#include "core/formats/memscope/memscope_rows.h"

#include "core/base/io/byte_source.h"
#include "core/base/io/database_head.h"
#include "core/base/text.h"
#include "core/formats/io/csv_table.h"
#include "core/formats/io/sqlite_reader.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 2> kTables{"memscope_dump", "leaks_dump"};

enum Column : std::size_t {
    Id,
    Event,
    Type,
    Name,
    Time,
    Device,
    Pointer,
    Attributes,
    PythonStack,
    NativeStack,
    kColumns
};
constexpr std::array<std::string_view, kColumns> kColumnNames{
    "ID",  "Event", "Event Type",         "Name",         "Timestamp(ns)", "Device Id",
    "Ptr", "Attr",  "Call Stack(Python)", "Call Stack(C)"};

bool isWordLetter(char c) {
    const auto small = lowerCase(c);
    return isDigit(c) || c == '_' || (small >= 'a' && small <= 'z');
}

/// Versions spell blanks and capitals of columns in several ways.
std::string lettersOf(std::string_view name) {
    auto letters = lowerCase(name);
    std::erase_if(letters, [](char c) { return c == ' ' || c == '_'; });
    return letters;
}

std::string inCapitals(std::string_view text) {
    std::string capitals(text);
    std::ranges::transform(capitals, capitals.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return capitals;
}

/// The next key and its value of attributes in either spelling.
class AttributeScanner {
public:
    explicit AttributeScanner(std::string_view text) : m_text(text) {}

    [[nodiscard]] bool next() {
        while (m_at < m_text.size() && !isWordLetter(m_text[m_at])) {
            ++m_at;
        }
        const auto begin = m_at;
        m_at = wordEnd(m_at);
        key = m_text.substr(begin, m_at - begin);
        while (m_at < m_text.size() && (m_text[m_at] == '"' || m_text[m_at] == ' ')) {
            ++m_at;
        }
        if (key.empty() || m_at >= m_text.size() || m_text[m_at] != ':') {
            return false;
        }
        ++m_at;
        while (m_at < m_text.size() && m_text[m_at] == ' ') {
            ++m_at;
        }
        takeValue();
        return true;
    }

    std::string_view key;
    std::string_view value;

private:
    [[nodiscard]] std::size_t wordEnd(std::size_t at) const {
        while (at < m_text.size() && isWordLetter(m_text[at])) {
            ++at;
        }
        return at;
    }
    void takeValue() {
        const bool isQuoted = m_at < m_text.size() && m_text[m_at] == '"';
        const auto begin = m_at + (isQuoted ? 1 : 0);
        auto end = begin;
        if (isQuoted) {
            while (end < m_text.size() && m_text[end] != '"') {
                end += m_text[end] == '\\' ? 2 : 1;
            }
        } else {
            while (end < m_text.size() && m_text[end] != '}' && !(m_text[end] == ',' && startsKey(end + 1))) {
                ++end;
            }
        }
        end = std::min(end, m_text.size());
        value = m_text.substr(begin, end - begin);
        m_at = std::min(end + 1, m_text.size());
    }
    [[nodiscard]] bool startsKey(std::size_t at) const {
        const auto end = wordEnd(at);
        return end > at && end < m_text.size() && m_text[end] == ':';
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

std::optional<std::uint64_t> numberOf(std::string_view text) {
    text = trimmed(text);
    const bool isHex = text.starts_with("0x") || text.starts_with("0X");
    if (!isHex) {
        return wholeNumber<std::uint64_t>(text);
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

Status readDatabase(const std::string &path, ImportLog &log, const LoadControl &control,
                    const std::function<std::string(const MemscopeRow &)> &take) {
    ASSIGN_OR_RETURN(auto file, SqliteFile::open(path, control, log));
    ByteMeter meter(control, file.size(), 0);
    ASSIGN_OR_RETURN(auto connection, SqliteConnection::open(file, control, log, &meter));
    const auto table =
        std::find_if(kTables.begin(), kTables.end(), [&](std::string_view name) { return connection.hasTable(name); });
    if (table == kTables.end()) {
        return fail(ErrorKind::Malformed, "neither a table memscope_dump nor leaks_dump", path);
    }
    auto rows = connection.select(*table, std::vector<std::string_view>(kColumnNames.begin(), kColumnNames.end()));
    while (rows.next()) {
        MemscopeRow row;
        row.id = rows.number(Id);
        row.time = rows.number(Time);
        row.event = rows.text(Event);
        row.type = rows.text(Type);
        row.name = rows.text(Name);
        row.device = rows.text(Device);
        row.pointer = rows.text(Pointer);
        row.attributes = rows.text(Attributes);
        row.pythonStack = rows.text(PythonStack);
        row.nativeStack = rows.text(NativeStack);
        if (const auto trouble = take(row); !trouble.empty()) {
            rows.reject(trouble);
        }
    }
    auto status = rows.finish();
    meter.finish();
    return status;
}

Status readText(ByteSource &source, ImportLog &log, const LoadControl &control,
                const std::function<std::string(const MemscopeRow &)> &take) {
    CsvTable table(source, log, control);
    constexpr std::size_t kNowhere = ~std::size_t{0};
    std::array<std::size_t, kColumns> places{};
    const auto accepts = [&](const std::vector<std::string> &names) {
        for (std::size_t i = 0; i < kColumns; ++i) {
            const auto it = std::find_if(names.begin(), names.end(), [&](const std::string &name) {
                return lettersOf(name) == lettersOf(kColumnNames[i]);
            });
            places[i] = it == names.end() ? kNowhere : static_cast<std::size_t>(it - names.begin());
        }
        // Without the type memory of the driver and that of its pools would be taken for one.
        return places[Event] != kNowhere && places[Type] != kNowhere && places[Time] != kNowhere &&
               places[Device] != kNowhere;
    };
    const auto head = table.head(accepts, "columns Event, Event Type, Timestamp(ns) and Device Id");
    RETURN_IF_ERROR(head);
    return table.rows([&](const CsvRecord &record) {
        const auto field = [&](Column column) {
            return places[column] == kNowhere ? std::string_view() : record.fields[places[column]];
        };
        const auto time = wholeNumber<std::int64_t>(field(Time));
        if (!time) {
            return std::string("no time");
        }
        MemscopeRow row;
        row.id = wholeNumber<std::int64_t>(field(Id)).value_or(0);
        row.time = *time;
        row.event = field(Event);
        row.type = field(Type);
        row.name = field(Name);
        row.device = field(Device);
        row.pointer = field(Pointer);
        row.attributes = field(Attributes);
        row.pythonStack = field(PythonStack);
        row.nativeStack = field(NativeStack);
        return take(row);
    });
}

}  // namespace

std::optional<std::string_view> MemscopeRow::attribute(std::string_view key) const {
    for (AttributeScanner scanner(attributes); scanner.next();) {
        if (scanner.key.size() == key.size() && containsIgnoringCase(scanner.key, key)) {
            return scanner.value;
        }
    }
    return std::nullopt;
}

std::optional<std::uint64_t> MemscopeRow::number(std::string_view key) const {
    const auto value = attribute(key);
    return value ? numberOf(*value) : std::nullopt;
}

std::optional<std::uint64_t> MemscopeRow::address() const {
    const auto told = numberOf(pointer);
    return told ? told : number("addr");
}

bool looksLikeMemscope(std::string_view head) {
    if (head.starts_with(kDatabaseMagic)) {
        return std::any_of(kTables.begin(), kTables.end(),
                           [&](std::string_view table) { return contains(head, table); });
    }
    const auto line = head.substr(0, head.find('\n'));
    return containsIgnoringCase(line, "timestamp(ns)") && containsIgnoringCase(line, "event type") &&
           containsIgnoringCase(line, "ptr");
}

Status readMemscope(const std::string &path, ImportLog &log, const LoadControl &control,
                    const std::function<std::string(const MemscopeRow &)> &take) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(path));
    // Versions write "MALLOC" and "Malloc", "MINDSPORE" and "MindSpore".
    const auto takeWords = [&take](const MemscopeRow &written) {
        auto row = written;
        const auto event = inCapitals(row.event);
        const auto type = inCapitals(row.type);
        row.event = event;
        row.type = type;
        return take(row);
    };
    std::array<char, kDatabaseMagic.size()> head{};
    ASSIGN_OR_RETURN(const auto got, source->read(0, head));
    if (std::string_view(head.data(), got) == kDatabaseMagic) {
        return readDatabase(path, log, control, takeWords);
    }
    return readText(*source, log, control, takeWords);
}

}  // namespace stagescope
