import { z } from 'zod';
import { drop as dropOn } from '../../../engines/browser/actions/pointer.ts';
import { badArguments, codeOf, ELEMENT_FAULTS, element, pageTool, targetOf } from '../define-tool.ts';
import { readable } from '../files.ts';

/** As generated code orders them. */
const byName = (data: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)));

export const drop = pageTool({
  name: 'browser_drop',
  title: 'Drop',
  summary: 'Drop files, or data by MIME type, onto an element from outside the page.',
  effect: 'write',
  input: {
    ...element,
    paths: z.array(z.string().min(1)).optional(),
    data: z.record(z.string(), z.string()).optional(),
  },
  faults: ['FILE_NOT_READABLE', ...ELEMENT_FAULTS],
  async run(call) {
    const { args, tab, signal } = call;
    const target = targetOf('browser_drop', args);
    if (!args.paths?.length && !args.data)
      throw badArguments(
        'browser_drop',
        'give "paths" or "data"',
        'Error: At least one of "paths" or "data" must be provided.',
      );
    const { data } = args;
    const paths = args.paths && (await Promise.all(args.paths.map((path) => readable(call, path))));
    const on = await codeOf(call, target);
    const outcome = await dropOn(tab, target, { paths, data, signal });
    const files = paths?.length === 1 ? paths[0] : paths;
    const options = { ...(files?.length && { files }), ...(data && { data: { options: byName(data) } }) };
    return {
      done: `Dropped onto ${target}.`,
      outcome,
      show: 'changes',
      code: on ? [{ on, call: 'drop', args: [{ options }], isLong: true }] : [],
    };
  },
});
