#include "views/common/texts/blame_text.h"

#include "core/base/number_text.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

namespace stagescope {

namespace {

class BlameText {
    Q_DECLARE_TR_FUNCTIONS(stagescope::BlameText)
public:
    static QString gap(FreeCause cause) {
        switch (cause) {
            case FreeCause::HostLaunch:
                return tr("host launched late");
            case FreeCause::Synchronisation:
                return tr("host waited for the device");
            case FreeCause::DataLoading:
                return tr("host loaded data");
            case FreeCause::CommunicationWait:
                return tr("waited for other ranks");
            case FreeCause::PipelineWait:
                return tr("waited in the pipeline");
            case FreeCause::Copy:
                return tr("copied");
            default:
                return tr("device idle");
        }
    }
    static QString hop(const BlameChain &chain, const BlameHop &hop) {
        const auto name = utf8Text(hop.name);
        const auto length = utf8Text(shownDuration(hop.range.duration()));
        switch (hop.what) {
            case BlameWhat::Wait:
                if (hop.waitedFor < 0) {
                    return tr("rank %1: %2 in %3, peer unknown").arg(hop.rank).arg(length, name);
                }
                return tr("rank %1 waited %2 for rank %3 in %4").arg(hop.rank).arg(length).arg(hop.waitedFor).arg(name);
            case BlameWhat::Transfer:
                return tr("transfer of %1 between ranks %2: %3").arg(name, utf8Text(hop.with), length);
            case BlameWhat::Work:
                return &hop == chain.blamed() ? tr("rank %1: kernel %2 took %3").arg(hop.rank).arg(name, length)
                                              : tr("rank %1 busy for %2 (%n kernel(s), longest %3)", nullptr,
                                                   static_cast<int>(hop.kernels))
                                                    .arg(hop.rank)
                                                    .arg(length, name);
            case BlameWhat::Gap:
                return tr("rank %1 idle for %2 before %3: %4")
                    .arg(hop.rank)
                    .arg(length, name, gap(hop.gap.value_or(FreeCause::Unknown)));
            case BlameWhat::Host:
                return chain.blamed() != nullptr && chain.blamed()->what == BlameWhat::Gap
                           ? tr("host in %1 for %2").arg(name, length)
                           : tr("launched by %1").arg(name);
            case BlameWhat::Code:
                return tr("in %1").arg(name);
        }
        return {};
    }
    static QString end(const BlameChain &chain) {
        switch (chain.end) {
            case BlameEnd::Cause:
                return tr("such kernels took %1 longer along this path than on other ranks")
                    .arg(utf8Text(shownDuration(chain.blamed()->excess)));
            case BlameEnd::MoreWork:
                return tr("it had more work than the waiting rank");
            case BlameEnd::NotLoaded:
                return tr("timeline of that rank not loaded");
            case BlameEnd::Order:
                return tr("no slow step on this path: the wait comes from the schedule");
        }
        return {};
    }
    static QString clocks(const BlameChain &chain) {
        return chain.uncertainty ? tr("Clock uncertainty: up to %1.").arg(utf8Text(shownDuration(*chain.uncertainty)))
                                 : tr("Clock offsets between ranks unknown.");
    }
    static QString sentence(const QStringList &parts) { return tr("%1.").arg(parts.join(tr("; "))); }
};

}  // namespace

QString blameHopText(const BlameChain &chain, const BlameHop &hop) { return BlameText::hop(chain, hop); }

QString blameSentence(const BlameChain &chain) {
    QStringList parts;
    for (const auto &hop : chain.hops) {
        parts += BlameText::hop(chain, hop);
    }
    parts += BlameText::end(chain);
    auto text = BlameText::sentence(parts);
    text[0] = text[0].toUpper();
    return text + QLatin1Char(' ') + BlameText::clocks(chain);
}

}  // namespace stagescope
