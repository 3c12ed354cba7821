#include "core/advice/snapshot_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

constexpr FindingText kSnapshotTexts[] = {
    {"finding.snapshot.cut", QT_TRANSLATE_NOOP("Message",
                                               "Not checked: the file was not read completely. Part that was read: "
                                               "peak %1 requested, %2 reserved; largest owner: %3.")},
    {"finding.snapshot.cut.empty",
     QT_TRANSLATE_NOOP("Message", "Not checked: the file was not read completely and its blocks are unknown.")},
    {"finding.snapshot.elsewhere",
     QT_TRANSLATE_NOOP("Message",
                       "Out of memory on device %1 of this file. This device: peak requested %2, reserved %3.")},
    {"finding.snapshot.empty", QT_TRANSLATE_NOOP("Message", "No blocks in use.")},
    {"finding.snapshot.peak",
     QT_TRANSLATE_NOOP("Message", "Peak %1 requested, %2 reserved; most of it is held by %3.")},
    {"finding.snapshot.sound",
     QT_TRANSLATE_NOOP("Message", "No memory problem found; peak: %1 requested, %2 reserved; largest owner: %3.")},
    {"finding.snapshot.suspected",
     QT_TRANSLATE_NOOP("Message",
                       "Leaks were not checked (no steps in the history); suspect: %4, %5 more in each equal part of "
                       "the history. Peak %1 requested, %2 reserved; most of it is held by %3.")},
    {"finding.snapshot.unchecked",
     QT_TRANSLATE_NOOP("Message",
                       "Leaks were not checked (no steps in the history). Peak %1 requested, %2 reserved; most of it "
                       "is held by %3.")},
};

}  // namespace

std::span<const FindingText> snapshotTexts() { return kSnapshotTexts; }

}  // namespace stagescope
