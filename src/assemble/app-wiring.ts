import type { CallerName } from '../kernel/owner.ts';
import type { AppServing } from '../transport/app/app-routes.ts';
import type { AppLive } from '../transport/app/live-socket.ts';
import type { Needs } from './parts.ts';

type AppNeeds = Needs<'hub' | 'redactor' | 'store' | 'sessions' | 'browser' | 'pool' | 'desk'> & {
  /** Sessions of a caller that are open now. */
  sessionsOf(caller: CallerName): readonly { readonly id: string; readonly client?: string | undefined }[];
};

/** The web app, where a record is kept that it could show. */
export async function makeApp(needs: AppNeeds): Promise<AppServing | undefined> {
  const { hub, redactor, store, sessions, sessionsOf } = needs;
  if (!sessions) return undefined;
  const [{ appServing }, { PersonView }, { CallView }] = await Promise.all([
    import('../transport/app/app-routes.ts'),
    import('../store/person-view.ts'),
    import('../store/call-view.ts'),
  ]);
  const open = (caller: CallerName) => sessionsOf(caller).map(({ id }) => id);
  const parts = { store: () => store.get(), sessions, open, hub, redactor };
  return appServing(new PersonView(parts), new CallView(parts), await makeLive(needs));
}

/** Pages of all browsers that run; none is started for them. */
async function makeLive({ browser, pool, desk, redactor, sessionsOf }: AppNeeds): Promise<AppLive> {
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
