#pragma once

#include "core/analysis/communication/models/comm_packets_model.h"
#include "core/scene/kit/scene.h"
#include "views/common/async_result.h"
#include "views/common/view.h"

#include <memory>

class QLabel;
class QStackedWidget;

namespace stagescope {

class PacketCharts;
class SceneCanvas;
class ScopeBar;

/// The page "Bandwidth": packets by size and their bandwidth, per transport, of the selected ranks (the ends of a
/// selected link), else of all. GUI thread; the model is made on the pool.
class BandwidthPage : public View {
    Q_OBJECT
public:
    explicit BandwidthPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString ownFilter() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] QWidget *emptyArea() override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] PacketCharts *charts() const { return m_charts; }
    [[nodiscard]] const CommPackets &model() const { return *m_model; }

private:
    using Model = std::shared_ptr<const CommPackets>;

    void ask();
    void adopt(Model model);
    [[nodiscard]] std::vector<int> ranksAsked() const;
    [[nodiscard]] QString heading() const;
    [[nodiscard]] Scene messageFor(QSize size) const;

    std::shared_ptr<const Workspace> m_workspace;
    Model m_model = std::make_shared<CommPackets>();
    bool m_known = false;  ///< a model has come back
    std::vector<int> m_asked;
    AsyncResult<Model> m_analysis;
    ScopeBar *m_bar = nullptr;
    QLabel *m_heading = nullptr;
    QStackedWidget *m_stack = nullptr;
    PacketCharts *m_charts = nullptr;
    SceneCanvas *m_message = nullptr;
};

}  // namespace stagescope
