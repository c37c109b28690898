/** Runs tests that fail for known reasons under the published @playwright/test, and has the failures told by their causes. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FailingTest } from '../../eval/corpus/failures/failing-test.ts';
import type { Classification } from '../../src/toolsets/telemetry/generate/test-classify.ts';
import { runSpecs } from './generated-tests.ts';
import type { Cleanup } from './scratch.ts';
import { type Routes, startSite } from './site.ts';
import { telemetryRig } from './telemetry-rig.ts';

export interface ToldFailure extends Classification {
  readonly test: FailingTest;
  readonly words: string;
  /** By its cause, and with evidence. */
  readonly isRight: boolean;
}

const AT_ONCE = 20;
const fileOf = (index: number) => `case-${index}.spec.ts`;
const html = (body: string) =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>Site</title><link rel=icon href="data:,">${body}</html>`;

/** Those that did fail. */
export async function classifyFailures(
  t: Cleanup,
  tests: readonly FailingTest[],
): Promise<readonly ToldFailure[]> {
  const routes: Record<string, Routes[string]> = {};
  for (const [index, { page, routes: more = {} }] of tests.entries()) {
    routes[`/${index}/`] = html(page);
    for (const [path, route] of Object.entries(more)) routes[`/${index}/${path}`] = route;
  }
  const site = await startSite(routes);
  t.after(() => site.close());
  const rig = await telemetryRig(t);
  await mkdir(join(rig.folder, 'specs'));
  await symlink(join(import.meta.dirname, '../../node_modules'), join(rig.folder, 'node_modules'));
  for (const [index, test] of tests.entries())
    await writeFile(join(rig.folder, 'specs', fileOf(index)), specOf(test, site.url(`/${index}/`)));
  const ran = await runSpecs(
    rig.folder,
    {},
    { timeout: 10_000, actionTimeout: 1500, expectTimeout: 1200, trace: 'retain-on-failure' },
  );
  const failed = tests.flatMap((test, index) => {
    const one = ran.get(fileOf(index));
    return one && !one.isGreen ? [{ test, words: one.words || 'no words', trace: one.trace }] : [];
  });
  const told: ToldFailure[] = [];
  for (let from = 0; from < failed.length; from += AT_ONCE) {
    const some = failed.slice(from, from + AT_ONCE);
    const { data, isError, summary } = await rig.call('generate', {
      format: 'test_classify',
      budget: 1_000_000,
      failures: some.map(({ words: error, trace }) => ({ error, trace })),
    });
    if (isError) throw new Error(`${summary} ${JSON.stringify(data)}`);
    const classifications: readonly Classification[] = data.batch_result.classifications;
    told.push(
      ...some.map(({ test, words }, index) => {
        const one = classifications[index]!;
        return { ...one, test, words, isRight: one.category === test.cause && one.evidence.length > 0 };
      }),
    );
  }
  return told;
}

function specOf({ name, lines, isBare, before = '' }: FailingTest, at: string): string {
  return `import { expect, test } from '@playwright/test';
const at = ${JSON.stringify(at)};
${before}
test(${JSON.stringify(name)}, async ({ page }) => {
  ${isBare ? '' : 'await page.goto(at);'}
  ${lines.replaceAll('; ', ';\n  ')}
  expect(at).toBeTruthy();
});
`;
}
