/** What an application of the evaluation is, and the words its jobs are written in. */
import type { Observer } from './observer.ts';

/** Somebody else's application: how it is brought, started, ended, and what is to be done with it. */
export interface App {
  readonly name: string;
  /** What it is made of, in a word or two. */
  readonly kind: string;
  /** Packages of npm, with exact versions. */
  readonly npm?: readonly string[];
  /** Versions of what they need, where their own cannot be had. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Whether the packages' own install scripts must run. */
  readonly runsScripts?: boolean;
  /** Debian packages whose files are taken into the cache, not installed. */
  readonly debian?: readonly string[];
  /** Once for each server under test, so that neither sees the other's work. */
  start(place: Place): Promise<Running>;
  readonly jobs: readonly Job[];
}

export interface Place {
  /** Where its packages lie. */
  readonly packages: string;
  /** An empty folder for its data. */
  readonly data: string;
}

export interface Running {
  /** Where it answers. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface Job {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Asks the application itself; what it finds wrong, or nothing. */
  check(world: World): Promise<Verdict> | Verdict;
}

/** True, or a sentence about what is wrong. */
export type Verdict = true | string;

export interface World extends Running, Place {
  /** A second client of the browser, which asks the page. */
  readonly page: Observer;
  /** The answer's JSON of a path of the application. */
  json(path: string, init?: RequestInit): Promise<unknown>;
}

/** An element as a reader of an outline would look for it. */
export interface Target {
  readonly role: string;
  readonly name: string | RegExp;
  /** Of several, counted from 0; -1 is the last. */
  readonly nth: number;
}

export interface Field extends Target {
  readonly value: string;
  readonly type: 'textbox' | 'checkbox' | 'combobox' | 'radio' | 'slider';
}

interface Told {
  /** What the step is for: a reader of the answer must see it. */
  readonly tells?: string | RegExp;
}

export type Step = Told &
  (
    | { readonly do: 'open'; readonly path: string }
    | { readonly do: 'click'; readonly at: Target; readonly double?: boolean }
    | {
        readonly do: 'type';
        readonly at: Target;
        readonly text: string;
        readonly submit?: boolean;
        readonly slowly?: boolean;
      }
    | { readonly do: 'press'; readonly key: string }
    | { readonly do: 'choose'; readonly at: Target; readonly value: string }
    | { readonly do: 'fill'; readonly fields: readonly Field[] }
    | { readonly do: 'hover'; readonly at: Target }
    | { readonly do: 'drag'; readonly at: Target; readonly to: Target }
    | { readonly do: 'dialog'; readonly accept: boolean; readonly text?: string }
    | { readonly do: 'wait'; readonly text: string }
    | { readonly do: 'back' }
  );

const of =
  (role: string) =>
  (name: string | RegExp, nth = 0): Target => ({ role, name, nth });

export const button = of('button');
export const link = of('link');
export const textbox = of('textbox');
export const checkbox = of('checkbox');
export const radio = of('radio');
export const combobox = of('combobox');
export const option = of('option');
export const menuitem = of('menuitem');
export const tab = of('tab');
export const treeitem = of('treeitem');
/** Whatever its role. */
export const any = of('*');
export const role = (name: string, called: string | RegExp, nth = 0): Target => of(name)(called, nth);

export const open = (path: string, tells?: string | RegExp): Step => ({ do: 'open', path, ...told(tells) });
export const click = (at: Target, tells?: string | RegExp): Step => ({ do: 'click', at, ...told(tells) });
export const doubleClick = (at: Target, tells?: string | RegExp): Step => ({
  do: 'click',
  at,
  double: true,
  ...told(tells),
});
export const type = (at: Target, text: string, tells?: string | RegExp): Step => ({
  do: 'type',
  at,
  text,
  ...told(tells),
});
/** Typed, then Enter. */
export const enter = (at: Target, text: string, tells?: string | RegExp): Step => ({
  do: 'type',
  at,
  text,
  submit: true,
  ...told(tells),
});
/** Key by key. */
export const typeSlowly = (at: Target, text: string, tells?: string | RegExp): Step => ({
  do: 'type',
  at,
  text,
  slowly: true,
  ...told(tells),
});
export const press = (key: string, tells?: string | RegExp): Step => ({ do: 'press', key, ...told(tells) });
export const choose = (at: Target, value: string, tells?: string | RegExp): Step => ({
  do: 'choose',
  at,
  value,
  ...told(tells),
});
export const fill = (fields: readonly Field[], tells?: string | RegExp): Step => ({
  do: 'fill',
  fields,
  ...told(tells),
});
export const field = (at: Target, value: string, type: Field['type'] = 'textbox'): Field => ({
  ...at,
  value,
  type,
});
export const hover = (at: Target, tells?: string | RegExp): Step => ({ do: 'hover', at, ...told(tells) });
export const drag = (at: Target, to: Target, tells?: string | RegExp): Step => ({
  do: 'drag',
  at,
  to,
  ...told(tells),
});
export const accept = (text?: string, tells?: string | RegExp): Step => ({
  do: 'dialog',
  accept: true,
  ...(text === undefined ? {} : { text }),
  ...told(tells),
});
export const dismiss = (tells?: string | RegExp): Step => ({ do: 'dialog', accept: false, ...told(tells) });
export const waitFor = (text: string): Step => ({ do: 'wait', text });
export const back = (tells?: string | RegExp): Step => ({ do: 'back', ...told(tells) });

const told = (tells: string | RegExp | undefined): Told => (tells === undefined ? {} : { tells });

/** A verdict from what was found and what should be there. */
export function same(found: unknown, wanted: unknown): Verdict {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  return a === b || `found ${a}, wanted ${b}`;
}

export function holds(is: boolean, wrong: string): Verdict {
  return is || wrong;
}

/** A check by an expression in the page. */
export function inPage(expression: string, wanted: unknown): Job['check'] {
  return async ({ page }) => same(await page.value(expression), wanted);
}
