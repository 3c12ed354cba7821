#pragma once

#include "core/scene/collect/step_strip_scene.h"

#include <QtWidgets/QWidget>

class QLabel;

namespace stagescope {

class SceneCanvas;
class SettingDraft;

/// What will be recorded, at first sight: a sentence, and below it the steps of the job as a strip. GUI thread; `draft`
/// outlives it.
class StepStrip : public QWidget {
    Q_OBJECT
public:
    explicit StepStrip(SettingDraft *draft, QWidget *parent = nullptr);

    [[nodiscard]] const StepStripLayout &layoutShown() const { return m_layout; }
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString tipAt(QPoint position) const;
    void refresh();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] Scene build(QSize size);
    [[nodiscard]] QString stepsSentence() const;

    SettingDraft *m_draft;
    QLabel *m_sentence;
    SceneCanvas *m_canvas;
    StepStripLayout m_layout;
};

}  // namespace stagescope
