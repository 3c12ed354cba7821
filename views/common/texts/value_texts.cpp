#include "views/common/texts/value_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

/// One line per id, sorted.
constexpr MessageEntry kValueEntries[] = {
    {"value.kind.collective", QT_TRANSLATE_NOOP("Message", "collective")},
    {"value.kind.p2p", QT_TRANSLATE_NOOP("Message", "point-to-point")},
    {"value.kind.receive", QT_TRANSLATE_NOOP("Message", "receive")},
    {"value.kind.send", QT_TRANSLATE_NOOP("Message", "send")},
    {"value.layer.driver", QT_TRANSLATE_NOOP("Message", "driver")},
    {"value.layer.framework", QT_TRANSLATE_NOOP("Message", "framework")},
    {"value.layer.python", QT_TRANSLATE_NOOP("Message", "Python")},
    {"value.layer.queue", QT_TRANSLATE_NOOP("Message", "queue")},
    {"value.metric.Computing Time", QT_TRANSLATE_NOOP("Message", "Computing Time")},
    {"value.metric.Conv (Backward)", QT_TRANSLATE_NOOP("Message", "Conv (Backward)")},
    {"value.metric.Conv (Backward) (Cube)", QT_TRANSLATE_NOOP("Message", "Conv (Backward) (Cube)")},
    {"value.metric.Conv (Backward) (Vector)", QT_TRANSLATE_NOOP("Message", "Conv (Backward) (Vector)")},
    {"value.metric.Conv (Forward)", QT_TRANSLATE_NOOP("Message", "Conv (Forward)")},
    {"value.metric.Conv (Forward) (Cube)", QT_TRANSLATE_NOOP("Message", "Conv (Forward) (Cube)")},
    {"value.metric.Conv (Forward) (Vector)", QT_TRANSLATE_NOOP("Message", "Conv (Forward) (Vector)")},
    {"value.metric.Cube", QT_TRANSLATE_NOOP("Message", "Cube")},
    {"value.metric.E2E Time", QT_TRANSLATE_NOOP("Message", "E2E Time")},
    {"value.metric.Flash Attention (Backward)", QT_TRANSLATE_NOOP("Message", "Flash Attention (Backward)")},
    {"value.metric.Flash Attention (Backward) (Cube)",
     QT_TRANSLATE_NOOP("Message", "Flash Attention (Backward) (Cube)")},
    {"value.metric.Flash Attention (Backward) (Vector)",
     QT_TRANSLATE_NOOP("Message", "Flash Attention (Backward) (Vector)")},
    {"value.metric.Flash Attention (Forward)", QT_TRANSLATE_NOOP("Message", "Flash Attention (Forward)")},
    {"value.metric.Flash Attention (Forward) (Cube)", QT_TRANSLATE_NOOP("Message", "Flash Attention (Forward) (Cube)")},
    {"value.metric.Flash Attention (Forward) (Vector)",
     QT_TRANSLATE_NOOP("Message", "Flash Attention (Forward) (Vector)")},
    {"value.metric.Free", QT_TRANSLATE_NOOP("Message", "Free")},
    {"value.metric.Free Time", QT_TRANSLATE_NOOP("Message", "Free Time")},
    {"value.metric.MC2", QT_TRANSLATE_NOOP("Message", "MC2")},
    {"value.metric.Matmul", QT_TRANSLATE_NOOP("Message", "Matmul")},
    {"value.metric.Matmul (Cube)", QT_TRANSLATE_NOOP("Message", "Matmul (Cube)")},
    {"value.metric.Matmul (Vector)", QT_TRANSLATE_NOOP("Message", "Matmul (Vector)")},
    {"value.metric.Other", QT_TRANSLATE_NOOP("Message", "Other")},
    {"value.metric.Page Attention", QT_TRANSLATE_NOOP("Message", "Page Attention")},
    {"value.metric.SDMA (Tensor Move)", QT_TRANSLATE_NOOP("Message", "SDMA (Tensor Move)")},
    {"value.metric.Transmit", QT_TRANSLATE_NOOP("Message", "Transmit")},
    {"value.metric.Uncovered Communication Overlapped",
     QT_TRANSLATE_NOOP("Message", "Uncovered Communication Overlapped")},
    {"value.metric.Uncovered Communication Time", QT_TRANSLATE_NOOP("Message", "Uncovered Communication Time")},
    {"value.metric.Vector", QT_TRANSLATE_NOOP("Message", "Vector")},
    {"value.metric.Vector (No Trans)", QT_TRANSLATE_NOOP("Message", "Vector (No Trans)")},
    {"value.metric.Vector (Trans)", QT_TRANSLATE_NOOP("Message", "Vector (Trans)")},
    {"value.metric.Wait", QT_TRANSLATE_NOOP("Message", "Wait")},
    {"value.place.communication", QT_TRANSLATE_NOOP("Message", "communication")},
    {"value.place.device", QT_TRANSLATE_NOOP("Message", "device")},
    {"value.place.host", QT_TRANSLATE_NOOP("Message", "host")},
    {"value.place.summary", QT_TRANSLATE_NOOP("Message", "overlap lanes (no work)")},
};

}  // namespace

std::span<const MessageEntry> valueEntries() { return kValueEntries; }

}  // namespace stagescope
