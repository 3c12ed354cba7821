#pragma once

#include "core/base/io/byte_source.h"
#include "core/formats/io/json_stream.h"
#include "core/formats/rocprofv3/rocprof_records.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope::rocprof {

/// Calls fn(path, value) for each number, word or text in an object whose brace was read: "dispatch_info.kernel_id".
/// Arrays are passed over. False at damage.
template <class Fn>
bool readFields(JsonStream &json, Fn &&fn, const std::string &prefix = {}) {
    constexpr std::size_t kLongestPath = 256;
    for (auto token = json.next(); token == JsonStream::Token::Key; token = json.next()) {
        const auto path = prefix + std::string(json.text().substr(0, kLongestPath));
        token = json.next();
        if (token == JsonStream::Token::BeginObject) {
            if (path.size() > kLongestPath ? !json.skip(token) : !readFields(json, fn, path + '.')) {
                return false;
            }
        } else if (token == JsonStream::Token::BeginArray) {
            if (!json.skip(token)) {
                return false;
            }
        } else if (token == JsonStream::Token::String || token == JsonStream::Token::Word) {
            fn(std::string_view(path), json.text());
        }
    }
    return !json.error();
}

/// The JSON that rocprofv3 writes, in one pass: names stand before the records that use them. Where they do not, the
/// records are read once more. Rows are offsets of records. One thread.
class Reader {
public:
    explicit Reader(Records &records) : m_records(records) {}

    /// Of the first process, what stands before its records.
    [[nodiscard]] Status readHead(ByteSource &source, const LoadControl &control);
    /// All. Damage gives an Error; what stands before it was read.
    [[nodiscard]] Status read(ByteSource &source, const LoadControl &control);

private:
    using Token = JsonStream::Token;

    /// Calls fn(key, first token of the value) for the members of an object; fn says whether it read the value. False
    /// at damage.
    template <class Fn>
    bool forMembers(JsonStream &json, Fn fn) {
        for (auto token = json.next(); token == Token::Key; token = json.next()) {
            const std::string key(json.text().substr(0, 64));
            token = json.next();
            const bool isRead = fn(std::string_view(key), token);
            if (m_isStopped || json.error() || (!isRead && !json.skip(token))) {
                return false;
            }
        }
        return !json.error();
    }
    Status run(ByteSource &source, const LoadControl &control);
    bool readProcess(JsonStream &json);
    bool readAgent(JsonStream &json);
    bool readStrings(JsonStream &json);
    bool readKinds(JsonStream &json);
    bool readSymbols(JsonStream &json);
    bool readMarkers(JsonStream &json);
    bool readMetadata(JsonStream &json);
    bool readRecords(JsonStream &json, std::string_view section);
    [[nodiscard]] bool readRecord(JsonStream &json, Record &record);

    Records &m_records;
    bool m_wantsHead = false;
    bool m_isStopped = false;  ///< all that is wanted was read
    bool m_hasNames = false;   ///< of kernels and operations, before the first record
    bool m_metRecords = false;
    bool m_isAgain = false;                           ///< the names are known from a first reading
    std::vector<std::vector<StringId>> m_operations;  ///< by kind
};

}  // namespace stagescope::rocprof
