"""Information Set Monte Carlo Tree Search, single observer, with UCB1 over what is available.

The algorithm is that of Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on
Computational Intelligence and AI in Games 4(2), 2012 (SO-ISMCTS): each iteration draws a world that fits what the seat
knows and goes down one tree that all worlds share, along actions that are legal in this world. The exploration term of
UCB1 (Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", Machine Learning 47, 2002)
counts how often an action was available, not how often its parent was visited. Each decision is its seat's own: it goes
for that seat's return (max^n: Luckhardt and Irani, AAAI 1986).

Where there are more actions than visits, most would be tried once. So a node opens them one by one, the more the more
often it is visited (progressive widening: Coulom 2007; Chaslot et al., "Progressive Strategies for Monte-Carlo Tree
Search", New Mathematics and Natural Computation 4, 2008), in the order of the game's estimate where there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random

from arena.games import State
from arena.search.budget import Budget
from arena.search.found import Candidate, Found
from arena.search.glance import Glance, glance
from arena.search.playouts import LONGEST_TURN, Playout
from arena.search.worlds import Worlds


class Node:
    """What came of one action, in all worlds in which it could be taken."""

    __slots__ = ("available", "children", "order", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 1
        """How often it could be taken, from when it was opened on."""
        self.total = 0.0
        """Of the returns of the seat that took it."""
        self.children: dict[str, Node] = {}
        self.order: list[Glance] | None = None
        """The actions that are not opened yet, if all were estimated."""

    @property
    def mean(self) -> float:
        """The mean return of the seat that took it; 0 before the first visit."""
        return self.total / self.visits if self.visits else 0.0


class Tree:
    """The search of one question. `iterate` once for each world; then `root` has it all."""

    def __init__(
        self,
        worlds: Worlds,
        rng: Random,
        playout: Playout | None = None,
        *,
        exploration: float = 0.7,
        widening: tuple[float, float] = (2.0, 0.4),
        scan: int = 0,
        max_nodes: int = 100_000,
    ) -> None:
        """See `ismcts`."""
        self.game = worlds.game
        self.rng = rng
        self.looks = playout is None and worlds.estimates
        self.playout = playout or Playout(worlds.game, rng)
        self.exploration = exploration
        self.widening = widening
        self.scan = scan if worlds.estimates else max_nodes
        self.max_nodes = max_nodes
        self.root = Node()
        self.nodes = 1
        self._sum = self._squares = 0.0  # of the own seat's returns so far
        self._seat = worlds.seat

    def iterate(self, state: State) -> None:
        """One walk down the tree in a world, which is used up by it: selection, expansion, playout, backing up."""
        node = self.root
        path: list[tuple[int, Node]] = []
        values: Sequence[float] | None = None
        while values is None:
            seat = state.seat
            if seat is None:
                values = self.game.returns(state)
                break
            legal = state.legal()
            if len(legal) == 1:  # no choice, no node
                state.apply(legal[0])
                continue
            known = self._available(node, legal)
            if self._opens(node, len(known), len(legal)):
                child = self._open(node, state, seat, legal)
                if child is not None:
                    path.append((seat, child))
                values = self._look(child, state, seat) if child and self.looks else self.playout(state, seat)
                break
            action, node = self._best(known)
            state.apply(action)
            path.append((seat, node))
        self.root.visits += 1
        for seat, node in path:
            node.visits += 1
            node.total += values[seat]
        self._sum += values[self._seat]
        self._squares += values[self._seat] ** 2

    def _look(self, node: Node, state: State, mover: int) -> Sequence[float]:
        """What a new node promises each seat, once `mover` has ended its turn and the others have made theirs, as each likes
        best by the estimate.

        It is always estimated where the own seat is to move, however deep the node is: whoever has just moved looks better
        off, and nodes could not be compared. The node will open the best action first.
        """
        own, run = self._seat, 1
        while (seat := state.seat) is not None:
            run = run + 1 if seat == mover else 1
            if (seat == own != mover) or run > LONGEST_TURN:
                return self.game.estimate(state)
            mover = seat
            legal = state.legal()
            if len(legal) == 1:
                state.apply(legal[0])
                continue
            looked = glance(self.game, [state], seat, legal, self.rng)
            if not looked:
                break
            if node.order is None:
                node.order = looked
            state.apply(looked[-1][1])
        return self.playout(state)

    def _available(self, node: Node, legal: Sequence[str]) -> list[tuple[str, Node]]:
        """The children whose action is legal in this world; each of them has been available once more."""
        children = node.children
        if not children:
            return []
        there = set(legal)
        known = [item for item in children.items() if item[0] in there]
        for _, child in known:
            child.available += 1
        return known

    def _opens(self, node: Node, known: int, legal: int) -> bool:
        if known == 0:
            return True
        if known >= legal or self.nodes >= self.max_nodes:
            return False
        most, power = self.widening
        if node.order and node is not self.root:  # the best comes first: what comes later blurs what the node is worth
            most = 1.0
        return known < int(most * (node.visits + 1) ** power)

    def _best(self, known: list[tuple[str, Node]]) -> tuple[str, Node]:
        """The child of the highest upper bound. Returns are measured by twice their standard deviation so far: it is 1 for
        wins and losses, which UCB1 is made for, and little where an estimate cuts playouts short."""
        visits = self.root.visits
        mean = self._sum / visits
        spread = 2.0 * sqrt(max(0.0, self._squares / visits - mean * mean))
        scale = self.exploration * (spread if spread > 1e-9 else 1.0)
        best, chosen = -1.0, known[0]
        for item in known:
            child = item[1]
            visits = child.visits
            bound = child.total / visits + scale * sqrt(log(child.available) / visits)
            if bound > best:
                best, chosen = bound, item
        return chosen

    def _open(self, node: Node, state: State, seat: int, legal: Sequence[str]) -> Node | None:
        """Take an action that this node has not opened yet; its new node, or None if the tree is full."""
        action = self._next(node, state, seat, legal)
        state.apply(action)
        if self.nodes >= self.max_nodes:
            return None
        self.nodes += 1
        child = node.children[action] = Node()
        return child

    def _next(self, node: Node, state: State, seat: int, legal: Sequence[str]) -> str:
        """The best action by the order that is legal here and not opened yet; without an order, any."""
        children = node.children
        if node.order is None and node.visits >= self.scan:
            node.order = glance(self.game, [state], seat, legal, self.rng)
        if node.order:
            there = set(legal)
            for at in range(len(node.order) - 1, -1, -1):
                action = node.order[at][1]
                if action in children:
                    del node.order[at]
                elif action in there:
                    del node.order[at]
                    return action
        closed = [action for action in legal if action not in children]
        return closed[int(self.rng.random() * len(closed))]


def ismcts(
    worlds: Worlds,
    rng: Random,
    *,
    iterations: int = 1000,
    ms: float | None = None,
    playout: Playout | None = None,
    exploration: float = 0.7,
    widening: tuple[float, float] = (2.0, 0.4),
    scan: int = 0,
    glances: int = 2,
    trust: float = 0.0,
    max_nodes: int = 100_000,
    budget: Budget | None = None,
) -> Found:
    """Search the present question of `worlds` and take the action that was visited most (but see `trust`).

    `iterations` walks down the tree, fewer if `ms` milliseconds are used up; `budget` stands for both. `playout` says what
    a new node is worth; by default it is the game's estimate after the turns of the others that seem best for them, and without
    an estimate a uniformly random playout to the end. `exploration`: of UCB1, on returns measured by twice their standard
    deviation. `widening` (a, b): a node with n visits has opened about a * n**b actions; below the root n**b, if
    its actions were estimated. `scan`: a node with so many visits
    has all its actions estimated, if that was not done when it was new. `glances`: in how many worlds that is done at the
    root, before the first walk; 0 for none. `trust`: if it is not 0, the action of the best mean is taken instead, where
    that first look counts for as much as so many walks: a few walks alone are more noise than news. `max_nodes`: the tree
    grows no further.
    """
    budget = budget or Budget(iterations, ms)
    tree = Tree(
        worlds, rng, playout, exploration=exploration, widening=widening, scan=scan, max_nodes=max_nodes
    )  # fmt: skip
    prior: dict[str, float] = {}
    if glances and worlds.estimates:
        drawn = worlds.draw_some(rng, glances)
        tree.root.order = glance(worlds.game, drawn, worlds.seat, worlds.legal, rng, budget.spent)
        prior = {action: worth for worth, action in tree.root.order}
    done = 0
    for _ in budget:
        tree.iterate(worlds.draw(rng))
        done += 1
    ranked = sorted(tree.root.children.items(), key=lambda item: (-item[1].visits, -item[1].mean))
    candidates = [Candidate(action, node.visits, node.mean, node.available) for action, node in ranked]
    action = _trusting(candidates, prior, trust) if trust and prior else candidates[0].action
    return Found(action, candidates, done, tree.nodes)


def _trusting(candidates: Sequence[Candidate], prior: dict[str, float], trust: float) -> str:
    """The candidate of the best mean, with `trust` visits more of what the first look made of it.

    A look just after an action and a walk beyond it differ in general, so that part of the difference is taken out.
    """
    seen = [candidate for candidate in candidates if candidate.action in prior]
    visits = sum(candidate.visits for candidate in seen)
    if not visits:
        return candidates[0].action
    shift = sum(candidate.visits * (candidate.mean - prior[candidate.action]) for candidate in seen) / visits

    def worth(candidate: Candidate) -> float:
        looked = prior[candidate.action] + shift
        return (candidate.visits * candidate.mean + trust * looked) / (candidate.visits + trust)

    return max(seen, key=worth).action
