/** Records walks, has tests made of them, and runs these under the published @playwright/test: on the site, and on it broken. */
import { spawn } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Flow } from '../../eval/corpus/recordings/flow.ts';
import { findBrowser } from '../../src/engines/browser/launch/find-browser.ts';
import type { Cleanup } from './scratch.ts';
import { type Routes, type Site, startSite } from './site.ts';
import { telemetryRig } from './telemetry-rig.ts';

export interface FlowResult {
  readonly name: string;
  readonly script: string;
  readonly isGreen: boolean;
  /** Once the site is broken; where answers are mocked, whether it is green still with the site gone. */
  readonly isRed: boolean;
  /** As it should be, with locators that outlive a build. */
  readonly isRight: boolean;
  readonly words: string;
}

const root = join(import.meta.dirname, '../..');

export async function runFlows(t: Cleanup, flows: readonly Flow[]): Promise<readonly FlowResult[]> {
  const rig = await telemetryRig(t);
  const specs = join(rig.folder, 'specs');
  await mkdir(specs);
  await writeFile(join(rig.folder, 'me.png'), 'a picture');
  await symlink(join(root, 'node_modules'), join(rig.folder, 'node_modules'));
  const made: {
    flow: Flow;
    routes: Record<string, Routes[string]>;
    site: Site;
    file: string;
    script: string;
  }[] = [];
  for (const [index, flow] of flows.entries()) {
    const routes = { ...flow.routes };
    const site = await startSite(routes);
    t.after(() => site.close());
    const ask = async (tool: string, args: Record<string, unknown>) => {
      const answer = await rig.call(tool, { budget: 100_000, ...args });
      if (answer.isError) throw new Error(`${flow.name}: ${answer.summary} ${JSON.stringify(answer.data)}`);
      return answer.data;
    };
    await ask('configure', { action: 'recording_start', name: flow.name.slice(0, 50), url: site.url('/') });
    const { page } = await rig.engine.tab();
    await flow.walk(page, (action, args) => ask('interact', { action, ...args }));
    const { recording_id } = await ask('configure', { action: 'recording_stop' });
    const file = `flow-${index}.spec.ts`;
    const { saved_to } = await ask('generate', {
      format: 'test',
      recording_id,
      test_name: flow.name,
      save_to: join('specs', file),
      ...(flow.isMocked && { generate_fixtures: true }),
      ...flow.args,
    });
    const script = await readFile(saved_to, 'utf8');
    made.push({ flow, routes, site, file, script });
  }
  const env = Object.assign({}, ...flows.map((flow) => flow.env ?? {}));
  const green = await runSpecs(rig.folder, env);
  for (const { flow, routes, site } of made) {
    Object.assign(routes, flow.broken);
    if (flow.isMocked) await site.close();
  }
  const red = await runSpecs(rig.folder, env);
  return made.map(({ flow, file, script }) => {
    const isGreen = green.get(file)?.isGreen === true;
    const isRed = red.get(file)?.isGreen === (flow.isMocked === true);
    return {
      name: flow.name,
      script,
      isGreen,
      isRed,
      isRight: isGreen && isRed && !MADE_ID.test(script),
      words: [green, red].map((ran) => ran.get(file)?.words ?? 'it was not run').join('\n---\n'),
    };
  });
}

/** An id that a program made. */
const MADE_ID = /#\w*\d/;

interface Ran {
  readonly isGreen: boolean;
  readonly words: string;
  readonly trace?: string;
}

interface Settings {
  /** Milliseconds of a test, of an action and of an assertion. */
  readonly timeout?: number;
  readonly actionTimeout?: number;
  readonly expectTimeout?: number;
  readonly trace?: 'retain-on-failure';
}

/** How each spec of a folder ended. */
export async function runSpecs(
  folder: string,
  env: Readonly<Record<string, string>>,
  { timeout = 30_000, actionTimeout = 8000, expectTimeout = 5000, trace }: Settings = {},
): Promise<Map<string, Ran>> {
  const browser = await findBrowser({ env: process.env });
  const config = join(folder, 'playwright.config.mjs');
  const settings = {
    testDir: './specs',
    timeout,
    expect: { timeout: expectTimeout },
    workers: 2,
    reporter: 'json',
    fullyParallel: true,
    use: {
      actionTimeout,
      ...(trace && { trace }),
      launchOptions: { executablePath: browser!.path, args: ['--no-sandbox'] },
    },
  };
  await writeFile(config, `export default ${JSON.stringify(settings)};\n`);
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const child = spawn(process.execPath, [cli, 'test', '--config', config], {
    cwd: folder,
    env: { ...process.env, ...env, CI: '1', NODE_OPTIONS: '', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let said = '';
  child.stdout.on('data', (piece) => (out += piece));
  child.stderr.on('data', (piece) => (said += piece));
  await new Promise((resolve) => child.on('close', resolve));
  return readReport(out, said);
}

interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly ok: boolean;
    readonly file: string;
    readonly tests: readonly {
      readonly results: readonly {
        readonly errors: readonly { message?: string }[];
        readonly attachments: readonly { name: string; path?: string }[];
      }[];
    }[];
  }[];
}

type Tests = NonNullable<Suite['specs']>[number]['tests'];

function traceOf(tests: Tests): { trace?: string } {
  const files = tests.flatMap(({ results }) => results.flatMap(({ attachments }) => attachments));
  const path = files.find(({ name }) => name === 'trace')?.path;
  return path === undefined ? {} : { trace: path };
}

function readReport(out: string, said: string): Map<string, Ran> {
  const found = new Map<string, Ran>();
  let report: { suites: readonly Suite[]; errors?: readonly { message?: string }[] };
  try {
    report = JSON.parse(out.slice(out.indexOf('{')));
  } catch {
    throw new Error(`@playwright/test gave no report: ${out.slice(0, 2000)} ${said.slice(0, 2000)}`);
  }
  if (report.suites.length === 0) throw new Error(JSON.stringify(report.errors).slice(0, 4000));
  const walk = (suite: Suite) => {
    for (const { file, ok, tests } of suite.specs ?? []) {
      const errors = tests.flatMap(({ results }) => results.flatMap((one) => one.errors));
      found.set(file.split('/').at(-1)!, {
        isGreen: ok,
        words: errors.map(({ message = '' }) => message).join('\n'),
        ...traceOf(tests),
      });
    }
    suite.suites?.forEach(walk);
  };
  report.suites.forEach(walk);
  return found;
}
