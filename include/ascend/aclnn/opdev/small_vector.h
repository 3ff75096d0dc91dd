/// @file
/// A vector with inline room for its first N elements (opdev-api section 2.4). Works like std::vector; differences:
/// `operator[]` checks its index like `at`, and `clear` gives heap memory back. No dependence on the string ABI.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_SMALL_VECTOR_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_SMALL_VECTOR_H_

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace op {
namespace internal {

template <typename T, std::size_t N, typename Alloc = std::allocator<T>>
class SmallVector {
  template <typename It>
  using RequireInput = std::enable_if_t<
      std::is_convertible<typename std::iterator_traits<It>::iterator_category, std::input_iterator_tag>::value>;

 public:
  using value_type = T;
  using allocator_type = Alloc;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T &;
  using const_reference = const T &;
  using pointer = T *;
  using const_pointer = const T *;
  using iterator = T *;
  using const_iterator = const T *;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  SmallVector() : alloc_() {}
  explicit SmallVector(const Alloc &alloc) : alloc_(alloc) {}
  explicit SmallVector(size_type count, const Alloc &alloc = Alloc()) : alloc_(alloc) { resize(count); }
  explicit SmallVector(size_type count, const T &value, const Alloc &alloc = Alloc()) : alloc_(alloc) { resize(count, value); }
  template <typename It, typename = RequireInput<It>>
  SmallVector(It first, It last, const Alloc &alloc = Alloc()) : alloc_(alloc) {
    Append(first, last);
  }
  SmallVector(std::initializer_list<T> values, const Alloc &alloc = Alloc()) : alloc_(alloc) {
    Append(values.begin(), values.end());
  }
  SmallVector(const SmallVector &other) : alloc_(other.alloc_) { Append(other.begin(), other.end()); }
  SmallVector(SmallVector &&other) noexcept : alloc_(other.alloc_) { Take(other); }
  ~SmallVector() { clear(); }

  SmallVector &operator=(const SmallVector &other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  SmallVector &operator=(SmallVector &&other) noexcept {
    if (this != &other) {
      clear();
      Take(other);
    }
    return *this;
  }
  SmallVector &operator=(std::initializer_list<T> values) {
    assign(values.begin(), values.end());
    return *this;
  }

  void assign(size_type count, const T &value) {
    const T copy(value);
    DestroyAll();
    resize(count, copy);
  }
  template <typename It, typename = RequireInput<It>>
  void assign(It first, It last) {
    DestroyAll();
    Append(first, last);
  }
  void assign(std::initializer_list<T> values) { assign(values.begin(), values.end()); }

  allocator_type get_allocator() const { return alloc_; }

  reference at(size_type index) { return data_[Checked(index)]; }
  const_reference at(size_type index) const { return data_[Checked(index)]; }
  reference operator[](size_type index) { return data_[Checked(index)]; }
  const_reference operator[](size_type index) const { return data_[Checked(index)]; }
  reference front() { return at(0); }
  const_reference front() const { return at(0); }
  reference back() { return at(size_ - 1); }
  const_reference back() const { return at(size_ - 1); }
  T *data() noexcept { return data_; }
  const T *data() const noexcept { return data_; }

  iterator begin() noexcept { return data_; }
  const_iterator begin() const noexcept { return data_; }
  const_iterator cbegin() const noexcept { return data_; }
  iterator end() noexcept { return data_ + size_; }
  const_iterator end() const noexcept { return data_ + size_; }
  const_iterator cend() const noexcept { return data_ + size_; }
  reverse_iterator rbegin() noexcept { return reverse_iterator(end()); }
  const_reverse_iterator rbegin() const noexcept { return const_reverse_iterator(end()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(end()); }
  reverse_iterator rend() noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator rend() const noexcept { return const_reverse_iterator(begin()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(begin()); }

  bool empty() const noexcept { return size_ == 0; }
  size_type size() const noexcept { return size_; }
  size_type capacity() const noexcept { return capacity_; }
  void reserve(size_type count) {
    if (count > capacity_) Grow(count);
  }
  /// Destroys all elements and releases heap memory.
  void clear() noexcept {
    DestroyAll();
    if (data_ != Inline()) {
      alloc_.deallocate(data_, capacity_);
      data_ = Inline();
      capacity_ = N;
    }
  }

  iterator insert(const_iterator pos, const T &value) { return emplace(pos, value); }
  iterator insert(const_iterator pos, T &&value) { return emplace(pos, std::move(value)); }
  iterator insert(const_iterator pos, size_type count, const T &value) {
    const T copy(value);
    return InsertBy(pos, count, [&](size_type) -> const T & { return copy; });
  }
  template <typename It, typename = RequireInput<It>>
  iterator insert(const_iterator pos, It first, It last) {
    const std::vector<T> values(first, last);
    return InsertBy(pos, values.size(), [&](size_type i) -> T { return values[i]; });
  }
  iterator insert(const_iterator pos, std::initializer_list<T> values) { return insert(pos, values.begin(), values.end()); }
  template <typename... Args>
  iterator emplace(const_iterator pos, Args &&...args) {
    T value(std::forward<Args>(args)...);
    return InsertBy(pos, 1, [&](size_type) -> T && { return std::move(value); });
  }
  iterator erase(const_iterator pos) { return erase(pos, pos + 1); }
  iterator erase(const_iterator first, const_iterator last) {
    iterator to = begin() + (first - begin());
    iterator from = begin() + (last - begin());
    iterator tail = std::move(from, end(), to);
    while (end() != tail) pop_back();
    return to;
  }
  void push_back(const T &value) { emplace_back(value); }
  void push_back(T &&value) { emplace_back(std::move(value)); }
  template <typename... Args>
  reference emplace_back(Args &&...args) {
    if (size_ == capacity_) {
      T value(std::forward<Args>(args)...);  // an argument may live in the old block
      Grow(capacity_ + 1);
      ::new (static_cast<void *>(data_ + size_)) T(std::move(value));
    } else {
      ::new (static_cast<void *>(data_ + size_)) T(std::forward<Args>(args)...);
    }
    return data_[size_++];
  }
  void pop_back() {
    if (size_ != 0) data_[--size_].~T();
  }
  void resize(size_type count) {
    ResizeBy(count, [this] { emplace_back(); });
  }
  void resize(size_type count, const T &value) {
    const T copy(value);
    ResizeBy(count, [this, &copy] { emplace_back(copy); });
  }
  void swap(SmallVector &other) noexcept {
    SmallVector held(std::move(other));
    other = std::move(*this);
    *this = std::move(held);
  }

 private:
  T *Inline() noexcept { return reinterpret_cast<T *>(&inline_); }
  size_type Checked(size_type index) const {
    if (index >= size_) throw std::out_of_range("SmallVector: index out of range");
    return index;
  }
  void DestroyAll() noexcept {
    std::destroy(begin(), end());
    size_ = 0;
  }
  template <typename Adder>
  void ResizeBy(size_type count, Adder add) {
    while (size_ > count) pop_back();
    reserve(count);
    while (size_ < count) add();
  }
  template <typename It>
  void Append(It first, It last) {
    for (; first != last; ++first) emplace_back(*first);
  }
  template <typename Source>
  iterator InsertBy(const_iterator pos, size_type count, Source source) {
    const size_type at_index = static_cast<size_type>(pos - begin());
    reserve(size_ + count);
    for (size_type i = 0; i < count; ++i) emplace_back(source(i));
    std::rotate(begin() + at_index, end() - static_cast<difference_type>(count), end());
    return begin() + at_index;
  }
  void Grow(size_type least) {
    const size_type capacity = std::max(least, capacity_ * 2);
    T *grown = alloc_.allocate(capacity);
    if (grown == nullptr) throw std::bad_alloc();
    std::uninitialized_move(begin(), end(), grown);
    const size_type size = size_;
    clear();
    data_ = grown;
    size_ = size;
    capacity_ = capacity;
  }
  void Take(SmallVector &other) noexcept {
    if (other.data_ == other.Inline()) {
      std::uninitialized_move(other.begin(), other.end(), data_);
      size_ = other.size_;
      other.DestroyAll();
      return;
    }
    data_ = std::exchange(other.data_, other.Inline());
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, N);
  }

  std::aligned_storage_t<sizeof(T) * (N == 0 ? 1 : N), alignof(T)> inline_;
  T *data_ = Inline();
  size_type size_ = 0;
  size_type capacity_ = N;
  Alloc alloc_;
};

template <typename T, std::size_t N, typename A>
bool operator==(const SmallVector<T, N, A> &a, const SmallVector<T, N, A> &b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}
template <typename T, std::size_t N, typename A>
bool operator!=(const SmallVector<T, N, A> &a, const SmallVector<T, N, A> &b) {
  return !(a == b);
}
template <typename T, std::size_t N, typename A>
bool operator<(const SmallVector<T, N, A> &a, const SmallVector<T, N, A> &b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}
template <typename T, std::size_t N, typename A>
bool operator>(const SmallVector<T, N, A> &a, const SmallVector<T, N, A> &b) {
  return b < a;
}
template <typename T, std::size_t N, typename A>
bool operator<=(const SmallVector<T, N, A> &a, const SmallVector<T, N, A> &b) {
  return !(b < a);
}
template <typename T, std::size_t N, typename A>
bool operator>=(const SmallVector<T, N, A> &a, const SmallVector<T, N, A> &b) {
  return !(a < b);
}
template <typename T, std::size_t N, typename A>
void swap(SmallVector<T, N, A> &a, SmallVector<T, N, A> &b) noexcept {
  a.swap(b);
}

}  // namespace internal
}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_SMALL_VECTOR_H_
