/** What MariaDB's own client and server say, told while its connections are open. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wireExchanges } from '../../src/toolsets/wire/wire-exchanges.ts';
import { lackingMariadb, say, startMariadb } from '../kit/mariadb.ts';
import { wireKit } from '../kit/wire-kit.ts';
import { until } from '../kit/wire-rig.ts';

interface Brief {
  readonly state: string;
  readonly question: string;
  readonly result?: string;
  readonly error?: string;
}

test('MariaDB: rows and none, several results, what was refused, what runs and is killed', {
  skip: lackingMariadb(),
}, async (t) => {
  const kit = await wireKit(t);
  const port = await kit.rule(await startMariadb(t));
  const byTime = async (args: object = {}) =>
    (await kit.call(wireExchanges, { by: 'time', limit: 500, budget: 500_000, port, ...args })).data!
      .exchanges as Brief[];
  await say(
    port,
    `create database shop; use shop; create table items (id int primary key, name varchar(40) unique);
    insert into items values (1, 'a'), (2, 'b');
    insert into items values (3, 'a');
    select name from items where id = 1;
    select name from items where id = 77;
    delimiter //
    create procedure both_of() begin select 1 as one; select 2 as two; end //
    delimiter ;
    call both_of();\n`,
  );
  const told = await byTime();
  const outcome = (words: string) => {
    const found = told.find(({ question }) => question.startsWith(words));
    return found?.error ?? found?.result;
  };
  assert.equal(outcome('select name from items where id = 1'), '1 row: name=a');
  assert.equal(outcome('select name from items where id = 77'), '0 rows');
  assert.equal(outcome("insert into items values (1, 'a')"), 'OK, 2 changed');
  assert.match(outcome("insert into items values (3, 'a')") ?? '', /^Duplicate entry 'a' for key 'name'/);
  assert.match(outcome('call') ?? '', /^1 row: one=1; 1 row: two=2/);

  const sleeping = say(port, 'select sleep(60);\n');
  await until('it runs', async () => (await byTime({ state: 'running' })).length === 1);
  const list = await say(
    port,
    "select id from information_schema.processlist where info like 'select sleep%';",
  );
  await say(port, `kill query ${Number(list)};\n`);
  await sleeping;
  const [killed] = await byTime({ text: 'select sleep(60)' });
  assert.match(`${killed?.state}: ${killed?.error}`, /^failed: .*interrupted/);
});
