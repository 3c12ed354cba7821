#pragma once

#include "core/base/import_log.h"
#include "core/base/words/producer_words.h"
#include "core/formats/trace_json/argument_survey.h"
#include "core/formats/trace_json/comm_arguments.h"
#include "core/formats/trace_json/copy_arguments.h"
#include "core/formats/trace_json/launch_arguments.h"
#include "core/formats/trace_json/memory_instants.h"
#include "core/formats/trace_json/process_groups.h"
#include "core/formats/trace_json/trace_event.h"
#include "core/store/trace/trace_builder.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A name or an order that the trace tells for a process or a thread. Kept aside until the whole file was read, so that
/// the last one in the file wins, whichever worker read it.
struct TraceMetadata {
    enum class What : std::uint8_t { ProcessName, ProcessLabel, ProcessOrder, ThreadName, ThreadOrder };
    std::uint64_t offset = 0;
    What what = What::ProcessName;
    std::string process;
    std::string thread;
    std::string text;
    std::int64_t order = 0;
};

/// Counts of what one worker could not take, with the place of the first in the file.
class EventTrouble {
public:
    void add(Severity severity, std::string_view code, std::uint64_t offset, std::string_view detail);
    void merge(const EventTrouble &other);
    void tell(ImportLog &log, std::string_view source) const;

private:
    struct Entry {
        Severity severity = Severity::Info;
        std::uint64_t count = 0;
        std::uint64_t offset = 0;
        std::string detail;
    };
    /// By code; for unknown phases by code and letter.
    std::map<std::pair<std::string, std::string>, Entry> m_entries;
};

/// Turns the events of windows into rows of a TraceBuilder. One per worker; knows nothing of the others. Every event
/// ends as a row, as metadata, or in `trouble`.
class TraceEventWriter {
public:
    void write(const EventWindow &window);
    /// Events of other ranks are passed over; null: none are. Has to live as long as the writer. Where devices are
    /// shared arrows of launches are passed over, too: numbers of several processes would join what does not belong
    /// together.
    void takeOnly(const ProcessGroup *group) { m_taken.group = group; }
    /// What stands on a device and is no work with arguments (launches()); kept on demand.
    struct DeviceOther {
        std::uint64_t offset = 0;
        std::int64_t begin = 0;
        std::int64_t duration = 0;
        TraceBuilder::LocalTrack track = 0;
        EventMeaning means = EventMeaning::None;
    };
    void keepDeviceOthers() { m_others.emplace(); }
    [[nodiscard]] const std::vector<DeviceOther> &deviceOthers() const { return *m_others; }

    [[nodiscard]] TraceBuilder takeBuilder() { return std::move(m_builder); }
    [[nodiscard]] const std::vector<TraceMetadata> &metadata() const { return m_metadata; }
    /// Arguments of communication events, in the order of the windows.
    [[nodiscard]] const std::vector<CommArguments> &communication() const { return m_communication; }
    /// Instants that tell memory, in the order of the windows.
    [[nodiscard]] const std::vector<MemoryInstant> &memory() const { return m_memory; }
    /// What is told of copies.
    [[nodiscard]] const CopyArguments &copies() const { return m_copies; }
    /// What details of slices show.
    [[nodiscard]] const ArgumentSurvey &survey() const { return m_survey; }
    /// What is needed to join launches and device work.
    [[nodiscard]] const LaunchArguments &launches() const { return m_launches; }
    /// Tracks of the builder, and the process of each as the file names it.
    [[nodiscard]] std::uint32_t trackCount() const { return m_builder.trackCount(); }
    [[nodiscard]] std::string_view processOf(std::uint32_t track) const {
        return m_builder.text(m_builder.key(track).process);
    }
    [[nodiscard]] std::string_view threadOf(std::uint32_t track) const {
        return m_builder.text(m_builder.key(track).thread);
    }
    [[nodiscard]] bool marksSteps(std::uint32_t track) const { return m_builder.marksSteps(track); }
    /// An arrow that the file leaves out: this worker's end of it.
    void addArrowEnd(FlowPhase phase, const LaunchEnd &end);
    /// Counters of a process of the trace.
    void addCopyRates(std::string_view process, std::span<const CopyRecord> copies) {
        stagescope::addCopyRates(copies, m_builder.intern(process), m_builder);
    }
    /// Categories that were met.
    [[nodiscard]] std::vector<std::string_view> categories() const {
        std::vector<std::string_view> texts;
        for (const auto &category : m_categories) {
            texts.push_back(category.text);
        }
        return texts;
    }
    [[nodiscard]] const EventTrouble &trouble() const { return m_trouble; }
    /// Events by phase letter; 0 = without one.
    [[nodiscard]] const std::array<std::uint64_t, 256> &phaseCounts() const { return m_phaseCounts; }

private:
    using LocalTrack = TraceBuilder::LocalTrack;

    /// A track that was looked up before, by its numeric ids.
    struct KnownTrack {
        std::uint64_t process = 0;
        std::uint64_t thread = 0;
        LocalTrack track = 0;
        bool isSet = false;
        bool isStream = false;
        bool holdsCalls = false;
    };
    struct KnownCounter {
        StringId process;
        StringId name;
        StringId argument;
        LocalTrack track = 0;
        bool isSet = false;
        bool isOnly = false;
    };
    struct Sample {
        std::string_view key;
        double value;
    };

    void writeEvent(const EventWindow &window, const TraceEvent &event);
    void writeTimed(const EventWindow &window, const TraceEvent &event, std::int64_t time);
    void writeSlice(const EventWindow &window, const TraceEvent &event, std::int64_t time);
    struct Named {
        LocalTrack track = 0;
        StringId name;
        SliceClass klass = SliceClass::Other;
    };
    /// What the arguments of a slice tell, for all that asks; `duration` is nothing where the event only begins it.
    /// What a copy took is then told by its slice (addCopyTable).
    Named takeArguments(const EventWindow &window, const TraceEvent &event, std::int64_t time,
                        std::optional<std::int64_t> duration);
    void writeInstant(const EventWindow &window, const TraceEvent &event, std::int64_t time);
    enum class AsyncPart : std::uint8_t { Begin, End, Instant };
    void writeAsync(const EventWindow &window, const TraceEvent &event, std::int64_t time, AsyncPart part);
    void writeCounter(const EventWindow &window, const TraceEvent &event, std::int64_t time);
    void writeFlow(const TraceEvent &event, std::int64_t time);
    void writeBoundFlow(const EventWindow &window, const TraceEvent &event, std::int64_t time);
    void noteKind(const TraceEvent &event, EventMeaning means, KnownTrack &known);
    void writeMetadata(const EventWindow &window, const TraceEvent &event);

    /// A category that was met. Files have few, so that what they say is looked up once.
    struct Category {
        std::string text;
        CategoryWord word;
    };
    /// Into m_categories; kMostCategories for one that is not kept.
    [[nodiscard]] std::size_t categoryOf(const TraceEvent &event);
    [[nodiscard]] CategoryWord wordOf(const TraceEvent &event, std::size_t category) const;
    /// By category and name: each name is looked through once, as long as it keeps its category.
    [[nodiscard]] SliceClass classOf(const TraceEvent &event, std::size_t category, StringId name);
    [[nodiscard]] SliceClass classOf(const TraceEvent &event) {
        return classOf(event, categoryOf(event), intern(event.name));
    }
    [[nodiscard]] KnownTrack &trackOf(const TraceEvent &event);
    [[nodiscard]] LocalTrack counterOf(const TraceEvent &event, StringId name, StringId argument, bool isOnly);
    [[nodiscard]] std::string_view plain(const JsonScalar &scalar);
    [[nodiscard]] StringId intern(const JsonScalar &scalar) { return m_builder.intern(plain(scalar)); }

    /// takeOnly, and what was found of the last process: events of one stand together.
    struct Taken {
        const ProcessGroup *group = nullptr;
        std::string last{};
        bool isOwn = false;     ///< the last process is of the group
        bool isShared = false;  ///< of its events on devices these in ProcessGroup::own are
        void look(std::string_view process);
    };
    [[nodiscard]] bool isTaken(const TraceEvent &event);
    Taken m_taken;
    std::optional<std::vector<DeviceOther>> m_others;  ///< where they are kept
    TraceBuilder m_builder;
    std::vector<TraceMetadata> m_metadata;
    std::vector<CommArguments> m_communication;
    std::vector<MemoryInstant> m_memory;
    ArgumentSurvey m_survey;
    LaunchArguments m_launches;
    CopyArguments m_copies;
    static constexpr std::size_t kMostCategories = 32;
    struct NameClass {
        std::uint8_t category = kMostCategories;
        SliceClass klass = SliceClass::Other;
    };
    std::vector<Category> m_categories;
    std::size_t m_lastCategory = 0;
    std::vector<NameClass> m_nameClasses;  ///< by the name's id
    EventTrouble m_trouble;
    std::array<std::uint64_t, 256> m_phaseCounts{};
    std::array<KnownTrack, 256> m_tracks{};
    std::array<KnownCounter, 1024> m_counters{};
    KnownTrack m_otherTrack;
    std::vector<Sample> m_samples;  ///< of the current event
    bool m_badUtf8 = false;
    std::string m_scratch;
};

}  // namespace stagescope
