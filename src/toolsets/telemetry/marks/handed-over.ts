import type { Handed } from '../../../contract/handing.ts';
import type { Drawing, KeptMark, MarkedElement, MarkPictures } from '../../../contract/marks.ts';
import { type Hiding, hideSecrets } from '../../../kernel/hide-secrets.ts';
import type { Log } from '../../../kernel/log.ts';
import type { OutputFolder } from '../../../kernel/output.ts';
import type { Caller } from '../../../kernel/tool.ts';
import { documentsOf } from '../../../store/own-documents.ts';
import type { Store } from '../../../store/store.ts';

interface HandedParts extends Hiding {
  readonly store: Pick<Store, 'documents'>;
  readonly output: OutputFolder;
  readonly log: Log;
}

/** Keeps what a person hands over out of a browser of their own, where it is looked for: among what people marked. */
export async function keepHanded(
  parts: HandedParts,
  callers: readonly Caller[],
  { id, tab, at, url, title, note, marks, pictures }: Handed,
): Promise<Drawing> {
  const [first] = callers;
  const time = new Date(at).toISOString();
  const saved = first ? await savedPictures(parts, first, id, pictures) : {};
  const whole: Drawing = {
    id: `shown-${id}`,
    source: 'extension',
    tab: String(tab),
    url,
    title,
    status: 'submitted',
    asked: time,
    ended: time,
    pictures: saved,
    ...(note && { note }),
    marks: marks.map(({ elements: [meant, ...rest], ...mark }): KeptMark => {
      // What only DevTools could tell of it is not known.
      const element: MarkedElement | undefined = meant && { ...meant, styles: {} };
      return {
        ...mark,
        id: `ann_${id}_${mark.number}`,
        time,
        title,
        pictures: saved,
        state: 'open',
        ...(element && { element }),
        others: rest.map(({ selector, tag, text }) => ({ selector, tag, text })),
      };
    }),
  };
  const drawing = hideSecrets(whole, parts) as Drawing;
  for (const caller of callers)
    await documentsOf(parts.store, caller).ofKey('drawings').put(drawing.id, drawing);
  return drawing;
}

async function savedPictures(
  { output, log }: HandedParts,
  caller: Caller,
  id: string,
  pictures: Handed['pictures'],
): Promise<MarkPictures> {
  const saved: { [kind in keyof MarkPictures]?: string } = {};
  for (const kind of ['plain', 'marked'] as const) {
    const given = pictures[kind];
    if (given === undefined) continue;
    try {
      const bytes = Buffer.from(given, 'base64');
      saved[kind] = (await output.write(caller, `shown-${id}-${kind}.png`, bytes)).path;
    } catch (cause) {
      log.warning('a picture that a person handed over could not be kept', { cause });
    }
  }
  return saved;
}
