import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Settings } from '../../engines/screen/settings/settings.ts';
import { Vision } from '../../engines/screen/vision/vision.ts';
import { silentLog } from '../../kernel/log.ts';
import { PersonKeys } from './person-keys.ts';

test('a person keeps keys in the keychain and is told only where each comes from', async () => {
  const kept = new Map<string, string>();
  const keychain = {
    get: async (account: string) => kept.get(account),
    put: async (account: string, secret: string) =>
      void (secret === '' ? kept.delete(account) : kept.set(account, secret)),
  };
  const env = { GEMINI_API_KEY: 'g' };
  const vision = new Vision(new Settings(), env, silentLog, keychain);
  const keys = new PersonKeys(async () => vision);
  const sources = async () =>
    Object.fromEntries((await keys.list()).map((one) => [one.provider, one.source]));
  // OpenAI's endpoint has the key of OpenAI; Ollama itself needs none.
  const none = { claude: undefined, openai: undefined, gemini: 'GEMINI_API_KEY' };
  assert.deepEqual(await sources(), { ...none, 'endpoint:ollama-local': undefined });
  const { said } = await keys.act({ kind: 'keep-key', provider: 'claude', key: ' sk-ant-1 ' });
  assert.ok(!said.includes('sk-ant'), said);
  assert.deepEqual([...kept], [['anthropic-api-key', 'sk-ant-1']]);
  assert.equal((await sources()).claude, 'keychain');
  await keys.act({ kind: 'keep-key', provider: 'claude', key: '' });
  assert.equal(kept.size, 0);
  await assert.rejects(keys.act({ kind: 'keep-key', provider: 'ollama', key: 'x' }), /no vision provider/);
  await assert.rejects(keys.act({ kind: 'keep-key', provider: 'nobody', key: 'x' }), /no vision provider/);
});
