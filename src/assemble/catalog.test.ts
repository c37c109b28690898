import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../config/load.ts';
import type { Toolset } from '../kernel/toolset.ts';
import { TOOLSETS } from '../profiles/profile.ts';
import { rawprox as profile } from '../profiles/rawprox.ts';
import { rawprox } from '../toolsets/wire/index.ts';
import { makeCatalog, type Wired } from './catalog.ts';

const [first, ...others] = rawprox.tools;
assert.ok(first && others.length > 1);

function catalogOf(tools: typeof rawprox.tools) {
  const { config } = loadConfig({ argv: [], env: {}, takes: profile.takes });
  const wired: Wired = async () => ({ toolset: { tools } as Toolset<never>, deps: {} });
  const all = Object.fromEntries(TOOLSETS.map((name) => [name, wired])) as Parameters<typeof makeCatalog>[2];
  return makeCatalog(profile, config, all);
}

test('a tool is found by its name, in whatever order the toolset has it', async () => {
  const { tools } = catalogOf(rawprox.tools.toReversed());
  assert.deepEqual([...tools.keys()].sort(), rawprox.tools.map(({ name }) => name).sort());
  for (const [name, offer] of tools) assert.equal((await offer.load()).thing.name, name);
});

test('a toolset that is not as the manifest lists it is refused in a sentence', async () => {
  const refusal = (tools: typeof rawprox.tools) => {
    const [offer] = catalogOf(tools).tools.values();
    return offer!.load().then(
      () => assert.fail('it was loaded'),
      (thrown: Error) => thrown.message,
    );
  };
  assert.match(await refusal(others), new RegExp(`toolset rawprox: it has no "${first.name}"\\.`));
  const more = [...rawprox.tools, { ...first, name: 'unheard-of' }];
  assert.match(await refusal(more), /toolset rawprox: "unheard-of" is not listed\./);
});
