/** What a failure of a Playwright test says of itself, and what its trace and the record know of that moment. */

export interface Asked {
  readonly method: string;
  readonly url: string;
  /** document, fetch, xhr, script … */
  readonly type: string;
  readonly status?: number | undefined;
  /** net::ERR_…, as the browser says it. */
  readonly failure?: string | undefined;
  /** No answer had come when the test ended. */
  readonly isPending: boolean;
}

/** What somebody saw of the page while the test ran. */
export interface Witness {
  readonly source: 'trace' | 'record';
  /** The oldest first. */
  readonly requests: readonly Asked[];
  /** What nothing caught. */
  readonly errors: readonly string[];
  /** The page as it was in the end, by its accessibility tree. */
  readonly snapshot?: string | undefined;
}

export interface FailureFacts {
  /** Without colours and the lines of the test. */
  readonly text: string;
  /** What is said before the call log and the code. */
  readonly head: string;
  /** `locator.click`, `page.goto`; of an assertion `expect.toHaveText`. */
  readonly call: string;
  /** As the test found it, or tried to. */
  readonly locator: string | undefined;
  readonly isTimeout: boolean;
  readonly isFound: boolean;
  readonly expected: string | undefined;
  readonly received: string | undefined;
  /** What an assertion saw while it waited, each once. */
  readonly seen: readonly string[];
  readonly callLog: string;
  /** The line of the test that failed. */
  readonly line: string;
  readonly witnesses: readonly Witness[];
  readonly snapshot: string | undefined;
  readonly beside: Beside;
}

/** What else is known of the run. */
export interface Beside {
  /** How long the test ran. */
  readonly ms?: number | undefined;
  /** The picture of the failure shows one colour and nothing else. */
  readonly isBlank?: boolean | undefined;
}

const LONGEST = 20_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours are
const COLOURS = /\u001b\[[\d;]*m/g;

/** `> 6 |   await page.click()`, and the mark below it. */
const CODE_LINE = /^\s*>?\s*\d* \|/;

export function factsOf(error: string, witnesses: readonly Witness[], beside: Beside = {}): FailureFacts {
  const text = error.replaceAll(COLOURS, '').slice(0, LONGEST);
  // The lines of the test that are shown with it speak of other things as well.
  const said = text
    .split('\n')
    .filter((line) => !CODE_LINE.test(line))
    .join('\n');
  const [head = '', ...logs] = said.split(/^Call log:/m);
  const callLog = logs.join('\n');
  const expectation = /expect(?:\.\w+)*\([^)\n]*\)(?:\.(?:not|soft|poll|resolves|rejects))*\.(\w+)\(/.exec(
    head,
  )?.[1];
  const call = expectation ? `expect.${expectation}` : (/\b([a-zA-Z]+\.[a-zA-Z]+):/.exec(head)?.[1] ?? '');
  const field = (name: string) => fieldIn(head, name);
  const locator = field('Locator') ?? /waiting for (.+?)(?: to be \w+)?$/m.exec(callLog)?.[1]?.trim();
  return {
    text: said,
    head: head.trim(),
    call,
    locator: locator !== undefined && isLocator(locator) ? locator : undefined,
    isTimeout: /Timeout \d+m?s exceeded|Test timeout of|TimeoutError|Timeout:\s+\d+ms/.test(said),
    isFound: /locator resolved to/.test(callLog),
    expected: field('Expected'),
    received: field('Received'),
    seen: [...new Set([...callLog.matchAll(/unexpected value "(.*)"/g)].map(([, value]) => value ?? ''))],
    callLog,
    line: /^\s*> *\d+ \| *(.*)$/m.exec(text)?.[1] ?? '',
    witnesses,
    beside,
    snapshot: witnesses.find(({ snapshot }) => snapshot !== undefined)?.snapshot ?? snapshotIn(text),
  };
}

/** `Expected string: "a"`, `Locator: …`: what stands behind the name, on a line of its own. */
function fieldIn(text: string, name: string): string | undefined {
  for (const line of text.split('\n')) {
    const words = line.trim().replace(/^Error: /, '');
    if (!words.startsWith(name)) continue;
    const value = /^(?: \w+)?:[ \t]+(.+)$/.exec(words.slice(name.length))?.[1];
    if (value !== undefined) return value.trim();
  }
  return undefined;
}

const isLocator = (words: string) => /^(?:page\.)?(?:getBy|locator\(|frameLocator\()/.test(words);

/** The page as Playwright writes it down beside a failure. */
export function snapshotIn(markdown: string): string | undefined {
  return /# Page snapshot\s+```yaml\n([\s\S]*?)```/.exec(markdown)?.[1];
}

/** The words by which a locator finds: `Save` of `getByRole('button', { name: 'Save' })`. */
export function wordsOfLocator(locator: string): string | undefined {
  const last = [
    ...locator.matchAll(/(?:name|hasText): '((?:[^'\\]|\\.)*)'|getBy(?!Role)\w+\('((?:[^'\\]|\\.)*)'/g),
  ].at(-1);
  return (last?.[1] ?? last?.[2])?.replaceAll(/\\(.)/g, '$1');
}

export const roleOfLocator = (locator: string) => [...locator.matchAll(/getByRole\('(\w+)'/g)].at(-1)?.[1];
