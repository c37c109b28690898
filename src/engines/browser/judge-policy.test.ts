import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgePolicy } from './judge-policy.ts';

test('a policy is judged by what it lets through', async () => {
  const graveOf = async (policy: string) =>
    (await judgePolicy(policy))
      .filter(({ severity }) => severity === 'high')
      .map(({ directive }) => directive);
  assert.deepEqual(
    await graveOf("default-src 'none'; script-src 'self'; object-src 'none'; base-uri 'none'"),
    [],
  );
  assert.deepEqual(await graveOf("script-src 'unsafe-inline' *; object-src 'none'; base-uri 'none'"), [
    'script-src',
    'script-src',
  ]);
});
