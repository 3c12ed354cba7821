#pragma once

#include "core/scene/pipeline/pipeline_scene.h"

#include <QtTest/QTest>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

/// Small pipelines for tests of what is drawn, and questions about a scene.
namespace stagescope::sample_pipeline {

inline constexpr std::int64_t kMs = 1'000'000;
inline constexpr std::int64_t kStart = 1'700'000'000'000'000'000;

inline SceneStyle testStyle() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) {
                auto text = message.id;
                for (const auto &arg : message.args) {
                    text += " " + arg;
                }
                return text;
            },
            18};
}

inline PipelineCell cell(int rank, CellKind kind, int microbatch, std::int64_t beginMs, std::int64_t endMs) {
    PipelineCell c;
    c.rank = rank;
    c.step = 1;
    c.kind = kind;
    c.microbatch = microbatch;
    c.numbering = Numbering::ByOrder;
    c.range = {rankTime(kStart + beginMs * kMs), rankTime(kStart + endMs * kMs)};
    c.name = kind == CellKind::Forward ? "FP" : "BP";
    return c;
}

inline P2pOp p2p(int rank, P2pOp::Kind kind, const char *name, std::int64_t beginMs, std::int64_t endMs) {
    P2pOp op;
    op.rank = rank;
    op.kind = kind;
    op.range = {rankTime(kStart + beginMs * kMs), rankTime(kStart + endMs * kMs)};
    op.name = name;
    return op;
}

/// Two stages, two microbatches, and a third rank of which nothing is known.
inline PipelineInput twoStages() {
    PipelineInput input;
    input.run = RunId{0};
    input.chart.group = {"pp(0,2,4)", {0, 2, 4}, GroupOrigin::Metadata};
    input.chart.cells = {cell(0, CellKind::Forward, 0, 0, 10),   cell(0, CellKind::Forward, 1, 10, 20),
                         cell(0, CellKind::Backward, 0, 40, 60), cell(0, CellKind::Backward, 1, 70, 90),
                         cell(2, CellKind::Forward, 0, 10, 20),  cell(2, CellKind::Backward, 0, 20, 40),
                         cell(2, CellKind::Forward, 1, 40, 50),  cell(2, CellKind::Backward, 1, 50, 70)};
    input.chart.p2p = {p2p(0, P2pOp::Kind::Send, "hcom_send", 10, 13), p2p(2, P2pOp::Kind::Batch, "batch", 20, 25)};
    input.chart.steps = {1};
    input.missing = {4};
    input.hosts = {{0, "node-a"}, {2, "node-b"}};
    input.step = 1;
    input.bubbles = stepBubbles(input.chart, 1, {});
    input.timing = pipelineTiming(input.chart, 1, {});
    return input;
}

inline PipelineSceneOptions optionsOf(int width, int height, const PipelineInput &input) {
    PipelineSceneOptions options;
    options.width = width;
    options.height = height;
    options.range = input.bubbles->window;
    return options;
}

inline std::set<std::string> textsOf(const Scene &scene) {
    std::set<std::string> texts;
    for (const auto &text : scene.texts) {
        texts.insert(text.text);
    }
    return texts;
}

inline std::optional<SceneHit> hitOf(const Scene &scene, const ItemRef &item) {
    const auto it =
        std::find_if(scene.hits.begin(), scene.hits.end(), [&](const SceneHit &h) { return h.item == item; });
    return it == scene.hits.end() ? std::nullopt : std::optional(*it);
}

/// Of the box of a role that fills a part of the hit over its whole height.
inline int rectWidth(const Scene &scene, const SceneHit &hit, ColorRole role) {
    for (const auto &r : scene.rects) {
        if (r.color.role == role && r.y == hit.y && r.height == hit.height && r.x >= hit.x &&
            r.x + r.width <= hit.x + hit.width) {
            return r.width;
        }
    }
    return 0;
}

/// Rectangles and texts lie within the scene.
inline void verifyInside(const Scene &scene) {
    for (const auto &r : scene.rects) {
        QVERIFY(r.x >= 0 && r.y >= 0 && r.width > 0 && r.height > 0);
        QVERIFY(r.x + r.width <= scene.width && r.y + r.height <= scene.height);
    }
    for (const auto &t : scene.texts) {
        QVERIFY2(t.x >= 0 && t.y >= 0 && t.x + t.width <= scene.width && t.y + t.height <= scene.height,
                 t.text.c_str());
        QVERIFY2(testStyle().metrics(t.text) <= t.width, t.text.c_str());
    }
}

}  // namespace stagescope::sample_pipeline
