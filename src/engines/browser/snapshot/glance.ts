import { plural, refRange, runsOf } from './fold.ts';
import { type Atom, atomsOf, type Glance, UNTOLD } from './glance-atoms.ts';
import { spoken } from './glance-words.ts';
import { isHeaderRow } from './line.ts';
import type { PageNode } from './page-node.ts';
import { isEditable } from './roles.ts';

type Form = 'full' | 'short' | 'above';

/** What stands further down is read later, if at all. */
const LATER = 0.8;
/** Of a whole page of which something was told, what is worth less is not, even where there is room. */
const LEAST_WORTH = 2;
/** What a gap costs to tell. */
const GAP = 18;
const MANY_ROWS = 5;
/** So many of a kind that are left out are a run. */
const LEAST_RUN = 3;
const FOLDED = new Set(['row', 'listitem', 'treeitem', 'option', 'article']);

/** As much of the worthiest as the budget holds, in reading order: with names only before anything is left out. */
export function glance(nodes: readonly PageNode[], look: Glance): { text: string; omitted: number } {
  const known = look.before && new Set(atomsOf(look.before, look).map(({ full }) => spoken(full)));
  const atoms = atomsOf(nodes, look, known);
  const chosen = new Map<Atom, Form>();
  const { margin = 0 } = look;
  const price = (atom: Atom, form: Form) =>
    formOf(atom, form).length + (atom.sharesLine ? 1 - atom.shared.length : atom.level + 1 + margin);
  let left = look.budget - GAP;
  const places = new Map(atoms.map((atom, i) => [atom, (LATER * i) / atoms.length]));
  const worthiest = atoms.toSorted((a, b) => b.value - places.get(b)! - (a.value - places.get(a)!));
  for (const atom of worthiest) {
    if (atom.value === UNTOLD) break;
    // What came by an action is told whatever it is.
    const isLittle = left < look.budget / 2 && atom.value - places.get(atom)! < LEAST_WORTH;
    if (!look.page && isLittle && !(look.isSame && atom.isNew)) continue;
    const form = atom.short === undefined || atom.isFirst ? 'full' : 'short';
    const heads = headsOf(atom).filter((head) => !chosen.has(head));
    const cost = price(atom, form) + heads.reduce((sum, head) => sum + price(head, 'above'), 0);
    if (chosen.has(atom) || cost > left) continue;
    chosen.set(atom, form);
    for (const head of headsOf(atom)) chosen.set(head, 'above');
    left -= cost;
  }
  const rows = atoms.filter(({ node }) => node.role === 'row').length;
  const isWhole = !look.page && chosen.size === atoms.length;
  for (const atom of worthiest) {
    if (chosen.get(atom) !== 'short') continue;
    // Of many rows the first shows what can be pressed in them.
    if (isData(atom) && rows > MANY_ROWS) continue;
    // Where there is more to see, a name that is a target needs no ref; what is written into is known by that as well.
    if (!isWhole && !atom.isWords && !isEditable(atom.node)) continue;
    const more = price(atom, 'full') - price(atom, 'short');
    if (more > left) continue;
    chosen.set(atom, 'full');
    left -= more;
  }
  return written(atoms, chosen, look.prefix);
}

const isData = ({ node }: Atom) => node.role === 'row' && !isHeaderRow(node);

const formOf = (atom: Atom, form: Form) => (form === 'short' ? (atom.short ?? atom.full) : atom[form]);

function headsOf(atom: Atom): Atom[] {
  return atom.head ? [atom.head, ...headsOf(atom.head)] : [];
}

function written(atoms: readonly Atom[], chosen: ReadonlyMap<Atom, Form>, prefix: string) {
  const lines: { text: string; atom: Atom | undefined }[] = [];
  let omitted = 0;
  let gap: Atom[] = [];
  const closeGap = () => {
    for (const run of runsOf(gap, ({ node }) => node.role)) {
      const nodes = run.map(({ node }) => node);
      omitted += run.reduce((sum, { elements }) => sum + elements, 0);
      // Of a run the place where it goes on; what else is missing is counted for the whole page.
      if (run.length >= LEAST_RUN && FOLDED.has(run[0]!.node.role))
        lines.push({
          text: `${' '.repeat(run[0]!.level)}… ${run.length} more ${plural(run[0]!.node.role)}${refRange(nodes, prefix)}`,
          atom: undefined,
        });
    }
    gap = [];
  };
  for (const atom of atoms) {
    const form = chosen.get(atom);
    if (!form) {
      gap.push(atom);
      continue;
    }
    closeGap();
    const text = formOf(atom, form);
    const last = lines.at(-1);
    const isShared = atom.shared && last?.atom?.shared === atom.shared && last.atom.level === atom.level;
    if (isShared) lines[lines.length - 1] = { text: `${last.text},${text.slice(atom.shared.length)}`, atom };
    else lines.push({ text: ' '.repeat(atom.level) + text, atom });
  }
  closeGap();
  return { text: lines.map(({ text }) => text).join('\n'), omitted };
}
