#!/usr/bin/env python3
"""A hostile caller: every C function that the headers of the runtime and of the operators declare is called with null, invalid and
odd arguments, each function in a process of its own.

The table of functions is read from the headers, so a new declaration is swept without being written down here. What has to hold:

- what is declared is exported, and every exported acl/aclnn name is declared;
- nothing crashes, hangs or aborts;
- a refusal leaves a recent message that names the function; where one argument alone is the reason, it names that argument;
- a first phase that fails writes neither of its two results.

    hostile_test.py SOURCE_DIR LIB_DIR [FUNCTION ...]
"""
import ctypes
import os
import re
import select
import signal
import subprocess
import sys
import time

LIBRARIES = ("libascendcl.so", "libnnopbase.so", "libopapi_math.so")
HEADERS = ("acl/acl_base_rt.h", "acl/acl_rt.h", "acl/acl_base.h", "aclnn/acl_meta.h", "aclnn/aclnn_base.h")
HANDLES = ("aclrtStream", "aclrtEvent", "aclrtContext", "aclrtNotify", "aclmdlRI", "aclrtBinHandle", "aclrtFuncHandle", "aclrtArgsHandle",
           "aclrtDrvMemHandle", "rtStream_t", "rtEvent_t", "rtContext_t", "rtBinHandle", "rtFuncHandle")
# The lower layer is the same functions under other names, of parameters too.
RT_NAMES = {"createCtx": "context", "currentCtx": "context", "destroyCtx": "context", "devId": "deviceId", "evt": "event", "cnt": "count", "stm": "stream"}
CALLBACKS = ("aclrtCallback", "aclrtHostFunc", "aclInitCallbackFunc", "aclFinalizeCallbackFunc", "aclrtExceptionInfoCallback")
# Null means "none" here; the headers say so.
OPTIONAL = {
    "aclnnLayerNormGetWorkspaceSize": {"weightOptional", "biasOptional", "meanOutOptional", "rstdOutOptional"},
    "aclnnLayerNormWithImplModeGetWorkspaceSize": {"weightOptional", "biasOptional", "meanOutOptional", "rstdOutOptional"},
}
# What comes of a second call of these is said by the first, not by their arguments.
STATEFUL = ("aclInit", "aclFinalizeReference", "aclInitCallbackRegister", "aclFinalizeCallbackRegister")
SECONDS = 20


class Function:
    def __init__(self, returns, name, parameters):
        self.returns, self.name, self.parameters = returns, name, parameters

    @property
    def is_status(self):
        return self.returns in ("aclError", "aclnnStatus", "rtError_t", "int32_t", "int")

    @property
    def is_first_phase(self):
        return self.name.endswith("GetWorkspaceSize")


def declared(source_dir):
    """Functions by name, from the headers."""
    root = os.path.join(source_dir, "include", "ascend")
    paths = [os.path.join(root, h) for h in HEADERS]
    folder = os.path.join(root, "aclnnop")
    paths += [os.path.join(folder, f) for f in sorted(os.listdir(folder))]
    runtime = os.path.join(source_dir, "include", "pkg_inc", "runtime", "runtime")
    for base, _, files in sorted(os.walk(runtime)):
        paths += [os.path.join(base, f) for f in sorted(files) if f.endswith(".h")]
    functions = {}
    for path in paths:
        text = open(path, encoding="utf-8").read()
        text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
        text = re.sub(r"//[^\n]*", " ", text)
        text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", " ", text, flags=re.M)
        for match in re.finditer(r"(?:ACL_FUNC_VISIBILITY|ACLNN_API|RTS_API)?\s*((?:const\s+)?\w+(?:\s*\*)?)\s*\b([aA]cl\w+|rts?[A-Z]\w+)\s*\(([^()]*)\)\s*;", text):
            returns, name, inside = match.groups()
            if returns.split()[0] in ("typedef", "return"):
                continue
            parameters = []
            for part in inside.split(","):
                part = re.sub(r"\bconst\b", " ", part).strip()
                if part in ("", "void"):
                    continue
                if part == "...":
                    parameters = None
                    break
                stars = part.count("*") + part.count("[")
                words = re.sub(r"[*\[\]]", " ", part).split()
                parameters.append((words[-1], " ".join(words[:-1]), stars))
            if parameters is not None:
                functions[name] = Function(re.sub(r"\s+", " ", returns).strip(), name, parameters)
    return functions


def exported(lib_dir):
    names = set()
    for library in LIBRARIES:
        text = subprocess.run(["nm", "-D", "--defined-only", os.path.join(lib_dir, library)], check=True, capture_output=True, text=True).stdout
        for line in text.splitlines():
            symbol = line.split()[-1].split("@")[0]
            if re.fullmatch(r"[aA]cl(?:nn|rt|sys|mdlRI)?[A-Z]\w*|rts?[A-Z]\w*", symbol):
                names.add(symbol)
    return names


class World:
    """What a caller has who does everything right. Lives in the child process only."""

    def __init__(self, lib_dir):
        self.libraries = [ctypes.CDLL(os.path.join(lib_dir, name), mode=ctypes.RTLD_GLOBAL) for name in LIBRARIES]
        self.keep = []
        self.callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)(lambda *_: 0)
        self.message = self.symbol("aclGetRecentErrMsg")
        self.message.restype = ctypes.c_char_p
        for name in ("aclCreateTensor", "aclCreateScalar", "aclCreateIntArray", "aclCreateFloatArray", "aclCreateBoolArray",
                     "aclCreateTensorList", "aclCreateScalarList", "aclCreateDataBuffer"):
            self.symbol(name).restype = ctypes.c_void_p
        self.must("aclInit", None)
        self.must("aclrtSetDevice", 0)
        self.context = self.out("aclrtGetCurrentContext")
        self.stream = self.out("aclrtCreateStream")
        self.event = self.out("aclrtCreateEvent")
        self.notify = self.out("aclrtCreateNotify", 0)

    def symbol(self, name):
        for library in self.libraries:
            try:
                return getattr(library, name)
            except AttributeError:
                continue
        raise AttributeError(name)

    def must(self, name, *arguments):
        code = self.symbol(name)(*arguments)
        assert code == 0, (name, code, self.message())

    def out(self, name, *more):
        place = ctypes.c_void_p()
        self.must(name, ctypes.byref(place), *more)
        return place.value

    def buffer(self, size=4096, text=b""):
        made = ctypes.create_string_buffer(text, size)
        self.keep.append(made)
        return ctypes.addressof(made)

    def device(self, size=4096):
        place = ctypes.c_void_p()
        self.must("aclrtMalloc", ctypes.byref(place), ctypes.c_size_t(size), 0)
        ctypes.memset(place, 0, size)
        return place.value

    def tensor(self, dims=(2, 3), dtype=0, strides=None, offset=0, form=2, storage=None, data="own"):
        storage = dims if storage is None else storage
        array = lambda values: (ctypes.c_int64 * max(len(values), 1))(*values)
        made = self.symbol("aclCreateTensor")(array(dims), ctypes.c_uint64(len(dims)), dtype, None if strides is None else array(strides),
                                              ctypes.c_int64(offset), form, array(storage), ctypes.c_uint64(len(storage)),
                                              ctypes.c_void_p(self.device() if data == "own" else data))
        return made

    def executor(self):
        size, made = ctypes.c_uint64(), ctypes.c_void_p()
        self.must("aclnnReluGetWorkspaceSize", ctypes.c_void_p(self.tensor()), ctypes.c_void_p(self.tensor()), ctypes.byref(size), ctypes.byref(made))
        return made.value

    def valid(self, name, kind, stars):
        """A proper argument, as 64 bits, or a float."""
        if stars == 0:
            if kind in ("float", "double"):
                return 1.0
            if kind in HANDLES:
                return {"aclrtStream": self.stream, "rtStream_t": self.stream, "aclrtEvent": self.event, "rtEvent_t": self.event,
                        "aclrtContext": self.context, "rtContext_t": self.context, "aclrtNotify": self.notify}.get(kind, self.buffer())
            if kind in CALLBACKS:
                return ctypes.cast(self.callback, ctypes.c_void_p).value
            if kind == "aclrtMemcpyKind":
                return 1
            if kind == "aclrtReduceKind":
                return 10
            if name in ("dpitch", "spitch", "width", "size", "count", "destMax", "maxCount", "memSize", "argsSize", "length", "infoSize", "outputSize", "cnt"):
                return 64
            if name in ("height", "num", "numBatches", "viewDimsNum", "storageDimsNum", "flag", "N", "numBlocks", "inputNum"):
                return 1
            if name == "stmAttrType":
                return 1
            return 0
        objects = {
            "aclTensor": self.tensor,
            "aclScalar": lambda: self.symbol("aclCreateScalar")(ctypes.c_void_p(self.buffer()), 0),
            "aclIntArray": lambda: self.symbol("aclCreateIntArray")((ctypes.c_int64 * 2)(0, 1), ctypes.c_uint64(2)),
            "aclFloatArray": lambda: self.symbol("aclCreateFloatArray")((ctypes.c_float * 2)(0, 1), ctypes.c_uint64(2)),
            "aclBoolArray": lambda: self.symbol("aclCreateBoolArray")((ctypes.c_bool * 2)(0, 1), ctypes.c_uint64(2)),
            "aclTensorList": lambda: self.symbol("aclCreateTensorList")((ctypes.c_void_p * 2)(self.tensor(), self.tensor()), ctypes.c_uint64(2)),
            "aclScalarList": lambda: self.symbol("aclCreateScalarList")((ctypes.c_void_p * 1)(self.valid("", "aclScalar", 1)), ctypes.c_uint64(1)),
            "aclDataBuffer": lambda: self.symbol("aclCreateDataBuffer")(ctypes.c_void_p(self.device()), ctypes.c_size_t(64)),
            "aclOpExecutor": self.executor,
        }
        if stars == 1 and kind in objects:
            return objects[kind]()
        if stars == 2 and kind in ("aclTensor", "aclScalar"):
            made = (ctypes.c_void_p * 4)(*[self.valid("", kind, 1) for _ in range(4)])
            self.keep.append(made)
            return ctypes.addressof(made)
        if stars == 1 and kind == "size_t" and name in ("destMaxs", "sizes"):
            made = (ctypes.c_size_t * 4)(64, 64, 64, 64)
            self.keep.append(made)
            return ctypes.addressof(made)
        if stars == 1 and kind == "char":
            return self.buffer(256, b"runtime")
        if stars == 1 and kind == "void":
            return self.device()
        if stars == 2 and kind == "void" and name in ("dsts", "srcs"):
            made = (ctypes.c_void_p * 4)(*[self.device() for _ in range(4)])
            self.keep.append(made)
            return ctypes.addressof(made)
        return self.buffer()


def call(world, function, arguments):
    """Calls with 64-bit arguments. Floating-point ones are in the vector registers, in order, whatever the others are."""
    target = world.symbol(function.name)
    target.restype = ctypes.c_void_p if "*" in function.returns else ctypes.c_uint64 if not function.is_status else ctypes.c_int32
    given = []
    for value, (_, kind, stars) in zip(arguments, function.parameters):
        if stars == 0 and kind == "double":
            given.append(ctypes.c_double(value))
        elif stars == 0 and kind == "float":
            given.append(ctypes.c_float(value))
        else:
            given.append(ctypes.c_uint64(value & 0xFFFFFFFFFFFFFFFF))
    world.message()
    result = target(*given)
    text = world.message()
    return result, "" if text is None else text.decode()


def pointers(function):
    return [i for i, (_, kind, stars) in enumerate(function.parameters) if stars > 0 or kind in HANDLES or kind in CALLBACKS]


def sweep(lib_dir, function, say):
    world = World(lib_dir)
    silent = ("aclGetRecentErrMsg", "aclrtPeekAtLastError", "aclrtGetLastError")
    make = lambda: [world.valid(*p) for p in function.parameters]
    names = [p[0] for p in function.parameters]

    def attempt(what, arguments, blamed=None):
        """One call. `blamed`: the argument that alone can be the reason of a refusal."""
        say("call", f"{function.name}: {what}")
        outs = []
        if function.is_first_phase:
            outs = [i for i, n in enumerate(names) if n in ("workspaceSize", "executor") and arguments[i] != 0]
            for i in outs:
                ctypes.memset(arguments[i], 0x5A, 8)
        result, text = call(world, function, arguments)
        refused = (function.is_status and result != 0) or ("*" in function.returns and "create" in function.name.lower() and not result)
        if refused and function.name not in silent:
            if not text:
                say("fault", f"{function.name}: {what}: refused with {result} and no message")
            elif blamed is not None and blamed.lower() not in text.lower():
                say("fault", f"{function.name}: {what}: the message does not name {blamed}: {text}")
            elif function.name.lower().replace("getworkspacesize", "") not in text.lower() and blamed is None:
                say("note", f"{function.name}: {what}: the message does not name the function: {text}")
            for i in outs:
                if ctypes.string_at(arguments[i], 8) != b"\x5A" * 8:
                    say("fault", f"{function.name}: {what}: refused, but {names[i]} was written")
        return result, text.partition("; replay: ")[0]  # the reason, without the call

    baseline = attempt("proper arguments", make())
    attempt("all null", [0.0 if p[1] in ("float", "double") and p[2] == 0 else 0 for p in function.parameters])
    for i in pointers(function):
        arguments = make()
        arguments[i] = 0
        name, kind, stars = function.parameters[i]
        result, text = attempt(f"{name} is null", arguments)
        if function.name in STATEFUL and name != "cbFunc":
            continue
        name = RT_NAMES.get(name, name)
        if function.is_status and result != 0 and (result, text) != baseline and not re.search(re.escape(name) + r"|" + kind.replace("aclrt", "") + r"\b", text, re.I):
            say("fault", f"{function.name}: {name} is null: the message does not name it: {text}")
        if function.is_first_phase:
            wanted = 0 if name in OPTIONAL.get(function.name, ()) else 161001
            if result != wanted and not (wanted == 0 and result == baseline[0]):
                say("fault", f"{function.name}: {name} is null: {result}, expected {wanted}: {text}")
        if stars == 0 and kind in HANDLES or kind == "aclOpExecutor" and stars == 1:
            arguments = make()
            arguments[i] = world.buffer()  # memory that is no such object
            result, text = attempt(f"{name} is a stray pointer", arguments)
            if function.is_status and result == 0 and not re.search("TensorAddr", function.name):
                say("fault", f"{function.name}: {name} is a stray pointer: accepted")
    for i, (name, kind, stars) in enumerate(function.parameters):
        if stars > 0 or kind in HANDLES or kind in CALLBACKS or "imeout" in name or "imeOut" in name:
            continue
        values = (float("nan"), float("inf"), -1.0) if kind in ("float", "double") else (0, -1, 1, 0x7FFFFFFF, 9999, 1 << 63)
        for value in values:
            # A length that the caller overstates cannot be known; lengths of arrays are only understated.
            if re.search(r"[nN]um|[sS]ize|size|numBatches|N\b", name) and value not in (0, -1) and not function.name.startswith(("aclrtM", "aclrtH")):
                continue
            if value not in (0, 1) and re.search(r"inputNum|outputNum|numAttrs|numBatches|viewDimsNum|storageDimsNum|^size$", name) and "Malloc" not in function.name and "Array" not in function.name:
                continue
            if function.name in ("aclCreateIntArray", "aclCreateFloatArray", "aclCreateBoolArray") and value not in (0, 1, -1):
                continue
            arguments = make()
            arguments[i] = value
            attempt(f"{name} is {value}", arguments)
    if function.is_first_phase:
        odd_tensors(world, function, attempt, make)
    say("done", function.name)


def odd_tensors(world, function, attempt, make):
    """First phases with tensors of every type, layout and extent, scalars of every type, odd numbers; a second phase behind each that is
    accepted."""
    big = 1 << 40
    odd = [dict(dtype=t) for t in range(-1, 44)] + [dict(dtype=255)]
    odd += [dict(dims=()), dict(dims=(0,)), dict(dims=(2, 0)), dict(dims=(-1,)), dict(dims=(2, -3)), dict(dims=(1,) * 9), dict(dims=(1,) * 25)]
    odd += [dict(dims=(big,)), dict(dims=(big, big)), dict(dims=(1 << 62, 4, 4)), dict(strides=(1, 1)), dict(strides=(0, 0)), dict(strides=(-3, 1)),
            dict(strides=(big, big)), dict(offset=-1), dict(offset=big), dict(offset=1 << 62)]
    odd += [dict(form=f) for f in (-1, 0, 1, 3, 4, 29, 30, 32, 55, 99)] + [dict(form=29, storage=(1, 1, 16, 16)), dict(data=None), dict(data=1 << 44, dims=(0, 3))]
    odd += [dict(storage=(1,)), dict(storage=()), dict(storage=(-1,))]
    second = function.name[: -len("GetWorkspaceSize")]

    def both_phases(what, arguments):
        result, _ = attempt(what, arguments)
        if result != 0:
            return
        place = {n: a for (n, _, _), a in zip(function.parameters, arguments)}
        size = ctypes.c_uint64.from_address(place["workspaceSize"]).value
        executor = ctypes.c_void_p.from_address(place["executor"]).value
        if size > 1 << 26:
            world.symbol("aclDestroyAclOpExecutor")(ctypes.c_void_p(executor))
            return
        workspace = world.device(size) if size else None
        world.symbol(second)(ctypes.c_void_p(workspace), ctypes.c_uint64(size), ctypes.c_void_p(executor), ctypes.c_void_p(world.stream))
        world.symbol("aclrtSynchronizeStream")(ctypes.c_void_p(world.stream))

    for i, (name, kind, stars) in enumerate(function.parameters):
        if stars != 1 or kind not in ("aclTensor", "aclTensorList"):
            continue
        of_list = [dict(elements=0), dict(elements=1), dict(elements=3)] if kind == "aclTensorList" else []
        for how in odd + of_list:
            if "elements" in how:
                # No element, one, and three of which one is null.
                count = how["elements"]
                elements = [world.tensor() if i != 1 else None for i in range(count)]
                made = world.symbol("aclCreateTensorList")((ctypes.c_void_p * max(count, 1))(*elements), ctypes.c_uint64(count))
            else:
                made = world.tensor(**how)
            if made is None:
                continue
            arguments = make()
            if kind == "aclTensorList" and "elements" not in how:
                made = world.symbol("aclCreateTensorList")((ctypes.c_void_p * 2)(made, world.tensor()), ctypes.c_uint64(2))
            arguments[i] = made
            both_phases(f"{name} is a tensor with {how}", arguments)
    integers = lambda values: world.symbol("aclCreateIntArray")((ctypes.c_int64 * max(len(values), 1))(*values), ctypes.c_uint64(len(values)))
    for i, (name, kind, stars) in enumerate(function.parameters):
        made = []
        if stars == 1 and kind == "aclScalar":
            made = [(f"a scalar of type {t}", world.symbol("aclCreateScalar")(ctypes.c_void_p(world.buffer(64, bytes([0x7F] * 16))), t)) for t in range(44)]
        if stars == 1 and kind == "aclIntArray":
            made = [(f"the numbers {v}", integers(v)) for v in ([], [-1], [99], [0, 0], [1, 0], [-(1 << 63)], [(1 << 63) - 1], list(range(30)))]
        for what, value in made:
            if value:
                arguments = make()
                arguments[i] = value
                both_phases(f"{name} is {what}", arguments)


def run(lib_dir, function):
    """The sweep of one function in a child process; what it found."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        try:
            sweep(lib_dir, function, lambda kind, text: os.write(write_end, f"{kind}\t{text}".replace("\n", " ").encode()[:1000] + b"\n"))
        except Exception as error:  # pylint: disable=broad-except
            os.write(write_end, f"fault\t{function.name}: the sweep itself failed: {error!r}\n".encode())
        os.kill(os.getpid(), signal.SIGKILL)
    os.close(write_end)
    data, ended, deadline = b"", False, time.monotonic() + SECONDS
    while not ended and time.monotonic() < deadline:
        if select.select([read_end], [], [], 0.5)[0]:
            chunk = os.read(read_end, 65536)
            ended = not chunk
            data += chunk
    os.close(read_end)
    if not ended:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    lines = [line.split("\t", 1) for line in data.decode(errors="replace").splitlines() if "\t" in line]
    faults = [text for kind, text in lines if kind == "fault"]
    calls = [text for kind, text in lines if kind == "call"]
    notes = [text for kind, text in lines if kind == "note"]
    if not any(kind == "done" for kind, _ in lines) and not any("sweep itself" in f for f in faults):
        how = "did not end" if not ended else f"ended by signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"exited with {os.WEXITSTATUS(status)}"
        faults.append(f"{calls[-1] if calls else function.name}: {how}")
    return len(calls), faults, notes


def main():
    source_dir, lib_dir, only = sys.argv[1], sys.argv[2], sys.argv[3:]
    functions, names = declared(source_dir), exported(lib_dir)
    faults = []
    if not only:
        faults += [f"{name} is declared and not exported" for name in sorted(set(functions) - names)]
        faults += [f"{name} is exported and not declared" for name in sorted(names - set(functions) - {"aclAppLog"})]
    calls = notes = 0
    for name in only or sorted(set(functions) & names):
        count, found, said = run(lib_dir, functions[name])
        calls += count
        notes += len(said)
        faults += found
        if only:
            print("\n".join(said))
    print(f"{len(functions)} functions, {calls} calls, {len(faults)} faults, {notes} messages that name an operator or parameter instead of the function")
    for fault in faults:
        print("FAULT", fault)
    return 1 if faults or len(functions) < 150 else 0


if __name__ == "__main__":
    sys.exit(main())
