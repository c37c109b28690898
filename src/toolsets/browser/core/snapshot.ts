import { z } from 'zod';
import { resolveTarget } from '../../../engines/browser/actions/target.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { parseRef } from '../../../engines/browser/snapshot/ref-book.ts';
import { stampedName } from '../../../engines/browser/stamped-name.ts';
import type { FaultCode } from '../../../kernel/fault.ts';
import { seldom, unlisted } from '../../../kernel/json-schema.ts';
import { PAGE_FAULTS, type PageCall, pageTool } from '../define-tool.ts';
import { save } from '../files.ts';
import type { Told } from '../told.ts';

const ref = z.string().min(1).optional();
const input = {
  target: ref.meta(seldom),
  filename: z.string().min(1).optional().meta(seldom),
  /** Zero: all of it, as if it were not given. */
  depth: z.int().min(0).optional().meta(seldom),
  boxes: z.boolean().optional().meta(seldom),
  root: ref,
  unfold: ref,
  interactive: z.boolean().optional(),
  budget: z.int().min(200).max(1_000_000).optional().meta(unlisted),
  allRefs: z.boolean().optional().meta(unlisted),
  ref: ref.meta(unlisted),
};
type Args = z.output<z.ZodObject<typeof input>>;

export const snapshot = pageTool({
  name: 'browser_snapshot',
  title: 'Snapshot',
  summary: 'Outline with refs.',
  effect: 'read',
  input,
  faults: [
    ...['REF_GONE', 'ELEMENT_NOT_FOUND', 'AMBIGUOUS_TARGET', 'INVALID_LOCATOR'],
    ...['SNAPSHOT_TIMEOUT', 'FILE_NOT_ALLOWED'],
    ...PAGE_FAULTS,
  ] as const satisfies readonly FaultCode[],
  run: (call) => (call.deps.answers.style === 'lean' ? lean(call) : compatible(call)),
});

const rootOf = ({ root, target, ref: old }: Args) => root ?? target ?? old;

/** A ref is looked for in the tree itself; anything else leads to an element. */
const partOf = async (tab: Tab, root: string | undefined) =>
  root === undefined || parseRef(root) ? root : resolveTarget(tab, root);

async function lean(call: PageCall<Args>): Promise<Told> {
  const { args, deps, tab, signal } = call;
  const { interactive, unfold, allRefs, filename } = args;
  const depth = args.depth || undefined;
  const boxes = args.boxes ?? deps.answers.boxes;
  // A file has room; in an answer the lines around the page need a little of it.
  const limit = args.budget ?? deps.answers.budget;
  const budget = filename === undefined ? Math.max(200, limit - 300) : (args.budget ?? 10_000_000);
  const { value } = await tab.perform({ action: 'snapshot', isReading: true, signal }, async () => {
    const root = await partOf(tab, rootOf(args));
    // The title first: a page that is long in the making would answer too late.
    return Promise.all([
      tab.title(),
      tab.snapshots.take({ root, unfold, depth, interactive, allRefs, boxes, budget, signal }),
    ]);
  });
  if (!value) tab.modals.assertFree(); // a dialog came in between
  const [title, taken] = value ?? [];
  const { text = '', elements = 0, omitted = 0 } = taken ?? {};
  if (filename === undefined)
    return { snapshot: { text, elements, omitted }, title, show: 'page', budget: limit };
  const file = await save(call, filename, stampedName('page', 'txt'), text);
  return { snapshot: { file: file.shown, elements }, title, show: 'page' };
}

async function compatible(call: PageCall<Args>): Promise<Told> {
  const { args, deps, tab, signal } = call;
  const boxes = args.boxes ?? deps.answers.boxes;
  const root = rootOf(args) ?? args.unfold;
  const { value } = await tab.perform({ action: 'snapshot', isReading: true, signal }, async () =>
    tab.snapshots.raw({
      root: root && (await resolveTarget(tab, root)),
      depth: args.depth || undefined,
      boxes,
      signal,
    }),
  );
  if (value === undefined) tab.modals.assertFree();
  if (args.filename === undefined) return { snapshot: { text: value ?? '' } };
  const file = await save(call, args.filename, stampedName('page', 'yml'), value ?? '');
  return { snapshot: { file: file.shown } };
}
