#include "core/formats/rocprofv3/rocprof_reader.h"

#include "core/base/path_text.h"
#include "core/base/words/producer_words.h"
#include "core/formats/io/json_text.h"
#include "core/formats/tables/copy_rows.h"
#include "core/formats/tables/trace_vocabulary.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>

namespace stagescope::rocprof {

namespace {

constexpr std::size_t kMostNames = 1 << 20;
constexpr std::int64_t kDeviceOrder = std::int64_t{1} << 32;
constexpr std::string_view kCounterSection = "counter_collection";
constexpr std::int64_t kTimeLimit = std::int64_t{1} << 61;

std::int64_t numberOf(std::string_view text) {
    const auto value = parseUnsigned(text);
    return value ? static_cast<std::int64_t>(*value) : -1;
}

std::string plain(std::string_view escaped) {
    std::string text;
    unescapeJson(escaped, text);
    return text;
}

/// "MEMORY_COPY_HOST_TO_DEVICE" as Kineto names such a copy.
std::string copyNameOf(std::string_view operation) {
    const auto way = copyWay(operation).direction;
    return way.empty() ? std::string("Memcpy") : "Memcpy " + std::string(way);
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
    return isFound ? Status{} : Status(fail(ErrorKind::Malformed, "not what rocprofv3 writes", m_path));
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
        m_counters.clear();
        status = run(source, control);
    }
    m_log.add(Severity::DataLoss, m_path, "rocprof.bad_record", "records", "no start and end, or no agent", m_bad);
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
            const bool isAll = m_head.pid > 0 && !m_head.agents.empty();
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
            return m_counters.readNames(json);
        }
        const bool isOfCallbacks = key == "callback_records";
        if ((key != "buffer_records" && !isOfCallbacks) || !isObject) {
            m_bad += key == "buffer_records" ? 1 : 0;
            return false;
        }
        if (isOfCallbacks) {
            return forMembers(json, [&](std::string_view section, Token token) {
                return section == kCounterSection && token == Token::BeginArray && m_counters.readDispatches(json);
            });
        }
        m_hasNames = m_hasNames || !m_symbols.empty();
        m_metRecords = true;
        return forMembers(json, [&](std::string_view section, Token token) {
            if (section == kCounterSection && token == Token::BeginArray) {
                return m_counters.readDispatches(json);
            }
            return (m_hasNames || m_isAgain) && token == Token::BeginArray && readRecords(json, section);
        });
    });
}

bool Reader::readMetadata(JsonStream &json) {
    return forMembers(json, [&](std::string_view key, Token first) {
        if (key == "pid" && first == Token::Word) {
            m_head.pid = numberOf(json.text());
            return true;
        }
        if ((key == "init_time" || key == "fini_time") && first == Token::Word) {
            (key == "init_time" ? m_head.begin : m_head.end) = numberOf(json.text());
            return true;
        }
        if (key == "node" && first == Token::BeginObject) {
            return readFields(json, [&](std::string_view name, std::string_view value) {
                if (name == "hostname") {
                    m_head.host = plain(value);
                }
            });
        }
        if (key != "command" || first != Token::BeginArray) {
            return false;
        }
        constexpr std::size_t kMostWords = 100;
        auto token = json.next();
        m_head.program = token == Token::String ? std::string(lastPart(plain(json.text()))) : std::string();
        while (token != Token::EndArray && token != Token::End) {
            if (token == Token::String && m_head.command.size() < kMostWords) {
                m_head.command.insert(plain(json.text()));  // never shown: arguments may be private
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
        if (agent.isGpu && agent.number < 0) {
            agent.number = std::count_if(m_head.agents.begin(), m_head.agents.end(),
                                         [](const auto &other) { return other.second.isGpu; });
        }
        if (m_head.agents.size() < kMostNames) {
            m_head.agents.emplace(handle, std::move(agent));
        }
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
                    operations.push_back(plain(json.text()));
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
        if (m_markers.size() < kMostNames) {
            m_markers.emplace(key, std::move(text));
        }
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
        if (m_symbols.size() < kMostNames) {
            m_symbols.emplace(id, *best);
        }
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
    constexpr std::array<Field, 21> kFields{{{"kind", &Record::kind},
                                             {"operation", &Record::operation},
                                             {"thread_id", &Record::thread},
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
    return readFields(json, [&](std::string_view path, std::string_view value) {
        const auto it =
            std::find_if(kFields.begin(), kFields.end(), [&](const Field &field) { return field.path == path; });
        if (it != kFields.end()) {
            record.*(it->into) = numberOf(value);
        }
    });
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
        const bool isPlain = record.begin >= 0 && record.begin < kTimeLimit && record.end < kTimeLimit;
        if (isPlain && record.end >= record.begin) {
            take(record, section);
        } else {
            ++m_bad;
        }
    }
    return true;
}

void Reader::take(const Record &record, std::string_view section) {
    if (section == "kernel_dispatch") {
        takeDispatch(record);
    } else if (section == "memory_copy") {
        takeCopy(record);
    } else if (section == "memory_allocation") {
        takeAllocation(record);
    } else if (section == "marker_api") {
        takeCall(record, SliceClass::Mstx);
    } else if (section.ends_with("_api") || section.ends_with("_api_ext")) {
        takeCall(record, SliceClass::Runtime);
    }
}

std::string_view Reader::operationOf(const Record &record) const {
    const auto kind = static_cast<std::size_t>(record.kind);
    const auto operation = static_cast<std::size_t>(record.operation);
    return kind < m_operations.size() && operation < m_operations[kind].size()
               ? std::string_view(m_operations[kind][operation])
               : std::string_view{};
}

std::int64_t Reader::deviceOf(std::int64_t agent) const {
    const auto it = m_head.agents.find(agent);
    return it == m_head.agents.end() ? -1 : it->second.number;
}

StringId Reader::process(std::int64_t device) {
    auto &id = m_processes[device];
    if (!id.isValid()) {
        id = m_device.intern("GPU " + std::to_string(device));
        const auto it = std::find_if(m_head.agents.begin(), m_head.agents.end(), [&](const auto &each) {
            return each.second.isGpu && each.second.number == device;
        });
        const bool isKnown = it != m_head.agents.end() && !it->second.name.empty();
        m_device.describeProcess(id, id, m_device.intern(isKnown ? std::string_view(it->second.name) : "GPU"));
        m_device.sortProcess(id, kDeviceOrder + (device & 0xffff));
    }
    return id;
}

TraceBuilder::LocalTrack Reader::stream(const Record &record, std::int64_t device) {
    const auto [it, isNew] = m_streams.try_emplace({device, record.stream, record.queue});
    if (isNew) {
        const bool hasStream = record.stream >= 0;
        const auto queue = "ueue " + std::to_string(record.queue);
        const auto name = !hasStream         ? record.queue < 0 ? std::string("Copies") : "Q" + queue
                          : record.queue < 0 ? "Stream " + std::to_string(record.stream) + ", copies"
                                             : "Stream " + std::to_string(record.stream) + ", q" + queue;
        const TraceBuilder::TrackKey key{TrackKind::DeviceStream, process(device), m_device.intern(name)};
        m_device.sortTrack(key, (record.stream & 0xffffff) << 24 | (record.queue & 0xffffff));
        it->second = m_device.track(key);
    }
    return it->second;
}

TraceBuilder::LocalTrack Reader::thread(std::int64_t id) {
    const auto [it, isNew] = m_threads.try_emplace(id);
    if (isNew) {
        const auto pid = std::to_string(m_head.pid);
        const auto process = m_host.intern(pid);
        m_host.describeProcess(process,
                               m_host.intern((m_head.program.empty() ? "Process" : m_head.program) + ' ' + pid),
                               m_host.intern("CPU"));
        const TraceBuilder::TrackKey key{TrackKind::HostThread, process, m_host.intern("Thread " + std::to_string(id))};
        m_host.sortTrack(key, id == m_head.pid ? -1 : id);
        it->second = m_host.track(key);
    }
    return it->second;
}

const Reader::Kernel &Reader::kernelOf(std::int64_t id) {
    auto &kernel = m_kernels[id];
    if (!kernel.name.isValid()) {
        const auto it = m_symbols.find(id);
        const auto name = it == m_symbols.end() || it->second.empty() ? '#' + std::to_string(id) : it->second;
        kernel = {m_device.intern(name), classOfCategory("kernel", name)};
    }
    return kernel;
}

void Reader::addWork(const Record &record, std::int64_t device, TraceBuilder::LocalTrack track, const Kernel &what) {
    m_device.slice(track, record.begin, record.end - record.begin, what.name, what.klass, record.offset);
    LaunchEnd end;
    end.correlation = static_cast<std::uint64_t>(std::max<std::int64_t>(record.correlation, 0));
    end.offset = record.offset;
    end.time = record.begin;
    end.track = track;
    end.duration = static_cast<std::uint32_t>(std::min<std::int64_t>(record.end - record.begin, UINT32_MAX));
    end.device = LaunchEnd::deviceOf(device);
    m_works.addWork(end);
}

void Reader::takeDispatch(const Record &record) {
    const auto device = deviceOf(record.agent);
    addWork(record, device, stream(record, device), kernelOf(record.kernel));
}

void Reader::takeCopy(const Record &record) {
    const auto isGpu = [&](std::int64_t agent) {
        const auto it = m_head.agents.find(agent);
        return it != m_head.agents.end() && it->second.isGpu;
    };
    auto text = copyNameOf(operationOf(record));
    if (text == "Memcpy" && m_head.agents.contains(record.source) && m_head.agents.contains(record.target)) {
        text += std::string(isGpu(record.source) ? " D" : " H") + "to" + (isGpu(record.target) ? 'D' : 'H');
    }
    const auto device = deviceOf(isGpu(record.target) ? record.target : record.source);
    auto lane = record;
    lane.queue = -1;
    const auto name = m_texts.at(m_texts.intern(text));
    addWork(record, device, stream(lane, device), {m_device.intern(text), SliceClass::Memcpy});
    const auto way = copyWay(text);
    m_copies.push_back({name, way.direction, way.memory, record.stream, record.begin, record.end - record.begin,
                        record.bytes, -1, device});
}

void Reader::takeAllocation(const Record &record) {
    const auto operation = operationOf(record);
    const auto agent = m_head.agents.find(record.agent);
    const bool isRelease = operation.find("FREE") != std::string_view::npos;
    const bool isOfHost = agent != m_head.agents.end() && !agent->second.isGpu;
    // A release does not tell whose memory it is: blocks are known by their addresses alone.
    m_memory.push_back({record.begin, std::max<std::int64_t>(record.bytes, 0), isRelease ? -1 : deviceOf(record.agent),
                        static_cast<std::uint64_t>(record.address), isOfHost, isRelease});
    auto call = record;
    call.correlation = 0;  // that of the call around it
    takeCall(call, SliceClass::Runtime);
}

void Reader::takeCall(const Record &record, SliceClass klass) {
    const auto track = thread(record.thread);
    const auto marker = klass == SliceClass::Mstx ? m_markers.find(record.correlation) : m_markers.end();
    StringId name;
    if (marker != m_markers.end()) {
        name = m_host.intern(marker->second);
        klass = ProducerWords::builtIn().isStep(marker->second) ? SliceClass::Step : klass;
    } else {
        auto &known = m_callNames[(record.kind & 0xffff) << 32 | (record.operation & 0xffffffff)];
        if (!known.isValid()) {
            const auto text = operationOf(record);
            known = m_host.intern(text.empty() ? '#' + std::to_string(record.operation) : std::string(text));
        }
        name = known;
    }
    const auto duration = record.end - record.begin;
    m_host.markCalls(track);
    if (klass == SliceClass::Step) {
        m_host.markStep(track);
    }
    m_host.slice(track, record.begin, duration, name,
                 duration == 0 && klass == SliceClass::Mstx ? SliceClass::Instant : klass, record.offset);
    if (klass == SliceClass::Runtime && record.correlation > 0) {
        LaunchEnd end;
        end.correlation = static_cast<std::uint64_t>(record.correlation);
        end.offset = record.offset;
        end.time = record.begin;
        end.track = track;
        end.duration = static_cast<std::uint32_t>(std::min<std::int64_t>(duration, UINT32_MAX));
        m_calls.addCall(end);
    }
}

std::map<std::string, std::string> Reader::drivers() const {
    std::map<std::string, std::string> drivers;
    for (const auto &[device, process] : m_processes) {
        drivers.emplace("GPU " + std::to_string(device), std::to_string(m_head.pid));
    }
    return drivers;
}

TableStore Reader::counters() { return m_counters.take(lastPart(m_path), m_symbols); }

void Reader::addRates() {
    std::map<std::int64_t, std::vector<CopyRecord>> ofDevices;
    for (const auto &copy : m_copies) {
        ofDevices[copy.device].push_back(copy);
    }
    for (const auto &[device, copies] : ofDevices) {
        addCopyRates(copies, process(device), m_device);
    }
}

}  // namespace stagescope::rocprof
