/** What is asked for beside the browser: past its lists of origins, and of hosts that answer to hold us up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForbidden, rulesIn } from '../../src/toolsets/telemetry/analyze/links/robots.ts';
import { client, KEY, served } from '../kit/keyed-clients.ts';

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
