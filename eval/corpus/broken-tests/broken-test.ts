/** Tests that worked on a page as it was, and the way in which it was then changed. */
export const WAYS = [
  'renamed text',
  'moved element',
  'changed role',
  'new wrapper',
  'other id',
  'split form',
  'gone',
] as const;

/** A locator of the test, what is done with it, and, where the change breaks it, the element that it should find then. */
export type TestStep = readonly [
  code: string,
  use: 'click' | 'fill' | 'check' | 'selectOption',
  value?: string | undefined,
  truth?: string | undefined,
];

export interface BrokenTest {
  readonly way: (typeof WAYS)[number];
  readonly before: string;
  readonly after: string;
  readonly steps: readonly TestStep[];
}

type Change = readonly [from: string, to: string];

export const of = (
  way: BrokenTest['way'],
  before: string,
  changes: readonly Change[],
  ...steps: readonly TestStep[]
): BrokenTest => {
  let after = before;
  for (const [from, to] of changes) {
    if (!after.includes(from)) throw new Error(`${way}: the page has no ${from}`);
    after = after.replace(from, to);
  }
  return { way, before, after, steps };
};

export const button = (name: string) => `getByRole('button', { name: '${name}' })`;
export const link = (name: string) => `getByRole('link', { name: '${name}' })`;
export const label = (words: string) => `getByLabel('${words}')`;
