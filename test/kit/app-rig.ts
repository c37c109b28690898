/** The web app on a record of a test's own making, served in this process and opened in a real browser. */
import { createHash } from 'node:crypto';
import type { BrowserContextOptions } from 'playwright-core';
import { makeReader } from '../../src/assemble/app-wiring.ts';
import { makeScreen } from '../../src/assemble/screen-wiring.ts';
import type { Config } from '../../src/config/options.ts';
import type { Evidence } from '../../src/contract/evidence.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { Lazy } from '../../src/kernel/lazy.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { Redactor } from '../../src/kernel/redact.ts';
import { windowPage } from '../../src/report/window-page.ts';
import { CallView } from '../../src/store/call-view.ts';
import { EvidenceHub } from '../../src/store/evidence-hub.ts';
import { PersonView } from '../../src/store/person-view.ts';
import { SessionBook } from '../../src/store/session-book.ts';
import { openStore } from '../../src/store/store.ts';
import { takeAlong } from '../../src/store/take-along.ts';
import { PersonPictures } from '../../src/toolsets/screen/person-pictures.ts';
import { appServing } from '../../src/transport/app/app-routes.ts';
import { startFront } from './echo-front.ts';
import { NOTHING_DRAWN, NOTHING_LIVE, NOTHING_STEERED } from './nothing-live.ts';
import { type Cleanup, scratch } from './scratch.ts';
import { openApp } from './web-app.ts';

const RUN = 'run_of_test';
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

export async function appRig(t: Cleanup) {
  const clock = systemClock();
  const folder = await scratch(t);
  const store = openStore({
    folder,
    clock,
    log: silentLog,
    retention: { items: 5_000_000, bytes: 2 ** 40 },
  });
  t.after(() => store.close());
  const hub = new EvidenceHub(clock, silentLog, store.sink);
  const sessions = new SessionBook(RUN, async () => store, clock, silentLog);
  const redactor = new Redactor();
  const parts = { store: async () => store, sessions, open: () => [], hub, redactor };
  const view = new PersonView(parts);
  const screen = await makeScreen({
    config: {} as Config,
    env: {},
    clock,
    log: silentLog,
    state: folder,
    sink: hub.sink,
    files: undefined as never,
    store: new Lazy(async () => store),
  });
  t.after(() => screen.close());
  const pictures = new PersonPictures({ screen: async () => screen.deps, redactor });
  const app = appServing({
    record: view,
    reader: makeReader(parts),
    journal: new CallView(parts),
    report: async (callers, ask) => windowPage(await takeAlong(view, callers, ask), sha256),
    pictures,
    live: NOTHING_LIVE,
    drawings: NOTHING_DRAWN,
    control: NOTHING_STEERED,
  });
  const { base } = await startFront(t, {
    routes: app.routes,
    sockets: app.sockets,
    key: 'some-key-or-other',
  });
  return {
    store,
    base,
    pictures,
    /** The shelf of whoever opens the app. */
    screenshots: screen.deps.screenshots.of({ session: 'test', name: 'own user', cwd: '' }),
    /** Something was seen, as an engine tells it. */
    see: (evidence: Evidence) => hub.sink({ ...evidence, where: { session: RUN, ...evidence.where } }),
    link: () => base + app.linkFor(['own user']),
    open: (options?: BrowserContextOptions, hash = '') =>
      openApp(t, `${base}${app.linkFor(['own user'])}${hash}`, options),
  };
}
