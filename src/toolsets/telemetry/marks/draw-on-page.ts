import type { Drawing, DrawnMark, DrawWord, KeptMark, MarkPictures } from '../../../contract/marks.ts';
import { type Drawing as Drawn, letDraw } from '../../../engines/browser/marks/let-draw.ts';
import { lookAtElement } from '../../../engines/browser/marks/look-at-mark.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { isoMicros } from '../../../kernel/clock.ts';
import { currentCall } from '../../../kernel/current-call.ts';
import { fault } from '../../../kernel/fault.ts';
import { hideSecrets } from '../../../kernel/hide-secrets.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Caller } from '../../../kernel/tool.ts';
import type { TelemetryDeps } from '../deps.ts';
import type { Asked, Camera, Draw, Paper } from './drawings.ts';
import { recordDrawing } from './drawn-shot.ts';
import { pageCamera } from './frozen-camera.ts';

export type DrawDeps = Pick<
  TelemetryDeps,
  'clock' | 'output' | 'redact' | 'redactValue' | 'drawings' | 'log' | 'store' | 'flow'
>;

interface Drawer {
  readonly deps: DrawDeps;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** A mark was made or taken away. */
  changed(drawing: Drawing): unknown;
}

const MOST_ANSWERS = 5;

/**
 * Has the person draw on the page itself, or elsewhere once the paper is lifted, and keeps each mark as soon as it has
 * its words.
 */
export const drawOnPage =
  (drawer: Drawer, isLifted = false): Draw =>
  async (asked, keep, waiting) => {
    const { deps, caller, signal } = drawer;
    const { tab } = asked;
    // What the person does later is heard outside of the call.
    const call = currentCall();
    const change = async (drawing: Drawing) => {
      await keep(drawing);
      drawer.changed(drawing);
      return 'more' as const;
    };
    const ofPage: Camera = (mark) => pageCamera(tab, mark);
    const drawn = (answers: Awaited<ReturnType<typeof answersFor>>): Omit<Drawn, 'signal'> => ({
      begin: () => ({
        question: asked.drawing.question ?? '',
        waiting: waiting(),
        answers,
        marks: asked.drawing.marks.filter(({ url }) => url === tab.url),
        nextNumber: Math.max(0, ...asked.drawing.marks.map(({ number }) => number)) + 1,
      }),
      heard: (word) => hear(word, ofPage),
    });
    const hear = async (word: DrawWord, camera: Camera) => {
      // Asked for at the last moment: marks may be answered while pictures are taken.
      const without = (gone: number) => asked.drawing.marks.filter(({ number }) => number !== gone);
      switch (word.say) {
        case 'mark': {
          const mark = await keptMark(drawer, asked, word.mark, camera);
          return change({ ...asked.drawing, marks: [...without(mark.number), mark] });
        }
        case 'removed':
          return change({ ...asked.drawing, marks: without(word.number) });
        default: {
          const status = word.say === 'done' ? 'submitted' : word.say;
          const isHere = word.say === 'done' && asked.drawing.marks.some(({ url }) => url === tab.url);
          const pictures = isHere ? await saved(drawer, asked, 'page', camera) : {};
          const ended = isoMicros(deps.clock.micros());
          const drawing: Drawing = { ...asked.drawing, status, ended, title: await tab.title(), pictures };
          await keep(drawing);
          const { instance, context } = tab.host;
          const where = { instance, context, page: tab.id, session: caller.session };
          if (word.say === 'done')
            await recordDrawing(deps, hideSecrets(drawing, deps) as Drawing, { where, call });
          return 'over' as const;
        }
      }
    };
    await onPaper(asked, hear, {
      signal,
      isLifted,
      onPage: async (until) => letDraw(tab, { ...drawn(await answersFor(deps, asked)), signal: until }),
    });
  };

interface Place {
  readonly signal: AbortSignal;
  readonly isLifted: boolean;
  /** Draws on the page itself, until the signal says that it is drawn elsewhere. */
  onPage(signal: AbortSignal): Promise<void>;
}

/** Draws on the page, and elsewhere while the paper is lifted, until the person is done. */
async function onPaper(
  asked: Asked,
  hear: (word: DrawWord, camera: Camera) => Promise<'more' | 'over'>,
  { signal, isLifted, onPage }: Place,
): Promise<void> {
  let elsewhere = isLifted ? Promise.withResolvers<'over' | 'back'>() : undefined;
  let here = new AbortController();
  asked.paper = {
    lift() {
      elsewhere ??= Promise.withResolvers();
      here.abort();
    },
    putBack: () => elsewhere?.resolve('back'),
    async hear(word, camera) {
      if ((await hear(word, camera)) === 'over') elsewhere?.resolve('over');
    },
  } satisfies Paper;
  const gone = goneFrom(asked.tab, signal);
  try {
    for (;;) {
      if (elsewhere) {
        if ((await Promise.race([elsewhere.promise, gone.promise])) === 'over') return;
        elsewhere = undefined;
      }
      here = new AbortController();
      try {
        return await onPage(AbortSignal.any([signal, here.signal]));
      } catch (thrown) {
        if (!elsewhere) throw thrown;
      }
    }
  } finally {
    delete asked.paper;
    gone.dispose();
  }
}

/** Fails when the page closes or nobody wants to know any more. */
function goneFrom({ page, id }: Tab, signal: AbortSignal) {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {}); // whoever waits for it is told
  const onGone = () => reject(fault('TAB_CLOSED', { tab: id }));
  const onAbort = () => reject(signal.reason);
  page.once('close', onGone).once('crash', onGone);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return {
    promise,
    dispose() {
      page.off('close', onGone).off('crash', onGone);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

/** What was answered to earlier marks on this page, the newest last. */
async function answersFor({ drawings }: DrawDeps, { tab }: Asked) {
  const marks = (await drawings.list()).flatMap((one) => one.marks);
  return marks
    .filter(({ url, state }) => url === tab.url && state !== 'open')
    .slice(-MOST_ANSWERS)
    .map(({ number, text, reply = '', state }) => ({ number, text, reply, isDone: state === 'done' }));
}

async function keptMark(drawer: Drawer, asked: Asked, drawn: DrawnMark, camera: Camera): Promise<KeptMark> {
  const { deps } = drawer;
  const { tab } = asked;
  const { elements, ...mark } = drawn;
  const [meant, ...rest] = elements;
  const [element, pictures, title] = await Promise.all([
    meant && lookAtElement(tab, meant),
    saved(drawer, asked, String(mark.number), camera, drawn),
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
  { drawing }: Asked,
  name: string,
  camera: Camera,
  mark?: DrawnMark,
): Promise<MarkPictures> {
  try {
    const { marked, plain } = await camera(mark);
    const write = async (kind: string, bytes: Uint8Array) =>
      (await deps.output.write(caller, `${drawing.id}-${name}-${kind}.png`, bytes)).path;
    return { marked: await write('marked', marked), plain: await write('plain', plain) };
  } catch (cause) {
    deps.log.warning('no picture of a mark could be taken', { cause });
    return {};
  }
}
