#include "app/report/report_text.h"

#include "views/common/texts/message_texts.h"

namespace stagescope {

QString severityName(FindingSeverity severity) {
    switch (severity) {
        case FindingSeverity::High:
            return ReportText::tr("high");
        case FindingSeverity::Medium:
            return ReportText::tr("medium");
        default:
            return ReportText::tr("low");
    }
}

QString certaintyName(Certainty certainty) {
    return messageText(Message("findings.certainty." + std::string(certaintyText(certainty))));
}

}  // namespace stagescope
