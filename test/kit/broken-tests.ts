/** Takes tests on a page as it was, changes the page, has the tests mended, and judges what each locator finds then. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { BrokenTest, TestStep } from '../../eval/corpus/broken-tests/broken-test.ts';
import { parseLocator } from '../../src/engines/browser/actions/locator-string.ts';
import type { Cleanup } from './scratch.ts';
import { type Routes, startSite } from './site.ts';
import { type TelemetryRig, telemetryRig } from './telemetry-rig.ts';

export interface JudgedLocator {
  readonly way: BrokenTest['way'];
  readonly code: string;
  readonly outcome: 'right' | 'unsure' | 'wrong';
  readonly words: string;
  readonly file: string;
}

interface Result {
  readonly healed: readonly {
    old_selector: string;
    new_selector: string;
    strategy: string;
    confidence: number;
  }[];
  readonly unhealed: readonly { selector: string; reason: string; candidates?: readonly unknown[] }[];
}

const html = (body: string) =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>Site</title><link rel=icon href="data:,">${body}</html>`;

/** The folder has the tests, as they were mended, in `specs`. */
export async function judgeBroken(t: Cleanup, tests: readonly BrokenTest[]) {
  const rig = await telemetryRig(t);
  await mkdir(join(rig.folder, 'specs'));
  await symlink(join(import.meta.dirname, '../../node_modules'), join(rig.folder, 'node_modules'));
  const judged: JudgedLocator[] = [];
  for (const [index, test] of tests.entries())
    judged.push(...(await judgeOne(t, rig, test, `case-${index}.spec.ts`)));
  return { folder: rig.folder, judged };
}

async function judgeOne(
  t: Cleanup,
  rig: TelemetryRig,
  { way, before, after, steps }: BrokenTest,
  file: string,
): Promise<readonly JudgedLocator[]> {
  const ask = async (tool: string, args: Record<string, unknown>) => {
    const { data, isError, summary } = await rig.call(tool, { budget: 1_000_000, ...args });
    if (isError) throw new Error(`${summary} ${JSON.stringify(data)}`);
    return data;
  };
  const routes: Record<string, Routes[string]> = { '/': html(before) };
  const site = await startSite(routes);
  t.after(() => site.close());
  await ask('interact', { action: 'navigate', url: site.url('/') });
  const { page } = await rig.engine.tab();
  for (const step of steps) await take(page, step);
  await rig.deps.settled();
  routes['/'] = html(after);
  await ask('interact', { action: 'navigate', url: site.url('/') });
  const path = join('specs', file);
  await writeFile(join(rig.folder, path), specOf(site.url('/'), steps));
  const { result } = (await ask('generate', { format: 'test_heal', test_file: path, auto_apply: true })) as {
    result: Result;
  };
  const text = await readFile(join(rig.folder, path), 'utf8');
  const broken = steps.filter(([, , , truth]) => truth !== undefined);
  const judged: JudgedLocator[] = result.healed
    .filter(({ old_selector: old }) => !broken.some(([code]) => code === old))
    .map((one) => ({
      way,
      code: one.old_selector,
      outcome: 'wrong',
      words: `was not broken, and became ${one.new_selector}`,
      file,
    }));
  for (const [code, , , truth = ''] of broken) {
    const healed = result.healed.find(({ old_selector: old }) => old === code);
    const unsure = result.unhealed.find(({ selector }) => selector === code);
    const isRight =
      healed !== undefined &&
      truth !== 'none' &&
      text.includes(`page.${healed.new_selector}.`) &&
      (await isSame(page, healed.new_selector, truth));
    judged.push({
      way,
      code,
      outcome: isRight ? 'right' : healed ? 'wrong' : 'unsure',
      words: healed
        ? `-> ${healed.new_selector} (${healed.strategy} ${healed.confidence})`
        : unsure
          ? `${unsure.reason} ${JSON.stringify(unsure.candidates ?? [])}`
          : 'WAS NOT FOUND BROKEN',
      file,
    });
  }
  return judged;
}

function take(page: Page, [code, use, value = '']: TestStep): Promise<unknown> {
  const locator = parseLocator(page, code);
  if (use === 'fill') return locator.fill(value);
  if (use === 'selectOption') return locator.selectOption(value);
  return use === 'check' ? locator.check() : locator.click();
}

async function isSame(page: Page, code: string, truth: string): Promise<boolean> {
  const [found, wanted] = [parseLocator(page, code), page.locator(truth)];
  if ((await found.count()) !== 1 || (await wanted.count()) !== 1) return false;
  return found.evaluate((one, other) => one === other, await wanted.elementHandle());
}

function specOf(at: string, steps: readonly TestStep[]): string {
  const lines = steps.map(
    ([code, use, value]) =>
      `  await page.${code}.${use}(${value === undefined ? '' : JSON.stringify(value)});`,
  );
  return [
    "import { test } from '@playwright/test';",
    '',
    "test('what was done', async ({ page }) => {",
    `  await page.goto(${JSON.stringify(at)});`,
    ...lines,
    '});',
    '',
  ].join('\n');
}
