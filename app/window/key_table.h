#pragma once

#include <QtCore/QObject>
#include <QtCore/QString>

#include <optional>
#include <span>
#include <vector>

class QKeyEvent;

namespace stagescope {

/// Whose habits the keys follow: those of both peers, or of one alone. What neither has is in all of them.
enum class KeyScheme : std::uint8_t { Both, Insight, Perfetto };
/// "both", "insight", "perfetto"
[[nodiscard]] QString keySchemeText(KeyScheme scheme);
[[nodiscard]] std::optional<KeyScheme> keySchemeFrom(const QString &text);

/// A line of the page of keys; without keys it is the heading of those that follow.
struct KeyLine {
    enum class Origin : std::uint8_t { Common, Insight, Perfetto };
    const char *keys;     ///< as people read them; null for a heading
    const char *meaning;  ///< to be translated as `context`
    Origin origin = Origin::Common;
    const char *context = "stagescope::ShortcutsPage";

    [[nodiscard]] bool isHeading() const { return keys == nullptr; }
    [[nodiscard]] bool isIn(KeyScheme scheme) const;
    /// The meaning in the current language, without the marks of a menu entry.
    [[nodiscard]] QString text() const;
};
/// THE list of keys, in the order of the page.
[[nodiscard]] std::span<const KeyLine> keyTable();

/// Keeps keys that the scheme does not have from shortcuts and views. Installed on the application; text fields keep
/// what one types into them. GUI thread.
class KeyFilter : public QObject {
    Q_OBJECT
public:
    explicit KeyFilter(QObject *parent);

    void setScheme(KeyScheme scheme) { m_scheme = scheme; }
    [[nodiscard]] KeyScheme scheme() const { return m_scheme; }

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] bool isShut(const QKeyEvent &key) const;

    KeyScheme m_scheme = KeyScheme::Both;
};

}  // namespace stagescope
