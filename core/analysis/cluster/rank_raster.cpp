#include "core/analysis/cluster/rank_raster.h"

#include "core/base/extra_threads.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <thread>

namespace stagescope {

namespace {

constexpr float kNoValue = std::numeric_limits<float>::quiet_NaN();

/// What a rank has in one column.
struct ColumnSum {
    double sum = 0;            ///< value x ns
    std::int64_t covered = 0;  ///< ns with a piece
    std::int64_t longest = 0;  ///< ns of the longest part, which is for
    int whom = -1;
};

std::int64_t edgeOf(AlignedRange range, std::size_t columns, std::size_t column) {
    const auto whole = static_cast<long double>(range.duration().count());
    return ns(range.begin) +
           static_cast<std::int64_t>(whole * static_cast<long double>(column) / static_cast<long double>(columns));
}

/// Values of one rank by columns.
class RankColumns {
public:
    RankColumns(const RasterQuestion &question, SignalMetric metric)
        : m_question(question),
          m_metric(metric),
          m_nsPerColumn(static_cast<double>(question.range.duration().count()) /
                        static_cast<double>(question.columns)) {}

    void fill(const RankSignal &signal, std::vector<float> &values, std::vector<int> &whom) {
        m_columns.assign(m_question.columns, {});
        const auto begin = ns(m_question.range.begin);
        const auto end = ns(m_question.range.end);
        auto piece = std::lower_bound(signal.pieces.begin(), signal.pieces.end(), begin,
                                      [](const SignalPiece &p, std::int64_t at) { return p.end <= at; });
        for (; piece != signal.pieces.end() && piece->begin < end; ++piece) {
            spread(*piece, std::max(piece->begin, begin), std::min(piece->end, end));
        }
        for (std::size_t column = 0; column < m_columns.size(); ++column) {
            values[column] = valueOf(signal, column);
            whom[column] = m_columns[column].whom;
        }
    }

private:
    void spread(const SignalPiece &piece, std::int64_t begin, std::int64_t end) {
        const auto first = static_cast<double>(begin - ns(m_question.range.begin)) / m_nsPerColumn;
        auto column = std::min(m_columns.size() - 1, static_cast<std::size_t>(first));
        while (begin < end) {
            const auto edge =
                column + 1 < m_columns.size() ? edgeOf(m_question.range, m_columns.size(), column + 1) : end;
            const auto length = std::min(end, edge) - begin;
            if (length > 0) {
                auto &to = m_columns[column];
                to.sum += static_cast<double>(piece.value) * static_cast<double>(length);
                to.covered += length;
                to.whom = length > to.longest ? piece.whom : to.whom;
                to.longest = std::max(to.longest, length);
                begin += length;
            }
            ++column;
        }
    }
    [[nodiscard]] float valueOf(const RankSignal &signal, std::size_t column) const {
        const auto &own = m_columns[column];
        if (!isZeroBetween(m_metric)) {
            return own.covered == 0 ? kNoValue : static_cast<float>(own.sum / static_cast<double>(own.covered));
        }
        const auto begin = edgeOf(m_question.range, m_columns.size(), column);
        const auto end = edgeOf(m_question.range, m_columns.size(), column + 1);
        if (!signal.known || ns(signal.known->end) <= begin || ns(signal.known->begin) >= end) {
            return kNoValue;
        }
        return static_cast<float>(own.sum / std::max(1.0, static_cast<double>(end - begin)));
    }

    const RasterQuestion &m_question;
    SignalMetric m_metric;
    double m_nsPerColumn;
    std::vector<ColumnSum> m_columns;
};

/// The ranks of one row, one after the other.
class RowOfRanks {
public:
    RowOfRanks(RankRaster &raster, std::size_t row, RowValue value)
        : m_values(raster.values.data() + row * raster.columns),
          m_whom(raster.whom.empty() ? nullptr : raster.whom.data() + row * raster.columns),
          m_count(raster.columns, 0),
          m_isMuchBad(isMuchBad(raster.metric)),
          m_isMean(value == RowValue::Mean && raster.whom.empty()) {}  // of ranks there is no mean

    void add(const std::vector<float> &values, const std::vector<int> &whom) {
        for (std::size_t column = 0; column < values.size(); ++column) {
            if (!std::isnan(values[column])) {
                addTo(column, values[column], whom[column]);
            }
        }
    }
    void finish() {
        for (std::size_t column = 0; m_isMean && column < m_count.size(); ++column) {
            m_values[column] /= static_cast<float>(std::max(1, m_count[column]));
        }
    }

private:
    void addTo(std::size_t column, float value, int whom) {
        auto &own = m_values[column];
        const bool isFirst = m_count[column]++ == 0;
        if (m_isMean) {
            own = isFirst ? value : own + value;
        } else if (isFirst || (m_isMuchBad ? value > own : value < own)) {
            own = value;
            if (m_whom != nullptr) {
                m_whom[column] = whom;
            }
        }
    }

    float *m_values;
    int *m_whom;
    std::vector<int> m_count;
    bool m_isMuchBad;
    bool m_isMean;
};

double meanIn(const RankSignal &signal, SignalMetric metric, AlignedRange range) {
    RasterQuestion question{range, 1, {}, 1, RowValue::Worst};
    std::vector<float> value(1);
    std::vector<int> whom(1);
    RankColumns(question, metric).fill(signal, value, whom);
    return value.front();
}

void findLimits(RankRaster &raster) {
    bool isFirst = true;
    for (const float value : raster.values) {
        if (!std::isnan(value)) {
            raster.least = isFirst ? value : std::min(raster.least, value);
            raster.most = isFirst ? value : std::max(raster.most, value);
            isFirst = false;
        }
    }
    if (signalMetricUnit(raster.metric) == "%" || raster.metric == SignalMetric::WaitingFor) {
        raster.least = 0;
        raster.most = 100;
    } else if (isZeroBetween(raster.metric)) {
        raster.least = 0;
    }
}

}  // namespace

AlignedTime RankRaster::timeOf(std::size_t column) const { return alignedTime(edgeOf(range, columns, column)); }

RankRaster rasterOf(const RankSignals &signals, const RasterQuestion &question, const std::stop_token &stop) {
    RankRaster raster{signals.metric, question.range, std::min(question.rows, question.order.size()),
                      std::max<std::size_t>(1, question.columns)};
    raster.values.assign(raster.rows * raster.columns, kNoValue);
    raster.whom.assign(signals.metric == SignalMetric::WaitingFor ? raster.values.size() : 0, -1);
    if (question.range.duration() <= Nanos{0}) {
        return raster;
    }
    auto asked = question;
    asked.columns = raster.columns;
    takeInTurns(raster.rows, std::thread::hardware_concurrency(), [&](std::size_t row) {
        RankColumns columns(asked, signals.metric);
        RowOfRanks out(raster, row, question.value);
        std::vector<float> values(raster.columns);
        std::vector<int> whom(raster.columns);
        const auto end = partBegin(row + 1, raster.rows, question.order.size());
        for (auto i = partBegin(row, raster.rows, question.order.size()); i < end; ++i) {
            columns.fill(signals.ranks[question.order[i]], values, whom);
            out.add(values, whom);
        }
        out.finish();
        return !stop.stop_requested();
    });
    findLimits(raster);
    return raster;
}

std::vector<std::size_t> worstFirst(const RankSignals &signals, std::vector<std::size_t> places, AlignedRange range) {
    std::vector<double> badness(signals.ranks.size(), -std::numeric_limits<double>::infinity());
    for (const auto place : places) {
        const auto mean = meanIn(signals.ranks[place], signals.metric, range);
        if (!std::isnan(mean)) {
            badness[place] = isMuchBad(signals.metric) ? mean : -mean;
        }
    }
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return badness[a] > badness[b]; });
    return places;
}

std::vector<std::size_t> rankOrder(const RankSignals &signals, RankOrder order, AlignedRange range) {
    std::vector<std::size_t> places(signals.ranks.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (order == RankOrder::Worst) {
        return worstFirst(signals, std::move(places), range);
    }
    if (order == RankOrder::Stage) {
        std::stable_sort(places.begin(), places.end(),
                         [&](std::size_t a, std::size_t b) { return signals.ranks[a].stage < signals.ranks[b].stage; });
    }
    return places;
}

}  // namespace stagescope
