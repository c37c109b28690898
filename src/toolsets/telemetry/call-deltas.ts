import type { Evidence } from '../../contract/evidence.ts';
import { type Clock, isoMicros } from '../../kernel/clock.ts';
import { putNewest } from '../../kernel/put-newest.ts';
import type { Call, Caller, Reply } from '../../kernel/tool.ts';
import type { TELEMETRY_MODES } from './arguments.ts';
import type { TelemetryDeps } from './deps.ts';
import { trackedTab } from './tabs.ts';

type TelemetryMode = (typeof TELEMETRY_MODES)[number];

interface Counts {
  errors: number;
  requests: number;
  failedRequests: number;
  sockets: number;
  actions: number;
}

const NOTHING: Counts = { errors: 0, requests: 0, failedRequests: 0, sockets: 0, actions: 0 };
/** Clients that are remembered; the one that was silent longest goes first. */
const MOST_CLIENTS = 1000;

/** Tells each client, with every answer, what has happened since its last call. */
export class CallDeltas {
  /** What holds for calls that say nothing else, by session. */
  readonly #modes = new Map<string, TelemetryMode>();
  readonly #clock: Clock;
  readonly #stop: () => void;
  /** By the session whose pages did it. */
  readonly #now = new Map<string | undefined, Counts>();
  readonly #last = new Map<string, Counts>();

  constructor(clock: Clock, watch: (listener: (evidence: Evidence) => void) => () => void) {
    this.#clock = clock;
    this.#stop = watch((evidence) => this.#count(evidence));
  }

  modeOf(session: string): TelemetryMode {
    return this.#modes.get(session) ?? 'auto';
  }

  setMode(session: string, mode: TelemetryMode): void {
    putNewest(this.#modes, session, mode, MOST_CLIENTS);
  }

  /** The answer with what is new for its caller. The first call only sets the mark. */
  told(reply: Reply, caller: Caller, tool: string, mode: TelemetryMode | undefined, state: object): Reply {
    const before = this.#last.get(caller.session);
    const now = sum(this.#of(caller.session), this.#of(undefined));
    putNewest(this.#last, caller.session, now, MOST_CLIENTS);
    const chosen = mode ?? this.modeOf(caller.session);
    if (chosen === 'off') return reply;
    const delta = difference(now, before ?? now);
    const changed = Object.values(delta).some((count) => count > 0);
    const summary = {
      new_errors_since_last_call: delta.errors,
      new_network_requests_since_last_call: delta.requests,
      new_network_errors_since_last_call: delta.failedRequests,
      new_websocket_events_since_last_call: delta.sockets,
      new_actions_since_last_call: delta.actions,
      trigger_tool: tool,
      retrieved_at: isoMicros(this.#clock.micros()),
      client_id: caller.client?.name ?? caller.session,
      ...state,
    };
    const isFull = chosen === 'full';
    const isTold = isFull || changed;
    const meta = {
      ...reply.meta,
      telemetry_changed: changed,
      ...(isTold && { telemetry_summary: summary }),
    };
    if (!isTold) return { ...reply, meta };
    // Only what is new, unless all was asked for: an agent reads it with every answer.
    const news = Object.entries(summary).filter(([name, count]) => name.startsWith('new_') && count);
    const metadata = {
      ...(reply.data?.metadata as object | undefined),
      telemetry_changed: changed,
      telemetry_summary: isFull ? summary : Object.fromEntries(news),
    };
    return { ...reply, meta, data: { ...reply.data, metadata } };
  }

  close(): void {
    this.#stop();
  }

  #of(session: string | undefined): Counts {
    const counts = this.#now.get(session) ?? { ...NOTHING };
    putNewest(this.#now, session, counts, MOST_CLIENTS);
    return counts;
  }

  #count({ stream, data, where }: Evidence): void {
    if (stream === 'call') return;
    const now = this.#of(where.session);
    if (stream === 'exception' || (stream === 'console' && data.level === 'error')) now.errors++;
    if (stream === 'websocket') now.sockets++;
    if (stream === 'action') now.actions++;
    if (stream !== 'request') return;
    now.requests++;
    if (data.failure !== undefined || Number(data.status ?? 0) >= 400) now.failedRequests++;
  }
}

function sum(one: Counts, other: Counts): Counts {
  const names = Object.keys(one) as (keyof Counts)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as unknown as Counts;
}

function difference(now: Counts, before: Counts): Counts {
  const names = Object.keys(now) as (keyof Counts)[];
  return Object.fromEntries(names.map((name) => [name, now[name] - before[name]])) as unknown as Counts;
}

/** The answer with what is new since its caller's last one. */
export async function withDeltas(
  { args, deps, caller }: Call<Record<string, unknown>, TelemetryDeps>,
  tool: string,
  reply: Reply,
): Promise<Reply> {
  const tab = await trackedTab(deps.engine);
  return deps.deltas.told(reply, caller, tool, args.telemetry_mode as TelemetryMode | undefined, {
    extension_connected: deps.engine.isRunning,
    tracking_enabled: tab !== undefined,
    ...(tab ? { tracked_tab_id: tab.id, tracked_tab_url: tab.url } : {}),
  });
}
