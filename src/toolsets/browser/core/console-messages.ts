import { z } from 'zod';
import { CONSOLE_LEVELS, type ConsoleEntry } from '../../../engines/browser/console-log.ts';
import { stampedName } from '../../../engines/browser/stamped-name.ts';
import type { Tab } from '../../../engines/browser/tab.ts';
import { unlisted } from '../../../kernel/json-schema.ts';
import { consoleLine } from '../console-files.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { save } from '../files.ts';
import { newestWithin } from '../newest-within.ts';
import { ours, pages } from '../told.ts';

export const consoleMessages = pageTool({
  name: 'browser_console_messages',
  title: 'Console',
  summary: 'Console messages.',
  effect: 'read',
  input: {
    level: z.enum(CONSOLE_LEVELS).optional().meta(unlisted),
    all: z.boolean().optional().meta(unlisted),
    filename: z.string().min(1).optional().meta(unlisted),
  },
  hasData: true,
  faults: ['FILE_NOT_ALLOWED', ...PAGE_FAULTS],
  async run(call) {
    const { args, deps, tab } = call;
    const level = args.level ?? deps.answers.consoleLevel;
    const entries = tab.console.list({ level, all: args.all ?? false });
    const isLean = deps.answers.style === 'lean';
    const { error, warning, total } = isLean ? everything(tab) : countsOf(tab, args.all ?? false);
    const head = `Total messages: ${total} (Errors: ${error}, Warnings: ${warning})`;
    const returning =
      entries.length === total ? '' : `\nReturning ${entries.length} messages for level "${level}"`;
    const gap = isLean ? '' : '\n';
    const lines = entries.map((entry) => consoleLine(entry, isLean ? entry.level : entry.type));
    if (args.filename !== undefined) {
      const file = await save(call, args.filename, stampedName('console', 'log'), lines.join('\n'));
      return { results: [ours(`- [Console](${file.shown})`)], show: 'nothing', data: { path: file.path } };
    }
    const { kept, left } = newestWithin(lines, deps.answers.budget);
    const notes = left > 0 ? [ours(`${left} earlier ones left out; give a filename for all.`)] : [];
    return {
      results: [
        ours(`${head}${returning}${gap}`),
        ...notes,
        ...(kept.length > 0 ? [pages(kept.join('\n'))] : []),
      ],
      show: 'nothing',
      data: { counts: tab.console.counts, messages: entries.slice(left).map(messageData) },
    };
  },
});

function everything(tab: Tab) {
  const { error, warning, info, debug } = tab.console.counts;
  return { error, warning, total: error + warning + info + debug };
}

/** playwright-mcp counts what it could return, which is what the present document said. */
function countsOf(tab: Tab, all: boolean) {
  const entries = tab.console.list({ level: 'debug', all });
  const count = (level: string) => entries.filter((entry) => entry.level === level).length;
  return { error: count('error'), warning: count('warning'), total: entries.length };
}

const messageData = ({ level, type, text, url, line, column, time }: ConsoleEntry) => ({
  ...{ level, type, text, url, line, column },
  time: new Date(time / 1000).toISOString(),
});
