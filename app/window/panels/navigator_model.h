#pragma once

#include "core/session/discovery/ranks_by_hand.h"
#include "core/session/workspace.h"

#include <QtCore/QAbstractItemModel>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// The tree run > host > rank > file of the navigator. Column 0 names, column 1 counts diagnostics. A new workspace is
/// merged into the tree in place (rows inserted, removed, changed; never a reset), so that folds and selection stay
/// while ranks arrive; O(nodes), about 10 ms for 10 000 ranks. Texts and icons are computed only for what is shown.
/// GUI thread. Owns its nodes and a reference to the workspace.
class NavigatorModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum class Kind : std::uint8_t { Run, Host, Rank, File, Missing };
    /// What a row stands for, Missing for neighbouring ranks without a profile; rank is set for ranks and their files,
    /// capture for ranks of which another one is shown.
    struct Place {
        Kind kind = Kind::Run;
        RunId run;
        std::optional<int> rank;
        SourceId source;
        QString path;
        std::string capture;
        std::string byHand{};  ///< of a capture: what a RankByHand names
    };

    explicit NavigatorModel(QObject *parent = nullptr);
    ~NavigatorModel() override;

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    [[nodiscard]] std::optional<Place> place(const QModelIndex &index) const;
    /// Row of a rank, invalid when absent.
    [[nodiscard]] QModelIndex indexOf(RunId run, int rank) const;
    /// Texts and icons again, after language or theme changed.
    void refresh();

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    /// A rank that is dropped on another one of its run takes that one's number, and that one its.
    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData *mimeData(const QModelIndexList &indexes) const override;
    [[nodiscard]] bool canDropMimeData(const QMimeData *data, Qt::DropAction action, int row, int column,
                                       const QModelIndex &parent) const override;
    /// Asks for the new numbers and moves nothing by itself: false.
    bool dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int column,
                      const QModelIndex &parent) override;

Q_SIGNALS:
    void ranksByHandRequested(stagescope::RunId run, const std::vector<stagescope::RankByHand> &ranks);
    /// The user wants another source of the same facts to be used.
    void chooseRequested(stagescope::RunId run, stagescope::SourceId source);

private:
    struct Node;

    /// A child as it should be; `mark` changes whenever what is shown of it changes.
    struct Wanted {
        std::string key;
        Kind kind;
        std::size_t run = 0;
        std::size_t item = 0;  ///< capture for ranks, else unused
        std::size_t file = 0;  ///< of missing ranks the first; `mark` is the last
        std::uint64_t mark = 0;
    };

    [[nodiscard]] Node *nodeOf(const QModelIndex &index) const;
    [[nodiscard]] QModelIndex indexOf(const Node *node) const;
    void sync(Node *parent, std::vector<Wanted> wanted);
    void removeUnwanted(Node *parent, const std::vector<Wanted> &wanted);
    void insertMissing(Node *parent, const std::vector<Wanted> &wanted);
    void updateKept(Node *parent, const std::vector<Wanted> &wanted);
    void syncRun(Node *runNode);
    void syncFiles(Node *rankNode);
    [[nodiscard]] const Run &runOf(const Node *node) const;
    /// While a new workspace is merged, nodes that it no longer has still stand.
    [[nodiscard]] bool isStale(const Node *node) const;
    [[nodiscard]] const RankCapture *captureOf(const Node *node) const;
    [[nodiscard]] const FileSource *fileOf(const Node *node) const;
    [[nodiscard]] bool isChoice(const Node *node) const;
    /// A capture of a rank of which another one is in use.
    [[nodiscard]] bool isLeftOut(const Node *node) const;
    [[nodiscard]] QString nameOf(const Node *node) const;
    [[nodiscard]] QString toolTipOf(const Node *node) const;
    /// The rank that a drag brings and the one that it would be dropped on; nothing where they do not swap numbers.
    [[nodiscard]] std::optional<std::pair<Place, Place>> swapOf(const QMimeData *data, const QModelIndex &onto) const;
    [[nodiscard]] QVariant diagnosticsOf(const Node *node, int role) const;

    std::shared_ptr<const Workspace> m_workspace;
    std::unique_ptr<Node> m_root;
};

}  // namespace stagescope
