import { z } from 'zod';
import type { Drawing } from '../../../contract/marks.ts';
import { showWaiting } from '../../../engines/browser/marks/let-draw.ts';
import { defineMode } from '../deps.ts';
import { type everyAction, session, text } from '../interact/action-arguments.ts';
import { asCommand } from '../interact/define-action.ts';
import { openTab } from '../tabs.ts';
import { briefMark } from './brief-mark.ts';
import { drawOnPage } from './draw-on-page.ts';

/** People take their time. */
const HOUR_MS = 3_600_000;
const TELL_EVERY_MS = 5_000;

type Common = z.output<z.ZodObject<typeof everyAction>>;

export const drawModeStart = defineMode({
  summary: 'A person marks the page.',
  input: z.object({ text: text.text.optional(), session: session.optional() }),
  timeoutMs: () => HOUR_MS + 60_000,
  async run(call) {
    const { deps, caller } = call;
    const args = call.args as typeof call.args & Common;
    const tab = await openTab(deps.engine, args.tab_id, 'draw on');
    const waitMs = args.wait === true || args.sync === true || args.background === false ? HOUR_MS : 0;
    let marks = 0;
    const tell = () => call.progress(marks, undefined, `${marks} marks; the person is not done`);
    const timer = waitMs > 0 ? setInterval(tell, TELL_EVERY_MS) : undefined;
    const run = async (signal: AbortSignal) => {
      const changed = (drawing: Drawing) => {
        marks = drawing.marks.length;
        if (waitMs > 0) tell();
      };
      const draw = drawOnPage({ deps, caller, signal, changed });
      const queued = () => {
        const line = deps.drawings.open.filter((one) => one.tab === tab.id).slice(1);
        return showWaiting(
          tab,
          line.map((one) => one.question ?? ''),
        );
      };
      const asked = { question: args.text, session: args.session };
      const drawing = await deps.during(() => deps.drawings.ask(tab, asked, { draw, queued, signal }));
      return {
        summary: `${drawing.status}, ${drawing.marks.length} marks`,
        status: drawing.status,
        file: drawing.id,
        annotations: drawing.marks.map(briefMark),
        count: drawing.marks.length,
        page_url: drawing.url,
        ...(drawing.pictures.marked && { screenshot: drawing.pictures.marked }),
      };
    };
    try {
      // A line of its own: what others do with the tab does not wait for the person.
      const target = `a person at ${tab.id} (${deps.clock.micros()})`;
      return await asCommand(call, { action: 'draw_mode_start', target, limitMs: HOUR_MS, waitMs, run });
    } finally {
      clearInterval(timer);
    }
  },
});
