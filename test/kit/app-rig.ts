/** The web app on a record of a test's own making, served in this process and opened in a real browser. */
import type { BrowserContextOptions } from 'playwright-core';
import type { Evidence } from '../../src/contract/evidence.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { Redactor } from '../../src/kernel/redact.ts';
import { CallView } from '../../src/store/call-view.ts';
import { EvidenceHub } from '../../src/store/evidence-hub.ts';
import { PersonView } from '../../src/store/person-view.ts';
import { SessionBook } from '../../src/store/session-book.ts';
import { openStore } from '../../src/store/store.ts';
import { appServing } from '../../src/transport/app/app-routes.ts';
import { startFront } from './echo-front.ts';
import { NOTHING_LIVE } from './nothing-live.ts';
import { type Cleanup, scratch } from './scratch.ts';
import { openApp } from './web-app.ts';

const RUN = 'run_of_test';

export async function appRig(t: Cleanup) {
  const clock = systemClock();
  const store = openStore({
    folder: await scratch(t),
    clock,
    log: silentLog,
    retention: { items: 5_000_000, bytes: 2 ** 40 },
  });
  t.after(() => store.close());
  const hub = new EvidenceHub(clock, silentLog, store.sink);
  const sessions = new SessionBook(RUN, async () => store, clock, silentLog);
  const redactor = new Redactor();
  const parts = { store: async () => store, sessions, open: () => [], hub, redactor };
  const app = appServing(new PersonView(parts), new CallView(parts), NOTHING_LIVE);
  const { base } = await startFront(t, {
    routes: app.routes,
    sockets: app.sockets,
    key: 'some-key-or-other',
  });
  return {
    store,
    base,
    /** Something was seen, as an engine tells it. */
    see: (evidence: Evidence) => hub.sink({ ...evidence, where: { session: RUN, ...evidence.where } }),
    link: () => base + app.linkFor(['own user']),
    open: (options?: BrowserContextOptions, hash = '') =>
      openApp(t, `${base}${app.linkFor(['own user'])}${hash}`, options),
  };
}
