#include "app/askpass/ask_pass.h"

#include <QtCore/QtGlobal>
#include <QtWidgets/QInputDialog>
#include <QtWidgets/QMessageBox>

#include <cstdio>

namespace stagescope {

namespace {

constexpr const char *kSign = "STAGESCOPE_ASKS_FOR_SSH";

bool answer(const QString &text) {
    const auto bytes = text.toUtf8() + '\n';
    return std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stdout) ==
               static_cast<std::size_t>(bytes.size()) &&
           std::fflush(stdout) == 0;
}

}  // namespace

std::map<std::string, std::string> sshAskVariables(const QString &program) {
    std::map<std::string, std::string> variables;
    if (!qEnvironmentVariableIsSet("SSH_ASKPASS")) {
        variables["SSH_ASKPASS"] = program.toStdString();
        variables[kSign] = "1";
    }
    if (!qEnvironmentVariableIsSet("SSH_ASKPASS_REQUIRE")) {
        variables["SSH_ASKPASS_REQUIRE"] = "force";  // the terminal may be behind the window, or closed
    }
    return variables;
}

bool isAskedBySsh() { return qEnvironmentVariableIsSet(kSign); }

int askForSsh(const QString &question) {
    const auto title = QStringLiteral("ssh");
    const auto prompt = QStringLiteral("<qt>") + question.toHtmlEscaped() + QStringLiteral("</qt>");
    const bool isQuestion = qgetenv("SSH_ASKPASS_PROMPT") == "confirm" || question.contains(u"(yes/no");
    if (qgetenv("SSH_ASKPASS_PROMPT") == "none") {
        QMessageBox::information(nullptr, title, prompt);
        return 0;
    }
    if (isQuestion) {
        const bool isYes = QMessageBox::question(nullptr, title, prompt) == QMessageBox::Yes;
        return answer(isYes ? QStringLiteral("yes") : QStringLiteral("no")) && isYes ? 0 : 1;
    }
    bool isGiven = false;
    const auto text = QInputDialog::getText(nullptr, title, prompt, QLineEdit::Password, QString(), &isGiven);
    return isGiven && answer(text) ? 0 : 1;
}

}  // namespace stagescope
