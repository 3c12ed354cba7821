#include "core/formats/cut/json_cut.h"

#include "core/formats/io/json_values.h"
#include "core/formats/io/small_file.h"

#include <string>
#include <vector>

namespace stagescope {

namespace {

namespace json = simdjson::ondemand;

constexpr std::string_view kMark = "\xef\xbb\xbf";

/// A member of the root, from the quote before its name to behind its value.
struct Member {
    std::string name;
    ByteStretch bytes;
};

std::string_view textOf(json::value value) {
    json::object object;
    json::array array;
    std::string_view text;
    if (value.get_object().get(object) == simdjson::SUCCESS) {
        return object.raw_json().get(text) == simdjson::SUCCESS ? text : std::string_view();
    }
    if (value.get_array().get(array) == simdjson::SUCCESS) {
        return array.raw_json().get(text) == simdjson::SUCCESS ? text : std::string_view();
    }
    text = value.raw_json_token();
    return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

/// Of an object that is whole. Empty where it cannot be told apart.
std::vector<Member> membersOf(const simdjson::padded_string &text) {
    json::parser parser;
    json::document document;
    json::object root;
    std::vector<Member> members;
    if (parser.iterate(text).get(document) != simdjson::SUCCESS || document.get_object().get(root)) {
        return {};
    }
    for (auto field : root) {
        json::raw_json_string key;
        json::value value;
        if (field.key().get(key) != simdjson::SUCCESS) {
            return {};
        }
        const auto *name = key.raw();
        if (field.value().get(value) != simdjson::SUCCESS) {
            return {};
        }
        const auto bytes = textOf(value);
        if (bytes.empty()) {
            return {};
        }
        const auto *nameEnd = name;
        while (*nameEnd != '"') {
            nameEnd += *nameEnd == '\\' ? 2 : 1;
        }
        const auto begin = static_cast<std::uint64_t>(name - text.data());
        const auto end = static_cast<std::uint64_t>(bytes.data() + bytes.size() - text.data());
        members.push_back({std::string(name, nameEnd), {begin - 1, end}});
    }
    return members;
}

}  // namespace

bool isCutByMembers(const FileSource &file) { return file.format == "communication"; }

Result<ByteStretches> keptMembers(const FileSource &file, const FileCut &cut, const std::stop_token &stop) {
    const LoadControl control{.stop = stop};
    const auto text = readSmallFile(file.path, control, kCommFileLimit);
    if (!text) {
        return text.error().kind == ErrorKind::Limit ? Result<ByteStretches>(ByteStretches(1))
                                                     : tl::make_unexpected(text.error());
    }
    // What follows takes each value by its ends alone.
    {
        const auto whole = JsonDocument::parseLenient(*text, file.path);
        RETURN_IF_ERROR(whole);
    }
    const auto first = text->starts_with(kMark) ? kMark.size() : 0;
    const auto members = membersOf(simdjson::padded_string(text->data() + first, text->size() - first));
    ByteStretches kept;
    bool hasSteps = false;
    std::uint64_t before = 0;  ///< end of the member before, which the comma follows
    for (const auto &[name, bytes] : members) {
        if (cut.keepsStep(name)) {
            hasSteps = hasSteps || FileCut::stepNumber(name);
            kept.push_back({first + (kept.empty() ? bytes.begin : before), first + bytes.end});
        }
        before = bytes.end;
    }
    if (!hasSteps) {
        return ByteStretches(1);
    }
    kept.insert(kept.begin(), {0, first + members.front().bytes.begin});
    kept.push_back({.begin = first + before});
    return kept;
}

}  // namespace stagescope
