/** The formats of generate that are made of what people marked. */
import { dirname, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import type { Drawing, KeptMark } from '../../../contract/marks.ts';
import { fault } from '../../../kernel/fault.ts';
import type { Call } from '../../../kernel/tool.ts';
import { markIssue, marksReport, type ReportedMark } from '../../../report/marks-markdown.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { deliverReply } from '../generate/deliver.ts';
import { saveTo, sessionName } from '../generate/generate-arguments.ts';
import { briefMark, elementWords } from './brief-mark.ts';

const input = z.object({ ...sessionName, ...saveTo });
type MarksCall = Call<z.output<typeof input>, TelemetryDeps>;

export const annotationReport = defineMode({
  summary: 'What people marked, as Markdown with pictures.',
  input,
  async run(call) {
    const drawings = await markedOf(call);
    const link = linker(call);
    const pages = drawings.map(({ title, url, question, asked, status, pictures, marks }) => ({
      title,
      url,
      question,
      asked,
      status,
      picture: link(pictures.marked),
      marks: marks.map((mark) => reported(mark, link)),
    }));
    const count = countOf(drawings);
    const pieces = call.deps.redact(marksReport(call.args.session, pages));
    return deliverReply(
      call,
      { name: 'marks.md', key: 'report', pieces },
      `${count} marks on ${drawings.length} pages`,
      { total_count: count, page_count: drawings.length },
    );
  },
});

export const annotationIssues = defineMode({
  summary: 'An issue for each mark.',
  input,
  async run(call) {
    const drawings = await markedOf(call);
    const link = linker(call);
    const issues = drawings.flatMap(({ marks }) =>
      marks.map((mark) => ({
        ...markIssue(reported(mark, link)),
        annotation_id: mark.id,
        ...briefMark(mark),
        tag: mark.element?.tag,
        computed_styles: mark.element?.styles,
        a11y_flags: mark.element?.flags,
        pictures: mark.pictures,
      })),
    );
    const pieces = JSON.stringify(call.deps.redactValue(issues), undefined, 2);
    return deliverReply(
      call,
      { name: 'mark-issues.json', key: 'issues', pieces, isJson: true },
      `${issues.length} issues`,
      { total_count: issues.length, page_count: drawings.length },
    );
  },
});

/** Drawings with marks; of one session if it is named. */
async function markedOf({ args, deps }: MarksCall): Promise<readonly Drawing[]> {
  const drawings = await deps.drawings.list(args.session);
  const marked = drawings.filter(({ marks }) => marks.length > 0);
  const what = `marks${args.session === undefined ? '' : ` of session "${args.session}"`}`;
  const next = 'Ask a person for some with interact draw_mode_start';
  if (marked.length === 0) throw fault('NOTHING_RECORDED', { what, next });
  return marked;
}

const countOf = (drawings: readonly Drawing[]) => drawings.reduce((sum, { marks }) => sum + marks.length, 0);

/** From a file that the caller named pictures are found by the way from there, so that both can be moved together. */
function linker({ args, caller }: MarksCall): (path: string | undefined) => string | undefined {
  const from = args.save_to === undefined ? undefined : dirname(resolve(caller.cwd, args.save_to));
  return (path) =>
    path === undefined || from === undefined ? path : relative(from, path).split(sep).join('/');
}

function reported(mark: KeptMark, link: (path: string | undefined) => string | undefined): ReportedMark {
  const { number, kind, text, state, reply, url, element, box, pictures } = mark;
  return {
    number,
    kind,
    text,
    state,
    reply,
    url,
    element: element && elementWords(element),
    selector: element?.selector,
    box,
    flags: element?.flags ?? [],
    styles: element?.styles ?? {},
    outline: element?.outline,
    pictures: { marked: link(pictures.marked), plain: link(pictures.plain) },
  };
}
