/** What README, CHANGELOG and the profiles say of the product, held against the product. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { loadProfiles } from '../scripts/gen/loaded.ts';
import { BROWSER_CAPS } from '../src/profiles/browser.ts';
import { gasoline } from '../src/profiles/gasoline.ts';
import { TOOLSETS, type ToolsetName } from '../src/profiles/profile.ts';
import { manifest } from '../src/toolsets/manifest.generated.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const toolsOf = (...names: readonly ToolsetName[]) =>
  new Set(names.flatMap((name) => manifest[name].tools.map((tool) => tool.name)));
const all = toolsOf(...TOOLSETS);
const readme = read('README.md');
const changelog = read('CHANGELOG.md');

test('README shows tools that are there, and names every command', () => {
  const shown = [...readme.matchAll(/\*([a-z]+[-_][a-z_-]+)\*/g)].map(([, name]) => name!);
  assert.ok(shown.length >= 3);
  assert.deepEqual(
    shown.filter((name) => !all.has(name)),
    [],
  );
  for (const command of Object.keys(JSON.parse(read('package.json')).bin))
    assert.ok(readme.includes(`\`${command}`), command);
});

test('README says which tools of playwright-mcp are not here', () => {
  const bundle = read('node_modules/playwright-core/lib/coreBundle.js');
  // Those that are skillOnly are for its command line, and offered by no server.
  const theirs = [...bundle.matchAll(/capability: "[\w-]+",\n\s+schema: \{\n\s+name: "(browser_\w+)"/g)];
  assert.ok(theirs.length > 50, `${theirs.length} tools`);
  const missing = theirs.map(([, name]) => name!).filter((name) => !all.has(name));
  const [, said = ''] = /tools of playwright-mcp, all but (.*?),? and named contexts/.exec(readme) ?? [];
  assert.deepEqual([...said.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort(), missing.sort());
});

test('README claims no better figures than were measured', () => {
  const [, start, memory] = /\| 0\.5: ([\d.]+), held[\s\S]*?\| 0\.7: ([\d.]+), held/.exec(
    read('docs/benchmarks.md'),
  )!;
  assert.match(
    readme,
    /Starts in less than half of playwright-mcp's time, in little more than half its memory/,
  );
  assert.ok(Number(start) < 0.5, `start ${start}`);
  assert.ok(Number(memory) < 0.6, `memory ${memory}`);
});

test('CHANGELOG counts tools and modes as they are', () => {
  const caps = toolsOf(...Object.values(BROWSER_CAPS).flat());
  const always = toolsOf('browser').size;
  assert.ok(
    changelog.includes(`${always} tools always, ${caps.size} more by \`--caps\``),
    `${always}, ${caps.size}`,
  );
  for (const { name, inputSchema } of [...manifest.telemetry.tools, ...manifest['telemetry-alone'].tools]) {
    const { what, format, action } = inputSchema.properties as Record<
      string,
      { enum: unknown[] } | undefined
    >;
    const modes = (what ?? action ?? format)!.enum.length;
    assert.ok(changelog.includes(`\`${name}\` (${modes} modes)`), `${name} has ${modes} modes`);
  }
});

test('a profile tells of tools that it has', async () => {
  const five = /\b(observe|analyze|generate|configure|interact)\b/gi;
  const said = [...gasoline.identity.description.matchAll(five)].map(([word]) => word.toLowerCase());
  assert.deepEqual(new Set(said), toolsOf(...gasoline.toolsets));
  for (const { command, toolsets, caps = {}, instructions } of await loadProfiles()) {
    const own = toolsOf(...toolsets, ...Object.values(caps).flat());
    const named = [...instructions.matchAll(/\b(?:browser|wire)_[a-z_]+\b/g)].map(([name]) => name);
    assert.deepEqual(
      named.filter((name) => !own.has(name)),
      [],
      command,
    );
  }
});
