import { z } from 'zod';
import { stampedName } from '../../../engines/browser/stamped-name.ts';
import { seldom, unlisted } from '../../../kernel/json-schema.ts';
import { badArguments, PAGE_FAULTS, type PageCall, pageTool, readPattern } from '../define-tool.ts';
import { save } from '../files.ts';
import { ours, pages, type Told } from '../told.ts';
import { snippets } from './snippets.ts';

const input = {
  text: z.string().min(1).optional(),
  regex: z.string().min(1).optional(),
  role: z.string().min(1).optional(),
  name: z.string().min(1).optional(),
  exact: z.boolean().optional().meta(unlisted),
  limit: z.int().min(1).max(200).optional().meta(unlisted),
  filename: z.string().min(1).optional().meta(seldom),
};
type Args = z.output<z.ZodObject<typeof input>>;

export const find = pageTool({
  name: 'browser_find',
  title: 'Find',
  summary: 'Find elements and their refs by text, pattern, role or name.',
  effect: 'read',
  input,
  faults: ['SNAPSHOT_TIMEOUT', 'FILE_NOT_ALLOWED', ...PAGE_FAULTS],
  async run(call) {
    const { text, regex, role, name } = call.args;
    if ([text, regex, role, name].every((one) => one === undefined))
      throw badArguments(
        'browser_find',
        'give "text", "regex", "role" or "name"',
        'Provide either "text" or "regex" to search for.',
      );
    const isLean = call.deps.answers.style === 'lean';
    if (text !== undefined && regex !== undefined && !isLean) {
      const both = 'Provide only one of "text" or "regex", not both.';
      throw badArguments('browser_find', both, both);
    }
    const pattern = regex === undefined ? undefined : patternOf(regex);
    const found = isLean ? await lean(call, pattern) : await compatible(call, pattern);
    if (call.args.filename === undefined) return { results: found, show: 'nothing' };
    const words = found.map((one) => one.text).join('\n');
    const file = await save(call, call.args.filename, stampedName('find', 'md'), words);
    return { results: [ours(`- [Find results](${file.shown})`)], show: 'nothing' };
  },
});

async function lean(
  { args, tab, signal }: PageCall<Args>,
  regex: RegExp | undefined,
): Promise<NonNullable<Told['results']>> {
  const { text, role, name, exact, limit } = args;
  const { value } = await tab.perform({ action: 'find', isReading: true, signal }, () =>
    tab.snapshots.find({ text, regex, role, name, exact, limit }, signal),
  );
  if (!value) tab.modals.assertFree();
  const { total = 0, found = [] } = value ?? {};
  if (total === 0) return [ours('Nothing found.')];
  const lines = found.map(({ line, path }) => (path.length > 0 ? `${line}  (in ${path.join(' › ')})` : line));
  const more = total > found.length ? [ours(`${total} found, ${found.length} shown; limit shows more.`)] : [];
  return [...more, pages(lines.join('\n'))];
}

/** As playwright-mcp answers: matching lines of the snapshot with a few lines around them. */
async function compatible(
  { args, tab, signal }: PageCall<Args>,
  regex: RegExp | undefined,
): Promise<NonNullable<Told['results']>> {
  const { value } = await tab.perform({ action: 'find', isReading: true, signal }, () =>
    tab.snapshots.raw({ signal }),
  );
  if (value === undefined) tab.modals.assertFree();
  const wanted = (args.text ?? args.name ?? args.role ?? '').toLowerCase();
  const fits = (line: string) => (regex ? regex.test(line) : line.toLowerCase().includes(wanted));
  const query = regex ? String(regex) : `"${args.text ?? args.name ?? args.role}"`;
  const { count, text } = snippets(value ?? '', fits);
  if (count === 0) return [ours(`No matches found for ${query}.`)];
  return [pages(`Found ${count} ${count === 1 ? 'match' : 'matches'} for ${query}:\n\n${text}`)];
}

/** `error` or `/error/i`. */
function patternOf(source: string): RegExp {
  const literal = /^\/(.*)\/([a-z]*)$/.exec(source);
  const [, pattern = source, flags = ''] = literal ?? [];
  return readPattern('browser_find', 'regex', pattern, flags.replaceAll(/[gy]/g, ''));
}
