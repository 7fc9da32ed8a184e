"""Zips made byte by byte, so that they can lie about everything."""

import struct
import zlib
from dataclasses import dataclass


@dataclass
class Member:
    """A member, as its headers say; ``size``, ``crc`` and ``offset`` are true if not given."""

    name: str
    content: bytes = b"x = 1\n"
    size: int | None = None
    crc: int | None = None
    method: int = 0
    flags: int = 0x800
    mode: int = 0o100644
    offset: int | None = None
    extra: bytes = b""
    stamp: tuple[int, int] = (0x6000, 0x5C21)  # noon, 1 January 2026


def zipped(*members: Member) -> bytes:
    """Return a zip of the members; ``content`` of one with method 8 is deflated already."""
    body, directory = bytearray(), bytearray()
    for member in members:
        name, data = member.name.encode("utf-8", "surrogateescape"), member.content
        size = len(data) if member.size is None else member.size
        crc = zlib.crc32(data) if member.crc is None else member.crc
        offset = len(body) if member.offset is None else member.offset
        common = struct.pack(
            "<HHHHHIIIHH",
            *(20, member.flags, member.method, *member.stamp, crc, len(data), size),
            *(len(name), len(member.extra)),
        )
        body += b"PK\3\4" + common + name + member.extra + data
        directory += b"PK\1\2" + struct.pack("<H", 3 << 8 | 20) + common
        directory += struct.pack("<HHHII", 0, 0, 0, member.mode << 16, offset) + name + member.extra
    end = struct.pack(
        "<HHHHIIH",
        *(0, 0, len(members) % 65536, len(members) % 65536, len(directory), len(body), 0),
    )
    return bytes(body + directory) + b"PK\5\6" + end


def deflated_zeros(megabytes: int) -> bytes:
    """Return so many megabytes of zeros as a deflate stream, made at once."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = compressor.compress(bytes(1_000_000)) + compressor.flush(zlib.Z_FULL_FLUSH)
    again = compressor.compress(bytes(1_000_000)) + compressor.flush(zlib.Z_FULL_FLUSH)
    return block + again * (megabytes - 1) + compressor.flush()
