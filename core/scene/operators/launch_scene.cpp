#include "core/scene/operators/launch_scene.h"

#include "core/base/number_text.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kLeastSide = 420;       ///< narrower halves stand below one another
constexpr int kDelaysPart = 3;        ///< delays take this part of the width or height
constexpr int kLeastPlot = 36;        ///< height
constexpr int kMostPlot = 280;        ///< height
constexpr int kMostBarRow = 26;       ///< height
constexpr int kBarLabelPercent = 40;  ///< of a bar's row, at most

std::string percentOfWindow(Nanos part, const LaunchQueue &queue) {
    return percentText(static_cast<double>(part.count()), static_cast<double>(queue.window.count()));
}

class LaunchPainter {
public:
    LaunchPainter(LaunchLayout &built, ScenePen &pen, const RankLaunches &launches)
        : m_built(built), m_pen(pen), m_launches(launches), m_line(pen.style().lineHeight) {}

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
        if (!areAll) {
            const auto left = std::to_string(m_launches.streams.size() - count);
            m_pen.text(area.takeTop(m_line), m_pen.words(Message("launches.more", {left})), ColorRole::MutedText);
        }
        if (!m_built.rows.empty()) {
            times.y = m_built.rows.back().plot.bottom() + (areAll ? 2 : m_line);
            m_pen.text(times, "0", ColorRole::MutedText);
            m_pen.text(times, durationText(Nanos{m_launches.end - m_launches.begin}), ColorRole::MutedText,
                       TextAlign::Right);
        }
    }

    void drawDelays(Box area) {
        m_pen.text(area.takeTop(m_line), m_pen.words(Message("launches.delays")), ColorRole::Text, TextAlign::Left,
                   true);
        const auto &delays = m_launches.delays;
        const auto count = static_cast<int>(std::max<std::size_t>(1, delays.size()));
        const int height = std::clamp(area.height / count, m_line, std::max(m_line, kMostBarRow));
        std::uint64_t whole = 0;
        std::uint64_t most = 1;
        int labels = 0;
        int values = 0;
        for (const auto &bucket : delays) {
            whole += bucket.count;
            most = std::max(most, bucket.count);
            labels = std::max(labels, m_pen.widthOf(labelOf(bucket)));
        }
        for (const auto &bucket : delays) {
            values = std::max(values, m_pen.widthOf(valueOf(bucket, whole)));
        }
        labels = std::min(labels, area.width * kBarLabelPercent / 100);
        for (std::size_t i = 0; i < delays.size() && area.height >= height; ++i) {
            Box row = area.takeTop(height);
            m_built.bars.push_back({i, row});
            m_pen.text(row.takeLeft(labels), labelOf(delays[i]));
            row.takeLeft(kPad);
            m_pen.text(row.takeRight(std::min(row.width, values)), valueOf(delays[i], whole), ColorRole::Text,
                       TextAlign::Right);
            row.takeRight(kPad);
            const double share = static_cast<double>(delays[i].count) / static_cast<double>(most);
            row.width = delays[i].count > 0 ? std::max(1, static_cast<int>(std::lround(row.width * share))) : 0;
            m_pen.fill(row.inset(0, 2), ColorRole::Counter);
        }
    }

private:
    void drawStream(Box box, std::size_t index) {
        const auto &[name, queue] = m_launches.streams[index];
        m_pen.text(box.takeTop(m_line),
                   m_pen.words(Message("launches.stream",
                                       {name, std::to_string(queue.delays.count), std::to_string(queue.longest),
                                        percentOfWindow(queue.empty, queue), percentOfWindow(queue.full, queue)})));
        box.takeBottom(kPad);
        m_pen.fill(box, ColorRole::Background);
        const LaunchLayout::Row row{index, box, std::max<std::int64_t>(1, queue.longest)};
        m_built.rows.push_back(row);
        drawCurve(queue, row);
        m_pen.horizontal(box.x, box.bottom() - 1, box.width, ColorRole::Grid);
        m_pen.horizontal(box.x, box.y, box.width, ColorRole::Grid);
        if (row.most >= kFullQueue) {
            m_pen.horizontal(box.x, yOf(row, kFullQueue), box.width, ColorRole::Error);
        }
    }
    /// Columns of the same height are one rectangle.
    void drawCurve(const LaunchQueue &queue, const LaunchLayout::Row &row) {
        std::size_t next = 0;
        std::int64_t length = 0;
        int from = row.plot.x;
        int y = row.plot.bottom() - 1;
        const auto flush = [&](int to) {
            m_pen.fill({from, y, to - from, row.plot.bottom() - 1 - y}, ColorRole::Counter);
            from = to;
        };
        for (int x = row.plot.x; x < row.plot.right(); ++x) {
            const auto end = launchTimeAt(m_launches, row, x + 1);
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
    [[nodiscard]] static std::string valueOf(const DelayBucket &bucket, std::uint64_t whole) {
        return std::to_string(bucket.count) + "  " +
               percentText(static_cast<double>(bucket.count), static_cast<double>(whole)) + " %";
    }

    LaunchLayout &m_built;
    ScenePen &m_pen;
    const RankLaunches &m_launches;
    int m_line;
};

}  // namespace

std::uint64_t RankLaunches::launches() const {
    std::uint64_t sum = 0;
    for (const auto &stream : streams) {
        sum += stream.queue.delays.count;
    }
    return sum;
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

LaunchLayout layOutLaunches(const RankLaunches &launches, int width, int height, const SceneStyle &style) {
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
    LaunchPainter painter(built, pen, launches);
    painter.drawQueues(area);
    painter.drawDelays(delays);
    return built;
}

}  // namespace stagescope
