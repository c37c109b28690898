import { headOf } from './line.ts';
import { type PageNode, walk } from './page-node.ts';
import { isInteractive } from './roles.ts';
import { words } from './words.ts';

export interface Remembered {
  readonly role: string;
  readonly name: string;
}

const SHOWN = 3;
/** What is pressed or filled, of the same role; anything else must be alike by name as well. */
const LEAST_SCORE = 0.69;
/** Where no role is known the name alone must tell. */
const LEAST_BY_NAME = 0.5;

/** The elements of the page that are most like one that is gone: same role, like name. */
export function nearElements(tree: readonly PageNode[], gone: Remembered, prefix: string): string[] {
  const scored: { node: PageNode; score: number }[] = [];
  for (const { node } of walk(tree)) {
    if (!node.ref) continue;
    const score = likeness(node, gone);
    if (score >= (gone.role ? LEAST_SCORE : LEAST_BY_NAME)) scored.push({ node, score });
  }
  scored.sort((a, b) => b.score - a.score);
  const style = { prefix, clip: 60, allRefs: true };
  return scored
    .slice(0, SHOWN)
    .map(({ node }) => headOf({ ...node, states: [], focused: false }, style, true));
}

function likeness(node: PageNode, gone: Remembered): number {
  const sameRole = node.role === gone.role ? 0.6 : 0;
  const sameKind = isInteractive(node) ? 0.1 : 0;
  if (!gone.name && !node.name) return sameRole + sameKind + (sameRole ? 0.05 : 0);
  return sameRole + sameKind + nameLikeness(node.name, gone.name);
}

/** Shared pairs of letters (Dice): 1 for the same name, 0 for nothing in common. */
function nameLikeness(one: string, other: string): number {
  const a = pairs(one);
  const b = pairs(other);
  if (a.length === 0 || b.length === 0)
    return words(one).toLowerCase() === words(other).toLowerCase() && one ? 1 : 0;
  const rest = [...b];
  let shared = 0;
  for (const pair of a) {
    const at = rest.indexOf(pair);
    if (at < 0) continue;
    rest.splice(at, 1);
    shared++;
  }
  return (2 * shared) / (a.length + b.length);
}

function pairs(name: string): string[] {
  const letters = words(name).toLowerCase().slice(0, 80);
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, i) => letters.slice(i, i + 2));
}
