#include "core/base/io/mark_file.h"

#include "core/base/io/cache_folder.h"

#include <xxhash.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kHead = "stagescope marks ";
constexpr std::string_view kMarkVersion = "1";
constexpr std::uintmax_t kMostBytes = 64U << 20;
constexpr int kMostAside = 1000;

std::string hex(std::uint64_t value, int digits) {
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "%0*llx", digits, static_cast<unsigned long long>(value));
    return text.data();
}

std::string absolutePath(const std::string &path) {
    std::error_code error;
    const auto absolute = fs::absolute(path, error);
    auto text = error ? path : absolute.lexically_normal().string();
    if (text.size() > 1 && text.back() == '/') {
        text.pop_back();
    }
    return text;
}

std::string oneLine(std::string_view text) {
    std::string line;
    for (const char c : text) {
        if (c == '%' || static_cast<unsigned char>(c) < 0x20) {
            line += '%';
            line += hex(static_cast<unsigned char>(c), 2);
        } else {
            line += c;
        }
    }
    return line;
}

std::optional<std::string> fromLine(std::string_view line) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
        unsigned byte = static_cast<unsigned char>(line[i]);
        if (line[i] == '%') {
            const auto *const end = line.data() + std::min(i + 3, line.size());
            if (end - (line.data() + i) != 3 || std::from_chars(line.data() + i + 1, end, byte, 16).ptr != end) {
                return std::nullopt;
            }
            i += 2;
        }
        text += static_cast<char>(byte);
    }
    return text;
}

/// Takes words from the front of a line.
class Words {
public:
    explicit Words(std::string_view line) : m_rest(line) {}

    std::string_view next() {
        const auto space = std::min(m_rest.find(' '), m_rest.size());
        const auto word = m_rest.substr(0, space);
        m_rest.remove_prefix(std::min(space + 1, m_rest.size()));
        return word;
    }
    template <class Int>
    std::optional<Int> number(int base) {
        const auto word = next();
        Int value{};
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base);
        return error == std::errc{} && end == word.data() + word.size() && !word.empty() ? std::optional(value)
                                                                                         : std::nullopt;
    }
    [[nodiscard]] std::string_view rest() const { return m_rest; }

private:
    std::string_view m_rest;
};

std::optional<TimeMark> parseMark(std::string_view line) {
    Words words(line);
    const auto kind = words.next();
    if (kind != "flag" && kind != "range") {
        return std::nullopt;
    }
    const auto begin = words.number<std::int64_t>(10);
    const auto end = kind == "range" ? words.number<std::int64_t>(10) : begin;
    const auto rgb = words.number<std::uint32_t>(16);
    auto name = fromLine(words.rest());
    if (!begin || !end || *end < *begin || !rgb || *rgb > 0xffffff || !name) {
        return std::nullopt;
    }
    return TimeMark{0, std::move(*name), *rgb, {alignedTime(*begin), alignedTime(*end)}};
}

}  // namespace

fs::path keptPath(const std::string &runPath, const std::string &what) {
    const auto path = absolutePath(runPath);
    const auto hash = XXH3_128bits(path.data(), path.size());
    return dataFolder() / what / (hex(hash.high64, 16) + hex(hash.low64, 16) + '.' + what);
}

Status putAside(const fs::path &path) {
    std::error_code error;
    if (!fs::exists(path, error)) {
        return {};
    }
    for (int i = 0; i < kMostAside; ++i) {
        auto aside = path;
        aside += i == 0 ? std::string(".broken") : ".broken" + std::to_string(i);
        if (!fs::exists(aside, error)) {
            fs::rename(path, aside, error);
            return error ? fail(ErrorKind::NoPermission, error.message(), path.string()) : Status{};
        }
    }
    return fail(ErrorKind::Limit, "too many broken files", path.string());
}

fs::path marksPath(const std::string &runPath) { return keptPath(runPath, "marks"); }

std::string marksText(const std::string &runPath, const std::vector<TimeMark> &marks) {
    auto text = std::string(kHead) + std::string(kMarkVersion) + "\nrun " + oneLine(absolutePath(runPath)) + '\n';
    for (const auto &mark : marks) {
        text += mark.isFlag() ? "flag " : "range ";
        text += std::to_string(ns(mark.range.begin)) + ' ';
        text += mark.isFlag() ? std::string() : std::to_string(ns(mark.range.end)) + ' ';
        text += hex(mark.rgb & 0xffffff, 6) + ' ' + oneLine(mark.name) + '\n';
    }
    return text + "end " + hex(XXH3_64bits(text.data(), text.size()), 16) + '\n';
}

Result<std::vector<TimeMark>> parseMarks(std::string_view text, const std::string &where) {
    std::vector<TimeMark> marks;
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = text.find('\n', at);
        const auto line = text.substr(at, end - at);
        const auto place = where + ":row " + std::to_string(++number);
        if (end == std::string_view::npos) {
            return fail(ErrorKind::Truncated, "ends in the middle of a line", place);
        }
        if (number == 1) {
            if (line.substr(0, kHead.size()) != kHead) {
                return fail(ErrorKind::Malformed, "not a file of marks", place);
            }
            if (line.substr(kHead.size()) != kMarkVersion) {
                return fail(ErrorKind::Unsupported, "marks of another version of the program", place);
            }
        } else if (line.substr(0, 4) == "end ") {
            const bool isSame = line.substr(4) == hex(XXH3_64bits(text.data(), at), 16) && end + 1 == text.size();
            return isSame ? Result<std::vector<TimeMark>>(std::move(marks))
                          : fail(ErrorKind::Malformed, "the marks are not as they were written", place);
        } else if (number > 2) {
            auto mark = parseMark(line);
            if (!mark) {
                return fail(ErrorKind::Malformed, "not a mark", place);
            }
            mark->id = marks.size() + 1;
            marks.push_back(std::move(*mark));
        }
        at = end + 1;
    }
    return fail(ErrorKind::Truncated, "the last line is missing", where);
}

Result<std::vector<TimeMark>> readMarks(const std::string &runPath) {
    const auto path = marksPath(runPath);
    std::error_code error;
    if (!fs::exists(path, error)) {
        return std::vector<TimeMark>{};
    }
    if (fs::file_size(path, error) > kMostBytes) {
        return fail(ErrorKind::Limit, "too large for a file of marks", path.string());
    }
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (file.bad() || !file.is_open()) {
        return fail(ErrorKind::ReadFailed, "cannot be read", path.string());
    }
    return parseMarks(text, path.string());
}

}  // namespace stagescope
