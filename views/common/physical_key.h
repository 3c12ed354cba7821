#pragma once

class QKeyEvent;

namespace stagescope {

/// The letter on a key of a US keyboard, so that W S A D stay side by side on an AZERTY one. Scan codes are those of
/// X11 and Wayland (evdev + 8); without one the letter itself counts. Other keys are what they are.
[[nodiscard]] int physicalLetter(const QKeyEvent &event);

}  // namespace stagescope
