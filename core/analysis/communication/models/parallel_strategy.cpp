#include "core/analysis/communication/models/parallel_strategy.h"

#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

#include <algorithm>
#include <charconv>

namespace stagescope {

namespace {

constexpr int kMaxSize = 10'000;

struct OrderText {
    RankNumbering order;
    std::string_view text;
};
constexpr std::array<OrderText, 4> kTexts{{
    {RankNumbering::MegatronTpCpEpDpPp, "megatron-lm(tp-cp-ep-dp-pp)"},
    {RankNumbering::MegatronTpCpPpEpDp, "megatron-lm(tp-cp-pp-ep-dp)"},
    {RankNumbering::MindSpeedTpCpEpDpPp, "mindspeed(tp-cp-ep-dp-pp)"},
    {RankNumbering::VllmTpPpDpEp, "vllm(tp-pp-dp-ep)"},
}};
constexpr std::array<RankNumbering, 4> kOrders{RankNumbering::MegatronTpCpEpDpPp, RankNumbering::MegatronTpCpPpEpDp,
                                               RankNumbering::MindSpeedTpCpEpDpPp, RankNumbering::VllmTpPpDpEp};

/// Whether the pipeline varies slowest; else data parallelism does.
bool isPipelineLast(RankNumbering order) {
    return order == RankNumbering::MegatronTpCpEpDpPp || order == RankNumbering::MindSpeedTpCpEpDpPp;
}

int expertIndex(const ParallelPlace &place, const ParallelSizes &sizes, RankNumbering order) {
    switch (order) {
        case RankNumbering::MindSpeedTpCpEpDpPp:
            return (place.dp * sizes.cp + place.cp) % sizes.ep;
        case RankNumbering::VllmTpPpDpEp:
            return (place.dp * sizes.tp + place.tp) % sizes.ep;
        case RankNumbering::MegatronTpCpEpDpPp:
        case RankNumbering::MegatronTpCpPpEpDp:
            break;
    }
    return place.dp % sizes.ep;
}

/// A size from the parameters, else from the metadata.
Status takeSize(const AnalysisInput &input, const char *name, int &size) {
    const auto text = input.parameter(name);
    if (text.empty()) {
        return {};
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc{} || end != text.data() + text.size() || size < 1 || size > kMaxSize) {
        return fail(ErrorKind::BadArgument, std::string(name) + " is a number from 1 to 10000", text);
    }
    return {};
}

struct PlaceRow {
    int rank;
    ParallelPlace place;
    const RankCapture *capture;

    operator const ParallelPlace &() const { return place; }
};

Status addPlaces(const AnalysisInput &input, const std::stop_token & /*stop*/, TableRows<PlaceRow> &out) {
    auto sizes = input.run()->parallel;
    for (const auto &[name, size] : {std::pair("tp", &sizes.tp), std::pair("cp", &sizes.cp), std::pair("dp", &sizes.dp),
                                     std::pair("pp", &sizes.pp), std::pair("ep", &sizes.ep)}) {
        const int told = *size;
        RETURN_IF_ERROR(takeSize(input, name, *size));
        sizes.world = *size == told ? sizes.world : 0;  // who types sizes knows better than the metadata
    }
    const auto asked = input.parameter("order", kTexts.front().text);
    const auto order = rankNumberingOf(asked);
    if (!order) {
        return fail(ErrorKind::BadArgument, "order is one of Insight's algorithms, such as vllm(tp-pp-dp-ep)", asked);
    }
    // The number of ranks alone tells no place: it would make all of them replicas.
    const bool isTold = std::max({sizes.tp, sizes.cp, sizes.dp, sizes.pp, sizes.ep}) > 0;
    const auto whole = isTold ? completed(sizes) : std::nullopt;
    if (!whole) {
        out.note("The sizes of the parallel dimensions are unknown or contradict each other: give tp, cp, dp, pp, ep.");
        return {};
    }
    for (int rank = 0; rank < whole->world; ++rank) {
        if (input.wants(rank)) {
            out.add({rank, *placeOf(rank, *whole, *order), input.run()->capture(rank)});
        }
    }
    return {};
}

}  // namespace

std::string_view rankNumberingText(RankNumbering order) {
    return std::find_if(kTexts.begin(), kTexts.end(), [&](const OrderText &t) { return t.order == order; })->text;
}

std::optional<RankNumbering> rankNumberingOf(std::string_view text) {
    const auto it = std::find_if(kTexts.begin(), kTexts.end(), [&](const OrderText &t) { return t.text == text; });
    return it == kTexts.end() ? std::nullopt : std::optional(it->order);
}

std::span<const RankNumbering> rankNumberings() { return kOrders; }

std::optional<ParallelSizes> completed(ParallelSizes sizes) {
    if (sizes.tp <= 0 && sizes.pp <= 0 && sizes.dp <= 0 && sizes.world <= 0) {
        return std::nullopt;
    }
    const bool knowsDp = sizes.dp > 0;
    for (auto *size : {&sizes.tp, &sizes.cp, &sizes.dp, &sizes.pp, &sizes.ep}) {
        *size = std::max(*size, 1);
        if (*size > kMaxSize) {
            return std::nullopt;
        }
    }
    const auto rest = std::int64_t{sizes.tp} * sizes.cp * sizes.pp;
    if (!knowsDp && sizes.world > 0 && sizes.world % rest == 0) {
        sizes.dp = static_cast<int>(sizes.world / rest);
    }
    constexpr std::int64_t kMaxWorld = 1'000'000;
    const auto world = rest * sizes.dp;
    if (world > kMaxWorld || (sizes.world > 0 && sizes.world != world)) {
        return std::nullopt;
    }
    sizes.world = static_cast<int>(world);
    return sizes;
}

std::optional<ParallelPlace> placeOf(int rank, const ParallelSizes &sizes, RankNumbering order) {
    if (rank < 0 || rank >= sizes.world) {
        return std::nullopt;
    }
    ParallelPlace place;
    place.tp = rank % sizes.tp;
    rank /= sizes.tp;
    place.cp = rank % sizes.cp;
    rank /= sizes.cp;
    const int inner = isPipelineLast(order) ? sizes.dp : sizes.pp;
    (isPipelineLast(order) ? place.dp : place.pp) = rank % inner;
    (isPipelineLast(order) ? place.pp : place.dp) = rank / inner;
    place.ep = expertIndex(place, sizes, order);
    return place;
}

int rankAt(const ParallelPlace &place, const ParallelSizes &sizes, RankNumbering order) {
    const int slow = isPipelineLast(order) ? place.pp * sizes.dp + place.dp : place.dp * sizes.pp + place.pp;
    return (slow * sizes.cp + place.cp) * sizes.tp + place.tp;
}

AnalysisEntry makeParallelStrategyEntry() {
    using Row = PlaceRow;
    return runTable<Row>({{.id = "parallel_strategy",
                           .title = "Places of the ranks in the parallel dimensions",
                           .parameters =
                               {
                                   {"order", "megatron-lm(tp-cp-ep-dp-pp)",
                                    "How ranks are numbered: megatron-lm(tp-cp-ep-dp-pp), megatron-lm(tp-cp-pp-ep-dp), "
                                    "mindspeed(tp-cp-ep-dp-pp), vllm(tp-pp-dp-ep)."},
                                   {"tp", "", "Tensor parallel size; empty = from the metadata."},
                                   {"cp", "", "Context parallel size."},
                                   {"dp", "", "Data parallel size."},
                                   {"pp", "", "Pipeline parallel size."},
                                   {"ep", "", "Expert parallel size."},
                               }}},
                         {
                             column("rank", "Global rank.", &Row::rank),
                             column("tp_index", "Tensor parallel index.", &ParallelPlace::tp),
                             column("cp_index", "Context parallel index.", &ParallelPlace::cp),
                             column("dp_index", "Data parallel index.", &ParallelPlace::dp),
                             column("pp_index", "Pipeline index.", &ParallelPlace::pp),
                             column("ep_index", "Expert parallel index.", &ParallelPlace::ep),
                             column("present", "1 when the profile has this rank.",
                                    [](const Row &row) { return row.capture == nullptr ? 0 : 1; }),
                             column("host", "Host of the rank; empty when unknown.", &Row::capture, &RankCapture::host),
                         },
                         addPlaces);
}

}  // namespace stagescope
