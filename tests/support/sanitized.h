// How much of what the other builds go through the sanitized ones do.
#pragma once

namespace stagescope {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

/// `part` in sanitized builds: they are unoptimised and look for errors of memory and threads only.
template <class T>
constexpr T unlessSanitized(T all, T part) {
    return kIsSanitized ? part : all;
}

}  // namespace stagescope
