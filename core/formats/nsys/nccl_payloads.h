#pragma once

#include "core/formats/nsys/nsys.h"
#include "core/formats/trace_json/comm_arguments.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope::nsys {

/// What NCCL attaches to its ranges of NVTX: bytes, communicator, peer. Newer versions write a record whose layout the
/// file describes, older ones a single number of bytes, which the file may hold as JSON too.
class NcclPayloads {
public:
    [[nodiscard]] Status load(SqliteConnection &db);
    /// Of a range called `name`; columns of `rows` are those of payloadColumns() from `first` on.
    [[nodiscard]] CommArguments read(std::string_view name, const SqliteRows &rows, std::size_t first) const;

    [[nodiscard]] static std::vector<std::string_view> payloadColumns() {
        return {"domainId", "binaryData", "jsonText", "uint64Value", "int64Value"};
    }

private:
    struct Field {
        std::size_t offset = 0;
        std::size_t size = 0;
        std::string name;
    };
    void takeBinary(std::int64_t domain, std::string_view bytes, CommArguments &found) const;

    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Field>> m_schemas;  ///< by domain and number
};

}  // namespace stagescope::nsys
