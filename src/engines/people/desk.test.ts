import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Desk } from './desk.ts';

const never = new AbortController().signal;

test('it is said at once when nobody is there, or only somebody else', async () => {
  const desk = new Desk();
  await assert.rejects(desk.ask('key 1', { ask: 'May I?' }, never), { code: 'NOBODY_THERE' });
  desk.arrive(['key 2'], () => {});
  await assert.rejects(desk.ask('key 1', { ask: 'May I?' }, never), { code: 'NOBODY_THERE' });
});

test('each request has its own answer, and only its own people hear of it', async () => {
  const desk = new Desk();
  const news = { one: 0, two: 0 };
  desk.arrive(['key 1', 'own user'], () => news.one++);
  desk.arrive(['key 2'], () => news.two++);
  const asked = [
    desk.ask('key 1', { ask: 'A?' }, never),
    desk.ask('own user', { ask: 'B?', page: 't3' }, never),
  ];
  const [a, b] = desk.requestsFor(['key 1', 'own user']);
  assert.deepEqual([a?.ask, b?.ask, b?.page], ['A?', 'B?', 't3']);
  assert.deepEqual(desk.requestsFor(['key 2']), []);
  desk.reply(['key 2'], a!.id, { text: 'from a stranger', isRefused: false });
  desk.reply(['key 1'], a!.id, { text: 'yes', isRefused: false });
  desk.reply(['own user'], b!.id, { text: '', isRefused: true });
  assert.deepEqual(await Promise.all(asked), [
    { text: 'yes', isRefused: false },
    { text: '', isRefused: true },
  ]);
  assert.deepEqual(news, { one: 4, two: 0 });
});

test('who reloads the page is still there; when all have left the request ends', async () => {
  const desk = new Desk(undefined, 60);
  const left: string[] = [];
  desk.whenLeft((caller) => left.push(caller));
  const leave = desk.arrive(['key 1'], () => {});
  const asked = desk.ask('key 1', { ask: 'A?' }, never);
  leave();
  const leaveAgain = desk.arrive(['key 1'], () => {});
  await new Promise((resolve) => setTimeout(resolve, 120));
  assert.equal(desk.requestsFor(['key 1']).length, 1);
  leaveAgain();
  // The desk's own clock does not keep a program alive.
  const awake = setInterval(() => {}, 1000);
  await assert.rejects(asked, { code: 'NOBODY_THERE' });
  clearInterval(awake);
  assert.deepEqual(left, ['key 1']);
});

test('a call that is given up takes its request with it, and only so many wait', async () => {
  const desk = new Desk();
  desk.arrive(['key 1'], () => {});
  const gone = new AbortController();
  const asked = Array.from({ length: 20 }, () => desk.ask('key 1', { ask: 'A?' }, gone.signal));
  await assert.rejects(desk.ask('key 1', { ask: 'B?' }, never), { code: 'TOO_MANY_REQUESTS' });
  gone.abort(new Error('given up'));
  for (const one of await Promise.allSettled(asked)) assert.equal(one.status, 'rejected');
  assert.deepEqual(desk.requestsFor(['key 1']), []);
});
