#include "core/formats/rocprofv3/rocprof_records.h"

#include "core/base/path_text.h"
#include "core/base/words/producer_words.h"
#include "core/formats/tables/copy_rows.h"
#include "core/formats/tables/trace_vocabulary.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope::rocprof {

namespace {

constexpr std::int64_t kDeviceOrder = std::int64_t{1} << 32;
constexpr std::int64_t kTimeLimit = std::int64_t{1} << 61;

/// "MEMORY_COPY_HOST_TO_DEVICE" as Kineto names such a copy.
std::string copyNameOf(std::string_view operation) {
    const auto way = copyWay(operation).direction;
    return way.empty() ? std::string("Memcpy") : "Memcpy " + std::string(way);
}

}  // namespace

void Records::addAgent(std::int64_t handle, Agent agent) {
    if (m_head.agents.size() >= kMostNames) {
        return;
    }
    agent.number = agent.isGpu && agent.number < 0 ? m_gpus : agent.number;
    const bool isGpu = agent.isGpu;
    m_gpus += m_head.agents.emplace(handle, std::move(agent)).second && isGpu ? 1 : 0;
}

void Records::addSymbol(std::int64_t kernel, std::string name) {
    if (m_symbols.size() < kMostNames) {
        m_symbols.emplace(kernel, std::move(name));
    }
}

void Records::addMarker(std::int64_t correlation, std::string text) {
    if (m_markers.size() < kMostNames) {
        m_markers.emplace(correlation, std::move(text));
    }
}

void Records::take(const Record &record, RecordKind kind) {
    const bool isPlain = record.begin >= 0 && record.begin < kTimeLimit && record.end < kTimeLimit;
    if (!isPlain || record.end < record.begin) {
        ++m_bad;
    } else if (kind == RecordKind::Dispatch) {
        takeDispatch(record);
    } else if (kind == RecordKind::Copy) {
        takeCopy(record);
    } else if (kind == RecordKind::Allocation) {
        takeAllocation(record);
    } else if (kind != RecordKind::Other) {
        takeCall(record, kind == RecordKind::Marker ? SliceClass::Mstx : SliceClass::Runtime);
    }
}

std::string_view Records::operationOf(const Record &record) const {
    return record.name.isValid() ? m_texts.at(record.name) : std::string_view{};
}

std::int64_t Records::deviceOf(std::int64_t agent) const {
    const auto it = m_head.agents.find(agent);
    return it == m_head.agents.end() ? -1 : it->second.number;
}

StringId Records::process(std::int64_t device) {
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

TraceBuilder::LocalTrack Records::stream(const Record &record, std::int64_t device) {
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

TraceBuilder::LocalTrack Records::thread(std::int64_t id) {
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

const Records::Kernel &Records::kernelOf(std::int64_t id) {
    auto &kernel = m_kernels[id];
    if (!kernel.name.isValid()) {
        const auto it = m_symbols.find(id);
        const auto name = it == m_symbols.end() || it->second.empty() ? '#' + std::to_string(id) : it->second;
        kernel = {m_device.intern(name), classOfCategory("kernel", name)};
    }
    return kernel;
}

void Records::addWork(const Record &record, std::int64_t device, TraceBuilder::LocalTrack track, const Kernel &what) {
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

void Records::takeDispatch(const Record &record) {
    const auto device = deviceOf(record.agent);
    addWork(record, device, stream(record, device), kernelOf(record.kernel));
}

void Records::takeCopy(const Record &record) {
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

void Records::takeAllocation(const Record &record) {
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

void Records::takeCall(const Record &record, SliceClass klass) {
    const auto track = thread(record.thread);
    const auto marker = klass == SliceClass::Mstx ? m_markers.find(record.correlation) : m_markers.end();
    StringId name;
    if (marker != m_markers.end()) {
        name = m_host.intern(marker->second);
        klass = ProducerWords::builtIn().isStep(marker->second) ? SliceClass::Step : klass;
    } else {
        auto &known = m_callNames[record.name];
        if (!known.isValid()) {
            known = m_host.intern(operationOf(record));
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

std::map<std::string, std::string> Records::drivers() const {
    std::map<std::string, std::string> drivers;
    for (const auto &[device, process] : m_processes) {
        drivers.emplace("GPU " + std::to_string(device), std::to_string(m_head.pid));
    }
    return drivers;
}

TableStore Records::takeCounters() { return m_counters.take(lastPart(m_path), m_symbols); }

void Records::finish(ImportLog &log) {
    log.add(Severity::DataLoss, m_path, "rocprof.bad_record", "records", "no start and end, or no agent", m_bad);
    std::map<std::int64_t, std::vector<CopyRecord>> ofDevices;
    for (const auto &copy : m_copies) {
        ofDevices[copy.device].push_back(copy);
    }
    for (const auto &[device, copies] : ofDevices) {
        addCopyRates(copies, process(device), m_device);
    }
}

}  // namespace stagescope::rocprof
