#include "core/formats/memscope/memscope_assembly.h"

#include "core/base/text.h"
#include "core/store/snapshot/allocation_replay.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr std::int64_t kNsPerUs = 1000;
/// Times of 16 digits are us since 1970 (2001 to 2286), those of 19 ns.
constexpr std::int64_t kFirstUs = 1'000'000'000'000'000;
constexpr std::int64_t kMostUs = SnapshotEvent::kLastTime / kNsPerUs - 1;
constexpr std::size_t kMostFrames = 512;
constexpr std::uint64_t kUnit = std::uint64_t{2} << 20;  ///< PyTorch's allocators ask the driver for multiples of it
constexpr std::size_t kMostDevices = 1024;

constexpr std::uint64_t kMostOlder = 1024 * kUnit;  ///< of one block

/// In the order in which a reader asks for them: what the program allocates first, the driver last.
std::size_t placeOf(std::string_view allocator) {
    constexpr std::array<std::string_view, 4> kFirst{"PTA", "MINDSPORE", "ATB", "PTA_WORKSPACE"};
    const auto it = std::find(kFirst.begin(), kFirst.end(), allocator);
    return it == kFirst.end() ? kFirst.size() : static_cast<std::size_t>(it - kFirst.begin());
}

/// What the driver hands out is reserved by that.
bool isDriver(std::string_view allocator) { return allocator == "HAL" || allocator.starts_with("HOST"); }

std::string_view withoutQuotes(std::string_view text) {
    return text.size() > 1 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2) : text;
}

}  // namespace

std::string MemscopeAssembly::take(const MemscopeRow &row) {
    if (row.time < 0 || row.time >= SnapshotEvent::kLastTime) {
        return "no time";
    }
    if (row.event == "MALLOC" || row.event == "FREE") {
        return takeBlock(row, row.event == "MALLOC" ? SnapshotAction::Alloc : SnapshotAction::FreeCompleted);
    }
    if (row.event == "MSTX" || (row.event == "SYSTEM" && row.type == "STEP")) {
        takeMark(row);
    } else if (row.type == "OOM_TRIGGER") {
        takeFailure(row);
    }
    return {};
}

std::string MemscopeAssembly::takeBlock(const MemscopeRow &row, SnapshotAction action) {
    if (row.device.empty() || row.device == "N/A") {
        ++m_withoutDevice;
        return {};
    }
    const auto address = row.address();
    if (!address) {
        return "no address";
    }
    Kept kept;
    kept.time = row.time;
    kept.id = row.id;
    kept.address = *address;
    kept.action = action;
    kept.size = row.number("size").value_or(0);
    kept.total = row.number("total").value_or(kNotTold);
    kept.used = row.number("used").value_or(kNotTold);
    if (action == SnapshotAction::Alloc && kept.size == 0) {
        ++m_withoutSize;
        return {};
    }
    if (m_devices.size() >= kMostDevices &&
        !m_deviceIds.contains(std::pair(std::string(row.device), std::string(row.type)))) {
        return "one device or allocator of too many";
    }
    kept.device = deviceId(row.device, row.type);
    kept.stack = stackOf(row);
    kept.owner = m_parts.strings.intern(row.attribute("owner").value_or(std::string_view()));
    m_kept.push_back(kept);
    return {};
}

void MemscopeAssembly::takeMark(const MemscopeRow &row) {
    Mark mark;
    mark.time = row.time;
    mark.id = row.id;
    mark.name = trimmed(withoutQuotes(trimmed(row.name)));
    mark.device = wholeNumber<std::int32_t>(row.device).value_or(-1);
    mark.stage = row.type == "RANGE_START" || row.event == "SYSTEM" ? SnapshotAnnotation::Stage::Start
                 : row.type == "RANGE_END"                          ? SnapshotAnnotation::Stage::End
                                                                    : SnapshotAnnotation::Stage::Mark;
    mark.name = row.event == "SYSTEM" ? std::string("step start") : mark.name;
    m_marks.push_back(std::move(mark));
}

void MemscopeAssembly::takeFailure(const MemscopeRow &row) {
    Failure failure;
    failure.event.time = row.time;
    failure.event.id = row.id;
    failure.event.action = SnapshotAction::OutOfMemory;
    failure.event.size = row.number("req_size").value_or(0);
    failure.event.stack = stackOf(row);
    failure.device = row.device;
    m_failures.push_back(std::move(failure));
}

std::uint32_t MemscopeAssembly::deviceId(std::string_view device, std::string_view allocator) {
    const auto [it, isNew] = m_deviceIds.emplace(std::pair(std::string(device), std::string(allocator)),
                                                 static_cast<std::uint32_t>(m_devices.size()));
    if (isNew) {
        auto &added = m_devices.emplace_back();
        const auto number = wholeNumber<std::int32_t>(device);
        added.device.device = number.value_or(0);
        added.device.isHost = !number;
        added.allocator = allocator;
        added.device.allocator = m_parts.strings.intern(allocator);
    }
    return it->second;
}

/// Innermost first: what was called natively lies below what Python called.
StackId MemscopeAssembly::stackOf(const MemscopeRow &row) {
    const auto texts = std::string(row.nativeStack) + '\0' + std::string(row.pythonStack);
    const auto known = m_stacks.find(texts);
    if (known != m_stacks.end()) {
        return known->second;
    }
    std::vector<FrameId> frames;
    addFrames(row.nativeStack, false, frames);
    addFrames(row.pythonStack, true, frames);
    const auto id = frames.empty() ? StackId{0} : m_parts.stacks.stack(frames);
    m_stacks.emplace(texts, id);
    return id;
}

/// Lines "file(line): function" of Python, "library(function+0x1) [0x2]" of others.
void MemscopeAssembly::addFrames(std::string_view text, bool isPython, std::vector<FrameId> &frames) {
    while (!text.empty() && frames.size() < kMostFrames) {
        const auto line = trimmed(text.substr(0, text.find('\n')));
        text = text.size() > text.find('\n') ? text.substr(text.find('\n') + 1) : std::string_view();
        if (line.empty() || line == "N/A") {
            continue;
        }
        StackFrame frame;
        frame.line = StackFrame::kNoLine;
        const auto close = isPython ? line.rfind("): ") : line.rfind(") [");
        const auto open = close == std::string_view::npos ? close : line.rfind('(', close);
        const auto inside =
            open == std::string_view::npos ? std::string_view() : line.substr(open + 1, close - open - 1);
        const auto number = isPython ? wholeNumber<std::uint64_t>(inside) : std::nullopt;
        if (isPython && number) {
            frame.file = m_parts.strings.intern(line.substr(0, open));
            frame.function = m_parts.strings.intern(line.substr(close + 3));
            frame.line = *number;
        } else if (!isPython && open != std::string_view::npos) {
            frame.file = m_parts.strings.intern(line.substr(0, open));
            const auto name = inside.substr(0, inside.find("+0x"));
            frame.function = m_parts.strings.intern(name.empty() ? inside : name);
        } else {
            frame.function = m_parts.strings.intern(line);
        }
        frames.push_back(m_parts.stacks.frame(frame));
    }
}

/// A failure is of the device, whatever its allocator: of the first that a reader asks for.
void MemscopeAssembly::placeFailures() {
    for (auto &failure : m_failures) {
        std::optional<std::uint32_t> best;
        for (const auto &[key, id] : m_deviceIds) {
            if (key.first == failure.device &&
                (!best || placeOf(m_devices[id].allocator) < placeOf(m_devices[*best].allocator))) {
                best = id;
            }
        }
        if (best) {
            failure.event.device = *best;
            m_kept.push_back(failure.event);
        }
    }
}

void MemscopeAssembly::scaleTimes(ImportLog &log) {
    std::int64_t last = 0;
    for (const auto &kept : m_kept) {
        last = std::max(last, kept.time);
    }
    if (last < kFirstUs || last > kMostUs) {
        return;
    }
    for (auto &kept : m_kept) {
        kept.time *= kNsPerUs;
    }
    for (auto &mark : m_marks) {
        mark.time = std::min(mark.time, kMostUs) * kNsPerUs;
    }
    log.add(Severity::Info, m_path, "memscope.microseconds", "", "");
}

/// By device, within it by time: rows of a block are written together when it is freed, or at the end.
void MemscopeAssembly::arrange(const LoadControl &control) {
    std::vector<std::uint32_t> order(m_devices.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
        const auto key = [this](std::uint32_t i) {
            const auto &device = m_devices[i];
            return std::tuple(device.device.isHost, device.device.device, placeOf(device.allocator),
                              std::string_view(device.allocator), i);
        };
        return key(a) < key(b);
    });
    std::vector<std::uint32_t> placeOfDevice(order.size());
    for (std::uint32_t place = 0; place < order.size(); ++place) {
        placeOfDevice[order[place]] = place;
    }
    std::vector<Device> devices;
    for (const auto i : order) {
        devices.push_back(std::move(m_devices[i]));
    }
    m_devices = std::move(devices);
    for (auto &kept : m_kept) {
        kept.device = placeOfDevice[kept.device];
    }
    std::stable_sort(m_kept.begin(), m_kept.end(), [](const Kept &a, const Kept &b) {
        return std::tuple(a.device, a.time, a.id) < std::tuple(b.device, b.time, b.id);
    });
    std::unordered_map<std::uint64_t, std::uint64_t> live;  // bytes by address
    std::vector<Kept> paired;
    paired.reserve(m_kept.size());
    std::uint32_t device = ~std::uint32_t{0};
    for (auto &kept : m_kept) {
        if ((paired.size() & 0xfff) == 0 && control.stop.stop_requested()) {
            return;
        }
        if (kept.device != device) {
            live.clear();
            device = kept.device;
        }
        if (kept.action == SnapshotAction::Alloc) {
            if (!live.emplace(kept.address, kept.size).second) {
                ++m_liveAgain;
                continue;
            }
        } else if (kept.action == SnapshotAction::FreeCompleted) {
            const auto it = live.find(kept.address);
            if (it == live.end()) {
                ++m_unpaired;
                continue;
            }
            kept.size = it->second;
            live.erase(it);
        }
        paired.push_back(kept);
    }
    m_kept = std::move(paired);
}

/// By device and address of the driver's; those of one address in the order of time.
MemscopeAssembly::DriverBlocks MemscopeAssembly::driverBlocks() const {
    DriverBlocks result;
    for (const auto &kept : m_kept) {
        if (m_devices[kept.device].allocator == "HAL") {
            auto &blocks = result[{kept.device, kept.address}];
            if (kept.action == SnapshotAction::Alloc) {
                blocks.push_back({kept, std::nullopt});
            } else if (kept.action == SnapshotAction::FreeCompleted && !blocks.empty()) {
                blocks.back().until = kept;
            }
        }
    }
    return result;
}

std::optional<std::uint32_t> MemscopeAssembly::driverOf(std::uint32_t device) const {
    const auto &own = m_devices[device];
    for (std::uint32_t i = 0; i < m_devices.size(); ++i) {
        const auto &other = m_devices[i];
        if (i != device && other.allocator == "HAL" && other.device.device == own.device.device &&
            other.device.isHost == own.device.isHost) {
            return i;
        }
    }
    return std::nullopt;
}

const MemscopeAssembly::DriverBlock *MemscopeAssembly::blockAround(const Kept &kept, std::uint32_t driver,
                                                                   const DriverBlocks &blocks) {
    const auto before = [](const Kept &a, const Kept &b) { return std::pair(a.time, a.id) < std::pair(b.time, b.id); };
    auto it = blocks.upper_bound({driver, kept.address});
    if (it == blocks.begin() || std::prev(it)->first.first != driver) {
        return nullptr;
    }
    const auto &lives = std::prev(it)->second;
    const auto next = std::upper_bound(lives.begin(), lives.end(), kept, [&](const Kept &one, const DriverBlock &life) {
        return before(one, life.from);
    });
    if (next == lives.begin()) {
        return nullptr;
    }
    const auto &life = *std::prev(next);
    const bool isWithin =
        kept.address - life.from.address < life.from.size && (!life.until || before(kept, *life.until));
    return isWithin ? &life : nullptr;
}

/// What the driver handed out and an allocator keeps its blocks in is a segment of that allocator, as long as it was
/// there. O(n log n).
void MemscopeAssembly::addSegments() {
    const auto blocks = driverBlocks();
    std::vector<std::optional<std::uint32_t>> drivers;
    for (std::uint32_t i = 0; i < m_devices.size(); ++i) {
        drivers.push_back(driverOf(i));
    }
    std::set<std::pair<std::uint32_t, const DriverBlock *>> isAdded;
    std::map<std::uint32_t, std::set<std::uint64_t>> older;  // units of the allocator that the driver gave before
    std::vector<Kept> segments;
    const auto add = [&](Kept event, std::uint32_t device, SnapshotAction action) {
        event.device = device;
        event.action = action;
        segments.push_back(event);
    };
    for (const auto &kept : m_kept) {
        const auto driver = drivers[kept.device];
        const auto *around =
            driver && kept.action == SnapshotAction::Alloc ? blockAround(kept, *driver, blocks) : nullptr;
        if (around == nullptr && kept.action == SnapshotAction::Alloc && kept.total != kNotTold &&
            kept.size <= std::min(kept.total, kMostOlder)) {
            for (auto unit = kept.address / kUnit; unit <= (kept.address + kept.size - 1) / kUnit; ++unit) {
                older[kept.device].insert(unit);
            }
        }
        if (around == nullptr || !isAdded.insert({kept.device, around}).second) {
            continue;
        }
        add(around->from, kept.device, SnapshotAction::SegmentAlloc);
        if (around->until) {
            add(*around->until, kept.device, SnapshotAction::SegmentFree);
        }
    }
    for (const auto &[device, units] : older) {
        const auto first = std::find_if(m_kept.begin(), m_kept.end(),
                                        [device = device](const Kept &kept) { return kept.device == device; });
        const bool isReserved = first->total != kNotTold && units.size() * kUnit <= first->total;
        for (const auto unit : isReserved ? units : std::set<std::uint64_t>{}) {
            auto event = *first;
            event.id = std::max(first->id, std::numeric_limits<std::int64_t>::min() + 1) - 1;
            event.address = unit * kUnit;
            event.size = kUnit;
            event.used = event.total = kNotTold;
            add(event, device, SnapshotAction::SegmentAlloc);
        }
    }
    m_kept.insert(m_kept.end(), segments.begin(), segments.end());
    std::stable_sort(m_kept.begin(), m_kept.end(), [](const Kept &a, const Kept &b) {
        return std::tuple(a.device, a.time, a.id) < std::tuple(b.device, b.time, b.id);
    });
}

void MemscopeAssembly::addAnnotations() {
    std::stable_sort(m_marks.begin(), m_marks.end(),
                     [](const Mark &a, const Mark &b) { return std::tuple(a.time, a.id) < std::tuple(b.time, b.id); });
    std::map<std::int32_t, std::int64_t> steps;  // by device
    for (const auto &mark : m_marks) {
        SnapshotAnnotation annotation;
        const bool isStep = mark.stage == SnapshotAnnotation::Stage::Start && mark.name == "step start";
        annotation.name =
            m_parts.strings.intern(isStep ? "ProfilerStep#" + std::to_string(steps[mark.device]++) : mark.name);
        annotation.timeNs = mark.time;
        annotation.device = mark.device;
        annotation.stage = mark.stage;
        m_parts.annotations.push_back(annotation);
    }
}

/// What the allocator itself counts as in use is rounded as its blocks are: a difference is a block that the record
/// lacks.
void MemscopeAssembly::checkTotals(ImportLog &log) const {
    std::size_t row = 0;
    for (const auto &device : m_parts.devices) {
        std::uint64_t differing = 0;
        std::uint64_t most = 0;
        for (std::uint32_t i = 0; i < device.eventCount; ++i, ++row) {
            const auto used = m_kept[row].used;
            const auto active = device.allocations.activeBytes[i];
            if (used != kNotTold && used != active) {
                ++differing;
                most = std::max(most, used > active ? used - active : active - used);
            }
        }
        if (differing > 0) {
            const std::string name(m_parts.strings.at(device.allocator));
            log.add(Severity::Info, m_path, "memscope.total", name, "up to " + std::to_string(most) + " bytes",
                    differing);
        }
    }
}

void MemscopeAssembly::report(ImportLog &log) const {
    const auto add = [&](std::string_view code, std::string_view detail, std::uint64_t count) {
        if (count > 0) {
            log.add(Severity::Info, m_path, code, "", detail, count);
        }
    };
    add("memscope.unpaired", "without a device", m_withoutDevice);
    add("memscope.unpaired", "a block without a size", m_withoutSize);
    add("memscope.unpaired", "handed out while in use", m_liveAgain);
    add("memscope.unpaired", "freed, but handed out before the record began", m_unpaired);
}

/// As the allocator tells it, else what its segments add up to, else of the driver what it handed out.
void MemscopeAssembly::addReserved(SnapshotDevice &device, bool isOfDriver) const {
    std::vector<AllocationTable::ReservedStep> steps;
    for (std::uint32_t i = 0; i < device.eventCount; ++i) {
        const auto told = m_kept[device.firstEvent + i].total;
        const auto total = told == kNotTold && isOfDriver ? device.allocations.activeBytes[i] : told;
        if (total != kNotTold && (steps.empty() || steps.back().bytes != total)) {
            steps.push_back({steps.empty() ? 0 : i, total});  // before the first one nothing but segments happened
        }
    }
    if (!steps.empty()) {
        device.allocations.reserved = std::move(steps);
    }
}

std::shared_ptr<const SnapshotStore> MemscopeAssembly::store(bool isComplete, ImportLog &log,
                                                             const LoadControl &control) {
    placeFailures();
    scaleTimes(log);
    arrange(control);
    addSegments();
    report(log);
    if (m_kept.empty() || control.stop.stop_requested()) {
        return nullptr;
    }
    m_parts.streams.push_back(0);
    m_parts.quality.isComplete = isComplete;
    m_parts.quality.protocol = SnapshotQuality::kNoPickle;
    m_parts.events.reserve(m_kept.size());
    for (const auto &kept : m_kept) {
        SnapshotEvent event;
        event.action = kept.action;
        event.address = kept.address;
        event.size = kept.size;
        event.stack = kept.stack;
        event.timeNs = kept.time;
        event.category = kept.owner;
        m_parts.quality.eventsWithoutFrames += kept.stack.value == 0 ? 1 : 0;
        m_parts.events.push(event);
    }
    std::uint32_t row = 0;
    for (std::uint32_t i = 0; i < m_devices.size(); ++i) {
        auto device = m_devices[i].device;
        device.firstEvent = row;
        while (row < m_kept.size() && m_kept[row].device == i) {
            ++row;
        }
        device.eventCount = row - device.firstEvent;
        if (device.eventCount == 0) {
            continue;
        }
        ReplayInput input;
        input.events = &m_parts.events;
        input.firstEvent = device.firstEvent;
        input.eventCount = device.eventCount;
        input.segmentsAreFinal = false;
        device.allocations = replayed(input, control.stop);
        addReserved(device, isDriver(m_devices[i].allocator));
        m_parts.devices.push_back(std::move(device));
    }
    if (control.stop.stop_requested()) {
        return nullptr;
    }
    addAnnotations();
    checkTotals(log);
    return std::make_shared<const SnapshotStore>(std::move(m_parts));
}

}  // namespace stagescope
