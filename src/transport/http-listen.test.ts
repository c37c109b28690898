import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startFront } from '../../test/kit/echo-front.ts';
import { rpc } from '../../test/kit/http.ts';
import { request } from '../../test/kit/json-rpc.ts';
import { Fault } from '../kernel/fault.ts';
import { silentLog } from '../kernel/log.ts';
import { createHttpFront } from './http.ts';

const ping = request(1, 'ping');

async function hasIpv6(): Promise<boolean> {
  const probe = createServer();
  const works = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(0, '::1', () => resolve(true));
  });
  if (works) await new Promise((resolve) => probe.close(resolve));
  return works;
}

test('a busy port, a foreign address: a fault that names it', async (t) => {
  const busy = createServer().listen(0, '127.0.0.1');
  t.after(() => busy.close());
  await new Promise((resolve) => busy.once('listening', resolve));
  const { port } = busy.address() as AddressInfo;
  const make = () => createHttpFront({ factory: () => assert.fail(), log: silentLog, cwd: '/' });
  const failed = (code: string) => (thrown: unknown) => thrown instanceof Fault && thrown.code === code;
  await assert.rejects(make().listen(port), failed('PORT_IN_USE'));
  await assert.rejects(make().listen(port, '127.0.0.1'), failed('PORT_IN_USE'));
  await assert.rejects(make().listen(0, '192.0.2.1'), failed('HOST_NOT_LOCAL'));
});

test('localhost is both loopback addresses on one port', async (t) => {
  const { port, mcp } = await startFront(t, {}, 'localhost');
  assert.equal((await rpc(mcp, ping)).status, 200);
  const six = await hasIpv6();
  if (six) assert.equal((await rpc(`http://[::1]:${port}/mcp`, ping)).status, 200);
  else t.diagnostic('this machine has no IPv6 loopback; only 127.0.0.1 was tried');
});
