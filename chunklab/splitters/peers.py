"""The splitters that are compared, each set up as its documentation says, counting characters.

A peer is imported only when it is set up, so nothing here needs one to be installed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from chunklab.separators import recursive_chunks
from chunklab.sources import chunks
from chunklab.splitters.verdict import Piece

if TYPE_CHECKING:
    from chunklab.sources import TextChunk

Split = Callable[[str], list[Piece]]


@dataclass(frozen=True)
class Splitter:
    """A splitter by a short ``name``; ``set_up`` takes size and overlap, and returns a function.

    ``distribution`` is what pip calls it, and ``call`` what of it is used. ``note`` says what the
    documentation or the source says that explains the figures.
    """

    name: str
    distribution: str
    call: str
    note: str
    set_up: Callable[[int, int], Split]


def _own(cut: Callable[[str, int, int], Iterable[TextChunk]], size: int, overlap: int) -> Split:
    return lambda text: [(each["start"], each["text"]) for each in cut(text, size, overlap)]


def _langchain(size: int, overlap: int) -> Split:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    splitter = RecursiveCharacterTextSplitter(
        chunk_size=size, chunk_overlap=overlap, add_start_index=True
    )
    return lambda text: [
        (each.metadata["start_index"], each.page_content)
        for each in splitter.create_documents([text])
    ]


def _llama_index(size: int, overlap: int) -> Split:
    from llama_index.core import Document
    from llama_index.core.node_parser import SentenceSplitter
    from llama_index.core.node_parser.text.utils import split_by_sentence_tokenizer_internal
    from nltk.tokenize import PunktSentenceTokenizer

    splitter = SentenceSplitter(
        chunk_size=size,
        chunk_overlap=overlap,
        tokenizer=list,
        # The default one, but for the word lists that it would load first, or fetch.
        chunking_tokenizer_fn=partial(
            split_by_sentence_tokenizer_internal, tokenizer=PunktSentenceTokenizer()
        ),
    )
    return lambda text: [
        (each.start_char_idx, each.text)
        for each in splitter.get_nodes_from_documents([Document(text=text)])
    ]


def _haystack(size: int, overlap: int) -> Split:
    # Its import would make a file in the home folder, to report on its use.
    os.environ.setdefault("HAYSTACK_TELEMETRY_ENABLED", "False")
    from haystack import Document
    from haystack.components.preprocessors import RecursiveDocumentSplitter

    splitter = RecursiveDocumentSplitter(
        split_length=size,
        split_overlap=overlap,
        split_unit="char",
        separators=["\n\n", "\n", ".", " "],  # the default needs a model for sentences
    )
    return lambda text: [
        (each.meta["split_idx_start"], each.content)
        for each in splitter.run([Document(content=text)])["documents"]
    ]


def _semchunk(size: int, overlap: int) -> Split:
    import semchunk

    chunker = semchunk.chunkerify(len, size)

    def split(text: str) -> list[Piece]:
        found, offsets = chunker(text, offsets=True, overlap=overlap)
        return [(start, each) for (start, _), each in zip(offsets, found, strict=True)]

    return split


def _semantic_text_splitter(size: int, overlap: int) -> Split:
    from semantic_text_splitter import TextSplitter

    splitter = TextSplitter(size, overlap)
    return lambda text: list(splitter.chunk_indices(text))


def _chonkie_token(size: int, overlap: int) -> Split:
    from chonkie import TokenChunker

    chunker = TokenChunker("character", chunk_size=size, chunk_overlap=overlap)
    return lambda text: [(each.start_index, each.text) for each in chunker.chunk(text)]


def _chonkie_sentence(size: int, overlap: int) -> Split:
    from chonkie import SentenceChunker

    chunker = SentenceChunker("character", chunk_size=size, chunk_overlap=overlap)
    return lambda text: [(each.start_index, each.text) for each in chunker.chunk(text)]


def _chonkie_recursive(size: int, overlap: int) -> Split:
    from chonkie import OverlapRefinery, RecursiveChunker

    chunker = RecursiveChunker("character", chunk_size=size - overlap)
    refinery = OverlapRefinery("character", context_size=overlap, method="prefix")
    return lambda text: [
        (each.start_index, each.text) for each in refinery.refine(chunker.chunk(text))
    ]


SPLITTERS = (
    Splitter(
        "chunks",
        "chunklab",
        "chunks",
        "Fixed windows, wherever they cut; the start is counted.",
        partial(_own, chunks),
    ),
    Splitter(
        "recursive_chunks",
        "chunklab",
        "separators.recursive_chunks",
        "Repeats whole pieces between separators: as much as fits into the overlap, or nothing.",
        partial(_own, recursive_chunks),
    ),
    Splitter(
        "langchain",
        "langchain-text-splitters",
        "RecursiveCharacterTextSplitter(add_start_index=True)",
        "Repeats whole pieces, and strips white space at the ends of a chunk unless told not to. "
        "The start is searched for: the first occurrence of the chunk's text from the end of the "
        "chunk before, less the overlap.",
        _langchain,
    ),
    Splitter(
        "llama-index",
        "llama-index-core",
        "SentenceSplitter",
        "Repeats whole sentences or parts of one, and strips white space at the ends of a chunk. "
        "The start is searched for: the first occurrence of the chunk's text after the start of "
        "the chunk before.",
        _llama_index,
    ),
    Splitter(
        "haystack",
        "haystack-ai",
        'RecursiveDocumentSplitter(split_unit="char")',
        "Puts the end of the chunk before in front of a chunk, wherever that cuts. The start is "
        "counted.",
        _haystack,
    ),
    Splitter(
        "semchunk",
        "semchunk",
        "chunkerify(len, size)(offsets=True, overlap=...)",
        "Cuts into small pieces first, of at most the overlap, then joins as many as the size "
        "divided by theirs; the separators between these are not counted. White space at which it "
        "splits is removed.",
        _semchunk,
    ),
    Splitter(
        "semantic-text-splitter",
        "semantic-text-splitter",
        "TextSplitter.chunk_indices",
        "Repeats whole pieces, at most the overlap, and trims white space at the ends of a chunk "
        "unless told not to. The start is counted.",
        _semantic_text_splitter,
    ),
    Splitter(
        "chonkie tokens",
        "chonkie",
        'TokenChunker("character")',
        "Fixed windows, wherever they cut; the start is counted.",
        _chonkie_token,
    ),
    Splitter(
        "chonkie sentences",
        "chonkie",
        'SentenceChunker("character")',
        "Repeats whole sentences, and a sentence is never cut. The start is counted.",
        _chonkie_sentence,
    ),
    Splitter(
        "chonkie recursive",
        "chonkie",
        'RecursiveChunker("character"), then OverlapRefinery(method="prefix")',
        "Puts the end of the chunk before in front of a chunk. The start stays that of the chunk "
        "without it, by intention, as the source says; so start and text are not of one span.",
        _chonkie_recursive,
    ),
)
