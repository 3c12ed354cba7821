#pragma once

#include "views/common/async_result.h"
#include "views/common/findings_model.h"
#include "views/common/view.h"

#include <QtCore/QTimer>

class QScrollArea;

namespace stagescope {

class SceneCanvas;

/// The verdicts on a run by impact, the opened one with its numbers, remedy and assumptions. Show selects its evidence,
/// turns to where that is seen best, and keeps it open here, wherever it was clicked. The rules run on the pool, while
/// the list is seen or gone through. GUI thread.
class FindingsView : public View {
    Q_OBJECT
public:
    explicit FindingsView(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// Opens a finding; beyond the last one the first.
    void open(std::size_t finding);
    /// Selects the evidence of the opened finding and asks for its tab.
    void showEvidence();
    /// Shows the evidence of the first finding that has any, then of the next one or of the one before; beyond the ends
    /// it goes round. As soon as the rules are through.
    void goOn(bool back = false);

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] const FindingsScene &layoutShown() const { return m_layout; }
    [[nodiscard]] std::size_t opened() const { return m_opened; }

Q_SIGNALS:
    /// "Finding 2 of 3: ...", or that there is none.
    void told(const QString &text);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    enum class Step : std::uint8_t { None, On, Back };

    void judgeAgain();
    void analyse();
    void adopt(std::shared_ptr<const Advice> advice);
    void openShown();
    void walk();
    void layOut();
    void onClicked(QPoint position);
    [[nodiscard]] Message unjudgedReason() const;
    [[nodiscard]] FindingsScene sceneFor(QSize size, const FindingsModel &model) const;

    std::shared_ptr<const Workspace> m_workspace;
    std::optional<Message> m_unjudged;  ///< why the rules do not run yet
    std::shared_ptr<const Advice> m_advice;
    FindingsModel m_model;
    FindingsScene m_layout;
    std::size_t m_opened = 0;
    bool m_isShown = false;          ///< the evidence of the opened one
    std::optional<Message> m_claim;  ///< of the finding that was shown elsewhere and is to be opened
    Step m_step = Step::None;        ///< to be gone when the rules are through
    bool m_isUnfolded = false;
    AsyncResult<std::shared_ptr<const Advice>> m_analysis;
    QTimer m_delay;  ///< files arrive in bursts
    QScrollArea *m_scroll = nullptr;
    SceneCanvas *m_canvas = nullptr;
};

}  // namespace stagescope
