import type { z } from 'zod';
import type { Sight } from '../../../engines/browser/snapshot/new-sights.ts';
import { fault } from '../../../kernel/fault.ts';
import type { ItemOf } from '../../../store/item-row.ts';
import type { TelemetryDeps } from '../deps.ts';
import type { RecordedAction } from '../recording/recording.ts';
import { sightsOf } from '../recording/sights.ts';
import type { walkArguments } from './generate-arguments.ts';
import { recorded } from './recorded.ts';

type WalkArgs = z.output<z.ZodObject<typeof walkArguments>>;

/** What was done on pages from one moment to another, and where it led. */
export interface Walk {
  readonly actions: readonly RecordedAction[];
  readonly startUrl: string;
  readonly viewport: { readonly width: number; readonly height: number } | null;
  readonly sights: readonly Sight[];
  /** Microseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  readonly tab: string | undefined;
  /** How many actions the record has. */
  readonly available: number;
  readonly recording?: string;
}

const MOST_ACTIONS = 200;

export async function walkOf(call: { args: WalkArgs; deps: TelemetryDeps }): Promise<Walk> {
  const { args, deps } = call;
  const most = args.last_n ?? MOST_ACTIONS;
  const walk =
    args.recording_id === undefined
      ? await ofRecord(call, most)
      : await ofRecording(deps, args.recording_id, most);
  if (walk.actions.length > 0) return walk;
  throw fault('NOTHING_RECORDED', {
    what: 'actions',
    next: 'Do something on a page first, or name a recording of observe({what:"recordings"})',
  });
}

async function ofRecording(deps: TelemetryDeps, wanted: string, most: number): Promise<Walk> {
  const { id, actions, start, end = deps.clock.micros(), ...rest } = await deps.recordings.find(wanted);
  const kept = actions.slice(-most);
  return {
    actions: kept,
    startUrl: kept.length < actions.length ? kept[0]!.url : rest.start_url,
    viewport: rest.viewport,
    sights: rest.sights ?? [],
    start,
    end,
    tab: rest.tab_id,
    available: actions.length,
    recording: id,
  };
}

async function ofRecord(call: { args: WalkArgs; deps: TelemetryDeps }, most: number): Promise<Walk> {
  const { deps } = call;
  const { items, left } = await recorded(deps, { streams: ['action'] }, most);
  const [first] = items;
  const start = first?.time ?? 0;
  return {
    actions: items.map((item) => actionOf(item, start)),
    startUrl:
      first?.data.type === 'navigate' ? (first.data.toUrl ?? first.data.url) : (first?.data.url ?? ''),
    viewport: null,
    sights: first ? await sightsOf(deps.engine, { tab_id: first.where.page }) : [],
    start,
    end: deps.clock.micros(),
    tab: first?.where.page,
    available: items.length + left,
  };
}

const actionOf = ({ data, time, where }: ItemOf<'action'>, start: number): RecordedAction => ({
  ...data,
  at: Math.round((time - start) / 1000),
  page: where.page,
});

/** Another origin, the same path, query and hash. */
export function rebased(url: string, walk: Walk, base: string | undefined): string {
  const parsed = URL.parse(url);
  if (base === undefined || !parsed || parsed.origin !== URL.parse(walk.startUrl)?.origin) return url;
  return new URL(parsed.pathname + parsed.search + parsed.hash, base).href;
}
