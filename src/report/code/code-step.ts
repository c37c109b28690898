export type CodeLanguage = 'typescript' | 'python' | 'java' | 'csharp';

/** A value in code. `secret` stands for a variable of the environment that holds it, `chain` for an element. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | RegExp
  | { readonly secret: string }
  | readonly Literal[]
  | { readonly chain: readonly ChainCall[] }
  | Options;
export type Options = { readonly options: Readonly<Record<string, Literal | undefined>> };

/** One call in a chain: `getByRole('button', { name: 'Save' })`. */
export interface ChainCall {
  readonly name: string;
  readonly args: readonly Literal[];
}

/** One line of a test: something is called on the page, a part of it, or an element. */
export interface CodeStep {
  /** The element, as Playwright writes its locator in JavaScript. */
  readonly on?: string;
  /** A part of the page: `keyboard`, `mouse`, `context()`. */
  readonly part?: 'keyboard' | 'mouse' | 'context' | 'localStorage' | 'sessionStorage';
  readonly call: string;
  readonly args?: readonly Literal[];
  /** A remark above it. */
  readonly note?: string;
  /** How TypeScript says it, where that is not the usual way. */
  readonly typescript?: string;
  /** Its settings stand one to a line. */
  readonly isLong?: boolean;
}

/** An assertion of a test about an element. */
export interface CodeCheck {
  readonly on: string;
  readonly is: 'visible' | 'checked' | 'empty' | 'value' | 'snapshot';
  readonly isNot?: boolean;
  readonly value?: string;
}

/** What no call on a page can say; only in TypeScript. */
export interface CodeLine {
  readonly line: string;
}

export const options = (fields: Options['options']): Options | undefined => {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length > 0 ? { options: Object.fromEntries(given) } : undefined;
};

export const isOptions = (value: Literal | undefined): value is Options =>
  typeof value === 'object' && value !== null && 'options' in value;

export const isSecret = (value: Literal): value is { readonly secret: string } =>
  typeof value === 'object' && value !== null && 'secret' in value;

export const isChain = (value: Literal): value is { readonly chain: readonly ChainCall[] } =>
  typeof value === 'object' && value !== null && 'chain' in value;

/** Settings come last, and only where there are any. */
export const withOptions = (args: readonly Literal[], more: Literal | undefined): readonly Literal[] =>
  more === undefined ? args : [...args, more];

/** As TypeScript writes a text. */
export const quoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/** `toBeVisible` as Python writes it: `to_be_visible`. */
export const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
