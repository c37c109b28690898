import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestData } from '../../contract/network-data.ts';
import type { Tab } from '../../engines/browser/page/tab.ts';
import { type SentRequest, sendRequestAgain } from './send-request-again.ts';

const data = (more: Partial<RequestData> = {}) =>
  ({
    url: 'http://shop.test/order',
    method: 'POST',
    requestHeaders: [
      ['content-type', 'application/json'],
      ['cookie', 'a=b'],
      ['x-api-key', '[REDACTED:api-key]'],
    ],
    requestBody: { blob: 'b', length: 2, stored: 2, kind: 'text' },
    ...more,
  }) as RequestData;

test('a request is sent again as it was, but never with what stands where a secret was', async () => {
  const asked: unknown[] = [];
  const evaluate = async (_: unknown, given: unknown) => {
    asked.push(given);
    return { status: 201, statusText: 'Created', length: 7, ms: 3 };
  };
  const tab = { page: { evaluate } } as unknown as Pick<Tab, 'page'>;
  const send = (more: Partial<SentRequest> = {}) =>
    sendRequestAgain({ data: data(), body: Buffer.from('{}'), tab, ...more });
  const { said, isRefused } = await send();
  assert.equal(isRefused, false);
  assert.match(said, /^201 Created, 7 bytes in 3 ms\. .* It went without x-api-key/);
  const headers = [['content-type', 'application/json']];
  assert.deepEqual(asked, [{ url: 'http://shop.test/order', method: 'POST', headers, body: '{}' }]);

  const refusals = [
    await send({ tab: undefined }),
    await send({ body: Buffer.from('{"password":"[redacted]"}') }),
    await send({ data: data({ url: 'http://shop.test/?token=[REDACTED:token]' }) }),
    await send({ data: data({ requestBody: { withheld: 'auth-endpoint' } }) }),
    await send({ data: data({ requestBody: { blob: 'b', length: 9, stored: 2, kind: 'text' } }) }),
  ];
  assert.deepEqual(
    refusals.map((one) => [one.isRefused, /not open|held a secret|not kept/.test(one.said)]),
    Array(5).fill([true, true]),
  );
  assert.equal(asked.length, 1);
});
