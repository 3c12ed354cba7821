#include "views/common/texts/language.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLibraryInfo>
#include <QtCore/QLocale>
#include <QtCore/QRegularExpression>
#include <QtCore/QTranslator>
#include <QtGui/QAction>

#include <memory>
#include <vector>

namespace stagescope {

namespace {

constexpr const char *kContext = "context";
constexpr const char *kSource = "source";

Language g_current = Language::English;                   // GUI thread only
std::vector<std::unique_ptr<QTranslator>> g_translators;  // GUI thread only

void install(const QString &name, const QString &folder) {
    auto translator = std::make_unique<QTranslator>();
    if (translator->load(name, folder)) {
        QCoreApplication::installTranslator(translator.get());
        g_translators.push_back(std::move(translator));
    }
}

}  // namespace

QString languageCode(Language language) {
    return language == Language::English ? QStringLiteral("en") : QStringLiteral("zh_CN");
}

std::optional<Language> languageFromCode(const QString &code) {
    for (const auto language : {Language::English, Language::Chinese}) {
        if (languageCode(language) == code) {
            return language;
        }
    }
    return std::nullopt;
}

Language systemLanguage() {
    return QLocale::system().language() == QLocale::Chinese ? Language::Chinese : Language::English;
}

void setLanguage(Language language) {
    for (const auto &translator : g_translators) {
        QCoreApplication::removeTranslator(translator.get());
    }
    g_translators.clear();
    g_current = language;
    if (language != Language::English) {
        install(QStringLiteral("qtbase_") + languageCode(language), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    }
    install(QStringLiteral("stagescope_") + languageCode(language), QStringLiteral(":/i18n"));
}

Language currentLanguage() { return g_current; }

QString plainMenuText(QString text) {
    static const QRegularExpression added(QStringLiteral("\\s*\\(&\\w\\)"));
    return text.remove(added).remove(QLatin1Char('&')).remove(QStringLiteral("..."));
}

void setSourceText(QAction *action, const char *context, const char *source) {
    action->setText(QCoreApplication::translate(context, source));
    action->setProperty(kContext, QByteArray(context));
    action->setProperty(kSource, QByteArray(source));
}

QString inAllLanguages(const char *context, const char *source) {
    static const auto chinese = [] {
        auto translator = std::make_unique<QTranslator>();
        const auto name = QStringLiteral("stagescope_") + languageCode(Language::Chinese);
        return translator->load(name, QStringLiteral(":/i18n")) ? std::move(translator) : nullptr;
    }();
    const auto other = chinese == nullptr ? QString() : chinese->translate(context, source);
    return plainMenuText(QString::fromUtf8(source)) + QLatin1Char(' ') + plainMenuText(other);
}

QString inAllLanguages(const QAction &action) {
    const auto source = action.property(kSource).toByteArray();
    return source.isEmpty() ? plainMenuText(action.text())
                            : inAllLanguages(action.property(kContext).toByteArray().constData(), source.constData());
}

}  // namespace stagescope
