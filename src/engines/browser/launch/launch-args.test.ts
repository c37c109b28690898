import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { chromiumArgs, gatedArgs, pipeArgs } from './launch-args.ts';

const featuresOf = (args: readonly string[]) =>
  args
    .filter((arg) => arg.startsWith('--disable-features='))
    .map((arg) => arg.slice('--disable-features='.length).split(','));

const UNSEEN = '--disable-blink-features=AutomationControlled';

describe('chromiumArgs', () => {
  it('does not tell pages that they are driven, unless somebody chose what to turn off', () => {
    assert.ok(chromiumArgs([], true).includes(UNSEEN));
    const chosen = chromiumArgs(['--disable-blink-features=Other'], true);
    assert.ok(!chosen.includes(UNSEEN) && chosen.includes('--disable-blink-features=Other'));
  });

  it('turns off all that Playwright turns off', () => {
    const index = createRequire(import.meta.url).resolve('playwright-core');
    const bundle = readFileSync(join(dirname(index), 'lib', 'coreBundle.js'), 'utf8');
    const list = /disabledFeatures = \[([^\]]*)\]/.exec(bundle)?.[1] ?? '';
    const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name!);
    assert.ok(theirs.length > 10, 'the list was found');
    const [ours = []] = featuresOf(chromiumArgs([], true));
    assert.deepEqual(
      theirs.filter((name) => !ours.includes(name)),
      [],
    );
  });

  it('keeps what was asked for, in one list', () => {
    const asked = ['--lang=de', '--disable-features=One,Two', '--disable-features=Three'];
    const args = chromiumArgs(asked, true);
    assert.equal(args[0], '--lang=de');
    const lists = featuresOf(args);
    assert.equal(lists.length, 1);
    for (const name of ['One', 'Two', 'Three', 'WebUIOmniboxPopup', 'MediaRouter'])
      assert.ok(lists[0]!.includes(name), name);
  });

  it('turns on what was asked for beside what Playwright turns on', () => {
    const on = chromiumArgs(['--enable-features=One', '--enable-features=Two'], true).filter((arg) =>
      arg.startsWith('--enable-features='),
    );
    assert.deepEqual(on, [
      '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,One,Two',
    ]);
  });

  it('leaves the address bar of a window alone', () => {
    assert.deepEqual(chromiumArgs(['--lang=de'], false), ['--lang=de', UNSEEN]);
    assert.ok(!featuresOf(chromiumArgs(['--disable-features=One'], false))[0]!.includes('WebUIOmniboxPopup'));
  });
});

describe('pipeArgs', () => {
  it('is the command line that Playwright would use', { timeout: 20_000 }, async (t) => {
    if (process.platform === 'win32') return t.skip('a shell script stands in for the browser');
    const folder = mkdtempSync(join(tmpdir(), 'launch-args-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const script = join(folder, 'browser');
    const written = join(folder, 'args');
    writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$@" > ${written}\nexit 1\n`, { mode: 0o755 });
    const args = chromiumArgs(['--lang=de'], true);
    await assert.rejects(chromium.launch({ executablePath: script, args, headless: true }));
    const isProfile = (arg: string) => arg.startsWith('--user-data-dir=');
    const theirs = readFileSync(written, 'utf8').trim().split('\n');
    // Playwright passes its own list of features first; the later one counts.
    const first = theirs.findIndex((arg) => arg.startsWith('--disable-features='));
    theirs.splice(first, 1);
    const ours = pipeArgs(['--lang=de'], '/profile', false);
    assert.deepEqual(
      ours.filter((arg) => !isProfile(arg)).sort(),
      theirs.filter((arg) => !isProfile(arg)).sort(),
    );
  });
});

describe('gatedArgs', () => {
  it('looks up no name, sends nothing by UDP, and takes no other proxy', () => {
    const args = gatedArgs(['--lang=de', '--host-resolver-rules=MAP a b']);
    assert.equal(args[0], '--lang=de');
    // The last of its kind is the one that counts.
    const rules = args.filter((arg) => arg.startsWith('--host-resolver-rules='));
    assert.equal(rules.at(-1), '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');
    assert.ok(args.includes('--disable-quic'));
    for (const arg of ['--proxy-server=x', '--no-proxy-server', '--proxy-pac-url=x', '--proxy-auto-detect'])
      assert.throws(() => gatedArgs([arg]), { code: 'INVALID_FLAG' });
  });
});
