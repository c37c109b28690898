/** The modes of analyze that tell what people marked. */
import { z } from 'zod';
import type { Drawing, KeptMark } from '../../../contract/marks.ts';
import { file } from '../analyze/look-arguments.ts';
import { missing } from '../arguments.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { session, waiting as waitingFor } from '../interact/action-arguments.ts';
import { openTabs } from '../tabs.ts';
import { briefMark } from './brief-mark.ts';

const markId = z.string().min(1);
const PATIENCE_MS = 600_000;

export const annotations = defineMode({
  summary: 'Marks of people.',
  input: z.object({
    session: session.optional(),
    correlation_id: markId.optional(),
    reply: z.string().min(1).max(2000).optional(),
    done: z.boolean().optional(),
    wait: waitingFor.wait,
  }),
  timeoutMs: ({ wait }) => (wait ? PATIENCE_MS + 10_000 : undefined),
  async run({ args, deps, signal, progress }) {
    const { correlation_id: id, reply, done, wait } = args;
    if (reply !== undefined || done !== undefined) {
      if (id === undefined) throw missing('analyze annotations', 'correlation_id');
      const answer = { reply, isDone: done === true };
      const noted = (await deps.drawings.list()).find(
        ({ id: own, note }) => own === id && note !== undefined,
      );
      if (noted) {
        const { note } = await deps.drawings.answerNote(noted, answer);
        return {
          summary: `the note is answered; ${IN_THEIRS}`,
          data: { file: id, note, reply },
          isOwn: true,
        };
      }
      const { mark, isShown } = await deps.drawings.answer(id, answer, await openTabs(deps.engine));
      const where = isShown
        ? 'the person sees it on the page'
        : 'the person sees it when they mark there again';
      return { summary: `${mark.number} is ${mark.state}; ${where}`, data: briefMark(mark), isOwn: true };
    }
    if (wait) await nextOf(deps, signal, progress);
    const drawings = await deps.drawings.list(args.session);
    const waiting = deps.drawings.open;
    if (args.session !== undefined) return bySession(args.session, drawings, waiting);
    const last = drawings.findLast(({ marks, ended }) => ended !== undefined || marks.length > 0);
    const open = unanswered(drawings);
    // What was marked just now comes with all that belongs to it.
    const isLast = open.every((mark) => last?.marks.includes(mark));
    return isLast ? told(last?.marks ?? [], drawings, waiting, last) : told(open, drawings, waiting);
  },
});

const IN_THEIRS = 'the person sees it in their browser';

/** Somebody may never answer: then what is there is told. */
async function nextOf(
  { drawings }: TelemetryDeps,
  signal: AbortSignal,
  progress: (done: number, total?: number, message?: string) => void,
): Promise<void> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const timer = setInterval(() => progress(0, undefined, 'waiting for the person'), 5_000);
  await drawings
    .next(over)
    .catch(() => signal.throwIfAborted())
    .finally(() => clearInterval(timer));
}

const unanswered = (drawings: readonly Drawing[]) =>
  drawings.flatMap(({ marks }) => marks).filter(({ state }) => state === 'open');

function told(
  marks: readonly KeptMark[],
  drawings: readonly Drawing[],
  waiting: readonly Drawing[],
  of?: Drawing,
) {
  const open = unanswered(drawings).length;
  return {
    summary: `${marks.length} marks, ${open} unanswered in all${waitingWords(waiting)}`,
    data: {
      annotations: marks.map(briefMark),
      count: marks.length,
      unanswered_count: open,
      ...requests(waiting),
      ...(of && {
        file: of.id,
        status: of.status,
        question: of.question,
        note: of.note,
        reply: of.reply,
        page_url: of.url,
      }),
      ...(of && { screenshot: of.pictures.marked ?? of.pictures.plain }),
    },
  };
}

function bySession(name: string, drawings: readonly Drawing[], waiting: readonly Drawing[]) {
  const pages = drawings.map(({ id, url, tab, status, question, marks, pictures }) => ({
    file: id,
    page_url: url,
    tab_id: tab,
    status,
    question,
    annotations: marks.map(briefMark),
    count: marks.length,
    screenshot: pictures.marked,
  }));
  const total = pages.reduce((sum, { count }) => sum + count, 0);
  return {
    summary: `${total} marks on ${pages.length} pages in ${name}${waitingWords(waiting)}`,
    data: {
      session_name: name,
      pages,
      page_count: pages.length,
      total_count: total,
      unanswered_count: unanswered(drawings).length,
      ...requests(waiting),
    },
  };
}

const waitingWords = (waiting: readonly Drawing[]) =>
  waiting.length > 0 ? `; ${waiting.length} requests wait for the person` : '';
const requests = (waiting: readonly Drawing[]) =>
  waiting.length === 0
    ? {}
    : {
        waiting: waiting.map(({ id, question, tab, status }) => ({
          file: id,
          question,
          tab_id: tab,
          status,
        })),
      };

export const annotationDetail = defineMode({
  summary: 'Element below it.',
  input: z.object({ correlation_id: markId }),
  async run({ args, deps }) {
    const { mark, drawing } = await deps.drawings.findMark(args.correlation_id);
    const { element, others, pictures, points, viewport, scroll, title, ...brief } = mark;
    const {
      classes,
      id,
      html,
      parentSelector,
      around: _around,
      styles,
      rules,
      flags,
      box,
      ...rest
    } = element ?? { classes: [], flags: [], styles: {} };
    return {
      summary: `Mark ${brief.number}: ${brief.text || 'without words'}`,
      data: {
        ...briefMark(mark),
        ...(element && {
          ...rest,
          classes,
          id,
          text_content: element.text,
          parent_selector: parentSelector,
          bounding_rect: box,
          a11y_flags: flags,
          computed_styles: styles,
          css_rules: rules,
          outer_html: html,
        }),
        text: mark.text,
        all_elements: others,
        element_count: others.length + (element ? 1 : 0),
        points:
          mark.kind === 'box'
            ? undefined
            : points.filter((_, at) => at % 10 === 0 || at === points.length - 1),
        viewport,
        scroll,
        title,
        pictures,
        file: drawing.id,
      },
    };
  },
});

export const drawHistory = defineMode({
  summary: 'All drawings.',
  input: z.object({}),
  async run({ deps }) {
    const sessions = (await deps.drawings.list()).toReversed().map((one) => ({
      file: one.id,
      session: one.session,
      question: one.question,
      note: one.note,
      status: one.status,
      page_url: one.url,
      title: one.title,
      tab_id: one.tab,
      count: one.marks.length,
      unanswered_count: unanswered([one]).length,
      asked_at: one.asked,
      ended_at: one.ended,
      screenshot: one.pictures.marked ?? one.pictures.plain,
    }));
    return { summary: `${sessions.length} drawings`, data: { sessions, count: sessions.length } };
  },
});

export const drawSession = defineMode({
  summary: 'One of draw_history.',
  input: z.object({ file }),
  async run({ args, deps }) {
    const drawing = await deps.drawings.find(args.file);
    return {
      summary: `${drawing.marks.length} marks, ${drawing.status}`,
      data: { ...drawing, _file: drawing.id },
    };
  },
});
