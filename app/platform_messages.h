#pragma once

namespace stagescope {

/// Keeps what Qt's platform layer says about a machine without a display (no runtime folder, no window manager) from
/// the output of commands that need neither; everything else is printed as before. Call once, before the application
/// object is made.
void hidePlatformMessages();

}  // namespace stagescope
