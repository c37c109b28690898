/** A walk as a test of Playwright, or as a script that Node runs. */
import { quoted } from '../../../report/code/code-step.ts';
import type { RecordedAction } from '../recording/recording.ts';
import type { CalledFor } from './asked-for.ts';
import { callOf, lineOf, type Step, secretName, stepsOf } from './steps.ts';
import { rebased, type Walk } from './walk.ts';

export interface TestOptions {
  readonly name: string;
  readonly baseUrl?: string | undefined;
  /** What must not, or must, be heard of the page. */
  readonly noErrors: boolean;
  readonly expectedError?: string | undefined;
  /** What came up and should not: the test is expected to fail until it is mended. */
  readonly forbiddenError?: string | undefined;
  /** What each step asked its server for, if that is to be checked; with the shape of the answers if that is too. */
  readonly network?: ((step: Step, next: Step | undefined) => readonly CalledFor[]) | undefined;
  /** The archive beside the test that answers in the place of the server. */
  readonly archive?: string | undefined;
  readonly screenshots?: boolean | undefined;
  /** Pictures that are compared. */
  readonly visual?: boolean | undefined;
}

export interface WrittenTest {
  readonly text: string;
  readonly steps: number;
  readonly assertions: number;
  /** Variables of the environment that hold what is secret. */
  readonly secrets: readonly string[];
  readonly locators: readonly string[];
  /** What could not be written. */
  readonly notes: readonly string[];
}

/** The lines of the walk itself, the same in both. */
interface Body {
  readonly lines: readonly string[];
  readonly steps: number;
  readonly assertions: number;
  readonly secrets: readonly string[];
  readonly locators: readonly string[];
  readonly notes: readonly string[];
  /** Names of the pages by the tabs that they were. */
  readonly pages: ReadonlyMap<string, string>;
}

class Writer {
  readonly lines: string[] = [];
  readonly notes: string[] = [];
  readonly locators = new Set<string>();
  readonly secrets = new Set<string>();
  readonly pages = new Map<string, string>();
  assertions = 0;
  #opened: string[] = [];
  #count = 0;
  readonly #walk: Walk;
  readonly #options: TestOptions;

  constructor(walk: Walk, options: TestOptions) {
    this.#walk = walk;
    this.#options = options;
    this.pages.set(walk.tab ?? '', 'page');
  }

  step(step: Step, next: Step | undefined): void {
    const { action } = step;
    const call = callOf(step, this.#walk, this.#options.baseUrl);
    const page = this.#pageOf(action);
    if (!call || page === undefined) {
      const what = page === undefined ? 'its tab is not known' : 'its element is not known';
      this.notes.push(`${action.type} on ${action.url} was left out: ${what}.`);
      return;
    }
    if (action.isRedacted) this.secrets.add(secretName(action));
    if (call.on !== undefined) this.locators.add(call.on);
    const after: string[] = [];
    for (const led of step.led) this.#expect(led, page, after);
    for (const request of this.#options.network?.(step, next) ?? []) this.#asks(request, page, after);
    this.lines.push(lineOf(call, page), ...after);
    if (this.#options.screenshots) {
      const path = `step-${String(++this.#count).padStart(2, '0')}.png`;
      this.lines.push(`await ${page}.screenshot({ path: ${quoted(path)} });`);
    }
  }

  /** What comes by itself is waited for from before the step that it comes of. */
  #expect(led: RecordedAction, page: string, after: string[]): void {
    const count = ++this.#count;
    if (led.type === 'popup') {
      const name = `page${this.pages.size + this.#opened.length}`;
      this.lines.push(`const ${name}Opened = ${page}.waitForEvent('popup');`);
      after.push(`const ${name} = await ${name}Opened;`);
      this.#opened.push(name);
    } else if (led.type === 'download') {
      this.lines.push(`const download${count}Begun = ${page}.waitForEvent('download');`);
      after.push(
        `const download${count} = await download${count}Begun;`,
        `expect(download${count}.suggestedFilename()).toBe(${quoted(led.fileName ?? '')});`,
      );
      this.assertions++;
    } else {
      const answer = led.detail?.defaultPrompt === undefined ? '' : quoted(String(led.detail.defaultPrompt));
      this.lines.push(
        `const dialog${count} = ${page}.waitForEvent('dialog').then(async (dialog) => {`,
        `  await dialog.accept(${answer});`,
        '  return dialog.message();',
        '});',
      );
      after.push(`expect(await dialog${count}).toBe(${quoted(led.message ?? '')});`);
      this.assertions++;
    }
  }

  #asks({ method, path, status, shape }: CalledFor, page: string, after: string[]): void {
    const name = `answer${++this.#count}`;
    this.lines.push(
      `const ${name}Came = ${page}.waitForResponse(`,
      `  (one) => new URL(one.url()).pathname === ${quoted(path)} && one.request().method() === ${quoted(method)},`,
      ');',
    );
    after.push(`const ${name} = await ${name}Came;`, `expect(${name}.status()).toBe(${status});`);
    this.assertions++;
    if (shape === undefined) return;
    after.push(`expect(await ${name}.json()).toEqual(${shape});`);
    this.assertions++;
  }

  #pageOf({ page: tab = '', type }: RecordedAction): string | undefined {
    const known = this.pages.get(tab);
    if (known !== undefined) return known;
    let name = this.#opened.shift();
    if (name === undefined) {
      if (type !== 'navigate' && type !== 'new_tab') return undefined;
      name = `page${this.pages.size}`;
      this.lines.push(`const ${name} = await page.context().newPage();`);
    }
    this.pages.set(tab, name);
    return name;
  }
}

function bodyOf(walk: Walk, options: TestOptions): Body {
  const writer = new Writer(walk, options);
  const steps = stepsOf(walk.actions);
  const start = rebased(walk.startUrl, walk, options.baseUrl);
  if (/^https?:/.test(start)) writer.lines.push(`await page.goto(${quoted(start)});`);
  for (const [index, step] of steps.entries()) {
    // The first address is opened already.
    const isStart = index === 0 && step.action.type === 'navigate' && step.action.toUrl === walk.startUrl;
    if (!isStart) writer.step(step, steps[index + 1]);
  }
  const { lines, notes, pages } = writer;
  return {
    lines,
    notes,
    pages,
    steps: steps.length,
    assertions: writer.assertions,
    secrets: [...writer.secrets],
    locators: [...writer.locators],
  };
}

/** What could be seen in the end. */
function sightLines(walk: Walk, { pages }: Body): readonly string[] {
  return walk.sights.flatMap(({ page, locator }) => {
    const name = pages.get(page);
    return name === undefined ? [] : [`await expect(${name}.${locator}).toBeVisible();`];
  });
}

export function playwrightTest(walk: Walk, options: TestOptions): WrittenTest {
  const body = bodyOf(walk, options);
  const sights = sightLines(walk, body);
  const { forbiddenError } = options;
  const hears = options.noErrors || forbiddenError !== undefined;
  const archive = options.archive;
  const inside = [
    ...(archive === undefined
      ? []
      : [
          '// What the server answered then is answered again, without it.',
          `await page.routeFromHAR(join(dirname(test.info().file), ${quoted(archive)}), { notFound: 'fallback' });`,
        ]),
    ...(forbiddenError === undefined
      ? []
      : ['// It fails as long as the error comes up; take this line away with the error.', 'test.fail();']),
    ...(hears ? HEARS : []),
    ...(forbiddenError === undefined ? [] : MORE_ERRORS),
    ...body.lines,
    ...sights,
    ...(options.visual ? ['await expect(page).toHaveScreenshot();'] : []),
    ...(forbiddenError === undefined
      ? []
      : [
          `const met = () => errors.filter((error) => error.includes(${quoted(forbiddenError)}));`,
          '// It may come a while after the last step.',
          'await expect.poll(met, { timeout: 5000 }).not.toEqual([]).catch(() => {});',
          'expect(met()).toEqual([]);',
        ]),
    ...(options.noErrors ? ['expect(errors).toEqual([]);'] : []),
  ];
  const head = [
    ...(archive === undefined ? [] : ["import { dirname, join } from 'node:path';"]),
    "import { expect, test } from '@playwright/test';",
    '',
    ...(walk.viewport
      ? [`test.use({ viewport: { width: ${walk.viewport.width}, height: ${walk.viewport.height} } });`, '']
      : []),
    `test(${quoted(options.name)}, async ({ page }) => {`,
  ];
  const { steps, secrets, locators, notes } = body;
  return {
    text: `${[...head, ...inside.map((line) => `  ${line}`), '});'].join('\n')}\n`,
    steps,
    assertions: body.assertions + sights.length + (options.visual ? 1 : 0) + (hears ? 1 : 0),
    secrets,
    locators,
    notes,
  };
}

/** What goes wrong in a page is heard from before its first script on. */
const HEARS = [
  'const errors: string[] = [];',
  "page.on('pageerror', (error) => errors.push(error.message));",
];
const MORE_ERRORS = [
  "page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));",
  "page.on('response', (one) => one.status() >= 400 && errors.push([one.request().method(), one.url(), one.status()].join(' ')));",
];

/** A script for Node that does the walk and says whether the same error came up. */
export function nodeScript(walk: Walk, options: TestOptions): WrittenTest {
  const body = bodyOf(walk, options);
  const { expectedError: wanted = '' } = options;
  const size = walk.viewport
    ? `{ viewport: { width: ${walk.viewport.width}, height: ${walk.viewport.height} } }`
    : '';
  const lines = [
    `// ${options.name.replaceAll(/\s+/g, ' ')}`,
    '// Needs playwright (npm install playwright); CHROMIUM_PATH names another browser than its own.',
    "import { chromium } from 'playwright';",
    ...(body.assertions > 0 ? ["import { expect } from '@playwright/test';"] : []),
    '',
    "const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] });",
    `const page = await browser.newPage(${size});`,
    'const errors = [];',
    "page.on('pageerror', (error) => errors.push(error.message));",
    ...MORE_ERRORS,
    '',
    ...body.lines,
    '',
    `const wanted = ${quoted(wanted)};`,
    'const isMet = () => errors.length > 0 && errors.some((error) => error.includes(wanted));',
    'for (let waited = 0; waited < 5000 && !isMet(); waited += 50) await page.waitForTimeout(50);',
    'await browser.close();',
    "console.log(isMet() ? 'It came up again:' : 'It did not come up:', isMet() ? errors.join('\\n') : wanted);",
    'process.exitCode = isMet() ? 0 : 1;',
  ];
  const { steps, assertions, secrets, locators, notes } = body;
  return { text: `${lines.join('\n')}\n`, steps, assertions, secrets, locators, notes };
}
