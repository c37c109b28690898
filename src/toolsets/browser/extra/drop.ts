import { z } from 'zod';
import { drop as dropOn } from '../../../engines/browser/actions/pointer.ts';
import { badArguments, codeOf, ELEMENT_FAULTS, element, pageTool, targetOf } from '../define-tool.ts';
import { readable } from '../files.ts';

export const drop = pageTool({
  name: 'browser_drop',
  title: 'Drop',
  summary: 'Drop files, or data by MIME type, onto an element from outside the page.',
  effect: 'write',
  input: {
    ...element,
    paths: z.array(z.string().min(1)).optional(),
    data: z.looseObject({}).optional(),
  },
  faults: ['FILE_NOT_READABLE', ...ELEMENT_FAULTS],
  async run(call) {
    const { args, tab, signal } = call;
    const target = targetOf('browser_drop', args);
    if (!args.paths?.length && !args.data) throw badArguments('browser_drop', 'give "paths" or "data"');
    const data = args.data && texts(args.data);
    const paths = args.paths && (await Promise.all(args.paths.map((path) => readable(call, path))));
    const on = await codeOf(call, target);
    const outcome = await dropOn(tab, target, { paths, data, signal });
    const options = { ...(paths && { files: paths }), ...(data && { data: { options: data } }) };
    return {
      done: `Dropped onto ${target}.`,
      outcome,
      show: 'changes',
      code: on ? [{ on, call: 'drop', args: [{ options }] }] : [],
    };
  },
});

function texts(data: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).map(([type, value]) => {
      if (typeof value !== 'string') throw badArguments('browser_drop', `"data.${type}" must be a string`);
      return [type, value];
    }),
  );
}
