#pragma once

#include "core/analysis/pipeline/replay/what_if_study.h"
#include "views/common/async_result.h"
#include "views/common/view.h"
#include "views/pipeline/shown_pipeline.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

class QLabel;
class QTableWidget;

namespace stagescope {

class RemedyList;
class WaterfallChart;
class WhatIfControls;

/// The page "What-if" below the pipeline chart: controls, where the measured time goes and what the question makes of
/// it, the answers with their intervals, what they assume. GUI thread; answers are made on the pool.
class WhatIfPage : public View {
    Q_OBJECT
public:
    explicit WhatIfPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// The answer as cells of the step in sight; empty while it is not asked for.
    [[nodiscard]] const std::vector<IdealCell> &ghost() const;
    /// For tests. Scenarios stand side by side in the table.
    [[nodiscard]] WhatIfControls *controls() const { return m_controls; }
    [[nodiscard]] QTableWidget *table() const { return m_table; }
    [[nodiscard]] RemedyList *remedies() const { return m_remedies; }
    [[nodiscard]] const std::vector<WhatIfAnswer> &answers() const { return m_model.answers; }

Q_SIGNALS:
    void ghostChanged();

private:
    struct Model {
        std::shared_ptr<const WhatIfStudy> study;
        std::vector<WhatIfAnswer> answers;  ///< as measured, as is, asked
        std::string error;                  ///< English, where the question makes no sense
        std::vector<IdealCell> ghost;
    };
    struct Question {
        std::shared_ptr<const Workspace> workspace;
        std::shared_ptr<const WhatIfStudy> study;  ///< null = to be made
        ShownPipeline asked;
        RuleValues values;
        std::map<std::string, std::string> parameters;
    };

    static Model answer(const Question &question, const std::stop_token &stop);
    void ask();
    void adopt(Model model);
    void showAnswers();
    [[nodiscard]] static QString nameOf(const WhatIfAnswer &answer);
    [[nodiscard]] QString cellText(int row, int column) const;
    [[nodiscard]] std::vector<int> columnWidths(const QFontMetrics &metrics) const;
    [[nodiscard]] QStringList figuresOf(const WhatIfAnswer &answer) const;
    [[nodiscard]] QString noteText() const;
    void onSelectionChanged();

    std::shared_ptr<const Workspace> m_workspace;
    std::string m_group;
    std::optional<std::int64_t> m_step;
    Model m_model;
    bool m_known = false;  ///< an answer has come back
    AsyncResult<Model> m_analysis;
    WhatIfControls *m_controls = nullptr;
    WaterfallChart *m_chart = nullptr;
    QTableWidget *m_table = nullptr;
    QLabel *m_note = nullptr;
    RemedyList *m_remedies = nullptr;
};

}  // namespace stagescope
