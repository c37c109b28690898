import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scratch } from '../../../test/kit/scratch.ts';
import { OWN_USER } from '../../kernel/owner.ts';
import { BrowserBook } from './browser-book.ts';
import { OwnDoor } from './own-door.ts';

test('a door is wanted once a browser is meant, or by a call where one is paired', async (t) => {
  const state = await scratch(t);
  const isWanted = async (door: OwnDoor) =>
    Promise.race([door.wanted.then(() => true), new Promise((done) => setImmediate(done, false))]);
  const meant = new OwnDoor(state);
  await meant.called();
  assert.equal(await isWanted(meant), false);
  assert.equal(await meant.comesWithin(OWN_USER), 0);
  assert.equal(await isWanted(meant), true);

  await new BrowserBook(state).add({ id: 'b', name: 'n', owner: 'key 1', secret: 's', since: 1 });
  const called = new OwnDoor(state);
  await called.called();
  assert.equal(await isWanted(called), true);
  // The first key is whoever started the server; the second is somebody else.
  assert.ok((await called.comesWithin(OWN_USER)) > 0);
  assert.equal(await called.comesWithin('key 2'), 0);
  called.opened();
  const soon = await called.comesWithin(OWN_USER);
  assert.ok(soon > 0 && soon <= 35_000);
});
