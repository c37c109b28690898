/** What is asked for beside the browser: past its lists of origins, and of hosts that answer to hold us up. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isForbidden, rulesIn } from '../../src/toolsets/telemetry/analyze/links/robots.ts';
import { startSite } from '../kit/forbidden-site.ts';
import { client, KEY, served } from '../kit/keyed-clients.ts';
import { scratch } from '../kit/scratch.ts';

test('the lists of origins hold for links that are checked, too', async (t) => {
  const { base } = await served(t, ['--blocked-origins', 'http://blocked.invalid']);
  const ann = await client(base, KEY);
  const urls = ['http://blocked.invalid/?what=was-seen', 'http://other.invalid/'];
  const told = await ann.ok('analyze', { what: 'link_validation', urls });
  assert.match(told, /"url":"http:\/\/blocked\.invalid[^}]*"code":"not_allowed"/);
  assert.match(told, /"url":"http:\/\/other\.invalid[^}]*"code":"(?:broken|timeout)"/);
});

test('a robots.txt that is made to be read for ever is read at once', () => {
  const line = `disallow:${' '.repeat(1900)}#\u2028\n`;
  const many = 'Disallow: /*a*b*c*d\n'.repeat(100_000);
  const { user } = process.cpuUsage();
  assert.deepEqual(rulesIn(`User-agent: *\n${line.repeat(1000)}`), []);
  const rules = rulesIn(`User-agent: *\n${many}`);
  assert.ok(rules.length <= 1000, `${rules.length}`);
  for (let asked = 0; asked < 100; asked++) isForbidden(rules, `/${'abc'.repeat(600)}`);
  const ms = process.cpuUsage().user / 1000 - user / 1000;
  assert.ok(ms < 2000, `${ms} ms of processor time`);
});

test('a file is posted to no address that the lists keep out, nor where one that they let in leads', async (t) => {
  const [home, away] = [await startSite(t), await startSite(t)];
  const output = await scratch(t);
  const { base } = await served(t, ['--blocked-origins', away.origin, '--output-dir', output]);
  const ann = await client(base, KEY);
  await ann.ok('browser_navigate', { url: `${home.origin}/` });
  await mkdir(join(output, 'key-1'), { recursive: true });
  await writeFile(join(output, 'key-1', 'note.txt'), 'private words');
  const post = (api_endpoint: string) =>
    ann.call('interact', { action: 'upload', file_path: 'note.txt', api_endpoint });
  assert.match((await post(`${away.origin}/take`)).text, /NAVIGATION_FAILED.*lists of origins/);
  const led = await post(`${home.origin}/redirect?to=${away.origin}/take`);
  assert.match(led.text, /NAVIGATION_FAILED.*could not be opened/);
  assert.deepEqual([away.connections(), away.asked.all], [0, []]);
  assert.match((await post(`${home.origin}/take`)).text, /"status":200/);
});
