import type { SessionSnapshot } from './session-snapshot.ts';

/** More than half as much again counts as worse. */
const WORSE = 1.5;

const isFailure = (status: string) => !/^[1-3]\d\d$/.test(status);

/** What changed from one moment of a session to another. */
export function snapshotDiff(a: SessionSnapshot, b: SessionSnapshot) {
  const errors = {
    new: b.errors.filter((message) => !a.errors.includes(message)),
    resolved: a.errors.filter((message) => !b.errors.includes(message)),
    unchanged: b.errors.filter((message) => a.errors.includes(message)),
  };
  const changed = Object.entries(b.endpoints).flatMap(([endpoint, { status }]) => {
    const before = a.endpoints[endpoint]?.status;
    return before === undefined || before === status ? [] : [{ endpoint, before, after: status }];
  });
  const fresh = Object.keys(b.endpoints).filter((endpoint) => !(endpoint in a.endpoints));
  const network = {
    new_errors: Object.entries(b.endpoints)
      .filter(
        ([endpoint, { status }]) => isFailure(status) && !isFailure(a.endpoints[endpoint]?.status ?? '200'),
      )
      .map(([endpoint, { status }]) => ({ endpoint, status })),
    status_changes: changed,
    new_endpoints: fresh,
    missing_endpoints: Object.keys(a.endpoints).filter((endpoint) => !(endpoint in b.endpoints)),
  };
  const performance = performanceDiff(a, b);
  const slower = Object.values(performance).filter(({ regression }) => regression).length;
  const worse = errors.new.length + network.new_errors.length + slower;
  const better = errors.resolved.length;
  const verdict = worse > 0 ? (better > 0 ? 'mixed' : 'regressed') : better > 0 ? 'improved' : 'unchanged';
  return {
    diff: { errors, network, performance },
    summary: {
      verdict,
      new_errors: errors.new.length,
      resolved_errors: errors.resolved.length,
      performance_regressions: slower,
      new_network_errors: network.new_errors.length,
    },
  };
}

function performanceDiff({ performance: a }: SessionSnapshot, { performance: b }: SessionSnapshot) {
  const names = ['load_time', 'request_count', 'transfer_size'] as const;
  const entries = names.flatMap((name) => {
    const [before, after] = [a[name], b[name]];
    if (before === undefined || after === undefined) return [];
    const regression = after > before * WORSE;
    return [[name, { before, after, change: after - before, regression }] as const];
  });
  return Object.fromEntries(entries);
}
