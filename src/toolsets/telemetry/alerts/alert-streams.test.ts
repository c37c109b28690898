import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exception } from '../../../../test/kit/evidence-samples.ts';
import { seen } from '../../../../test/kit/record.ts';
import type { Evidence } from '../../../contract/evidence.ts';
import { AlertStreams } from './alert-streams.ts';

function makeStreams() {
  let now = 0;
  let tell: (evidence: Evidence) => void = () => {};
  const clock = { micros: () => now * 1000, monotonic: () => now };
  const streams = new AlertStreams(clock, (listener) => {
    tell = listener;
    return () => {};
  });
  const go = (ms: number) => {
    now += ms;
  };
  const see = (message: string, url = 'http://a/') =>
    tell(seen({ stream: 'exception', data: exception(message, { url }), time: now * 1000 }));
  return { streams, see, go };
}

const settings = { events: [], throttleSeconds: 5, severityMin: 'warning' } as const;

test('at most twelve messages a minute, whatever happens', (t) => {
  const { streams, see, go } = makeStreams();
  t.after(() => streams.close());
  let sent = 0;
  streams.enable({ session: 's', cwd: '/', notify: () => ++sent > 0 }, { ...settings, throttleSeconds: 1 });
  for (let i = 0; i < 40; i++) {
    go(1001);
    see(`error ${i}`);
  }
  assert.ok(sent <= 12, `${sent}`);
});

test('each client has its own settings, and one that left is told nothing', (t) => {
  const { streams, see } = makeStreams();
  t.after(() => streams.close());
  const heard: string[] = [];
  const client = (session: string) => ({ session, cwd: '/', notify: () => heard.push(session) > 0 });
  streams.enable(client('all'), settings);
  streams.enable(client('b'), { ...settings, url: 'HTTP://B/' });
  streams.enable(client('ci'), { ...settings, events: ['ci'] });
  see('x');
  assert.deepEqual(heard, ['all']);
  see('y', 'http://b/');
  assert.deepEqual(heard, ['all', 'b']);
  assert.equal(streams.disable(client('all')), 1, 'what waited');
  assert.equal(streams.status(client('all')), undefined);
});

test('too much waiting is counted', (t) => {
  const { streams, see } = makeStreams();
  t.after(() => streams.close());
  const deaf = { session: 's', cwd: '/' };
  streams.enable(deaf, settings);
  for (let i = 0; i < 130; i++) see(`error ${i}`);
  const { pending, dropped } = streams.status(deaf)!;
  assert.equal(pending, 100);
  assert.ok(dropped >= 30);
});
