#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace stagescope {

/// A check as a CI shows it.
struct JunitCase {
    enum class Outcome : std::uint8_t { Passed, Failed, Broken, Skipped };
    std::string name;
    Outcome outcome = Outcome::Passed;
    std::string text{};  ///< what there is to say, of passed ones too
};

/// A report in the XML that JUnit's Ant task writes and CIs read: a testsuite with a testcase each, in it a failure, an
/// error (Broken) or skipped. UTF-8; control characters become visible, what XML cannot hold becomes U+FFFD. O(bytes).
[[nodiscard]] std::string junitXml(const std::string &suite, std::span<const JunitCase> cases);

}  // namespace stagescope
