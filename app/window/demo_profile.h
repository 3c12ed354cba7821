#pragma once

#include "core/base/result.h"

#include <QtCore/QtGlobal>

#include <array>
#include <stop_token>
#include <string>

namespace stagescope {

/// A profile to try: what is wrong in it, as `demo --fault` takes it, and what it is called.
struct DemoCase {
    const char *name;  ///< of its folder
    const char *fault;
    const char *title;  ///< English; the start page translates it
};
inline constexpr std::array kDemoCases{
    DemoCase{"slow-rank", "slow-rank=5:1.3", QT_TRANSLATE_NOOP("StartPage", "Slow rank")},
    DemoCase{"slow-link", "slow-link=3-5:9", QT_TRANSLATE_NOOP("StartPage", "Slow link")},
    DemoCase{"memory-leak", "memory-leak=3:67108864", QT_TRANSLATE_NOOP("StartPage", "Memory leak")}};

/// Path of a demo profile in the user's cache folder; written on first use, in some 0.3 s. Any thread.
[[nodiscard]] Result<std::string> demoProfile(const DemoCase &demo, const std::stop_token &stop = {});

}  // namespace stagescope
