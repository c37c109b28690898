import { z } from 'zod';
import { CONSOLE_LEVELS, type ConsoleEntry } from '../../../engines/browser/page/console-log.ts';
import { stampedName } from '../../../engines/browser/stamped-name.ts';
import { seldom } from '../../../kernel/json-schema.ts';
import { compatibleConsoleLine, compatibleLevel, consoleLine } from '../console-files.ts';
import { PAGE_FAULTS, type PageCall, pageTool } from '../define-tool.ts';
import { save } from '../files.ts';
import { newestWithin, ours, pages, type Told } from '../told.ts';

const input = {
  level: z.enum(CONSOLE_LEVELS).optional().meta(seldom),
  all: z.boolean().optional().meta(seldom),
  filename: z.string().min(1).optional().meta(seldom),
};
type Args = z.output<z.ZodObject<typeof input>>;

export const consoleMessages = pageTool({
  name: 'browser_console_messages',
  title: 'Console',
  summary: 'Console messages.',
  effect: 'read',
  input,
  hasData: true,
  faults: ['FILE_NOT_ALLOWED', ...PAGE_FAULTS],
  run: (call) => (call.deps.answers.style === 'lean' ? lean(call) : compatible(call)),
});

async function lean(call: PageCall<Args>): Promise<Told> {
  const { args, deps, tab } = call;
  const level = args.level ?? deps.answers.consoleLevel;
  const entries = tab.console.list({ level, all: args.all ?? false });
  const { error, warning, info, debug } = tab.console.counts;
  const lines = entries.map(consoleLine);
  if (args.filename !== undefined) return filed(call, lines.join('\n'));
  const { kept, left } = newestWithin(lines, deps.answers.budget);
  const notes = left > 0 ? [ours(`${left} earlier ones left out; give a filename for all.`)] : [];
  return {
    results: [
      ours(header(entries.length, level, { error, warning, total: error + warning + info + debug })),
      ...notes,
      ...(kept.length > 0 ? [pages(kept.join('\n'))] : []),
    ],
    show: 'nothing',
    data: { counts: tab.console.counts, messages: entries.slice(left).map(messageData) },
  };
}

/** playwright-mcp counts what the present document said, and puts exceptions last. */
async function compatible(call: PageCall<Args>): Promise<Told> {
  const { args, tab } = call;
  const level = args.level ?? 'info';
  const present = tab.console.list({ level: 'debug' });
  const count = (...types: readonly string[]) => present.filter(({ type }) => types.includes(type)).length;
  const counts = { error: count('error', 'pageerror'), warning: count('warning'), total: present.length };
  const most = CONSOLE_LEVELS.indexOf(level);
  const listed = tab.console.list({ level: 'debug', all: args.all ?? false });
  const shown = listed.filter((entry) => CONSOLE_LEVELS.indexOf(compatibleLevel(entry)) <= most);
  const entries = [...shown].sort((a, b) => Number(a.type === 'pageerror') - Number(b.type === 'pageerror'));
  const words = [header(entries.length, level, counts), '', ...entries.map(compatibleConsoleLine)].join('\n');
  if (args.filename !== undefined) return filed(call, words);
  const data = { counts: tab.console.counts, messages: entries.map(messageData) };
  return { results: [pages(words)], show: 'nothing', data };
}

async function filed(call: PageCall<Args>, words: string): Promise<Told> {
  const file = await save(call, call.args.filename, stampedName('console', 'log'), words);
  return { results: [ours(`- [Console](${file.shown})`)], show: 'nothing', data: { path: file.path } };
}

function header(
  returned: number,
  level: string,
  { error, warning, total }: { error: number; warning: number; total: number },
): string {
  const head = `Total messages: ${total} (Errors: ${error}, Warnings: ${warning})`;
  return returned === total ? head : `${head}\nReturning ${returned} messages for level "${level}"`;
}

const messageData = ({ level, type, text, url, line, column, time }: ConsoleEntry) => ({
  ...{ level, type, text, url, line, column },
  time: new Date(time / 1000).toISOString(),
});
