"""The keywords of the engine protocol; docs/engine-protocol.md explains them."""

VERSION = 1

# Sent by the host
HELLO = "keypeg"
SET_OPTION = "setoption"
IS_READY = "isready"
NEW_MATCH = "newmatch"
POSITION = "position"
GO = "go"
MOVE_TIME = "movetime"
INTERJECT = "interject"
WORTH = "worth"
STOP = "stop"
QUIT = "quit"

# Sent by the engine
ID = "id"
CAN = "can"
OPTION = "option"
UNDERSTOOD = "keypegok"
READY = "readyok"
INFO = "info"
BEST = "bestmove"
NOTHING = "none"
ERROR = "error"
