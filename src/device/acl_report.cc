// Callbacks that a subscribing thread processes (acl-runtime-api section 8, the older callback form).
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>

#include "acl/acl_rt.h"
#include "device/acl_status.h"
#include "device/runtime.h"
#include "device/thread_state.h"

#include <pthread.h>

namespace opstrata::device {
namespace {

/// Callbacks of one thread's streams, waiting for aclrtProcessReport.
struct Mailbox {
  struct Letter {
    aclrtCallback function;
    void *user_data;
    std::shared_ptr<Stream> stream;
    uint64_t token;  ///< 0 when nobody waits for it
  };
  std::mutex mutex;
  std::condition_variable arrived;
  std::deque<Letter> letters;
};

struct Subscriptions {
  std::mutex mutex;
  std::map<uint64_t, std::shared_ptr<Mailbox>> by_thread;
  std::map<const Stream *, uint64_t> thread_of;
  std::map<uint64_t, int> streams_of_thread;
};

Subscriptions &subscriptions() {
  static Subscriptions *const value = new Subscriptions;
  return *value;
}

/// Puts a letter into the subscriber's mailbox; a blocking one keeps the stream parked until it was read.
class CallbackStep final : public Step {
 public:
  CallbackStep(std::shared_ptr<Mailbox> mailbox, aclrtCallback function, void *user_data, bool blocks)
      : mailbox_(std::move(mailbox)), function_(function), user_data_(user_data), blocks_(blocks) {}
  bool waits() const override { return true; }
  bool pass(const std::shared_ptr<Stream> &stream, uint64_t token) override {
    std::lock_guard lock(mailbox_->mutex);
    mailbox_->letters.push_back({function_, user_data_, stream, blocks_ ? token : 0});
    mailbox_->arrived.notify_one();
    return !blocks_;
  }
  std::string label() const override { return "callback"; }

 private:
  const std::shared_ptr<Mailbox> mailbox_;
  const aclrtCallback function_;
  void *const user_data_;
  const bool blocks_;
};

uint64_t this_thread() { return static_cast<uint64_t>(pthread_self()); }

}  // namespace
}  // namespace opstrata::device

using namespace opstrata::device;  // NOLINT: definitions of C functions
using opstrata::Msg;

extern "C" {

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    Subscriptions &all = subscriptions();
    std::lock_guard lock(all.mutex);
    if (!all.thread_of.emplace(s.get(), threadId).second) {
      return refuse(ACL_ERROR_RT_STREAM_SUBSCRIBE, Msg::kSubscribed, {{"function", function}, {"stream", s->id()}});
    }
    auto &mailbox = all.by_thread[threadId];
    if (mailbox == nullptr) mailbox = std::make_shared<Mailbox>();
    ++all.streams_of_thread[threadId];
    return {};
  });
}

aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    Subscriptions &all = subscriptions();
    std::lock_guard lock(all.mutex);
    const auto it = all.thread_of.find(s.get());
    if (it == all.thread_of.end() || it->second != threadId) {
      return refuse(ACL_ERROR_STREAM_NOT_SUBSCRIBE, Msg::kNoSubscriber, {{"function", function}, {"stream", s->id()}});
    }
    all.thread_of.erase(it);
    if (--all.streams_of_thread[threadId] == 0) {
      all.streams_of_thread.erase(threadId);
      all.by_thread.erase(threadId);
    }
    return {};
  });
}

aclError aclrtLaunchCallback(aclrtCallback fn, void *userData, aclrtCallbackBlockType blockType, aclrtStream stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(fn);
    if (blockType != ACL_CALLBACK_NO_BLOCK && blockType != ACL_CALLBACK_BLOCK) {
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                    {{"function", function}, {"parameter", "blockType"}, {"value", static_cast<int>(blockType)}, {"allowed", "0, 1"}});
    }
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    std::shared_ptr<Mailbox> mailbox;
    {
      Subscriptions &all = subscriptions();
      std::lock_guard lock(all.mutex);
      if (const auto it = all.thread_of.find(s.get()); it != all.thread_of.end()) mailbox = all.by_thread[it->second];
    }
    if (mailbox == nullptr) {
      return refuse(ACL_ERROR_RT_STREAM_NO_CB_REG, Msg::kNoSubscriber, {{"function", function}, {"stream", s->id()}});
    }
    s->push(std::make_shared<CallbackStep>(std::move(mailbox), fn, userData, blockType == ACL_CALLBACK_BLOCK));
    return {};
  });
}

aclError aclrtProcessReport(int32_t timeout) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_TRY(check_may_block(function));
    if (timeout < -1) {
      return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadTimeout, {{"function", function}, {"timeout", timeout}});
    }
    std::shared_ptr<Mailbox> mailbox;
    {
      Subscriptions &all = subscriptions();
      std::lock_guard lock(all.mutex);
      if (const auto it = all.by_thread.find(this_thread()); it != all.by_thread.end()) mailbox = it->second;
    }
    if (mailbox == nullptr) {
      return refuse(ACL_ERROR_THREAD_NOT_SUBSCRIBE, Msg::kThreadNotSubscribed, {{"function", function}, {"thread", this_thread()}});
    }
    std::unique_lock lock(mailbox->mutex);
    const auto has_letter = [&] { return !mailbox->letters.empty(); };
    if (timeout < 0) {
      mailbox->arrived.wait(lock, has_letter);
    } else if (!mailbox->arrived.wait_until(lock, Clock::now() + std::chrono::milliseconds(timeout), has_letter)) {
      return refuse(ACL_ERROR_WAIT_CALLBACK_TIMEOUT, Msg::kNoReport, {{"function", function}, {"timeout", timeout}});
    }
    Mailbox::Letter letter = std::move(mailbox->letters.front());
    mailbox->letters.pop_front();
    lock.unlock();
    AclStatus outcome;
    try {
      TaskScope scope(letter.stream->context().get(), letter.stream->context()->id);
      letter.function(letter.user_data);
    } catch (const std::exception &e) {
      outcome = refuse(ACL_ERROR_RT_INTERNAL_ERROR, Msg::kTaskThrew, {{"what", e.what()}});
    }
    if (letter.token != 0) letter.stream->wake(letter.token, outcome);
    return outcome;
  });
}

}  // extern "C"
