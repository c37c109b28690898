import { createHash } from 'node:crypto';
import type { OptionKey } from '../config/options.ts';
import type { Check } from '../contract/app-control.ts';
import type { LivePages } from '../engines/browser/live/live-pages.ts';
import { systemClock } from '../kernel/clock.ts';
import { fault } from '../kernel/fault.ts';
import { ANYBODY, type CallerName, OWN_USER } from '../kernel/owner.ts';
import type { Service } from '../session/service.ts';
import type { PersonView, PersonViewParts } from '../store/person-view.ts';
import type { Ask } from '../store/whose.ts';
import type { AppReader, AppServing } from '../transport/app/app-routes.ts';
import type { AppBrowsers } from '../transport/app/browser-routes.ts';
import type { AppDrawings } from '../transport/app/draw-routes.ts';
import type { AppLive } from '../transport/app/live-socket.ts';
import { makeControl } from './control-wiring.ts';
import type { Needs } from './parts.ts';

export type AppNeeds = Needs<
  | 'hub'
  | 'clock'
  | 'journal'
  | 'redactor'
  | 'store'
  | 'sessions'
  | 'browser'
  | 'pool'
  | 'desk'
  | 'screen'
  | 'telemetry'
  | 'wire'
  | 'keptRules'
  | 'config'
  | 'given'
  | 'isApart'
> & {
  /** The tools, for what a person does with them. */
  readonly service: Service;
  /** The doctor's table, where the command has it. */
  readonly checks?: (() => Promise<readonly Check[]>) | undefined;
  /** The settings that the command takes. */
  readonly takes: readonly OptionKey[];
  /** Where browsers of people's own are let in. */
  readonly browsers: AppBrowsers | undefined;
  /** Sessions of a caller that are open now. */
  sessionsOf(caller: CallerName): readonly { readonly id: string; readonly client?: string | undefined }[];
};

/** The web app, where a record is kept that it could show. */
export async function makeApp(needs: AppNeeds): Promise<AppServing | undefined> {
  const { hub, redactor, store, sessions, screen, sessionsOf } = needs;
  if (!sessions) return undefined;
  const [{ appServing }, { PersonView }, { CallView }, { PersonPictures }, { ownerCheck }] =
    await Promise.all([
      import('../transport/app/app-routes.ts'),
      import('../store/person-view.ts'),
      import('../store/call-view.ts'),
      import('../toolsets/screen/person-pictures.ts'),
      import('../transport/peer-owner.ts'),
    ]);
  const open = (caller: CallerName) => sessionsOf(caller).map(({ id }) => id);
  const parts = { store: () => store.get(), sessions, open, hub, redactor };
  const view = new PersonView(parts);
  const pages = await makePages(needs);
  return appServing({
    record: view,
    reader: makeReader(parts),
    journal: new CallView(parts),
    report: (callers, ask) => reportOf(view, callers, ask),
    live: liveOf(needs, pages),
    drawings: await makeDrawings(needs, pages, sessions),
    control: await makeControl(needs, sessions, view, pages),
    browsers: needs.browsers,
    // Behind a proxy every connection is the proxy's.
    isOfOwnUser: needs.config.publicUrl === undefined ? await ownerCheck() : undefined,
    pictures: new PersonPictures({ screen: async () => (await screen.get()).deps, redactor }),
  });
}

/** What is read out of the record for a person with the means of the tools. */
export function makeReader({ redactor, ...parts }: PersonViewParts): AppReader {
  const readers = redactor.forReaders();
  const clock = systemClock();
  const storeFor = async (callers: readonly CallerName[]) => {
    const [{ Whose }, { Sight, viewOf }] = await Promise.all([
      import('../store/whose.ts'),
      import('../toolsets/telemetry/record-view.ts'),
    ]);
    return viewOf(await parts.store(), new Sight(await new Whose(parts).ids(callers), []));
  };
  return {
    async explain(callers, seq) {
      const [{ storyWords }, { usualNoise }] = await Promise.all([
        import('../toolsets/telemetry/story/explain.ts'),
        import('../toolsets/telemetry/noise/noise-book.ts'),
      ]);
      const deps = { store: await storeFor(callers), clock, noise: usualNoise() };
      return readers.value(await storyWords(deps, { item: seq }));
    },
    async source(callers, seq) {
      const { sourceOf } = await import('../toolsets/telemetry/story/source-of.ts');
      return readers.value(await sourceOf(await storeFor(callers), seq));
    },
  };
}

/** Pages of all browsers that run; none is started for them. */
async function makePages({ browser, pool, desk, redactor, sessionsOf }: AppNeeds): Promise<LivePages> {
  const { LivePages } = await import('../engines/browser/live/live-pages.ts');
  const forReaders = redactor.forReaders();
  const pages = new LivePages({
    sessionsOf,
    browsersOf(session) {
      const usual = browser.value?.engines.known(session);
      const instances = pool.value?.seenBy(session) ?? [];
      return [
        ...(usual ? [{ engine: usual }] : []),
        ...instances.map(({ engine, id, name }) => ({ engine, instance: name ?? id })),
      ];
    },
    redact: (words) => forReaders.text(words),
  });
  desk.whenLeft((caller) => pages.left(caller));
  return pages;
}

function liveOf({ desk }: AppNeeds, pages: LivePages): AppLive {
  return {
    arrive: (...who) => desk.arrive(...who),
    requests: (callers) => desk.requestsFor(callers),
    reply: (...what) => desk.reply(...what),
    pages: (callers) => pages.list(callers),
    show: (...what) => pages.show(...what),
    act: (...what) => pages.act(...what),
    takeOver: (...what) => pages.takeOver(...what),
    handBack: (...what) => pages.handBack(...what),
    answerDialog: (...what) => pages.answerDialog(...what),
  };
}

/** What people draw on pages. */
async function makeDrawings(
  { telemetry, desk, redactor, sessionsOf }: AppNeeds,
  pages: LivePages,
  book: NonNullable<AppNeeds['sessions']>,
): Promise<AppDrawings> {
  const { PersonDrawings } = await import('../toolsets/telemetry/marks/person-drawings.ts');
  const drawings = new PersonDrawings({
    known: () => telemetry.value,
    telemetry: () => telemetry.get(),
    sessionsOf,
    pageOf: (callers, page) => pages.find(callers, page),
    async folderOf(caller, session) {
      const all = await book.of({ name: caller, session, cwd: '' });
      return all.find(({ id }) => id === session)?.folder ?? process.cwd();
    },
    redactor,
  });
  desk.whenLeft((caller) => drawings.left(caller));
  return drawings;
}

/** A window of the record as one page. */
async function reportOf(view: PersonView, callers: readonly CallerName[], ask: Ask) {
  const [{ takeAlong }, { windowPage }] = await Promise.all([
    import('../store/take-along.ts'),
    import('../report/window-page.ts'),
  ]);
  return windowPage(await takeAlong(view, callers, ask), sha256);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

/** The same without a server: what our own user may see of the record in the state folder. */
export async function makeReport(needs: Needs<'hub' | 'redactor' | 'store' | 'sessions'>, ask: Ask) {
  const { hub, redactor, store, sessions } = needs;
  if (!sessions) throw fault('STORE_UNAVAILABLE', { store: 'the record', why: 'none is kept' });
  const { PersonView } = await import('../store/person-view.ts');
  const view = new PersonView({ store: () => store.get(), sessions, open: () => [], hub, redactor });
  return reportOf(view, [OWN_USER, ANYBODY, 'key 1'], ask);
}
