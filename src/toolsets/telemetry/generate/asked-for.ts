/** What steps asked their server for. */
import type { TelemetryDeps } from '../deps.ts';
import { recorded } from './recorded.ts';
import type { Step } from './steps.ts';
import type { Walk } from './walk.ts';

export interface CalledFor {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** As code: `{ id: expect.any(Number) }`. */
  readonly shape?: string | undefined;
}

const MOST_OF_A_STEP = 3;
const MOST_SHAPE = 4;
const LATE_MICROS = 30_000_000;

/** By step: the calls of scripts between it and the next one. */
export async function askedFor(
  deps: TelemetryDeps,
  walk: Walk,
  withShapes: boolean,
): Promise<(step: Step, next: Step | undefined) => readonly CalledFor[]> {
  // An answer that nobody read to its end may come after the walk; it is the question that belongs to it.
  const until = walk.end + LATE_MICROS;
  const { items } = await recorded(deps, { streams: ['request'], since: walk.start, until });
  const calls = await Promise.all(
    items
      .filter(
        ({ data }) =>
          data.startTime <= walk.end &&
          /^(xhr|fetch)$/.test(data.type) &&
          data.status !== undefined &&
          !data.redirectedTo,
      )
      .map(async ({ data, where }) => ({
        at: (data.startTime - walk.start) / 1000,
        page: where.page,
        method: data.method,
        path: URL.parse(data.url)?.pathname ?? '',
        status: data.status!,
        shape: withShapes ? await shapeOf(deps, data.responseBody) : undefined,
      })),
  );
  // Scripts of an agent are no steps: what they ask for, nobody asks for again.
  const scripts = walk.actions.filter(({ type }) => type === 'evaluate');
  return ({ action }, next) => {
    const script = scripts.find(({ at, page }) => page === action.page && at >= action.at);
    const end = Math.min(next?.action.at ?? Number.POSITIVE_INFINITY, script?.at ?? Number.POSITIVE_INFINITY);
    const own = calls.filter(({ at, page }) => page === action.page && at >= action.at - 5 && at < end);
    const each = Map.groupBy(own, ({ method, path }) => `${method} ${path}`);
    return [...each.values()].map((some) => some[0]!).slice(0, MOST_OF_A_STEP);
  };
}

type Kept = Parameters<TelemetryDeps['store']['getBody']>[0];

async function shapeOf({ store }: TelemetryDeps, body: unknown): Promise<string | undefined> {
  if (!body || typeof body !== 'object' || 'withheld' in body) return undefined;
  const bytes = await store.getBody(body as Kept);
  if (!bytes) return undefined;
  try {
    return shapeCode(JSON.parse(Buffer.from(bytes).toString()), 0);
  } catch {
    return undefined; // no JSON
  }
}

function shapeCode(value: unknown, depth: number): string {
  if (value === null || depth > MOST_SHAPE) return 'expect.anything()';
  if (Array.isArray(value)) return 'expect.any(Array)';
  switch (typeof value) {
    case 'string':
      return 'expect.any(String)';
    case 'number':
      return 'expect.any(Number)';
    case 'boolean':
      return 'expect.any(Boolean)';
    default: {
      const fields = Object.entries(value as object).map(
        ([name, field]) =>
          `${JSON.stringify(name)}: ${field === null ? 'null' : shapeCode(field, depth + 1)}`,
      );
      return `expect.objectContaining({ ${fields.join(', ')} })`;
    }
  }
}
