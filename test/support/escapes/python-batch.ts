import type { Escape } from "./escape.ts";

/** A program that tries each in a process of its own, and reports as the shell's batch does. */
export function pythonBatch(escapes: readonly Escape[]): string {
  const acts = JSON.stringify(escapes.map(([, act]) => act));
  return `${prelude}\nrun_all(json.loads(${JSON.stringify(acts)}))\n`;
}

/** The numbers of calls that Python has no name for: on x86-64, and on 64-bit ARM. */
const prelude = String.raw`
import ctypes, errno, fcntl, json, os, platform, select, signal, socket as S, struct, sys, time, traceback
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
NUMBERS = {
  "ptrace": (101, 117), "syslog": (103, 116), "capset": (126, 91), "vhangup": (153, 58), "pivot_root": (155, 41),
  "prctl": (157, 167), "adjtimex": (159, 171), "chroot": (161, 51), "acct": (163, 89), "mount": (165, 40),
  "umount2": (166, 39), "swapon": (167, 224), "swapoff": (168, 225), "reboot": (169, 142), "sethostname": (170, 161),
  "setdomainname": (171, 162), "iopl": (172, -1), "ioperm": (173, -1), "init_module": (175, 105),
  "delete_module": (176, 106), "quotactl": (179, 60), "kexec_load": (246, 104), "add_key": (248, 217),
  "request_key": (249, 218), "keyctl": (250, 219), "ioprio_set": (251, 30), "inotify_add_watch": (254, 27),
  "unshare": (272, 97), "inotify_init1": (294, 26), "perf_event_open": (298, 241), "fanotify_init": (300, 262),
  "open_by_handle_at": (304, 265), "setns": (308, 268), "process_vm_readv": (310, 270), "kcmp": (312, 272),
  "finit_module": (313, 273), "seccomp": (317, 277), "bpf": (321, 280), "clone": (56, 220), "setfsuid": (122, 151),
  "rt_sigqueueinfo": (129, 138), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
  "pidfd_open": (434, 434), "mount_setattr": (442, 442),
}
COLUMN = 0 if platform.machine() == "x86_64" else 1

def call(name, *args):
  got = libc.syscall(NUMBERS[name][COLUMN], *[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
  if got < 0:
    code = ctypes.get_errno()
    raise OSError(code, os.strerror(code))
  return got

def ioctl(fd, request, data=b""):
  got = libc.ioctl(fd, ctypes.c_ulong(request), data)
  if got < 0:
    code = ctypes.get_errno()
    raise OSError(code, os.strerror(code))
  return got

def setns(path):
  call("setns", os.open(path, os.O_RDONLY), 0)

def unix(path):
  S.socket(S.AF_UNIX, S.SOCK_STREAM).connect(path)

sockets = []
def udp(host, port):
  s = S.socket(S.AF_INET, S.SOCK_DGRAM)
  sockets.append(s)
  s.connect((host, port))
  s.send(b"\0\1\1\0\0\1\0\0\0\0\0\0\7example\3com\0\0\1\0\1")

def answer():
  sockets[-1].settimeout(0.2)
  sockets[-1].recv(100)

def nl(s, kind):
  s.send(struct.pack("=IHHII", 32, kind, 0x0605, 1, 0) + b"\0" * 16)
  code = struct.unpack("=i", s.recv(4096)[16:20])[0]
  if code != 0:
    raise OSError(-code, os.strerror(-code))

def netlink(kind):
  s = S.socket(S.AF_NETLINK, S.SOCK_RAW, 0)
  s.bind((0, 0))
  nl(s, kind)

REPORT = -1
def one(act, out):
  global REPORT
  REPORT = out
  code, said = 0, ""
  try:
    exec(act, globals())
  except SystemExit as ended:
    code, said = (0 if ended.code in (0, None) else 1), str(ended.code)
  except OSError as error:
    code, said = 1, f"{errno.errorcode.get(error.errno, type(error).__name__)} {type(error).__name__} {error}"
  except BaseException as error:
    code, said = 1, f"{type(error).__name__} {error}"
  os.write(out, f"{code} {said[:300]}".encode())
  os._exit(0)

def run_all(acts):
  for at, act in enumerate(acts):
    pipe_in, pipe_out = os.pipe()
    child = os.fork()
    if child == 0:
      os.close(pipe_in)
      one(act, pipe_out)
    os.close(pipe_out)
    ready, _, _ = select.select([pipe_in], [], [], 10)
    said = os.read(pipe_in, 1000).decode() if ready else "1 it hung"
    os.close(pipe_in)
    try:
      os.kill(child, signal.SIGKILL)
    except ProcessLookupError:
      pass
    os.waitpid(child, 0)
    sys.stdout.write(f"@@tried@@{at} {said or '1 it died'}")
    sys.stdout.flush()
`;
