#include "core/scene/operators/launch_scene.h"

#include "core/base/number_text.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace stagescope {

namespace {

constexpr int kLeastSide = 420;       ///< narrower halves stand below one another
constexpr int kDelaysPart = 3;        ///< delays take this part of the width or height
constexpr int kLeastPlot = 36;        ///< height
constexpr int kMostPlot = 420;        ///< height
constexpr int kMostBarRow = 26;       ///< height
constexpr int kBarLabelPercent = 40;  ///< of a bar's row, at most
constexpr int kBaselineBar = 4;       ///< height

std::string percentOfWindow(Nanos part, const LaunchQueue &queue) {
    return percentText(static_cast<double>(part.count()), static_cast<double>(queue.window.count()));
}

class LaunchPainter {
public:
    LaunchPainter(LaunchLayout &built, ScenePen &pen, const RankLaunches &launches, const RankLaunches *baseline)
        : m_built(built), m_pen(pen), m_launches(launches), m_baseline(baseline), m_line(pen.style().lineHeight) {}

    void drawQueues(Box area) {
        m_pen.text(area.takeTop(m_line), m_pen.words(Message("launches.queues")), ColorRole::Text, TextAlign::Left,
                   true);
        Box times = area.takeBottom(m_line);
        const int needed = m_line + kLeastPlot + kPad;
        const auto fitting = static_cast<std::size_t>(std::max(1, area.height / needed));
        const auto count = std::min(fitting, m_launches.streams.size());
        const bool areAll = count == m_launches.streams.size();
        const int height = (area.height - (areAll ? 0 : m_line)) / static_cast<int>(std::max<std::size_t>(1, count));
        for (std::size_t i = 0; i < count; ++i) {
            drawStream(area.takeTop(std::min(height, m_line + kMostPlot + kPad)), i);
        }
        if (!m_built.rows.empty()) {
            times.y = m_built.rows.back().plot.bottom() + 2;
        }
        if (!areAll) {
            const auto left = std::to_string(m_launches.streams.size() - count);
            const Box more = area.takeTop(m_line);
            m_pen.text(more, m_pen.words(Message("launches.more", {left})), ColorRole::MutedText);
            times.y = more.bottom();
        }
        if (!m_built.rows.empty()) {
            m_pen.text(times, "0", ColorRole::MutedText);
            m_pen.text(times, shownDuration(Nanos{m_launches.end - m_launches.begin}), ColorRole::MutedText,
                       TextAlign::Right);
        }
    }

    void drawDelays(Box area) {
        m_pen.text(area.takeTop(m_line), m_pen.words(Message("launches.delays")), ColorRole::Text, TextAlign::Left,
                   true);
        const auto &delays = m_launches.delays;
        const auto count = static_cast<int>(std::max<std::size_t>(1, delays.size()));
        const int height = std::clamp(area.height / count, m_line, std::max(m_line, kMostBarRow));
        measureDelays();
        int labels = 0;
        int values = 0;
        for (const auto &bucket : delays) {
            labels = std::max(labels, m_pen.widthOf(labelOf(bucket)));
            values = std::max(values, m_pen.widthOf(valueOf(bucket)));
        }
        labels = std::min(labels, area.width * kBarLabelPercent / 100);
        for (std::size_t i = 0; i < delays.size() && area.height >= height; ++i) {
            Box row = area.takeTop(height);
            m_built.bars.push_back({i, row});
            m_pen.text(row.takeLeft(labels), labelOf(delays[i]));
            row.takeLeft(kPad);
            m_pen.text(row.takeRight(std::min(row.width, values)), valueOf(delays[i]), ColorRole::Text,
                       TextAlign::Right);
            row.takeRight(kPad);
            row = row.inset(0, 2);
            if (m_baseline != nullptr) {
                const Box below = row.takeBottom(kBaselineBar);
                m_pen.fill({below.x, below.y, lengthOf(shareBefore(delays[i]), below.width), below.height},
                           ColorRole::Baseline);
            }
            m_pen.fill({row.x, row.y, lengthOf(shareOf(delays[i].count, m_whole), row.width), row.height},
                       ColorRole::Counter);
        }
    }

private:
    /// Shares, so that runs of more steps are not more.
    void measureDelays() {
        for (const auto &bucket : m_launches.delays) {
            m_whole += bucket.count;
        }
        for (const auto &bucket : m_baseline == nullptr ? std::vector<DelayBucket>{} : m_baseline->delays) {
            m_wholeBefore += bucket.count;
        }
        for (const auto &bucket : m_launches.delays) {
            m_largest = std::max({m_largest, shareOf(bucket.count, m_whole), shareBefore(bucket)});
        }
    }
    [[nodiscard]] static double shareOf(std::uint64_t count, std::uint64_t whole) {
        return whole == 0 ? 0 : static_cast<double>(count) / static_cast<double>(whole);
    }
    [[nodiscard]] double shareBefore(const DelayBucket &bucket) const {
        if (m_baseline == nullptr) {
            return 0;
        }
        const auto &delays = m_baseline->delays;
        const auto same =
            std::find_if(delays.begin(), delays.end(), [&](const DelayBucket &each) { return each.to == bucket.to; });
        return same == delays.end() ? 0 : shareOf(same->count, m_wholeBefore);
    }
    [[nodiscard]] int lengthOf(double share, int width) const {
        return share > 0 ? std::max(1, static_cast<int>(std::lround(width * share / m_largest))) : 0;
    }
    void drawStream(Box box, std::size_t index) {
        const auto &[name, queue] = m_launches.streams[index];
        const auto *before = m_baseline == nullptr ? nullptr : m_baseline->stream(name);
        Message text("launches.stream", {name, std::to_string(queue.delays.count), std::to_string(queue.longest),
                                         percentOfWindow(queue.empty, queue), percentOfWindow(queue.full, queue)});
        if (before != nullptr) {
            const auto &then = before->queue;
            text.id = "launches.stream_baseline";
            text.args.insert(text.args.end(), {std::to_string(then.longest), percentOfWindow(then.empty, then)});
        }
        m_pen.text(box.takeTop(m_line), m_pen.words(text));
        box.takeBottom(kPad);
        m_pen.fill(box, ColorRole::Background);
        const auto most = std::max(queue.longest, before == nullptr ? 0 : before->queue.longest);
        const LaunchLayout::Row row{index, box, std::max<std::int64_t>(1, most)};
        m_built.rows.push_back(row);
        drawCurve(queue, row);
        if (before != nullptr) {
            drawBefore(before->queue, row);
        }
        m_pen.horizontal(box.x, box.bottom() - 1, box.width, ColorRole::Grid);
        m_pen.horizontal(box.x, box.y, box.width, ColorRole::Grid);
        if (row.most >= kFullQueue) {
            m_pen.horizontal(box.x, yOf(row, kFullQueue), box.width, ColorRole::Error);
        }
    }
    void drawCurve(const LaunchQueue &queue, const LaunchLayout::Row &row) {
        forColumns(queue, row, m_launches.begin, [&](int from, int to, int y) {
            m_pen.fill({from, y, to - from, row.plot.bottom() - 1 - y}, ColorRole::Counter);
        });
    }
    /// From the first launch of either run on.
    void drawBefore(const LaunchQueue &queue, const LaunchLayout::Row &row) {
        int last = row.plot.bottom() - 1;
        forColumns(queue, row, m_baseline->begin, [&](int from, int to, int y) {
            m_pen.vertical(from, std::min(last, y), std::abs(last - y) + 1, ColorRole::Baseline);
            m_pen.horizontal(from, y, to - from, ColorRole::Baseline);
            last = y;
        });
    }
    /// Columns of the same height are one call: from, to, top.
    template <class Draw>
    void forColumns(const LaunchQueue &queue, const LaunchLayout::Row &row, std::int64_t begin, Draw draw) {
        std::size_t next = 0;
        std::int64_t length = 0;
        int from = row.plot.x;
        int y = row.plot.bottom() - 1;
        const auto flush = [&](int to) {
            draw(from, to, y);
            from = to;
        };
        for (int x = row.plot.x; x < row.plot.right(); ++x) {
            const auto end = launchTimeAt(m_launches, row, x + 1) - m_launches.begin + begin;
            std::int64_t most = length;
            for (; next < queue.curve.size() && queue.curve[next].time < end; ++next) {
                length = queue.curve[next].length;
                most = std::max(most, length);
            }
            if (const int top = yOf(row, most); top != y) {
                flush(x);
                y = top;
            }
        }
        flush(row.plot.right());
    }
    [[nodiscard]] static int yOf(const LaunchLayout::Row &row, std::int64_t length) {
        const int height = row.plot.height - 1;
        const double share = static_cast<double>(length) / static_cast<double>(row.most);
        return row.plot.bottom() - 1 - static_cast<int>(std::lround(height * share));
    }
    /// "< 512 us", "< 1.02 ms"
    [[nodiscard]] static std::string labelOf(const DelayBucket &bucket) {
        const double micros = static_cast<double>(bucket.to.count()) / 1000;
        return micros < 1000 ? "< " + valueText(micros) + " us" : "< " + valueText(micros / 1000) + " ms";
    }
    [[nodiscard]] std::string valueOf(const DelayBucket &bucket) const {
        const auto percent = [](double share) { return percentText(share, 1.0) + " %"; };
        const auto own = std::to_string(bucket.count) + "  " + percent(shareOf(bucket.count, m_whole));
        return m_baseline == nullptr
                   ? own
                   : m_pen.words(Message("launches.delay_baseline", {own, percent(shareBefore(bucket))}));
    }

    LaunchLayout &m_built;
    ScenePen &m_pen;
    const RankLaunches &m_launches;
    const RankLaunches *m_baseline;
    int m_line;
    std::uint64_t m_whole = 0;  ///< launches with a delay
    std::uint64_t m_wholeBefore = 0;
    double m_largest = 0;  ///< share of either run
};

}  // namespace

std::uint64_t RankLaunches::launches() const {
    std::uint64_t sum = 0;
    for (const auto &stream : streams) {
        sum += stream.queue.delays.count;
    }
    return sum;
}

const RankLaunches::Stream *RankLaunches::stream(std::string_view name) const {
    const auto it = std::find_if(streams.begin(), streams.end(), [&](const Stream &each) { return each.name == name; });
    return it == streams.end() ? nullptr : &*it;
}

RankLaunches rankLaunches(const RankCapture &capture, const std::optional<RankRange> &range,
                          const std::stop_token &stop) {
    RankLaunches result;
    result.rank = capture.rank;
    const auto paths = dispatchPaths(capture, stop);
    for (auto &queue : launchQueues(paths, range)) {
        const auto begin = queue.curve.front().time;
        const auto end = begin + queue.window.count();
        result.begin = result.streams.empty() ? begin : std::min(result.begin, begin);
        result.end = result.streams.empty() ? end : std::max(result.end, end);
        std::string name(streamName(capture, queue));
        result.streams.push_back({std::move(name), std::move(queue)});
    }
    std::stable_sort(result.streams.begin(), result.streams.end(),
                     [](const auto &a, const auto &b) { return a.queue.delays.count > b.queue.delays.count; });
    result.delays = delayBuckets(paths, range);
    return result;
}

const LaunchLayout::Row *LaunchLayout::rowAt(int x, int y) const {
    const auto it = std::find_if(rows.begin(), rows.end(), [&](const Row &row) { return row.plot.contains(x, y); });
    return it == rows.end() ? nullptr : &*it;
}

const LaunchLayout::Bar *LaunchLayout::barAt(int x, int y) const {
    const auto it = std::find_if(bars.begin(), bars.end(), [&](const Bar &bar) { return bar.box.contains(x, y); });
    return it == bars.end() ? nullptr : &*it;
}

std::int64_t launchTimeAt(const RankLaunches &launches, const LaunchLayout::Row &row, int x) {
    const auto length = static_cast<double>(launches.end - launches.begin);
    const double share = static_cast<double>(x - row.plot.x) / std::max(1, row.plot.width);
    return launches.begin + std::llround(length * share);
}

std::int64_t queueLengthAt(const LaunchQueue &queue, std::int64_t time) {
    const auto after = std::upper_bound(queue.curve.begin(), queue.curve.end(), time,
                                        [](std::int64_t t, const QueueSample &sample) { return t < sample.time; });
    return after == queue.curve.begin() ? 0 : std::prev(after)->length;
}

LaunchLayout layOutLaunches(const RankLaunches &launches, int width, int height, const SceneStyle &style,
                            const RankLaunches *baseline) {
    LaunchLayout built;
    built.scene.width = width;
    built.scene.height = height;
    ScenePen pen(built.scene, style);
    pen.fill(pen.clip(), ColorRole::Background);
    Box area = pen.clip().inset(kPad, kPad);
    pen.text(area.takeTop(style.lineHeight),
             pen.words(Message("launches.head", {std::to_string(launches.rank), std::to_string(launches.launches())})),
             ColorRole::MutedText);
    area.takeTop(kPad);
    const bool isBeside = width >= 2 * kLeastSide;
    Box delays = isBeside ? area.takeRight(area.width / kDelaysPart) : area.takeBottom(area.height / 2);
    if (isBeside) {
        area.takeRight(2 * kPad);
    }
    LaunchPainter painter(built, pen, launches, baseline);
    painter.drawQueues(area);
    painter.drawDelays(delays);
    return built;
}

}  // namespace stagescope
