#include "views/memory/snapshot_session.h"

#include "core/analysis/snapshot/snapshot_comparison.h"
#include "views/common/texts/utf8_text.h"

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

std::string_view fileNameOf(const std::string &path) {
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? std::string_view(path) : std::string_view(path).substr(slash + 1);
}

struct NamedDevice {
    RunId run;
    std::uint32_t snapshot = 0;
    std::optional<std::uint32_t> device{};
};
/// The first item that tells its device, else the first that tells its snapshot: stacks are those of all devices, and
/// what comes later is what the first is measured by.
std::optional<NamedDevice> namedDevice(const SelectionState &state) {
    std::optional<NamedDevice> named;
    const auto take = [&](const auto &ref) {
        if constexpr (requires { ref.snapshot; }) {
            std::optional<std::uint32_t> device;
            if constexpr (requires { ref.device; }) {
                device = ref.device;
            }
            if (!named || (device && !named->device)) {
                named = NamedDevice{ref.run, ref.snapshot, device};
            }
        }
    };
    for (const auto &item : state.items) {
        std::visit(take, item);
    }
    return named;
}

}  // namespace

SnapshotSession::SnapshotSession(Selection *selection, QObject *parent) : QObject(parent), m_selection(selection) {
    connect(selection, &Selection::changed, this, &SnapshotSession::follow);
}

void SnapshotSession::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    const auto before = chosen() == nullptr ? Choice{} : *chosen();
    // What the choices point into lives until they are listed anew.
    const auto last = std::exchange(m_workspace, std::move(workspace));
    listChoices();
    const auto isBefore = [&](const Choice &choice) {
        return choice.run == before.run && choice.snapshot == before.snapshot && choice.device == before.device;
    };
    auto it = std::find_if(m_choices.begin(), m_choices.end(), isBefore);
    m_isPicked = m_isPicked && it != m_choices.end();
    if (!m_isPicked) {
        const auto failed = std::find_if(m_choices.begin(), m_choices.end(), [](const auto &c) { return c.hasFailed; });
        it = failed != m_choices.end() ? failed : it;
    }
    m_chosen = it == m_choices.end() ? 0 : static_cast<std::size_t>(it - m_choices.begin());
    Q_EMIT choicesChanged();
    followChoice();
    build();
}

void SnapshotSession::listChoices() {
    const auto last = std::exchange(m_choices, {});
    m_isLoading = false;
    const auto hasFailed = [&](const SnapshotStore &store, const SnapshotDevice &device) {
        const auto known = std::find_if(last.begin(), last.end(), [&](const Choice &choice) {
            return choice.source.store == &store && choice.source.device == &device;
        });
        return known != last.end() ? known->hasFailed : hasFailure(store, device);
    };
    for (const auto &run : m_workspace->runs) {
        const auto stages = run.snapshots.empty() ? std::map<int, int>{} : stagesOfRanks(run);
        for (std::uint32_t s = 0; s < run.snapshots.size(); ++s) {
            const auto &file = run.snapshots[s];
            m_isLoading = m_isLoading || (file.store == nullptr && file.state != LoadState::Damaged);
            const auto found = file.rank ? stages.find(*file.rank) : stages.end();
            const auto stage = found == stages.end() ? std::nullopt : std::optional(found->second);
            const auto devices = file.store == nullptr ? 0 : file.store->devices().size();
            for (std::uint32_t d = 0; d < devices; ++d) {
                const auto &device = file.store->devices()[d];
                m_choices.push_back({run.id,
                                     s,
                                     d,
                                     {file.store.get(), &device, fileNameOf(file.file.path), file.rank},
                                     stage,
                                     hasFailed(*file.store, device)});
            }
        }
    }
}

const SnapshotSession::Choice *SnapshotSession::chosen() const {
    return m_chosen < m_choices.size() ? &m_choices[m_chosen] : nullptr;
}

QString SnapshotSession::nameOf(const Choice &choice) {
    const auto &source = choice.source;
    QStringList parts;
    if (source.rank && choice.stage) {
        parts += tr("rank %1 (stage %2)").arg(*source.rank).arg(*choice.stage);
    } else if (source.rank) {
        parts += tr("rank %1").arg(*source.rank);
    }
    parts += utf8Text(source.file);
    parts += source.device->isHost ? tr("host memory") : tr("device %1").arg(source.device->device);
    if (const auto allocator = source.store->text(source.device->allocator); !allocator.empty()) {
        parts += utf8Text(allocator);
    }
    return parts.join(QStringLiteral(", "));
}

std::shared_ptr<const SnapshotStore> snapshotStoreOf(const Workspace *workspace,
                                                     const SnapshotSession::Choice &choice) {
    const auto *run = workspace == nullptr ? nullptr : workspace->run(choice.run);
    return run == nullptr || choice.snapshot >= run->snapshots.size() ? nullptr : run->snapshots[choice.snapshot].store;
}

void SnapshotSession::choose(std::size_t index) {
    m_isPicked = m_isPicked || index < m_choices.size();
    if (index < m_choices.size() && index != m_chosen) {
        m_chosen = index;
        Q_EMIT choicesChanged();
        build();
    }
}

void SnapshotSession::wake() {
    if (!m_isAwake) {
        m_isAwake = true;
        build();
    }
}

void SnapshotSession::build() {
    const auto *choice = chosen();
    if (choice == nullptr) {
        adopt(nullptr);
        return;
    }
    const auto *run = m_workspace->run(choice->run);
    const auto &store = run->snapshots[choice->snapshot].store;
    const bool isMade =
        m_history != nullptr && &m_history->store() == store.get() && &m_history->device() == choice->source.device;
    if (isMade || !m_isAwake) {
        return;
    }
    m_work.start(
        [store, device = choice->device](const std::stop_token &stop) {
            return std::make_shared<const SnapshotHistory>(store, device, stop);
        },
        [this](std::shared_ptr<const SnapshotHistory> history) { adopt(std::move(history)); });
    Q_EMIT busyChanged();
}

void SnapshotSession::adopt(std::shared_ptr<const SnapshotHistory> history) {
    m_history = std::move(history);
    m_range.reset();
    m_moment = 0;
    if (m_history != nullptr) {
        m_axis = EventAxis(*m_history, m_axisKind);
        m_view.setLimits(m_axis.limits());
        m_view.fitAll();
        m_moment = m_history->peak();
    } else {
        m_axis = {};
    }
    follow();
    Q_EMIT historyChanged();
    Q_EMIT busyChanged();
}

void SnapshotSession::setAxis(EventAxisKind kind) {
    m_axisKind = kind;
    if (m_history == nullptr || m_axis.kind() == kind) {
        return;
    }
    // What was in sight stays in sight.
    const bool isWhole = m_view.range() == m_view.limits();
    const auto first = m_axis.momentAt(m_view.range().begin);
    const auto last = m_axis.momentAt(m_view.range().end);
    m_axis = EventAxis(*m_history, kind);
    m_view.setLimits(m_axis.limits());
    if (isWhole) {
        m_view.fitAll();
    } else {
        m_view.setRange({m_axis.placeOf(first), m_axis.placeOf(last)});
    }
    Q_EMIT axisChanged();
}

template <class Ref>
bool SnapshotSession::isHere(const Ref &ref) const {
    const auto *choice = chosen();
    if (choice == nullptr || ref.run != choice->run || ref.snapshot != choice->snapshot) {
        return false;
    }
    if constexpr (requires { ref.device; }) {
        return ref.device == choice->device;
    }
    return true;
}

template <class Ref>
const Ref *SnapshotSession::itemOfDevice() const {
    for (const auto &item : m_selection->state().items) {
        if (const auto *ref = std::get_if<Ref>(&item); ref != nullptr && isHere(*ref)) {
            return ref;
        }
    }
    return nullptr;
}

/// Looks at the snapshot that an item lies in, else at one of the rank that was selected; true when it is another one.
bool SnapshotSession::followChoice() {
    const auto &state = m_selection->state();
    const auto wanted = namedDevice(state);
    const auto matches = [&](const Choice &choice) {
        return wanted && choice.run == wanted->run && choice.snapshot == wanted->snapshot &&
               choice.device == wanted->device.value_or(choice.device);
    };
    const auto isOfRank = [&](const Choice &choice) {
        return state.ranks.size() == 1 && choice.run == state.ranks[0].run && choice.source.rank == state.ranks[0].rank;
    };
    if (m_chosen >= m_choices.size() || matches(m_choices[m_chosen])) {
        return false;
    }
    auto it = std::find_if(m_choices.begin(), m_choices.end(), matches);
    if (it == m_choices.end() && !isOfRank(m_choices[m_chosen])) {
        it = std::find_if(m_choices.begin(), m_choices.end(), isOfRank);
    }
    if (it == m_choices.end()) {
        return false;
    }
    choose(static_cast<std::size_t>(it - m_choices.begin()));
    return true;
}

void SnapshotSession::follow() {
    if (followChoice() || m_history == nullptr || m_work.isBusy()) {
        return;
    }
    const auto events = m_history->events();
    const auto moment = [&](std::uint32_t event) {
        m_moment = event_index::isEvent(event) ? std::min(event + 1, events) : m_moment;
    };
    const auto allocation = selectedAllocation();
    const auto span = selectedSpan();
    if (const auto *event = itemOfDevice<SnapshotEventRef>()) {
        moment(event->event);
    } else if (allocation) {
        moment(m_history->device().allocations.allocations[*allocation].begin);
    } else if (span) {
        moment(m_history->device().allocations.spans[*span].begin);
    }
    m_range.reset();
    if (const auto *range = itemOfDevice<EventRangeRef>(); range != nullptr && range->begin < range->end) {
        m_range = Range{std::min(range->begin, events), std::min(range->end, events)};
    }
    Q_EMIT selectionChanged();
}

std::optional<std::uint32_t> SnapshotSession::selectedAllocation() const {
    const auto *ref = itemOfDevice<BlockRef>();
    const bool isKnown =
        ref != nullptr && m_history != nullptr && ref->allocation < m_history->device().allocations.allocations.size();
    return isKnown ? std::optional(ref->allocation) : std::nullopt;
}

std::optional<std::uint32_t> SnapshotSession::selectedSpan() const {
    const auto *ref = itemOfDevice<SegmentRef>();
    const bool isKnown =
        ref != nullptr && m_history != nullptr && ref->span < m_history->device().allocations.spans.size();
    return isKnown ? std::optional(ref->span) : std::nullopt;
}

bool SnapshotSession::isStackSelected() const { return itemOfDevice<StackRef>() != nullptr; }

std::optional<StackId> SnapshotSession::selectedStack() const {
    if (m_history == nullptr) {
        return std::nullopt;
    }
    if (const auto *stack = itemOfDevice<StackRef>()) {
        return StackId{stack->stack};
    }
    const auto &table = m_history->device().allocations;
    if (const auto allocation = selectedAllocation()) {
        return table.allocations[*allocation].stack;
    }
    if (const auto span = selectedSpan()) {
        return table.spans[*span].stack;
    }
    return std::nullopt;
}

/// Sets the items: the one asked for, then the moment and the range where it is not one of these itself.
void SnapshotSession::publish(std::optional<ItemRef> primary) {
    const auto *choice = chosen();
    if (choice == nullptr || m_history == nullptr) {
        return;
    }
    auto state = m_selection->state();
    state.items.clear();
    const bool isMoment = primary && std::holds_alternative<SnapshotEventRef>(*primary);
    const bool isRange = primary && std::holds_alternative<EventRangeRef>(*primary);
    if (primary) {
        state.items.push_back(std::move(*primary));
    }
    if (!isMoment && m_moment > 0) {
        state.items.emplace_back(SnapshotEventRef{choice->run, choice->snapshot, choice->device, m_moment - 1});
    }
    if (!isRange && m_range) {
        state.items.emplace_back(
            EventRangeRef{choice->run, choice->snapshot, choice->device, m_range->begin, m_range->end});
    }
    const bool isSame = state == m_selection->state();
    m_selection->set(std::move(state), this);
    if (isSame) {
        Q_EMIT selectionChanged();
    }
}

void SnapshotSession::setMoment(std::uint32_t moment) {
    const auto *choice = chosen();
    if (choice == nullptr || m_history == nullptr) {
        return;
    }
    m_moment = std::min(moment, m_history->events());
    if (m_moment == 0) {  // before the first event: no event names it
        publish(std::nullopt);
        return;
    }
    publish(SnapshotEventRef{choice->run, choice->snapshot, choice->device, m_moment - 1});
}

void SnapshotSession::setRange(std::optional<Range> range) {
    const auto *choice = chosen();
    if (choice == nullptr || m_history == nullptr) {
        return;
    }
    m_range = range && range->begin < range->end ? range : std::nullopt;
    publish(m_range ? std::optional<ItemRef>(
                          EventRangeRef{choice->run, choice->snapshot, choice->device, m_range->begin, m_range->end})
                    : std::nullopt);
}

void SnapshotSession::select(const ItemRef &item) { publish(item); }

void SnapshotSession::selectBlock(LiveBlocks::Block block, std::uint32_t moment) {
    if (const auto *choice = chosen(); choice != nullptr && m_history != nullptr) {
        m_moment = moment;
        publish(BlockRef{choice->run, choice->snapshot, choice->device, m_history->allocationOf(block)});
    }
}

void SnapshotSession::selectSegment(LiveBlocks::Block segment, std::uint32_t moment) {
    if (const auto *choice = chosen(); choice != nullptr && m_history != nullptr) {
        m_moment = moment;
        publish(SegmentRef{choice->run, choice->snapshot, choice->device, m_history->spanOf(segment)});
    }
}

void SnapshotSession::selectStack(StackId stack) {
    if (const auto *choice = chosen()) {
        publish(StackRef{choice->run, choice->snapshot, stack.value});
    }
}

}  // namespace stagescope
