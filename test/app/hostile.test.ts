import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVIDENCE, type Source } from '../../src/contract/evidence.ts';
import type { Stream } from '../../src/contract/streams.ts';
import { appRig } from '../kit/app-rig.ts';
import { PAYLOADS } from '../kit/payloads.ts';
import { seen } from '../kit/record.ts';

/** The same with that text in the place of every text; `isWhole` also of those that must be one of a few words. */
function poisoned(value: unknown, text: string, isWhole: boolean): unknown {
  if (typeof value === 'string') return isWhole || !/^[a-z-]{2,12}$/.test(value) ? text : value;
  if (Array.isArray(value)) return value.map((one) => poisoned(one, text, isWhole));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, poisoned(one, text, isWhole)]);
  return Object.fromEntries([...entries, ...(isWhole ? [[text, text]] : [])]);
}

const kinds = Object.entries(EVIDENCE).flatMap(([source, streams]) =>
  Object.keys(streams).map((stream) => ({ source: source as Source, stream: stream as Stream })),
);

/** What a person drew has words of theirs and of the page. */
const DRAWN = {
  question: 'What?',
  note: 'This',
  marks: [{ number: 1, kind: 'box', text: 'here', element: 'button "Save"' }],
};

test('nothing that was recorded runs in the app: 200 payloads through every stream', async (t) => {
  assert.ok(
    PAYLOADS.length >= 200 && new Set(PAYLOADS).size === PAYLOADS.length,
    `${PAYLOADS.length} payloads`,
  );
  const rig = await appRig(t);
  const { blob } = await rig.store.putBody(PAYLOADS.join('\n'));
  const body = { blob, length: 1, stored: 1, mimeType: 'text/html', kind: 'text' };
  for (const { source, stream } of kinds) {
    for (const text of PAYLOADS) {
      const usual = seen({ source, stream, ...(stream === 'shot' && { data: { drawn: DRAWN } }) });
      rig.see({ ...usual, data: poisoned(usual.data, text, false) } as never);
    }
    // In few items all of them, so that each kind of detail shows every one; readable ones and such that are not.
    for (const isWhole of [false, true]) {
      const usual = seen({
        source,
        stream,
        ...(stream === 'request' && { data: { requestBody: body, responseBody: body } }),
        ...(stream === 'shot' && { data: { drawn: DRAWN } }),
      });
      const data = poisoned(usual.data, PAYLOADS.join(' '), isWhole) as Record<string, unknown>;
      const bodies = stream === 'request' ? { requestBody: body, responseBody: body } : {};
      rig.see({
        ...usual,
        data: { ...data, ...bodies },
        where: { page: PAYLOADS.slice(0, 50).join(' ') },
      } as never);
    }
  }
  const { page } = await rig.open({ viewport: { width: 1400, height: 900 } });
  const alarms: string[] = [];
  page.on('dialog', (dialog) => {
    alarms.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => alarms.push(`popup ${popup.url()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${rig.base}/app/`)) alarms.push(`request ${request.url()}`);
  });
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(`${rig.base}/app/`)) alarms.push(`went to ${frame.url()}`);
  });
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    sessionStorage.refused = (sessionStorage.refused ?? '') + violatedDirective + ' ' + blockedURI + '; ';
  })`);
  await page.reload();
  await page.locator('.rows .row').nth(5).waitFor();

  const all = await page.evaluate(async () => {
    const found: { seq: number; stream: string; text: string }[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const answer: Response = await fetch(`api/items?limit=500${next ? `&before=${next}` : ''}`);
      const { rows, next: more } = (await answer.json()) as { rows: typeof found; next?: string };
      found.push(...rows);
      next = more;
    }
    return found;
  });
  for (const { stream } of kinds) {
    const own = all.filter((row) => row.stream === stream);
    assert.ok(own.length >= PAYLOADS.length + 2, `${stream}: ${own.length}`);
    // The newest two of each stream hold all payloads at once.
    for (const { seq } of own.slice(0, 2)) {
      await page.evaluate(`location.hash = '#i=${seq}'`);
      await page.locator(`.item[data-seq="${seq}"]`).waitFor();
      await page.locator('details.part > summary').click();
      // Some tabs bring others along.
      const tabs = page.getByRole('tab');
      for (let at = 0; at < (await tabs.count()); at++) await tabs.nth(at).click();
      await page.locator('.around li').first().waitFor();
    }
  }
  // All lines pass by.
  await page.evaluate(`location.hash = ''`);
  await page.locator('.shell:not(.with-detail)').waitFor();
  await page.locator('.rows .row').nth(5).waitFor();
  await page.evaluate(`(async () => {
    const list = document.querySelector('.rows');
    for (let still = 0, last = -1; still < 10; ) {
      list.scrollTop += list.clientHeight;
      await new Promise((resolve) => setTimeout(resolve, 30));
      still = list.scrollTop === last ? still + 1 : 0;
      last = list.scrollTop;
    }
  })()`);
  await page.locator('#filter').fill(PAYLOADS[0]!);
  // It is asked for when nothing more is typed.
  await page.waitForURL(/#.*f=/);
  await page.locator('.rows .row, .note').first().waitFor();

  await page.locator('#filter').fill('');
  await page.waitForURL((url) => !url.hash.includes('f='));
  assert.equal(await page.evaluate('typeof window.pwned'), 'undefined');
  await page.evaluate(`location.hash = '#v=journal'`);
  await page.reload();
  await page.locator('.calls tbody tr').nth(5).waitFor();
  await page.locator('.costs tbody tr').nth(5).waitFor();

  const state = await page.evaluate(`({
    hit: typeof window.pwned,
    refused: sessionStorage.refused ?? '',
    strange: document.querySelectorAll('#app :is(iframe, object, embed, script, style, link, base, meta, form)').length,
  })`);
  assert.deepEqual(state, { hit: 'undefined', refused: '', strange: 0 });
  assert.deepEqual(alarms, []);
});

test('secrets are hidden in lines, items and bodies as in every answer', async (t) => {
  const rig = await appRig(t);
  const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
  const { blob } = await rig.store.putBody(`{"token":"${secret}"}`);
  rig.see(seen({ data: { message: `token ${secret}`, args: [{ password: 'hunter2hunter2' }] } }));
  rig.see(
    seen({
      stream: 'request',
      data: {
        url: `http://localhost:3000/a?access_token=${secret}`,
        requestHeaders: [['authorization', `Bearer ${secret}`]],
        responseBody: { blob, length: 60, stored: 60, kind: 'text', mimeType: 'application/json' },
      },
    }),
  );
  const { page } = await rig.open();
  await page.locator('.rows .row').nth(1).waitFor();
  const told = await page.evaluate(async (name) => {
    const text = async (path: string) => (await fetch(`api/${path}`)).text();
    const list = await text('items');
    const { rows } = JSON.parse(list) as { rows: { seq: number }[] };
    const items = await Promise.all(rows.map(({ seq }) => text(`item/${seq}`)));
    const bodies = await Promise.all(rows.map(({ seq }) => text(`body/${seq}/${name}`)));
    return [list, ...items, ...bodies].join('\n');
  }, blob);
  assert.ok(told.includes('token') && told.includes('authorization'));
  assert.ok(!told.includes(secret) && !told.includes('hunter2hunter2'), told);
});
