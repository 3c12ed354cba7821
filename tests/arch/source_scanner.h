#pragma once

#include <QtCore/QList>
#include <QtCore/QRegularExpression>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <algorithm>

namespace arch {

struct FunctionSize {
    QString name;  ///< "Type::function", or the signature's last words
    int line = 0;  ///< of the signature, from 1
    int lines = 0;
    int nesting = 0;  ///< deepest control structure
    bool isConstructor = false;
};

/// What a source file consists of, as far as the budgets ask: functions with their sizes, and names of types. Reads
/// braces and statement heads, not the language: good for code that clang-format has laid out.
class SourceScanner {
public:
    explicit SourceScanner(const QString &source) : m_text(blanked(source)) { scan(); }

    [[nodiscard]] const QList<FunctionSize> &functions() const { return m_functions; }
    [[nodiscard]] const QStringList &types() const { return m_types; }
    /// Those of them that other sources can see, "space::Type": not in a type, a function or an unnamed namespace.
    /// Specialisations and what is defined for an outer type ("Outer::Inner") are left out: their names are taken.
    [[nodiscard]] const QStringList &linkedTypes() const { return m_linkedTypes; }
    /// The source with comments, texts and preprocessor lines replaced by blanks; line breaks stay.
    [[nodiscard]] const QString &code() const { return m_text; }

    static QString blanked(const QString &source) {
        static const QRegularExpression parts(
            QStringLiteral(R"re(R"(\w*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+')re"
                           R"re(|//[^\n]*|/\*(?:.|\n)*?\*/|(?:^|(?<=\n))[ \t]*#(?:[^\n\\]|\\.|\\\n)*)re"));
        QString result = source;
        for (auto it = parts.globalMatch(source); it.hasNext();) {
            const QRegularExpressionMatch match = it.next();
            const QString found = match.captured();
            const bool isText = found.startsWith(QLatin1Char('"')) || found.startsWith(QLatin1Char('\'')) ||
                                found.startsWith(QStringLiteral("R\""));
            for (qsizetype i = match.capturedStart(); i < match.capturedEnd(); ++i) {
                if (source[i] != QLatin1Char('\n'))
                    result[i] = QLatin1Char(' ');
            }
            if (isText && match.capturedLength() > 1)
                result[match.capturedStart()] = QLatin1Char('0');  // a text is a value
        }
        return result;
    }

private:
    enum class Scope { Outer, Type, Function, Control, Plain };
    struct Open {
        Scope scope = Scope::Outer;
        qsizetype headStart = 0;  ///< of the statement around, restored when a Plain scope closes
        int parentheses = 0;
        QString typeName;
        QString space;  ///< of an outer scope: "a::b"; empty: unnamed, or extern "C"
        int function = -1;
    };

    void scan() {
        for (m_at = 0; m_at < m_text.size(); ++m_at) {
            const QChar c = m_text[m_at];
            if (c == QLatin1Char('('))
                ++m_parentheses;
            else if (c == QLatin1Char(')'))
                --m_parentheses;
            else if (c == QLatin1Char(';') && m_parentheses == 0)
                m_headStart = m_at + 1;
            else if (c == QLatin1Char('{'))
                open();
            else if (c == QLatin1Char('}'))
                close();
        }
    }

    [[nodiscard]] bool isInFunction() const {
        return std::any_of(m_open.begin(), m_open.end(), [](const Open &o) { return o.scope == Scope::Function; });
    }
    [[nodiscard]] int lineOf(qsizetype position) const {
        return int(m_text.left(position).count(QLatin1Char('\n'))) + 1;
    }

    void open() {
        static const QRegularExpression attributes(QStringLiteral(R"(\[\[[^\]]*\]\])"));
        static const QRegularExpression access(
            QStringLiteral(R"(\b(public|private|protected|Q_SIGNALS|\w+ Q_SLOTS)\s*:(?!:))"));
        QString head = m_text.mid(m_headStart, m_at - m_headStart);
        head.replace(attributes, QString()).replace(access, QString());
        head = withoutTemplates(head.trimmed());
        Open opened;
        opened.headStart = m_headStart;
        opened.parentheses = m_parentheses;
        if (isInFunction())
            classifyInside(head, opened);
        else
            classifyOutside(head, opened);
        m_open.append(opened);
        m_headStart = m_at + 1;
        m_parentheses = 0;
    }

    void close() {
        if (m_open.isEmpty())
            return;
        const Open closed = m_open.takeLast();
        m_parentheses = closed.parentheses;
        if (closed.scope == Scope::Function) {
            FunctionSize &function = m_functions[closed.function];
            function.lines = lineOf(m_at) - function.line + 1;
        }
        // An initializer or a lambda is a part of the statement around it.
        m_headStart = closed.scope == Scope::Plain ? closed.headStart : m_at + 1;
    }

    /// Template parameter lists say "class" and "struct" without making a type.
    static QString withoutTemplates(QString head) {
        while (head.startsWith(QStringLiteral("template"))) {
            int depth = 0;
            qsizetype i = head.indexOf(QLatin1Char('<'));
            for (; i >= 0 && i < head.size(); ++i) {
                depth += head[i] == QLatin1Char('<') ? 1 : head[i] == QLatin1Char('>') ? -1 : 0;
                if (depth == 0)
                    break;
            }
            if (i < 0)
                break;
            head = head.mid(i + 1).trimmed();
        }
        return head;
    }

    bool openType(const QString &head, Open &opened) {
        static const QRegularExpression type(
            QStringLiteral(R"(^(?:\w+\s+)*(?:enum\s+class|enum|class|struct|union)\s+((?:\w+::)*)(\w+)(\s*<)?)"));
        const QRegularExpressionMatch match = type.match(head);
        if (!match.hasMatch() || head.contains(QLatin1Char('(')))
            return false;
        opened.scope = Scope::Type;
        opened.typeName = match.captured(2);
        m_types.append(opened.typeName);
        const bool isNewName = match.captured(1).isEmpty() && match.captured(3).isEmpty();
        if (isNewName && std::ranges::all_of(m_open, [](const Open &o) { return !o.space.isEmpty(); })) {
            QStringList path;
            for (const Open &outer : std::as_const(m_open))
                path << outer.space;
            m_linkedTypes.append((path << opened.typeName).join(QStringLiteral("::")));
        }
        return true;
    }

    void classifyInside(const QString &head, Open &opened) {
        static const QRegularExpression control(
            QStringLiteral(R"((^|:\s*|\belse\s+)(if|for|while|switch|catch)\b.*\)$)"),
            QRegularExpression::DotMatchesEverythingOption);
        static const QRegularExpression bare(QStringLiteral(R"((^|\s)(else|do|try)$)"));
        opened.scope = Scope::Plain;
        if (openType(head, opened) || m_parentheses > 0)
            return;
        if (!control.match(head).hasMatch() && !bare.match(head).hasMatch())
            return;
        opened.scope = Scope::Control;
        int depth = 1;
        int function = -1;
        for (const Open &outer : std::as_const(m_open)) {
            depth += outer.scope == Scope::Control ? 1 : 0;
            function = outer.scope == Scope::Function ? outer.function : function;
        }
        m_functions[function].nesting = std::max(m_functions[function].nesting, depth);
    }

    void classifyOutside(const QString &head, Open &opened) {
        static const QRegularExpression spaces(QStringLiteral(R"(^(?:inline\s+)?(?:namespace\b\s*([\w:]*)|extern\b))"));
        static const QRegularExpression assignment(QStringLiteral(R"((?<!operator)(?<![=!<>+\-*/|&^])=(?!=))"));
        static const QRegularExpression initialized(QStringLiteral(R"(\)[\w\s]*:(?!:).*[\w>]$)"),
                                                    QRegularExpression::DotMatchesEverythingOption);
        opened.scope = Scope::Plain;
        if (const QRegularExpressionMatch space = spaces.match(head); space.hasMatch()) {
            opened.scope = Scope::Outer;
            opened.space = space.captured(1);
            return;
        }
        if (openType(head, opened) || !head.contains(QLatin1Char('(')) || m_parentheses > 0)
            return;
        // "int a = f() {": no. "m_b{1}" in a constructor's initializers: a part of the head.
        const qsizetype firstParenthesis = head.indexOf(QLatin1Char('('));
        const bool isAssigned = assignment.match(head.left(firstParenthesis)).hasMatch();
        if (isAssigned || initialized.match(head).hasMatch())
            return;
        opened.scope = Scope::Function;
        opened.function = int(m_functions.size());
        m_functions.append(named(head, firstParenthesis));
    }

    FunctionSize named(const QString &head, qsizetype firstParenthesis) {
        static const QRegularExpression name(QStringLiteral(R"(((?:\w+::)*~?\w+|operator\s*\S+)\s*$)"));
        FunctionSize function;
        const QRegularExpressionMatch match = name.match(head.left(firstParenthesis));
        function.name = match.hasMatch() ? match.captured(1) : head.left(40);
        const QStringList words = function.name.split(QStringLiteral("::"));
        const QString enclosing = m_open.isEmpty() ? QString() : m_open.last().typeName;
        function.isConstructor = words.size() > 1 ? words.last() == words[words.size() - 2] : words.last() == enclosing;
        qsizetype start = m_headStart;
        while (start < m_at && m_text[start].isSpace())
            ++start;
        function.line = lineOf(start);
        return function;
    }

    QString m_text;
    qsizetype m_at = 0;
    qsizetype m_headStart = 0;
    int m_parentheses = 0;
    QList<Open> m_open;
    QList<FunctionSize> m_functions;
    QStringList m_types;
    QStringList m_linkedTypes;
};

}  // namespace arch
