"""What a field of bots lets one say: parts that never met, unbeaten bots, strengths that cannot be told apart."""

from __future__ import annotations

import numpy as np

from arena.ratings.design import Bools, Design, Floats

__all__ = ["one_sided", "parts", "unbeaten", "unidentified", "winless"]

_FLAT = 1e-9  # a curvature under this share of the largest is none


def _reach(edges: Bools, start: int) -> Bools:
    """What can be reached from `start`, itself included."""
    seen = np.zeros(len(edges), dtype=np.bool_)
    seen[start] = True
    front = seen.copy()
    while front.any():
        front = edges[front].any(axis=0) & ~seen
        seen |= front
    return seen


def _classes(edges: Bools) -> list[list[int]]:
    """The strongly connected components of a directed graph, each sorted, by their first member."""
    left = np.ones(len(edges), dtype=np.bool_)
    out = []
    for start in range(len(edges)):
        if left[start]:
            members = _reach(edges, start) & _reach(edges.T, start)
            left &= ~members
            out.append([int(i) for i in np.flatnonzero(members)])
    return out


def parts(design: Design) -> list[list[str]]:
    """The parts of the field that never met, in the same stage of any match; one part if all is well."""
    met = design.ahead | design.level
    return [[design.bots[i] for i in part] for part in _classes(met | met.T)]


def unbeaten(design: Design) -> list[str]:
    """Bots that always came ahead of every rival, without a tie: only the ghost keeps their strength finite."""
    return [bot for i, bot in enumerate(design.bots) if _only(design.ahead, design, i)]


def winless(design: Design) -> list[str]:
    """Bots that always came behind every rival, without a tie."""
    return [bot for i, bot in enumerate(design.bots) if _only(design.ahead.T, design, i)]


def _only(ahead: Bools, design: Design, i: int) -> bool:
    rivals = np.arange(len(design.bots)) != i
    return bool(ahead[i, rivals].any() and not ahead[rivals, i].any() and not design.level[i, rivals].any())


def one_sided(design: Design) -> list[list[str]]:
    """Groups between which all results went one way (Ford 1957), best first as far as they are ordered; one if all is well."""
    edges = design.ahead | design.level | design.level.T
    groups = _classes(edges)
    above = [int(_reach(edges, group[0]).sum()) for group in groups]
    order = sorted(range(len(groups)), key=lambda g: (-above[g], groups[g]))
    return [[design.bots[i] for i in groups[g]] for g in order]


def unidentified(design: Design, information: Floats) -> tuple[list[str], bool]:
    """Bots of which the matches alone do not fix the strength, however many more of the same are played.

    `information` is the negative Hessian (P, P) of the likelihood without ghosts or shrinkage. The second value is True
    if the seats are to blame (bots that always sat in the same ones), False if the partners are.
    """
    n = len(design.bots)
    if n < 2:
        return [], False
    if _firm(design, information):
        return [], False
    strengths = _loose(design, information[:n, :n])
    if strengths:
        return strengths, False
    mixed = _loose(design, information)
    return mixed, bool(mixed)


def _firm(design: Design, information: Floats) -> bool:
    """Whether the likelihood is curved in every direction but the shifts of parts: the usual case, known quickly."""
    scale = np.sqrt(np.maximum(np.diag(information), 1e-300))
    matrix = information / np.outer(scale, scale)
    number = {bot: i for i, bot in enumerate(design.bots)}
    for part in parts(design):
        index = [number[bot] for bot in part]
        shift = scale[index] / np.sqrt((scale[index] ** 2).sum())
        matrix[np.ix_(index, index)] += np.outer(shift, shift)
    try:
        np.linalg.cholesky(matrix - _FLAT * len(matrix) * np.eye(len(matrix)))
    except np.linalg.LinAlgError:
        return False
    return True


def _loose(design: Design, information: Floats) -> list[str]:
    """Bots that move in some direction in which the likelihood is flat, other than a shift of a part that never met."""
    n = len(design.bots)
    scale = np.sqrt(np.maximum(np.diag(information), 1e-300))
    values, vectors = np.linalg.eigh(information / np.outer(scale, scale))
    flat = (vectors / scale[:, None])[:, values < _FLAT * max(float(values[-1]), 1e-300)]
    flat = flat / np.maximum(np.sqrt((flat**2).sum(axis=0)), 1e-300)
    moves = flat[:n].copy()
    number = {bot: i for i, bot in enumerate(design.bots)}
    for part in parts(design):
        index = [number[bot] for bot in part]
        moves[index] -= moves[index].mean(axis=0)
    # Directions may mix a shift with a flat one, so what counts is whether anything is left when shifts are taken out.
    loose = np.abs(moves).max(axis=1, initial=0.0) > 1e-5
    return [bot for bot, is_loose in zip(design.bots, loose, strict=True) if is_loose]
