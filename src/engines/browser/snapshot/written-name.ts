import { roleWord } from './line.ts';
import { elementsOf, type PageNode, textOf, walk } from './page-node.ts';
import { words } from './words.ts';

export interface WrittenName {
  readonly role: string;
  /** Whole, or its beginning where the outline cut it. */
  readonly name: string;
  readonly isCut: boolean;
}

/** `button "Save"`, `link "A long name…+40"`: how an outline calls an element that it gives no ref of. */
export function parseName(written: string): WrittenName | undefined {
  const [, role, quoted] = /^([a-z][\w-]*) ("(?:[^"\\]|\\.)*")$/.exec(written.trim()) ?? [];
  if (!role || !quoted) return undefined;
  const [, name = '', isCut] = /^(.*?)(…\+\d+)?$/s.exec(unquoted(quoted)) ?? [];
  return { role, name, isCut: isCut !== undefined };
}

/** The refs of those that are called so, or else have these words in them and nothing else: `text "Milk"`. */
export function refsCalled(tree: readonly PageNode[], { role, name, isCut }: WrittenName): string[] {
  const fits = (text: string) => (isCut ? words(text).startsWith(name) : words(text) === name);
  const isRole = (node: PageNode) => role === 'text' || roleWord(node) === role || node.role === role;
  const all = [...walk(tree)].flatMap(({ node }) => (node.ref && isRole(node) ? [node] : []));
  const named = all.filter((node) => fits(node.name));
  if (named.length > 0) return named.map(({ ref }) => ref!);
  const spoken = all.filter((node) => fits(textOf(node)));
  // Of those that stand in one another the innermost is meant.
  const isOuter = (node: PageNode) =>
    [...walk(elementsOf(node))].some(({ node: inner }) => spoken.includes(inner));
  return spoken.filter((node) => !isOuter(node)).map(({ ref }) => ref!);
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
