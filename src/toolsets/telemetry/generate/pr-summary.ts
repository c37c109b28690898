import { z } from 'zod';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { ERRORS, errorMessage, isError, isToldTwice } from '../error-entry.ts';
import { scopeFilters } from '../read-list.ts';
import { comparable } from '../recording/happenings.ts';
import { deliverReply } from './deliver.ts';
import { address, saveTo } from './generate-arguments.ts';
import { recorded } from './recorded.ts';
import { stepsOf } from './steps.ts';

const MOST_LINES = 10;

export const prSummary = defineMode({
  summary: 'What was done and seen, in Markdown.',
  input: z.object({ ...address, ...saveTo }),
  async run(call) {
    const { deps } = call;
    const filters = scopeFilters(call);
    const [actions, errors, requests, vitals] = await Promise.all([
      recorded(deps, { ...filters, streams: ['action'] }),
      recorded(deps, { ...filters, ...ERRORS }),
      recorded(deps, { ...filters, streams: ['request'] }),
      recorded(deps, { ...filters, streams: ['vitals'] }),
    ]);
    const steps = stepsOf(
      actions.items.map(({ data, time, where }) => ({ ...data, at: time / 1000, page: where.page })),
    );
    const seen = errors.items.filter(isError).filter((item) => !isToldTwice(item));
    const said = Map.groupBy(
      seen.filter(({ stream }) => stream !== 'request'),
      (item) => comparable(errorMessage(item)),
    );
    const failed = Map.groupBy(
      seen.filter(({ stream }) => stream === 'request'),
      (item) => comparable(errorMessage(item)),
    );
    const commands = commandCounts(deps);
    const stats = {
      actions: steps.length,
      commands_completed: commands.completed,
      commands_failed: commands.failed,
      console_errors: seen.length - [...failed.values()].flat().length,
      network_errors: [...failed.values()].flat().length,
      network_captured: requests.items.length + requests.left,
    };
    const pages = [
      ...new Set(
        requests.items
          .filter(({ data }) => data.isNavigation && data.pageUrl === data.url)
          .map(({ data }) => pathOf(data.url)),
      ),
    ];
    const slow = requests.items.toSorted((a, b) => b.data.ms - a.data.ms)[0]?.data;
    const summary = [
      '## What was tried in the browser',
      '',
      `${steps.length} actions on ${pages.length} pages: ${pages.slice(0, MOST_LINES).map(code).join(', ') || 'none'}.`,
      '',
      '| | |',
      '|---|---|',
      `| requests | ${stats.network_captured}, ${stats.network_errors} failed |`,
      ...(slow
        ? [`| slowest | ${code(`${slow.method} ${pathOf(slow.url)}`)} ${Math.round(slow.ms)} ms |`]
        : []),
      `| errors of pages | ${stats.console_errors} |`,
      ...vitalRows(vitals.items.at(-1)?.data),
      ...listed('Errors', said),
      ...listed('Failed requests', failed),
      '',
    ].join('\n');
    return deliverReply(
      call,
      { name: 'pr-summary.md', key: 'summary', pieces: deps.redact(summary) },
      `${steps.length} actions, ${seen.length} errors, ${stats.network_captured} requests`,
      { stats },
    );
  },
});

/** What agents did by interact. */
function commandCounts({ commands }: TelemetryDeps) {
  const all = commands.list();
  return {
    completed: all.filter(({ status }) => status === 'complete').length,
    failed: all.filter(({ status }) => /^(error|expired|timeout)$/.test(status)).length,
  };
}

function listed(title: string, groups: ReadonlyMap<string, readonly unknown[]>): readonly string[] {
  if (groups.size === 0) return [];
  const most = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  const left = most.length - MOST_LINES;
  return [
    '',
    `### ${title}`,
    '',
    ...most
      .slice(0, MOST_LINES)
      .map(([words, some]) => `- ${code(words)}${some.length > 1 ? ` (${some.length} times)` : ''}`),
    ...(left > 0 ? [`- and ${left} more`] : []),
  ];
}

type Vitals = Readonly<Partial<Record<string, unknown>>> | undefined;

function vitalRows(vitals: Vitals): readonly string[] {
  return (['lcp', 'inp', 'cls'] as const).flatMap((name) => {
    const vital = vitals?.[name] as { value: number; rating: string } | undefined;
    if (!vital) return [];
    const shown = name === 'cls' ? vital.value.toFixed(3) : `${Math.round(vital.value)} ms`;
    return [`| ${name.toUpperCase()} | ${shown}, ${vital.rating} |`];
  });
}

/** Words of a page in one line that Markdown takes as they are. */
const code = (words: string) =>
  `\`${words
    .replaceAll(/[\s`|]+/g, ' ')
    .trim()
    .slice(0, 200)}\``;
const pathOf = (url: string) => URL.parse(url)?.pathname ?? url;
