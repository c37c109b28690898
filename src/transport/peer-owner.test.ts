import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { endianness } from 'node:os';
import { type TestContext, test } from 'node:test';
import { isOfOwnUser, ownersInLsof, ownersInTable } from './peer-owner.ts';

const near = { address: '127.0.0.1', port: 3300 };
const far = { address: '127.0.0.1', port: 40000 };

/** A row as the kernel prints it on the usual machines. */
const row = (from: string, to: string, state: string, uid: number, inode: number) =>
  `   1: ${from} ${to} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 0 20 4 30 10 -1\n`;
const [NEAR, FAR] = ['0100007F:0CE4', '0100007F:9C40'];
const [NEAR6, FAR6] = ['0000000000000000FFFF0000', '0000000000000000FFFF0000'].map(
  (before, i) => before + [NEAR, FAR][i],
);
const isBig = endianness() !== 'LE' && 'the rows are of little-endian machines';

test('the owner is that of the far end, while both ends are open', { skip: isBig }, () => {
  const owners = (...rows: string[]) => ownersInTable(rows.join(''), far, near, '77');
  const ours = row(NEAR, FAR, '01', 0, 77);
  assert.deepEqual(owners(ours, row(FAR, NEAR, '01', 1000, 78)), [1000]);
  assert.deepEqual(
    owners(ours, row(FAR6!, NEAR6!, '01', 1000, 78)),
    [1000],
    'an IPv6 socket to an IPv4 address',
  );
  assert.deepEqual(
    owners(row(NEAR, FAR, '01', 0, 79), row(FAR, NEAR, '01', 0, 78)),
    [],
    'a later connection',
  );
  assert.deepEqual(owners(ours, row(FAR, NEAR, '06', 0, 0)), [], 'TIME_WAIT is shown as root’s');
  assert.deepEqual(owners(row(NEAR, FAR, '08', 0, 77), row(FAR, NEAR, '01', 0, 78)), [], 'our end is closed');
  assert.deepEqual(owners(ours), [], 'the far end is in another network namespace');
  const other = '0100007F:9C41';
  assert.deepEqual(owners(ours, row(other, NEAR, '01', 0, 78)), [], 'somebody else’s connection');
});

async function accepted(
  t: TestContext,
  host: string,
  to = host,
): Promise<{ client: Socket; server: Socket }> {
  const listener = createServer({ allowHalfOpen: true }).listen(0, host);
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  const client = connect({ port, host: to });
  const [[server]] = (await Promise.all([once(listener, 'connection'), once(client, 'connect')])) as [
    [Socket],
    unknown,
  ];
  t.after(() => {
    client.destroy();
    server.destroy();
    listener.close();
  });
  return { client, server };
}

const isElsewhere = !['linux', 'darwin'].includes(process.platform) && 'Linux and macOS show owners';

test('our own connections are told as such, over IPv4, IPv6 and mapped', { skip: isElsewhere }, async (t) => {
  for (const [host = '', to] of [['127.0.0.1'], ['127.0.0.1', '::ffff:127.0.0.1'], ['::1'], ['127.8.9.1']]) {
    const { server } = await accepted(t, host, to);
    assert.equal(await isOfOwnUser(server), true, `${host} ${to}`);
  }
});

test('who is gone already is nobody', { skip: isElsewhere }, async (t) => {
  const { client, server } = await accepted(t, '127.0.0.1');
  client.destroy();
  await once(server.resume(), 'end');
  assert.equal(await isOfOwnUser(server), false);
});

test('what lsof prints is read', () => {
  const printed = ['p810', 'u501', 'f21', 'n127.0.0.1:3300->127.0.0.1:40000', 'p977', 'u502', 'f5'];
  const owners = (...lines: string[]) => ownersInLsof([...printed, ...lines, ''].join('\n'), far, near);
  assert.deepEqual(owners(), [], 'our own end is not the other one');
  assert.deepEqual(owners('n127.0.0.1:40000->127.0.0.1:3300'), [502]);
  assert.deepEqual(owners('n[::ffff:127.0.0.1]:40000->[::ffff:127.0.0.1]:3300'), [502]);
  assert.deepEqual(owners('n127.0.0.1:40001->127.0.0.1:3300'), []);
  const ends = [1, 2].map((port) => ({ address: '::1', port }));
  const shared = 'p1\nu0\nf3\nn[::1]:1->[::1]:2\np2\nu5\nf4\nn[::1]:1->[::1]:2\n';
  assert.deepEqual(ownersInLsof(shared, ends[0]!, ends[1]!), [0, 5], 'all who hold it');
});
