#include "core/formats/rocprofv3/rocprof_reader.h"

#include "core/base/path_text.h"
#include "core/formats/io/json_text.h"

#include <algorithm>
#include <array>

namespace stagescope::rocprof {

namespace {

constexpr std::string_view kCounterSection = "counter_collection";

std::int64_t numberOf(std::string_view text) {
    const auto value = parseUnsigned(text);
    return value ? static_cast<std::int64_t>(*value) : -1;
}

std::string plain(std::string_view escaped) {
    std::string text;
    unescapeJson(escaped, text);
    return text;
}

RecordKind kindOf(std::string_view section) {
    return section == "kernel_dispatch"                                 ? RecordKind::Dispatch
           : section == "memory_copy"                                   ? RecordKind::Copy
           : section == "memory_allocation"                             ? RecordKind::Allocation
           : section == "marker_api"                                    ? RecordKind::Marker
           : section.ends_with("_api") || section.ends_with("_api_ext") ? RecordKind::Call
                                                                        : RecordKind::Other;
}

}  // namespace

Status Reader::run(ByteSource &source, const LoadControl &control) {
    JsonStream json(source, control);
    bool isFound = false;
    if (json.next() == Token::BeginObject) {
        forMembers(json, [&](std::string_view key, Token first) {
            if (key != "rocprofiler-sdk-tool" || first != Token::BeginArray) {
                return false;
            }
            isFound = true;
            for (auto token = json.next(); token != Token::EndArray && token != Token::End; token = json.next()) {
                if (token == Token::BeginObject ? !readProcess(json) : !json.skip(token)) {
                    return true;
                }
            }
            return true;
        });
    }
    if (json.error()) {
        return tl::make_unexpected(*json.error());
    }
    return isFound ? Status{} : Status(fail(ErrorKind::Malformed, "not what rocprofv3 writes", source.path()));
}

Status Reader::readHead(ByteSource &source, const LoadControl &control) {
    m_wantsHead = true;
    return run(source, control);
}

Status Reader::read(ByteSource &source, const LoadControl &control) {
    auto status = run(source, control);
    const bool isStopped = !status && status.error().kind == ErrorKind::Cancelled;
    if (m_metRecords && !m_hasNames && !isStopped) {
        m_isAgain = true;
        m_records.counters().clear();
        status = run(source, control);
    }
    return status;
}

bool Reader::readProcess(JsonStream &json) {
    return forMembers(json, [&](std::string_view key, Token first) {
        const bool isObject = first == Token::BeginObject;
        if (key == "metadata" && isObject) {
            return readMetadata(json);
        }
        if (key == "agents" && first == Token::BeginArray) {
            return readAgent(json);
        }
        if (m_wantsHead) {
            const bool isAll = m_records.head().pid > 0 && !m_records.head().agents.empty();
            m_isStopped = isAll || key == "buffer_records" || key == "kernel_symbols";
            return false;
        }
        if (key == "strings" && isObject) {
            return readStrings(json);
        }
        if (key == "kernel_symbols" && first == Token::BeginArray) {
            return readSymbols(json);
        }
        if (key == "counters" && first == Token::BeginArray) {
            return m_records.counters().readNames(json);
        }
        const bool isOfCallbacks = key == "callback_records";
        if ((key != "buffer_records" && !isOfCallbacks) || !isObject) {
            if (key == "buffer_records") {
                m_records.addBad();
            }
            return false;
        }
        if (isOfCallbacks) {
            return forMembers(json, [&](std::string_view section, Token token) {
                return section == kCounterSection && token == Token::BeginArray &&
                       m_records.counters().readDispatches(json);
            });
        }
        m_hasNames = m_hasNames || m_records.hasSymbols();
        m_metRecords = true;
        return forMembers(json, [&](std::string_view section, Token token) {
            if (section == kCounterSection && token == Token::BeginArray) {
                return m_records.counters().readDispatches(json);
            }
            return (m_hasNames || m_isAgain) && token == Token::BeginArray && readRecords(json, section);
        });
    });
}

bool Reader::readMetadata(JsonStream &json) {
    return forMembers(json, [&](std::string_view key, Token first) {
        if (key == "pid" && first == Token::Word) {
            m_records.head().pid = numberOf(json.text());
            return true;
        }
        if ((key == "init_time" || key == "fini_time") && first == Token::Word) {
            (key == "init_time" ? m_records.head().begin : m_records.head().end) = numberOf(json.text());
            return true;
        }
        if (key == "node" && first == Token::BeginObject) {
            return readFields(json, [&](std::string_view name, std::string_view value) {
                if (name == "hostname") {
                    m_records.head().host = plain(value);
                }
            });
        }
        if (key != "command" || first != Token::BeginArray) {
            return false;
        }
        constexpr std::size_t kMostWords = 100;
        auto token = json.next();
        m_records.head().program = token == Token::String ? std::string(lastPart(plain(json.text()))) : std::string();
        while (token != Token::EndArray && token != Token::End) {
            if (token == Token::String && m_records.head().command.size() < kMostWords) {
                m_records.head().command.insert(plain(json.text()));  // never shown: arguments may be private
            }
            token = json.skip(token) ? json.next() : Token::End;
        }
        return token == Token::EndArray;
    });
}

bool Reader::readAgent(JsonStream &json) {
    for (auto token = json.next(); token != Token::EndArray; token = json.next()) {
        if (token != Token::BeginObject) {
            if (!json.skip(token)) {
                return false;
            }
            continue;
        }
        Agent agent;
        std::int64_t handle = -1;
        const bool isRead = readFields(json, [&](std::string_view name, std::string_view value) {
            if (name == "id.handle") {
                handle = numberOf(value);
            } else if (name == "type") {
                agent.isGpu = value == "2";
            } else if (name == "product_name") {
                agent.name = plain(value);
            } else if (name == "name") {
                agent.architecture = plain(value);
            } else if (name == "cu_count") {
                agent.units = numberOf(value);
            } else if (name == "max_engine_clk_fcompute") {
                agent.clockMhz = numberOf(value);
            } else if (name == "gpu_index") {
                agent.number = numberOf(value);
            }
        });
        m_records.addAgent(handle, std::move(agent));
        if (!isRead) {
            return false;
        }
    }
    return true;
}

bool Reader::readStrings(JsonStream &json) {
    return forMembers(json, [&](std::string_view key, Token first) {
        if (key == "buffer_records" && first == Token::BeginArray) {
            return readKinds(json);
        }
        return key == "marker_api" && first == Token::BeginArray && readMarkers(json);
    });
}

/// [{"kind": "HIP_RUNTIME_API", "operations": ["hipMalloc" ...]} ...]; records name both by their places.
bool Reader::readKinds(JsonStream &json) {
    m_operations.clear();
    std::size_t names = 0;
    for (auto token = json.next(); token != Token::EndArray; token = json.next()) {
        if (token != Token::BeginObject) {
            if (!json.skip(token)) {
                return false;
            }
            continue;
        }
        auto &operations = m_operations.emplace_back();
        const bool isRead = forMembers(json, [&](std::string_view key, Token first) {
            if (key != "operations" || first != Token::BeginArray) {
                return false;
            }
            for (token = json.next(); token != Token::EndArray && token != Token::End; token = json.next()) {
                if (token == Token::String && ++names < kMostNames) {
                    operations.push_back(m_records.intern(plain(json.text())));
                } else if (!json.skip(token)) {
                    break;
                }
            }
            return token == Token::EndArray;
        });
        if (!isRead || m_operations.size() > kMostNames) {
            return false;
        }
    }
    return true;
}

bool Reader::readMarkers(JsonStream &json) {
    for (auto token = json.next(); token != Token::EndArray; token = json.next()) {
        if (token != Token::BeginObject) {
            if (!json.skip(token)) {
                return false;
            }
            continue;
        }
        std::int64_t key = -1;
        std::string text;
        const bool isRead = readFields(json, [&](std::string_view name, std::string_view value) {
            if (name == "key") {
                key = numberOf(value);
            } else if (name == "value") {
                text = plain(value);
            }
        });
        m_records.addMarker(key, std::move(text));
        if (!isRead) {
            return false;
        }
    }
    return true;
}

bool Reader::readSymbols(JsonStream &json) {
    for (auto token = json.next(); token != Token::EndArray; token = json.next()) {
        if (token != Token::BeginObject) {
            if (!json.skip(token)) {
                return false;
            }
            continue;
        }
        std::int64_t id = -1;
        std::array<std::string, 3> names;  // the best first
        const bool isRead = readFields(json, [&](std::string_view name, std::string_view value) {
            if (name == "kernel_id") {
                id = numberOf(value);
            } else if (name == "formatted_kernel_name") {
                names[0] = plain(value);
            } else if (name == "demangled_kernel_name") {
                names[1] = plain(value);
            } else if (name == "kernel_name") {
                names[2] = plain(value);
            }
        });
        const auto *best =
            std::find_if(names.begin(), names.end() - 1, [](const std::string &name) { return !name.empty(); });
        m_records.addSymbol(id, *best);
        if (!isRead) {
            return false;
        }
    }
    return true;
}

bool Reader::readRecord(JsonStream &json, Record &record) {
    struct Field {
        std::string_view path;
        std::int64_t Record::*into;
    };
    constexpr std::array<Field, 19> kFields{{{"thread_id", &Record::thread},
                                             {"correlation_id.internal", &Record::correlation},
                                             {"start_timestamp", &Record::begin},
                                             {"end_timestamp", &Record::end},
                                             {"dispatch_info.agent_id.handle", &Record::agent},
                                             {"dispatch_info.queue_id.handle", &Record::queue},
                                             {"dispatch_info.kernel_id", &Record::kernel},
                                             {"stream_id.handle", &Record::stream},
                                             {"agent_id.handle", &Record::agent},
                                             {"queue_id.handle", &Record::queue},
                                             {"src_agent_id.handle", &Record::source},
                                             {"dst_agent_id.handle", &Record::target},
                                             {"bytes", &Record::bytes},
                                             {"allocation_size", &Record::bytes},
                                             {"address", &Record::address},
                                             {"address.handle", &Record::address},
                                             {"address.value", &Record::address},
                                             {"corr_id.internal", &Record::correlation},
                                             {"tid", &Record::thread}}};
    std::int64_t kind = -1;
    std::int64_t operation = -1;
    const bool isRead = readFields(json, [&](std::string_view path, std::string_view value) {
        const auto it =
            std::find_if(kFields.begin(), kFields.end(), [&](const Field &field) { return field.path == path; });
        if (it != kFields.end()) {
            record.*(it->into) = numberOf(value);
        } else if (path == "kind" || path == "operation") {
            (path == "kind" ? kind : operation) = numberOf(value);
        }
    });
    const auto *names =
        static_cast<std::size_t>(kind) < m_operations.size() ? &m_operations[static_cast<std::size_t>(kind)] : nullptr;
    const bool isNamed = names != nullptr && static_cast<std::size_t>(operation) < names->size();
    record.name =
        isNamed ? (*names)[static_cast<std::size_t>(operation)] : m_records.intern('#' + std::to_string(operation));
    return isRead;
}

bool Reader::readRecords(JsonStream &json, std::string_view section) {
    for (auto token = json.next(); token != Token::EndArray; token = json.next()) {
        if (token != Token::BeginObject) {
            if (!json.skip(token)) {
                return false;
            }
            continue;
        }
        Record record;
        record.offset = json.offset();
        if (!readRecord(json, record)) {
            return false;
        }
        m_records.take(record, kindOf(section));
    }
    return true;
}

}  // namespace stagescope::rocprof
