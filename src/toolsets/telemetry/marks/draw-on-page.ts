import type { Drawing, DrawnMark, DrawWord, KeptMark, MarkPictures } from '../../../contract/marks.ts';
import { type Drawing as Drawn, letDraw } from '../../../engines/browser/marks/let-draw.ts';
import { lookAtElement, picturesOf } from '../../../engines/browser/marks/look-at-mark.ts';
import { isoMicros } from '../../../kernel/clock.ts';
import { hideSecrets } from '../../../kernel/hide-secrets.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Caller } from '../../../kernel/tool.ts';
import type { TelemetryDeps } from '../deps.ts';
import type { Asked, Draw } from './drawings.ts';

type DrawDeps = Pick<TelemetryDeps, 'clock' | 'output' | 'redact' | 'redactValue' | 'drawings' | 'log'>;

interface Drawer {
  readonly deps: DrawDeps;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** A mark was made or taken away. */
  changed(drawing: Drawing): unknown;
}

const MOST_ANSWERS = 5;

/** Has the person draw on the page itself, and keeps each mark as soon as it has its words. */
export const drawOnPage =
  (drawer: Drawer): Draw =>
  async (asked, keep, waiting) => {
    const { deps, signal } = drawer;
    const { tab } = asked;
    const answers = await answersFor(deps, asked);
    const change = async (drawing: Drawing) => {
      await keep(drawing);
      drawer.changed(drawing);
      return 'more' as const;
    };
    const drawn: Drawn = {
      signal,
      begin: () => ({
        question: asked.drawing.question ?? '',
        waiting: waiting(),
        answers,
        marks: asked.drawing.marks.filter(({ url }) => url === tab.url),
        nextNumber: Math.max(0, ...asked.drawing.marks.map(({ number }) => number)) + 1,
      }),
      async heard(word: DrawWord) {
        const { marks } = asked.drawing;
        switch (word.say) {
          case 'mark': {
            const mark = await keptMark(drawer, asked, word.mark);
            const others = marks.filter(({ number }) => number !== mark.number);
            return change({ ...asked.drawing, marks: [...others, mark] });
          }
          case 'removed':
            return change({ ...asked.drawing, marks: marks.filter(({ number }) => number !== word.number) });
          default: {
            const status = word.say === 'done' ? 'submitted' : word.say;
            const isHere = word.say === 'done' && marks.some(({ url }) => url === tab.url);
            const pictures = isHere ? await saved(drawer, asked, 'page') : {};
            const ended = isoMicros(deps.clock.micros());
            await keep({ ...asked.drawing, status, ended, title: await tab.title(), pictures });
            return 'over';
          }
        }
      },
    };
    await letDraw(tab, drawn);
  };

/** What was answered to earlier marks on this page, the newest last. */
async function answersFor({ drawings }: DrawDeps, { tab }: Asked) {
  const marks = (await drawings.list()).flatMap((one) => one.marks);
  return marks
    .filter(({ url, state }) => url === tab.url && state !== 'open')
    .slice(-MOST_ANSWERS)
    .map(({ number, text, reply = '', state }) => ({ number, text, reply, isDone: state === 'done' }));
}

async function keptMark(drawer: Drawer, asked: Asked, drawn: DrawnMark): Promise<KeptMark> {
  const { deps } = drawer;
  const { tab } = asked;
  const { elements, ...mark } = drawn;
  const [meant, ...rest] = elements;
  const [element, pictures, title] = await Promise.all([
    meant && lookAtElement(tab, meant),
    saved(drawer, asked, String(mark.number), drawn),
    tab.title(),
  ]);
  const kept: KeptMark = {
    ...mark,
    id: newId('ann'),
    time: isoMicros(deps.clock.micros()),
    title,
    ...(element && { element }),
    others: rest.map(({ selector, tag, text }) => ({ selector, tag, text })),
    pictures,
    state: 'open',
  };
  return hideSecrets(kept, deps) as KeptMark;
}

/** A picture that cannot be taken is left out; the mark is worth more. */
async function saved(
  { deps, caller }: Drawer,
  { tab, drawing }: Asked,
  name: string,
  mark?: DrawnMark,
): Promise<MarkPictures> {
  try {
    const { marked, plain } = await picturesOf(tab, mark);
    const write = async (kind: string, bytes: Buffer) =>
      (await deps.output.write(caller, `${drawing.id}-${name}-${kind}.png`, bytes)).path;
    return { marked: await write('marked', marked), plain: await write('plain', plain) };
  } catch (cause) {
    deps.log.warning('no picture of a mark could be taken', { cause });
    return {};
  }
}
