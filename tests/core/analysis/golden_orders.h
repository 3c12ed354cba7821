#pragma once

#include <array>

namespace stagescope::testing {

/// Orders of four ranks with eight microbatches as the authors' own programs give them, in the papers' notation.
struct GoldenOrder {
    const char *name;
    std::array<const char *, 4> ranks;
};
inline constexpr GoldenOrder kGoldenOrders[] = {
    {"gpipe",
     {"F0 F1 F2 F3 F4 F5 F6 F7 B0 B1 B2 B3 B4 B5 B6 B7", "F0 F1 F2 F3 F4 F5 F6 F7 B0 B1 B2 B3 B4 B5 B6 B7",
      "F0 F1 F2 F3 F4 F5 F6 F7 B0 B1 B2 B3 B4 B5 B6 B7", "F0 F1 F2 F3 F4 F5 F6 F7 B0 B1 B2 B3 B4 B5 B6 B7"}},
    {"gpipe descending",
     {"F0 F1 F2 F3 F4 F5 F6 F7 B7 B6 B5 B4 B3 B2 B1 B0", "F0 F1 F2 F3 F4 F5 F6 F7 B7 B6 B5 B4 B3 B2 B1 B0",
      "F0 F1 F2 F3 F4 F5 F6 F7 B7 B6 B5 B4 B3 B2 B1 B0", "F0 F1 F2 F3 F4 F5 F6 F7 B7 B6 B5 B4 B3 B2 B1 B0"}},
    {"1f1b",
     {"F0 F1 F2 F3 B0 F4 B1 F5 B2 F6 B3 F7 B4 B5 B6 B7", "F0 F1 F2 B0 F3 B1 F4 B2 F5 B3 F6 B4 F7 B5 B6 B7",
      "F0 F1 B0 F2 B1 F3 B2 F4 B3 F5 B4 F6 B5 F7 B6 B7", "F0 B0 F1 B1 F2 B2 F3 B3 F4 B4 F5 B5 F6 B6 F7 B7"}},
    {"interleaved",
     {"F0.0 F1.0 F2.0 F3.0 F0.1 F1.1 F2.1 F3.1 F4.0 F5.0 F6.0 B0.1 F7.0 B1.1 F4.1 B2.1 F5.1 B3.1 F6.1 B0.0 F7.1 B1.0 "
      "B2.0 B3.0 B4.1 B5.1 B6.1 B7.1 B4.0 B5.0 B6.0 B7.0",
      "F0.0 F1.0 F2.0 F3.0 F0.1 F1.1 F2.1 F3.1 F4.0 B0.1 F5.0 B1.1 F6.0 B2.1 F7.0 B3.1 F4.1 B0.0 F5.1 B1.0 F6.1 B2.0 "
      "F7.1 B3.0 B4.1 B5.1 B6.1 B7.1 B4.0 B5.0 B6.0 B7.0",
      "F0.0 F1.0 F2.0 F3.0 F0.1 F1.1 F2.1 B0.1 F3.1 B1.1 F4.0 B2.1 F5.0 B3.1 F6.0 B0.0 F7.0 B1.0 F4.1 B2.0 F5.1 B3.0 "
      "F6.1 B4.1 F7.1 B5.1 B6.1 B7.1 B4.0 B5.0 B6.0 B7.0",
      "F0.0 F1.0 F2.0 F3.0 F0.1 B0.1 F1.1 B1.1 F2.1 B2.1 F3.1 B3.1 F4.0 B0.0 F5.0 B1.0 F6.0 B2.0 F7.0 B3.0 F4.1 B4.1 "
      "F5.1 B5.1 F6.1 B6.1 F7.1 B7.1 B4.0 B5.0 B6.0 B7.0"}},
    {"zb-h1",
     {"F0 F1 F2 F3 I0 W0 F4 I1 W1 F5 I2 W2 F6 I3 W3 F7 I4 W4 I5 W5 I6 W6 I7 W7",
      "F0 F1 F2 I0 F3 I1 W0 F4 I2 W1 F5 I3 W2 F6 I4 W3 F7 I5 W4 I6 W5 I7 W6 W7",
      "F0 F1 I0 F2 I1 F3 I2 W0 F4 I3 W1 F5 I4 W2 F6 I5 W3 F7 I6 W4 I7 W5 W6 W7",
      "F0 I0 F1 I1 F2 I2 F3 I3 W0 F4 I4 W1 F5 I5 W2 F6 I6 W3 F7 I7 W4 W5 W6 W7"}},
    {"zb-v",
     {"F0.0 F1.0 F2.0 F3.0 F4.0 F5.0 F6.0 F0.1 I0.1 W0.1 F1.1 I1.1 W1.1 F2.1 I2.1 W2.1 F3.1 I3.1 W3.1 F7.0 I0.0 W0.0 "
      "F4.1 I4.1 W4.1 I1.0 W1.0 F5.1 I5.1 W5.1 I2.0 W2.0 F6.1 I6.1 W6.1 I3.0 W3.0 F7.1 I7.1 W7.1 I4.0 W4.0 I5.0 W5.0 "
      "I6.0 W6.0 I7.0 W7.0",
      "F0.0 F1.0 F2.0 F3.0 F4.0 F0.1 F5.0 F1.1 I0.1 W0.1 F2.1 I1.1 W1.1 F3.1 I2.1 W2.1 F6.0 I0.0 W0.0 F4.1 I3.1 W3.1 "
      "F7.0 I1.0 W1.0 F5.1 I4.1 W4.1 I2.0 W2.0 F6.1 I5.1 W5.1 I3.0 W3.0 F7.1 I6.1 W6.1 I4.0 I7.1 I5.0 W4.0 I6.0 W5.0 "
      "I7.0 W6.0 W7.1 W7.0",
      "F0.0 F1.0 F2.0 F0.1 F3.0 F1.1 F4.0 F2.1 I0.1 W0.1 F3.1 I1.1 W1.1 F5.0 I0.0 W0.0 F4.1 I2.1 W2.1 F6.0 I1.0 W1.0 "
      "F5.1 I3.1 W3.1 F7.0 I2.0 W2.0 F6.1 I4.1 W4.1 I3.0 W3.0 F7.1 I5.1 W5.1 I4.0 I6.1 I5.0 I7.1 I6.0 W4.0 I7.0 W5.0 "
      "W6.1 W7.1 W6.0 W7.0",
      "F0.0 F0.1 F1.0 F1.1 F2.0 F2.1 F3.0 F3.1 I0.1 W0.1 F4.0 I0.0 W0.0 F4.1 I1.1 W1.1 F5.0 I1.0 W1.0 F5.1 I2.1 W2.1 "
      "F6.0 I2.0 W2.0 F6.1 I3.1 W3.1 F7.0 I3.0 W3.0 F7.1 I4.1 W4.1 I4.0 I5.1 I5.0 I6.1 I6.0 I7.1 I7.0 W4.0 W5.1 W6.1 "
      "W7.1 W5.0 W6.0 W7.0"}},
    {"dualpipe",
     {"F0 F1 F2 F0' I0' W0' F1' (F3&B1') (F2'&B0) B2' (F3'&B1) B3' I2 W2 I3 W3",
      "F0 F0' F1 F1' F2 B0' (F2'&B0) (F3&B1') (F3'&B1) B2' B2 I3' I3 W3' W3",
      "F0' F0 F1' F1 F2' B0 (F2&B0') (F3'&B1) (F3&B1') B2 B2' I3 I3' W3 W3'",
      "F0' F1' F2' F0 I0 W0 F1 (F3'&B1) (F2&B0') B2 (F3&B1') B3 I2' W2' I3' W3'"}},
    {"dualpipev",
     {"F0.0 F1.0 F2.0 F3.0 F4.0 F5.0 F6.0 F0.1 I0.1 W0.1 F1.1 I1.1 W1.1 F2.1 I2.1 W2.1 F3.1 (F7.0&B3.1) (F4.1&B0.0) "
      "B4.1 (F5.1&B1.0) B5.1 (F6.1&B2.0) B6.1 (F7.1&B3.0) B7.1 I4.0 W4.0 I5.0 W5.0 I6.0 W6.0 I7.0 W7.0",
      "F0.0 F1.0 F2.0 F3.0 F4.0 F0.1 F5.0 F1.1 I0.1 W0.1 F2.1 I1.1 W1.1 F3.1 (F6.0&B2.1) (F4.1&B0.0) (F7.0&B3.1) "
      "(F5.1&B1.0) B4.1 (F6.1&B2.0) B5.1 (F7.1&B3.0) B6.1 B4.0 I7.1 I5.0 W7.1 I6.0 W5.0 I7.0 W6.0 W7.0",
      "F0.0 F1.0 F2.0 F0.1 F3.0 F1.1 F4.0 F2.1 I0.1 W0.1 F3.1 (F5.0&B1.1) (F4.1&B0.0) (F6.0&B2.1) (F5.1&B1.0) "
      "(F7.0&B3.1) (F6.1&B2.0) B4.1 (F7.1&B3.0) B5.1 B4.0 B6.1 I5.0 I7.1 I6.0 W5.0 I7.0 W7.1 W6.0 W7.0",
      "F0.0 F0.1 F1.0 F1.1 F2.0 F2.1 F3.0 F3.1 F4.0 B0.1 (F4.1&B0.0) (F5.0&B1.1) (F5.1&B1.0) (F6.0&B2.1) (F6.1&B2.0) "
      "(F7.0&B3.1) (F7.1&B3.0) B4.1 B4.0 B5.1 B5.0 I6.1 I6.0 I7.1 I7.0 W6.1 W6.0 W7.1 W7.0"}},
};

}  // namespace stagescope::testing
