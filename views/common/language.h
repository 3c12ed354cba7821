#pragma once

#include <QtCore/QString>

#include <cstdint>
#include <optional>

namespace stagescope {

enum class Language : std::uint8_t { English, Chinese };

/// "en", "zh_CN": settings, `--lang`, names of the translation files.
[[nodiscard]] QString languageCode(Language language);
[[nodiscard]] std::optional<Language> languageFromCode(const QString &code);
/// The language of the system where we speak it, else English.
[[nodiscard]] Language systemLanguage();

/// Installs the translators of a language (ours and Qt's own) in the application and removes those before; widgets
/// learn it by QEvent::LanguageChange. GUI thread.
void setLanguage(Language language);
[[nodiscard]] Language currentLanguage();

}  // namespace stagescope
