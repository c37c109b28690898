import type { Item } from '../../../store/item-row.ts';
import type { ConsoleData } from '../seen.ts';
import type { NoiseRule } from './noise-rule.ts';

interface Proposal {
  readonly rule: Omit<NoiseRule, 'id' | 'created_at'>;
  readonly confidence: number;
  readonly reason: string;
}

const REPEATED = 10;
const POLLED = 20;
/** Addresses that machines ask for again and again. */
const POLLING = /\/(health|healthz|ping|ready|readyz|live|livez|heartbeat|status|sockjs|ws)\b|\/__/i;

/** Rules that would silence what repeats itself, the surest first. Nothing with an error status is proposed. */
export function proposeRules(items: readonly Item[]): readonly Proposal[] {
  const proposals = [...repeatedLines(items), ...libraryLines(items), ...polledPaths(items)];
  return proposals.sort((a, b) => b.confidence - a.confidence);
}

const exactly = (text: string) => `^${text.slice(0, 200).replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}`;

function consoleLines(items: readonly Item[]): readonly ConsoleData[] {
  return items.filter((item) => item.stream === 'console').map(({ data }) => data);
}

/** An error that repeats is still an error, so only the lower levels are looked at. */
function repeatedLines(items: readonly Item[]): readonly Proposal[] {
  const quiet = consoleLines(items).filter(({ level }) => level !== 'error');
  const byMessage = Map.groupBy(quiet, ({ message }) => message);
  return [...byMessage]
    .filter(([, lines]) => lines.length >= REPEATED)
    .map(([message, lines]) => ({
      rule: {
        category: 'console',
        classification: 'repetitive',
        match_spec: { message_regex: exactly(message) },
        auto_detected: true,
      },
      confidence: Math.min(0.99, 0.7 + lines.length / 100),
      reason: `The same line came ${lines.length} times.`,
    }));
}

function libraryLines(items: readonly Item[]): readonly Proposal[] {
  const fromLibraries = consoleLines(items).filter(
    ({ level, location }) =>
      level !== 'error' && /\/node_modules\//.test(location?.original?.url ?? location?.url ?? ''),
  );
  const bySource = Map.groupBy(
    fromLibraries,
    ({ location }) =>
      /\/node_modules\/((?:@[^/]+\/)?[^/?#]+)/.exec(location?.original?.url ?? location?.url ?? '')?.[1] ??
      '',
  );
  return [...bySource]
    .filter(([name, lines]) => name !== '' && lines.length >= 2)
    .map(([name, lines]) => ({
      rule: {
        category: 'console',
        classification: 'framework',
        match_spec: { source_regex: `/node_modules/${name.replaceAll('.', '\\.')}/` },
        auto_detected: true,
      },
      confidence: 0.75,
      reason: `${lines.length} lines come from the library ${name}.`,
    }));
}

function polledPaths(items: readonly Item[]): readonly Proposal[] {
  const requests = items
    .filter((item) => item.stream === 'request')
    .map(({ data }) => data)
    .filter(({ status }) => status !== undefined && status < 400);
  const byPath = Map.groupBy(requests, ({ url }) => URL.parse(url)?.pathname ?? '');
  return [...byPath]
    .filter(([path, some]) => some.length >= POLLED && POLLING.test(path))
    .map(([path, some]) => ({
      rule: {
        category: 'network',
        classification: 'infrastructure',
        match_spec: { url_regex: `${exactly(path).slice(1)}(\\?|#|$)`, status_max: 399 },
        auto_detected: true,
      },
      confidence: 0.8,
      reason: `${path} was asked for ${some.length} times.`,
    }));
}
