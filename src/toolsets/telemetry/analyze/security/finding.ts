/** What an audit has to say against a site. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const CHECKS = [
  'credentials',
  'pii',
  'headers',
  'cookies',
  'transport',
  'auth',
  'csp',
  'integrity',
  'libraries',
  'input',
] as const;
export type Check = (typeof CHECKS)[number];

export interface Finding {
  readonly check: Check;
  readonly severity: Severity;
  readonly title: string;
  /** An address, or a place in the page. */
  readonly location: string;
  readonly evidence?: string | undefined;
  readonly remediation: string;
  /** The item of the record that shows it. */
  readonly item?: number | undefined;
}

/** The same thing at the same place, however often it was seen. */
export interface Told extends Omit<Finding, 'item'> {
  readonly items: readonly number[];
  readonly count: number;
}

const MOST_ITEMS = 5;

/** Each once, the gravest first. */
export function merged(findings: readonly Finding[], least: Severity): readonly Told[] {
  const kept = findings.filter(({ severity }) => isAtLeast(severity, least));
  const groups = Map.groupBy(kept, ({ check, title, location, evidence }) =>
    JSON.stringify([check, title, location, evidence]),
  );
  return [...groups.values()]
    .map((group) => {
      const { item: _, ...first } = group[0]!;
      const items = [...new Set(group.flatMap(({ item }) => item ?? []))];
      return { ...first, items: items.slice(0, MOST_ITEMS), count: group.length };
    })
    .toSorted(
      (one, other) => rankOf(one) - rankOf(other) || CHECKS.indexOf(one.check) - CHECKS.indexOf(other.check),
    );
}

const rankOf = ({ severity }: Pick<Finding, 'severity'>) => SEVERITIES.indexOf(severity);
const isAtLeast = (severity: Severity, least: Severity) =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);

/** How many of each. */
export function counted<K extends string>(all: readonly K[]): Partial<Record<K, number>> {
  const counts = [...Map.groupBy(all, (one) => one)].map(([name, list]) => [name, list.length]);
  return Object.fromEntries(counts);
}

/** What shows that a secret is there, and not the secret: how it begins, if it is long, and how long it is. */
export function masked(secret: string): string {
  const begins = secret.length >= 20 ? secret.slice(0, 4) : '';
  return `${begins}…(${secret.length} characters)`;
}
