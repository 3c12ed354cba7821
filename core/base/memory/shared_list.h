#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace stagescope {

/// A list of what nobody changes once it is made: copies share the elements, O(1), until one of them is edited. Value
/// type; any thread may read, one may write to a copy of its own.
template <class T>
class SharedList {
public:
    using value_type = T;
    using const_iterator = typename std::vector<T>::const_iterator;

    SharedList() = default;
    SharedList(std::vector<T> list) : m_list(std::make_shared<std::vector<T>>(std::move(list))) {}
    SharedList(std::initializer_list<T> list) : SharedList(std::vector<T>(list)) {}

    [[nodiscard]] const std::vector<T> &get() const {
        static const std::vector<T> none;
        return m_list ? *m_list : none;
    }
    operator const std::vector<T> &() const { return get(); }
    /// For changes: the elements are copied, O(n), where others share them.
    [[nodiscard]] std::vector<T> &edit() {
        if (!m_list || m_list.use_count() > 1) {
            m_list = std::make_shared<std::vector<T>>(get());
        }
        return *m_list;
    }

    [[nodiscard]] std::size_t size() const { return get().size(); }
    [[nodiscard]] bool empty() const { return get().empty(); }
    [[nodiscard]] const T *data() const { return get().data(); }
    [[nodiscard]] const T &operator[](std::size_t at) const { return get()[at]; }
    [[nodiscard]] const T &front() const { return get().front(); }
    [[nodiscard]] const T &back() const { return get().back(); }
    [[nodiscard]] const_iterator begin() const { return get().begin(); }
    [[nodiscard]] const_iterator end() const { return get().end(); }

private:
    std::shared_ptr<std::vector<T>> m_list;
};

}  // namespace stagescope
