import { type Block, text } from '../kernel/content.ts';
import { fitData, fitItems } from '../kernel/fit-data.ts';
import type { Reply } from '../kernel/tool.ts';

/** The most characters of one answer, and whether its tool takes a `budget` for more. */
export interface Room {
  readonly budget: number;
  readonly isAsked: boolean;
}

type Data = Readonly<Record<string, unknown>>;
type Told = Pick<Reply, 'summary' | 'list'> & { readonly data: Data };

/** For what is said of what is left out. */
const HINT = 120;

/** The data of an answer within its room: of a list as many items as fit, and then the place where it goes on. */
export function fitTold(told: Told, blocks: readonly Block[], room: Room): Pick<Told, 'summary' | 'data'> {
  const { summary, data, list } = told;
  const whole = JSON.stringify(data).length;
  const beside = (summary?.length ?? 0) + wordsIn(blocks);
  const most = Math.max(room.budget - beside, room.budget / 2);
  const more = `Left out or cut (…+count).${howTo(whole + beside, room)}`;
  const all = list && data[list.key];
  if (!list || !Array.isArray(all)) return { summary, data: { more, ...fields(data, most - HINT) } };

  const { [list.key]: _, ...rest } = data;
  const about = fields(rest, most / 2);
  const left = most - JSON.stringify(about).length - 2 * HINT;
  const { items, isCut, ...fitted } = fitItems(all, left, list.isForward ? 'last' : 'first');
  const shorter = fitted.left > 0 ? list.shorter(items.length) : { summary, data: {} };
  const hint = isCut || !list.hasCursors ? { more } : {};
  return { summary: shorter.summary, data: { ...hint, [list.key]: items, ...merged(about, shorter.data) } };
}

const fields = (data: Data, most: number) => fitData(data, most) as Data;

/** What the list says anew of itself; what others have added to it stays. */
function merged(one: Data, other: Data): Data {
  const isPlain = (value: unknown): value is Data => typeof value === 'object' && value !== null;
  const both = Object.entries(other).map(([name, value]) => {
    const before = one[name];
    return [name, isPlain(before) && isPlain(value) ? { ...before, ...value } : value];
  });
  return { ...one, ...Object.fromEntries(both) };
}

/** A little more than the budget is no reason to cut what a tool has measured out. */
const SLACK = 300;

/** The texts of an answer within its room; what a tool has not kept short itself is cut, a fence in it closed. */
export function fitWords(content: readonly Block[], room: Room): readonly Block[] {
  const whole = wordsIn(content);
  if (whole <= room.budget + SLACK) return content;
  const fitted = [...content];
  for (let over = whole - room.budget; over > 0; ) {
    const longest = fitted.reduce((best, one, i) => (lengthOf(one) > lengthOf(fitted[best]!) ? i : best), 0);
    const block = fitted[longest]!;
    if (block.type !== 'text' || block.text.length <= 2 * HINT) break;
    const most = Math.max(HINT, block.text.length - over - HINT);
    fitted[longest] = text(cutWords(block.text, most, howTo(whole, room)));
    over -= block.text.length - lengthOf(fitted[longest]!);
  }
  return fitted;
}

function cutWords(words: string, most: number, how: string): string {
  const lineEnd = words.lastIndexOf('\n', most);
  const kept = words.slice(0, lineEnd > most / 2 ? lineEnd : most).toWellFormed();
  const [, fence] = /<((?:page|wire) \w+)>\n(?![\s\S]*<\/\1>)/.exec(kept) ?? [];
  const end = fence === undefined ? '' : `\n</${fence}>`;
  return `${kept}${end}\n${words.length - kept.length} characters left out.${how}`;
}

const howTo = (length: number, { isAsked }: Room) =>
  isAsked ? ` budget ${Math.ceil((length + 1) / 100) * 100} shows all.` : '';

const lengthOf = (block: Block) => (block.type === 'text' ? block.text.length : 0);
export const wordsIn = (blocks: readonly Block[]) => blocks.reduce((sum, block) => sum + lengthOf(block), 0);
