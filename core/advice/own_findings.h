#pragma once

#include "core/advice/rule_study.h"

#include <stop_token>

namespace stagescope {

/// Judges a run by the rules of users (ownRules) and adds what they find, and those that could not look, with the
/// reason. `step`: what shares are of (Advice::step). Statements take at most 5 s and see what is
/// loaded; one that reads the findings sees those of the built-in rules. Their findings have rule "own.ID" and no cure:
/// the headroom leaves them out. Any thread.
void addOwnFindings(const Run &run, Nanos step, Advice &advice, const std::stop_token &stop);

}  // namespace stagescope
