#include "core/analysis/host/host_activity.h"

#include "core/base/text.h"
#include "core/base/words/producer_words.h"
#include "core/base/words/text_memo.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace stagescope {

namespace {

constexpr auto kTexts = std::to_array<std::string_view>(
    {"profiling", "compiling", "loading_modules", "collecting_garbage", "loading_data", "copying", "communicating",
     "sleeping", "reading_files", "locking", "synchronising", "other"});
static_assert(kTexts.size() == kHostActivities);

/// A call by the last part of its name: "AscendCL@aclrtMemcpy".
bool isCall(std::string_view name, std::initializer_list<std::string_view> calls) {
    const auto at = name.rfind('@');
    const auto call = at == std::string_view::npos ? name : name.substr(at + 1);
    return std::find(calls.begin(), calls.end(), call) != calls.end();
}

bool profiles(std::string_view name) {
    return isCall(name, {"activity buffer request", "buffer flush"}) || name.starts_with("pytorch profiler");
}
bool compiles(std::string_view name) {
    // What torch.compile times of itself; the functions that it does this in; other compilers.
    return containsAny(name, {"(dynamo_timed)", "torch/_dynamo/convert_frame.py", "triton/compiler/",
                              "torch/_inductor/async_compile.py", "xlacompile", "xla_compile"}) ||
           isCall(name, {"aclopcompileandexecute", "aclopcompileandexecutev2", "nvrtccompileprogram",
                         "entire_frame_compile", "entire_backward_compile", "async_compile.wait", "inductor_compile",
                         "backend_compile", "fx_codegen_and_compile"});
}
bool loadsModules(std::string_view name) {
    return isCall(name, {"lazy function loading", "runtime triggered module loading"}) ||
           containsAny(name, {"cumoduleload", "culibraryload", "cudalibraryload", "hipmoduleload"});
}
bool collectsGarbage(std::string_view name) {
    return name == "gc" || name == "gc.collect" || name == "<built-in function collect>" ||
           contains(name, "garbage collect");
}
bool sleeps(std::string_view name) {
    return isCall(name, {"<built-in function sleep>", "sleep", "time.sleep", "usleep", "nanosleep", "clock_nanosleep"});
}
bool readsFiles(std::string_view name) {
    return containsAny(name, {" of _io.", "' of '_io.", "torch/serialization.py", "<built-in function open>",
                              "<built-in function fsync>", "<built-in method fsync"});
}
bool locks(std::string_view name) {
    return containsAny(name,
                       {"method acquire of _thread", "' of '_thread.", "semlock", "pthread_mutex_lock", "futex"}) ||
           ((contains(name, "threading.py(") || contains(name, "queue.py(")) &&
            (name.ends_with(": wait") || name.ends_with(": get") || name.ends_with(": put") ||
             name.ends_with(": join")));
}
bool synchronises(std::string_view name) {
    // Copies without "async" in their name return when the device is done.
    return isCall(name, {"aclrtmemcpy", "cudamemcpy"}) || contains(name, "synchronize");
}

bool isOfWorkingThreads(HostActivity activity) {
    return activity == HostActivity::Sleeping || activity == HostActivity::ReadingFiles ||
           activity == HostActivity::Locking;
}

bool doesWork(const SliceTable &slices) {
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (slices.klass(i) == SliceClass::HostOp || slices.klass(i) == SliceClass::Step) {
            return true;
        }
    }
    return false;
}

/// Gathers the calls of all threads by activity.
class ActivityReader {
public:
    void addTrace(const TraceStore &trace, const std::stop_token &stop) {
        m_known.assign(trace.strings().size(), Known{});
        for (const auto &track : trace.tracks()) {
            if (track.kind == TrackKind::HostThread) {
                addTrack(trace, track, stop);
            }
        }
    }
    HostActivities take() {
        HostActivities result;
        for (std::size_t i = 0; i < kHostActivities; ++i) {
            result.when.at(i) = merged(std::move(m_when.at(i)));
        }
        result.deviceSync = merged(std::move(m_deviceSync));
        return result;
    }

private:
    struct Known {
        bool isKnown = false;
        bool isDeviceSync = false;
        HostActivity activity = HostActivity::Other;
    };

    const Known &of(const TraceStore &trace, StringId name) {
        auto &known = m_known[name.value];
        if (!known.isKnown) {
            const auto text = trace.text(name);
            known = {true, synchronisesDevice(text), hostActivityOf(text)};
        }
        return known;
    }
    void addTrack(const TraceStore &trace, const Track &track, const std::stop_token &stop) {
        const auto &slices = trace.slices(track.id);
        const bool isWorking = doesWork(slices);
        std::vector<Interval> transfers;
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (i % 4096 == 0 && stop.stop_requested()) {
                return;
            }
            const auto &known = of(trace, slices.name(i));
            if (known.activity == HostActivity::Other || (!isWorking && isOfWorkingThreads(known.activity))) {
                continue;
            }
            const Interval range{ns(slices.begin(i)), ns(slices.end(i))};
            auto &own = known.activity == HostActivity::Communicating
                            ? transfers
                            : m_when.at(static_cast<std::size_t>(known.activity));
            own.push_back(range);
            if (known.isDeviceSync) {
                m_deviceSync.push_back(range);
            }
        }
        addTransfers(trace, slices, transfers);
    }
    /// A transfer that goes on while its thread calls other things is one of a thread of the library: what is called
    /// meanwhile is what the host does.
    void addTransfers(const TraceStore &trace, const SliceTable &slices, const std::vector<Interval> &transfers) {
        std::vector<Interval> calls;
        for (std::uint32_t i = 0; i < slices.size() && !transfers.empty(); ++i) {
            const bool isCall = slices.klass(i) == SliceClass::HostOp || slices.klass(i) == SliceClass::Runtime;
            if (isCall && of(trace, slices.name(i)).activity != HostActivity::Communicating) {
                calls.push_back({ns(slices.begin(i)), ns(slices.end(i))});
            }
        }
        std::ranges::sort(calls, {}, &Interval::begin);
        const auto callsIn = [&](const Interval &range) {
            return std::ranges::subrange(std::ranges::upper_bound(calls, range.begin, {}, &Interval::begin),
                                         std::ranges::lower_bound(calls, range.end, {}, &Interval::begin));
        };
        auto &own = m_when.at(static_cast<std::size_t>(HostActivity::Communicating));
        std::vector<Interval> pending;
        for (const auto &transfer : transfers) {
            (callsIn(transfer).empty() ? own : pending).push_back(transfer);
        }
        for (const auto &range : merged(std::move(pending))) {
            const auto other = callsIn(range);
            const auto left = subtracted({range}, merged({other.begin(), other.end()}));
            own.insert(own.end(), left.begin(), left.end());
        }
    }

    std::vector<Known> m_known;  ///< by StringId
    std::array<std::vector<Interval>, kHostActivities> m_when;
    std::vector<Interval> m_deviceSync;
};

}  // namespace

std::string_view hostActivityText(HostActivity activity) { return kTexts.at(static_cast<std::size_t>(activity)); }

static HostActivity activityOf(std::string_view name) {
    const auto lower = lowerCase(name);
    const auto means = [&](NameMeaning meaning) { return ProducerWords::builtIn().means(meaning, name); };
    const bool loads = means(NameMeaning::Load) || contains(lower, "dataloader");
    const bool communicates = means(NameMeaning::HostCommunication) || containsAny(lower, {"gloo:", "barrier"});
    return profiles(lower)                                         ? HostActivity::Profiling
           : means(NameMeaning::Compile) || compiles(lower)        ? HostActivity::Compiling
           : loadsModules(lower)                                   ? HostActivity::LoadingModules
           : means(NameMeaning::Collect) || collectsGarbage(lower) ? HostActivity::CollectingGarbage
           : loads                                                 ? HostActivity::LoadingData
           : communicates                                          ? HostActivity::Communicating
           : sleeps(lower)                                         ? HostActivity::Sleeping
           : readsFiles(lower)                                     ? HostActivity::ReadingFiles
           : locks(lower)                                          ? HostActivity::Locking
           : means(NameMeaning::HostWait) || synchronises(lower)   ? HostActivity::Synchronising
           : means(NameMeaning::HostCopy)                          ? HostActivity::Copying
                                                                   : HostActivity::Other;
}

HostActivity hostActivityOf(std::string_view name) { return remembered<&activityOf>(name); }

bool synchronisesDevice(std::string_view name) {
    const auto lower = lowerCase(name);
    return containsAny(lower, {"devicesynchronize", "synchronizedevice", "cuda_synchronize", "npu_synchronize"}) ||
           (contains(lower, "__init__.py(") && lower.ends_with(": synchronize"));
}

ActivityTimes HostActivities::within(const IntervalSet &set) const {
    ActivityTimes times{};
    auto rest = set;
    for (std::size_t i = 0; i + 1 < kHostActivities; ++i) {
        const auto &own = when.at(i);
        if (!own.empty() && !rest.empty()) {
            times.at(i) = Nanos{totalLength(intersected(rest, own))};
            rest = subtracted(rest, own);
        }
    }
    times.back() = Nanos{totalLength(rest)};
    return times;
}

HostActivities hostActivities(const RankCapture &capture, const std::stop_token &stop) {
    ActivityReader reader;
    for (const auto &[source, trace] : capture.traces()) {
        reader.addTrace(*trace, stop);
    }
    return reader.take();
}

}  // namespace stagescope
