import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../../test/kit/properties.ts';
import { normalizeSql, sqlQuestion } from './statement.ts';

test('the same statement with other values is the same text', () => {
  const same = (...statements: string[]) => assert.equal(new Set(statements.map(normalizeSql)).size, 1);
  same(
    'select * from t where id = 7',
    "select * from t\n where id = 'x''y'",
    'select * from t where id = $1;',
  );
  same(
    'select a from t where id in (1, 2, 3)',
    'select a from t where id in (4)',
    'select a from t where id in ($1,$2)',
  );
  same(
    'insert into t (a, b) values (1, 2)',
    "insert into t (a, b) values ('x', null), (3, 4), ($1, $2)".replace(/, \(3.*/, ''),
  );
  same('select 1 -- one', 'select 2 /* two */', 'select $tag$ three $tag$');
});

test('what is no value stays', () => {
  assert.equal(
    normalizeSql(`select "a1", b2 from t1 where c is not null and d = E'it\\'s' and e > 1.5e3`),
    'select "a1", b2 from t1 where c is not null and d = ? and e > ?',
  );
  assert.equal(normalizeSql('insert into a (b) values (1), (2), (3)'), 'insert into a (b) values (?)…');
});

test('no text is too odd, nor too long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      assert.equal(typeof normalizeSql(text), 'string');
      sqlQuestion(text, ['a', null]);
    }),
  );
  for (const part of ["'", '$', '/*', '(?, ', 'E', '"', '--', '1', '$a$'])
    assert.ok(normalizeSql(part.repeat(100_000)).length <= 60_000);
});

test('values that only their column makes a secret are hidden', () => {
  const inserted = sqlQuestion("insert into users (name, password) values ('ann', 'hunter22'), ($1, $2)", [
    'bob',
    'sesame99',
  ]);
  assert.equal(inserted.question, "insert into users (name, password) values ('ann', '[hidden]'), ($1, $2)");
  assert.deepEqual(inserted.parameters, ['bob', '[hidden]']);
  const updated = sqlQuestion('update users set api_key = ?, name = ? where id = ?', [
    'k-1234567890abcdef',
    'x',
    '7',
  ]);
  assert.deepEqual(updated.parameters, ['[hidden]', 'x', '7']);
  assert.equal(
    sqlQuestion("select * from users where password = 'hunter22'").question,
    "select * from users where password = '[hidden]'",
  );
});

test('trace contexts of sqlcommenter are found', () => {
  const id = '0af7651916cd43dd8448eb211c80319c';
  const found = sqlQuestion(`select 1 /*db_driver='pg',traceparent='00-${id}-b7ad6b7169203331-01'*/`);
  assert.deepEqual(found.traces, [{ from: 'sqlcommenter', traceId: id, spanId: 'b7ad6b7169203331' }]);
  assert.equal(found.statement, 'select ?');
  assert.equal(sqlQuestion(`select 'traceparent'`).traces, undefined);
  assert.equal(
    sqlQuestion(`select 1 /*traceparent='00-${'0'.repeat(32)}-b7ad6b7169203331-01'*/`).traces,
    undefined,
  );
});
