// Badger: a bot in JavaScript for Node, without packages. It digs where the gold is: its strongest warrior goes as near
// as possible to the richest mine. In a game without gold it plays any action.

const lines = require("readline").createInterface({ input: process.stdin });
let random = Math.random;

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "start") random = generator(message.seed);
  if (message.type === "act") {
    // console.log ends the line and does not buffer; for debugging use console.error, which is ours alone
    console.log(JSON.stringify({ id: message.id, action: choose(message.legal, message.view) }));
  }
  if (message.type === "quit") process.exit(0);
});

function choose(legal, view) {
  let best = [];
  let bestWorth = -Infinity;
  for (const action of legal) {
    const worth = value(action, view.gold);
    if (worth > bestWorth) [best, bestWorth] = [[], worth];
    if (worth === bestWorth) best.push(action);
  }
  return best[Math.floor(random() * best.length)];
}

// What an action is worth to a badger. Actions are words with single spaces between them: "warrior d3 2".
function value(action, gold) {
  if (action === "pass") return -1; // a pass is for good
  const [kind, square, power] = action.split(" ");
  if (kind !== "warrior" || !gold) return 0;
  const near = Object.entries(gold).map(([mine, pile]) => pile / distance(square, mine));
  return Number(power) + Math.max(...near);
}

function distance(one, other) {
  const columns = one.charCodeAt(0) - other.charCodeAt(0);
  return Math.abs(columns) + Math.abs(one[1] - other[1]);
}

// JavaScript's own Math.random cannot be seeded; this one (mulberry32) can, so that a match can be repeated.
function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
