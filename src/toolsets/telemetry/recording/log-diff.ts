import type { Happenings, LoggedError, LoggedRequest } from './recording.ts';
import type { Recordings } from './recordings.ts';

interface LogDiff {
  readonly status: 'match' | 'regression' | 'fixed' | 'changed';
  readonly summary: string;
  readonly new_errors: readonly LoggedError[];
  readonly missing_events: readonly string[];
  readonly changed_values: readonly ChangedValue[];
  readonly action_stats: { readonly original: number; readonly replay: number };
}

interface ChangedValue {
  readonly what: string;
  readonly original: string;
  readonly replay: string;
}

/** How two recordings, or playings of one, differ. */
export async function diffOf(
  recordings: Pick<Recordings, 'findEither'>,
  { original_id: first, replay_id: second }: { readonly original_id: string; readonly replay_id: string },
): Promise<LogDiff> {
  return logDiff(...(await Promise.all([recordings.findEither(first), recordings.findEither(second)])));
}

/** How the second run differs from the first: errors, answers of the server, typed values. */
export function logDiff(original: Happenings, replay: Happenings): LogDiff {
  const newErrors = replay.errors.filter(({ message }) => !has(original.errors, message));
  const goneErrors = original.errors.filter(({ message }) => !has(replay.errors, message));
  const missing = [
    ...goneErrors.map(({ message }) => `error: ${message}`),
    ...original.requests
      .filter(({ endpoint }) => !replay.requests.some((one) => one.endpoint === endpoint))
      .map(({ endpoint }) => `request: ${endpoint}`),
  ];
  const changed = [...changedAnswers(original.requests, replay.requests), ...changedInputs(original, replay)];
  const broke = changed.some(({ original: was, replay: is }) => isFailure(is) && !isFailure(was));
  const status =
    newErrors.length > 0 || broke
      ? 'regression'
      : goneErrors.length > 0
        ? 'fixed'
        : missing.length + changed.length > 0
          ? 'changed'
          : 'match';
  const summary =
    `${status}: ${newErrors.length} new errors, ${missing.length} things missing, ` +
    `${changed.length} changed, ${original.actions.length} actions before and ${replay.actions.length} now`;
  return {
    status,
    summary,
    new_errors: newErrors,
    missing_events: missing,
    changed_values: changed,
    action_stats: { original: original.actions.length, replay: replay.actions.length },
  };
}

/** The difference as a text for people. */
export function diffReport({ summary, new_errors, missing_events, changed_values }: LogDiff): string {
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `- ${line}`)];
  return [
    summary,
    ...part(
      'New errors',
      new_errors.map(({ message, count }) => `${message} (${count}x)`),
    ),
    ...part('Missing', missing_events),
    ...part(
      'Changed',
      changed_values.map(({ what, original, replay }) => `${what}: ${original} → ${replay}`),
    ),
  ].join('\n');
}

const has = (errors: readonly LoggedError[], message: string) =>
  errors.some((one) => one.message === message);
const isFailure = (answer: string) => answer.split(', ').some((one) => /^[45]\d\d$|^net::|ERR_/.test(one));

function changedAnswers(
  before: readonly LoggedRequest[],
  after: readonly LoggedRequest[],
): readonly ChangedValue[] {
  return before.flatMap(({ endpoint, statuses }) => {
    const now = after.find((one) => one.endpoint === endpoint);
    const [was, is] = [statuses.join(', '), now?.statuses.join(', ')];
    return is === undefined || is === was ? [] : [{ what: endpoint, original: was, replay: is }];
  });
}

/** What was typed or chosen, field by field in order. */
function changedInputs(before: Happenings, after: Happenings): readonly ChangedValue[] {
  const inputs = ({ actions }: Happenings) =>
    actions.filter(({ type, value }) => ['input', 'select', 'paste'].includes(type) && value !== undefined);
  const now = inputs(after);
  return inputs(before).flatMap(({ selectors, value = '' }, index) => {
    const is = now[index]?.value;
    const what = `value of ${selectors?.label ?? selectors?.role?.name ?? selectors?.css ?? 'a field'}`;
    return is === undefined || is === value ? [] : [{ what, original: value, replay: is }];
  });
}
