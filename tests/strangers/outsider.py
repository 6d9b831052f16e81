# arena: games=armadora
"""Armadora bot: one-ply search with a soft-control evaluation, then the next
opponent's best reply for the best candidates.  Plain Python 3, no imports
but the standard library."""
import json, math, os, random, sys, time

NC = 8
BUDGET = float(os.environ.get("STRANGER_MS", "60")) / 1000.0
PAR = dict(t0=0.3, hv=0.5, fv=0.45, split=0.6, tau=0.5, rv=0.30, lam0=0.8, lam1=12.0,
           reply=0.6, drift=0.8)
try:
    (1).bit_count()
    bc = int.bit_count
except AttributeError:
    def bc(x):
        return bin(x).count("1")


class Bot:
    P = PAR

    def start(self, m):
        self.rng = random.Random(m.get("seed", 0))
        st = m["static"]
        self.sq = {s: i for i, s in enumerate(st["squares"])}
        self.nsq = len(self.sq)
        self.full = (1 << self.nsq) - 1
        self.nc = len(st["columns"])
        self.smallest = st["smallest"]
        self.army = list(st["army"])
        self.edges = {}
        self.seat = m["seat"]
        self.teams = list(m["teams"])
        tn = sorted(set(self.teams))
        self.side = [tn.index(t) for t in self.teams]
        self.ns = len(tn)
        self.me = self.side[self.seat]
        self.nseats = m["seats"]
        rows = st["rows"]
        nc = self.nc
        self.oR0 = self.oD0 = 0
        # corners for the dual graph; the rim is one vertex, 0
        def corner(x, y):
            return 0 if x <= 0 or y <= 0 or x >= nc or y >= rows else y * (nc + 1) + x
        for e in st["edges"]:
            a, b = e.split("|")
            i, j = self.sq[a], self.sq[b]
            r, c = divmod(i, nc)
            if j == i + 1:
                self.oR0 |= 1 << i
                d = (corner(c + 1, r), corner(c + 1, r + 1))
                self.edges[e] = (0, i, j, d)
            else:
                self.oD0 |= 1 << i
                d = (corner(c, r + 1), corner(c + 1, r + 1))
                self.edges[e] = (1, i, j, d)
        self.own = {}
        self.plan = None
        self.kern = {}
        for s in range(1, self.nsq + 1):
            lam = self.P["lam0"] + self.P["lam1"] / s
            self.kern[s] = [math.exp(-(max(d, 1) - 1) / lam) for d in range(60)]

    # ---- geometry
    def flood(self, start, oR, oD):
        t = f = start
        nc = self.nc
        while f:
            f = (((f & oR) << 1) | ((f >> 1) & oR) | ((f & oD) << nc) | ((f >> nc) & oD)) & ~t
            t |= f
        return t

    def geo(self, oR, oD, supply):
        key = (oR, oD, supply > 0)
        g = self.gcache.get(key)
        if g is not None:
            return g
        nc = self.nc
        g = []
        left = self.minemask
        while left:
            low = left & -left
            t = self.flood(low, oR, oD)
            n = bc(t)
            ms = t & self.minemask
            left &= ~t
            land = t & ~self.minemask
            if n < 2 * self.smallest or not supply:
                gold = 0
                for i, v in self.mines:
                    if ms >> i & 1:
                        gold += v
                g.append((gold, False, [(1.0, land)]))
                continue
            kern = self.kern[n]
            for i, v in self.mines:
                if not ms >> i & 1:
                    continue
                seen = f = 1 << i
                d = 0
                layers = []
                while f:
                    f = (((f & oR) << 1) | ((f >> 1) & oR) | ((f & oD) << nc) | ((f >> nc) & oD)) & ~seen
                    seen |= f
                    d += 1
                    k = kern[d]
                    if k < 0.04:
                        break
                    fl = f & land
                    if fl:
                        layers.append((k, fl))
                g.append((v, True, layers))
        self.gcache[key] = g
        return g

    def place(self, e, oR, oD):
        """Edges' opening masks after palisade e, or None if it is illegal."""
        kind, i, j, _ = self.edges[e]
        if kind == 0:
            if not oR >> i & 1:
                return None
            oR &= ~(1 << i)
        else:
            if not oD >> i & 1:
                return None
            oD &= ~(1 << i)
        t = self.flood(1 << i, oR, oD)
        if not t >> j & 1:
            if bc(t) < self.smallest or bc(self.flood(1 << j, oR, oD)) < self.smallest:
                return None
        return oR, oD

    def closings(self, oR, oD, supply):
        """All single edges and pairs that divide a territory (dual graph)."""
        if supply <= 0:
            return [], [], []
        par = {}
        def find(x):
            while par.get(x, x) != x:
                x = par[x]
            return x
        free = []
        for e, (k, i, j, (u, v)) in self.edges.items():
            if (oD if k else oR) >> i & 1:
                free.append((e, u, v))
            else:
                a, b = find(u), find(v)
                if a != b:
                    par[a] = b
        singles, opens, groups = [], [], {}
        for e, u, v in free:
            a, b = find(u), find(v)
            if a == b:
                r = self.place(e, oR, oD)
                if r:
                    singles.append((e, r))
            else:
                opens.append(e)
                groups.setdefault((min(a, b), max(a, b)), []).append(e)
        pairs = []
        if supply >= 2:
            for es in groups.values():
                for x in range(len(es)):
                    r = self.place(es[x], oR, oD)
                    if not r:
                        continue
                    for y in range(x + 1, len(es)):
                        r2 = self.place(es[y], *r)
                        if r2:
                            pairs.append((es[x], es[y], r2))
        return singles, pairs, opens

    # ---- evaluation
    def value(self, g, groups, occ, tiles, rpow):
        """Expected gold by side."""
        ns = self.ns
        out = [0.0] * ns
        free = ~occ
        tt = sum(tiles)
        land = self.freeland
        fill = min(1.0, tt / land) if land > 0 else 0.0
        avg = [rpow[s] / tiles[s] if tiles[s] else 0.0 for s in range(ns)]
        dr = [self.P["drift"] * fill * tiles[s] / tt * avg[s] if tt else 0.0 for s in range(ns)]
        hv, fv, t0, tau0, spl = self.P["hv"], self.P["fv"] * fill, self.P["t0"], self.P["tau"], self.P["split"]
        for gold, split, layers in g:
            tot = [0.0] * ns
            pres = [False] * ns
            var = 0.0
            F = 0.0
            for k, l in layers:
                F += k * bc(l & free)
                if l & occ:
                    for s, v, h, m in groups:
                        c = bc(l & m)
                        if c:
                            c *= k
                            tot[s] += c * v
                            pres[s] = True
                            var += c * h
            if F < 0.5:
                # nobody can come any more
                idx = [s for s in range(ns) if pres[s]]
            else:
                idx = [s for s in range(ns) if pres[s] or tiles[s]]
            if not idx:
                continue
            if len(idx) == 1:
                out[idx[0]] += gold
                continue
            tau = tau0 * math.sqrt(t0 * (0.2 if F < 0.5 and not split else 1) + hv * var + fv * F + (spl if split else 0.0)) + 0.05
            x = [tot[s] + dr[s] * F for s in idx]
            mx = max(x)
            ex = [math.exp((a - mx) / tau) for a in x]
            sm = sum(ex)
            for s, a in zip(idx, ex):
                out[s] += gold * a / sm
        rv = self.P["rv"] * min(1.0, land / 14.0)
        for s in range(ns):
            out[s] += rv * rpow[s]
        return out

    def obj(self, out, s):
        o = [out[i] for i in range(self.ns) if i != s]
        return out[s] - (0.7 * max(o) + 0.3 * (sum(o) / len(o)))

    # ---- a decision
    def note_events(self, events):
        for ev in events or []:
            if ev.get("event") == "action" and ev.get("seat") == self.seat:
                w = str(ev.get("action", "")).split()
                if len(w) == 3 and w[0] == "warrior" and w[2].isdigit():
                    self.own[w[1]] = int(w[2])
                elif len(w) == 4 and w[1] == "goblin" and w[3].isdigit():
                    self.own[w[2]] = int(w[3])

    def act(self, m):
        t0 = time.monotonic()
        self.deadline = t0 + BUDGET
        self.gcache = {}
        legal, v = m["legal"], m["view"]
        self.note_events(m.get("events"))
        L = set(legal)
        if legal[0].startswith("race "):
            for r in ("race goblin", "race orc", "race elf", "race mage"):
                if r in L:
                    return r
        sq, ns, side = self.sq, self.ns, self.side
        oR, oD = self.oR0, self.oD0
        for e in v["palisades"]:
            k, i, j, _ = self.edges[e]
            if k:
                oD &= ~(1 << i)
            else:
                oR &= ~(1 << i)
        self.mines = [(sq[s], n) for s, n in v["gold"].items()]
        self.minemask = 0
        for i, _ in self.mines:
            self.minemask |= 1 << i
        supply = v["supply"]
        # beliefs
        pool = [list(self.army) for _ in range(self.nseats)]
        hid = [0] * self.nseats
        known = {}
        for s, o in v["owner"].items():
            p = v["power"].get(s)
            if p is None and o == self.seat:
                p = self.own.get(s)
            known[s] = p
            if p is None:
                hid[o] += 1
            elif 1 <= p <= len(pool[o]):
                pool[o][p - 1] -= 1
        mean, var, rp = [], [], []
        for s in range(self.nseats):
            n = sum(max(0, c) for c in pool[s])
            if n:
                mu = sum((i + 1) * max(0, c) for i, c in enumerate(pool[s])) / n
                va = sum((i + 1 - mu) ** 2 * max(0, c) for i, c in enumerate(pool[s])) / n
            else:
                mu, va = 1.0, 0.0
            mean.append(mu)
            var.append(va)
            r = v["reserves"][s]
            if v["passed"][s]:
                rp.append(0.0)
            elif r is not None:
                rp.append(float(sum((i + 1) * c for i, c in enumerate(r))))
            else:
                rp.append(mu * v["tiles"][s])
        gd = {}
        occ = 0
        for s, o in v["owner"].items():
            p = known[s]
            val, h = (mean[o], var[o]) if p is None else (float(p), 0.0)
            val -= v["arrows"].get(s, 0)
            if s in v["reinforced"]:
                val += 1.02
            b = 1 << sq[s]
            occ |= b
            key = (side[o], val, h)
            gd[key] = gd.get(key, 0) | b
        groups = [(a, b, c, mk) for (a, b, c), mk in gd.items()]
        self.freeland = self.nsq - len(self.mines) - len(v["owner"])
        tiles = [0] * ns
        rpow = [0.0] * ns
        for s in range(self.nseats):
            if not v["passed"][s]:
                tiles[side[s]] += v["tiles"][s]
                rpow[side[s]] += rp[s]
        me = self.me
        base = self.geo(oR, oD, supply)
        cur = self.obj(self.value(base, groups, occ, tiles, rpow), me)

        # powers (advanced): taken when the gain is clear; an action follows
        pw = [a for a in legal if a.startswith("power ")]
        if pw:
            a = self.choose_power(pw, v, known, mean, groups, occ, tiles, rpow, oR, oD, supply, base, cur)
            if a:
                return a

        # second step of a palisade action
        second = v.get("first") is not None
        if second and self.plan and self.plan[0] == v["first"]:
            p, self.plan = self.plan[1], None
            if p in L:
                return p
        self.plan = None
        cands = []          # (value, action, plan, oR, oD, groups, occ, tiles, rpow, supply)
        S1, S2, opens = self.closings(oR, oD, supply)
        sing = []
        for a in legal:
            w = a.split()
            if w[0] == "warrior":
                p = int(w[2])
                b = 1 << sq[w[1]]
                t2 = list(tiles)
                t2[me] -= 1
                r2 = list(rpow)
                r2[me] -= p
                g2 = groups + [(me, float(p), 0.0, b)]
                x = self.obj(self.value(base, g2, occ | b, t2, r2), me)
                cands.append((x, a, None, oR, oD, g2, occ | b, t2, r2, supply))
            elif w[0] == "palisade":
                r = self.place(w[1], oR, oD)
                if not r:
                    continue
                x = self.obj(self.value(self.geo(r[0], r[1], supply - 1), groups, occ, tiles, rpow), me)
                sing.append((x, w[1]))
                cands.append((x, a, (w[1], "done"), r[0], r[1], groups, occ, tiles, rpow, supply - 1))
            elif w[0] == "reinforce":
                b = 1 << sq[w[1]]
                g2 = groups + [(me, 1.02, 0.0, b)]
                x = self.obj(self.value(base, g2, occ, tiles, rpow), me) - 0.8
                cands.append((x, a, None, oR, oD, g2, occ, tiles, rpow, supply))
            elif a == "done":
                cands.append((cur, a, None, oR, oD, groups, occ, tiles, rpow, supply))
        # pairs of palisades
        if not second and supply >= 2 and sing:
            pairs = {}
            for e, f, r in S2:
                pairs[(e, f)] = r
            sing.sort(key=lambda z: -z[0])
            top = [e for _, e in sing[:12]]
            for x in range(len(top)):
                for y in range(x + 1, len(top)):
                    if (top[x], top[y]) not in pairs and (top[y], top[x]) not in pairs:
                        r = self.place(top[x], oR, oD)
                        r = r and self.place(top[y], *r)
                        if r:
                            pairs[(top[x], top[y])] = r
            # a pair that splits twice / splits then closes what became closable
            for n, ((e, f), r) in enumerate(pairs.items()):
                if time.monotonic() - t0 > BUDGET * 0.45:
                    break
                x = self.obj(self.value(self.geo(r[0], r[1], supply - 2), groups, occ, tiles, rpow), me)
                for u, w in ((e, f), (f, e)):
                    if "palisade " + u in L:
                        cands.append((x, "palisade " + u, (u, "palisade " + w), r[0], r[1], groups, occ, tiles, rpow, supply - 2))
                        break
        if not cands:
            return "pass" if "pass" in L else legal[-1]
        cands.sort(key=lambda z: (-z[0], z[1]))
        # the next opponent's best reply
        opp = None
        for d in range(1, self.nseats):
            s = (self.seat + d) % self.nseats
            if side[s] != me and not v["passed"][s]:
                opp = s
                break
        best, bestx = cands[0], None
        if opp is not None:
            w = self.P["reply"]
            for n, c in enumerate(cands[:40]):
                if bestx is not None and (time.monotonic() > self.deadline or c[0] < bestx - 0.001 and n > 24):
                    break
                r = self.reply(c, opp, mean[opp], v["tiles"][opp])
                if r is None:
                    break
                x = (1 - w) * c[0] + w * r
                if bestx is None or x > bestx:
                    best, bestx = c, x
        if best[1].startswith("palisade") and "pass" in L and not any(a[0] == "w" for a in legal):
            if best[0] < cur - 0.01:      # no warrior left: rather stop than harm ourselves
                return "pass"
        p = best[2]
        if p:
            self.plan = p
        return best[1]

    def reply(self, c, opp, mu, ntiles):
        _, _, _, oR, oD, groups, occ, tiles, rpow, supply = c
        key = ("c", oR, oD, supply)
        cl = self.gcache.get(key)
        if cl is None:
            S1, S2, _ = self.closings(oR, oD, supply)
            cl = [(r, 1) for _, r in S1] + [(r, 2) for _, _, r in S2]
            self.gcache[key] = cl
        os_ = self.side[opp]
        worst = None
        wx = None
        base = self.geo(oR, oD, supply)
        out = self.value(base, groups, occ, tiles, rpow)
        worst, wx = self.obj(out, os_), self.obj(out, self.me)
        for r, k in cl:
            if time.monotonic() > self.deadline:
                return None
            out = self.value(self.geo(r[0], r[1], supply - k), groups, occ, tiles, rpow)
            x = self.obj(out, os_)
            if x > worst:
                worst, wx = x, self.obj(out, self.me)
        if ntiles:
            t2 = list(tiles)
            t2[os_] -= 1
            r2 = list(rpow)
            p = max(1.0, min(mu * 1.3, rpow[os_]))
            r2[os_] = max(0.0, r2[os_] - p)
            tried = 0
            for gold, split, layers in base:
                if time.monotonic() > self.deadline:
                    return None
                f = 0
                for _, l in layers:
                    f = l & ~occ
                    if f:
                        break
                if not f:
                    continue
                b = f & -f
                out = self.value(base, groups + [(os_, p, 0.0, b)], occ | b, t2, r2)
                x = self.obj(out, os_)
                if x > worst:
                    worst, wx = x, self.obj(out, self.me)
        return wx

    def choose_power(self, pw, v, known, mean, groups, occ, tiles, rpow, oR, oD, supply, base, cur):
        me = self.me
        best, bx = None, 0.0
        late = max(0.0, min(1.0, self.freeland / 24.0))
        for a in pw:
            if time.monotonic() > self.deadline - BUDGET * 0.6:
                break
            w = a.split()
            b = 1 << self.sq[w[2]] if w[1] != "orc" else 0
            x = None
            if w[1] == "goblin":
                p = int(w[3])
                t2 = list(tiles); t2[me] -= 1
                r2 = list(rpow); r2[me] -= p
                x = self.obj(self.value(base, groups + [(me, float(p), 0.0, b)], occ | b, t2, r2), me) - cur - 1.2 * late
            elif w[1] == "elf":
                o = v["owner"].get(w[2])
                if o is None or self.side[o] == me:
                    continue
                x = self.obj(self.value(base, groups + [(self.side[o], -1.0, 0.0, b)], occ, tiles, rpow), me) - cur - 1.5 * late - 0.2
            elif w[1] == "orc":
                r = self.place(w[2], oR, oD)
                if r:
                    x = self.obj(self.value(self.geo(r[0], r[1], supply - 1), groups, occ, tiles, rpow), me) - cur - 2.0 * late
            elif w[1] == "mage":
                o = v["owner"].get(w[2])
                if o is None or self.side[o] == me or known.get(w[2]) is not None or self.freeland > 18:
                    continue
                x = 0.01
                for gold, split, layers in base:
                    for k, l in layers:
                        if l & b:
                            x += gold * k
            if x is not None and x > bx:
                best, bx = a, x
        return best


def main():
    out = sys.stdout
    bot = Bot()
    while True:
        line = sys.stdin.buffer.readline()
        if not line:
            break
        line = line.decode("utf-8", "replace").strip().lstrip("\ufeff")
        if not line:
            continue
        try:
            m = json.loads(line)
        except ValueError:
            continue
        t = m.get("type")
        if t == "start":
            bot = Bot()
            try:
                bot.start(m)
            except Exception as ex:
                sys.stderr.write("start: %r\n" % ex)
        elif t == "act":
            legal = m["legal"]
            a = None
            try:
                a = bot.act(m)
            except Exception as ex:
                import traceback
                traceback.print_exc()
            if a not in legal:
                sys.stderr.write("fallback for %r\n" % (a,))
                c = [z for z in legal if z.startswith("warrior")]
                a = c[len(c) // 2] if c else ("done" if "done" in legal else legal[-1])
            out.write(json.dumps({"id": m["id"], "action": a}) + "\n")
            out.flush()
        elif t == "quit":
            break


if __name__ == "__main__":
    main()
