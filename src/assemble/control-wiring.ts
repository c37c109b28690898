import { settingRows } from '../config/shown-settings.ts';
import type { ControlAct } from '../contract/app-control.ts';
import type { RequestData } from '../contract/network-data.ts';
import { STREAMS } from '../contract/streams.ts';
import type { LivePages } from '../engines/browser/live/live-pages.ts';
import { asFault } from '../kernel/fault.ts';
import { ANYBODY, type CallerName } from '../kernel/owner.ts';
import { VERSION } from '../kernel/version.ts';
import { notedAct } from '../session/noted-act.ts';
import type { Session } from '../session/service.ts';
import type { PersonView } from '../store/person-view.ts';
import type { PersonWire } from '../toolsets/wire/person-wire.ts';
import type { WireShares } from '../toolsets/wire/wire-shares.ts';
import type { AppControl } from '../transport/app/control-routes.ts';
import type { AppNeeds } from './app-wiring.ts';

/** How the journal calls whoever acts through the app. */
const PERSON = 'web app';
const refused = (said: string) => ({ said, isRefused: true });
const NOT_YOURS = refused('This server is not yours alone.');

type Hands = Pick<ConstructorParameters<typeof PersonWire>[0], 'call' | 'noted' | 'mainOf'>;
type Book = NonNullable<AppNeeds['sessions']>;

/** How a person acts: by calls of tools, in the name of the key that they are for, so that the journal has them. */
function handsOf({ service, sessionsOf, journal, hub, clock, redactor }: AppNeeds, book: Book): Hands {
  const opened = new Map<CallerName, Session>();
  const sessionOf = (caller: CallerName) => {
    const client = { name: PERSON, version: VERSION };
    const cwd = process.cwd();
    const session = opened.get(caller) ?? service.open({ transport: 'app', caller, cwd, client });
    opened.set(caller, session);
    book.note({ session: session.id, name: caller, cwd, client });
    return session;
  };
  return {
    async call(caller, tool, args) {
      const context = { era: 'modern', signal: new AbortController().signal } as const;
      try {
        const { content, isError } = await sessionOf(caller).callTool(tool, args, context);
        const said = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
        return { said, isRefused: isError === true };
      } catch (thrown) {
        return refused(asFault(thrown).message);
      }
    },
    async noted(caller, name, args, work) {
      const { id: session } = sessionOf(caller);
      try {
        const parts = { journal, clock, redactor, sink: hub.sink };
        return await notedAct(parts, { session, caller, client: PERSON, name, args }, work);
      } catch (thrown) {
        const { message, hint } = asFault(thrown);
        return refused(`${message} ${hint}`);
      }
    },
    mainOf(callers) {
      const hasAgents = (caller: CallerName) => sessionsOf(caller).some(({ client }) => client !== PERSON);
      return callers.findLast(hasAgents) ?? callers.at(-1) ?? ANYBODY;
    },
  };
}

/** What a person steers. */
export async function makeControl(
  needs: AppNeeds,
  book: Book,
  view: PersonView,
  pages: Pick<LivePages, 'find'>,
): Promise<AppControl> {
  const { wire, store, keptRules, sessionsOf, isApart, redactor, pool, screen, hub } = needs;
  const [{ PersonWire }, { PersonInstances }, { WireShares }, { PersonTests }, { PersonRecordings }, keys] =
    await Promise.all([
      import('../toolsets/wire/person-wire.ts'),
      import('../toolsets/instances/person-instances.ts'),
      import('../toolsets/wire/wire-shares.ts'),
      import('../store/person-tests.ts'),
      import('../toolsets/telemetry/recording/person-recordings.ts'),
      keysOf(screen),
    ]);
  const hands = handsOf(needs, book);
  const redact = (words: string) => redactor.forReaders().text(words);
  let shares: WireShares | undefined;
  const person = new PersonWire({
    ...hands,
    shares() {
      if (wire.value && store.value) shares ??= new WireShares(wire.value, store.value, book);
      return shares;
    },
    kept: keptRules,
  });
  const instances = new PersonInstances({ ...hands, pool: () => pool.value, sessionsOf, redact });
  const open = (caller: CallerName) => sessionsOf(caller).map(({ id }) => id);
  const tests = new PersonTests({ store: () => store.get(), sessions: book, open, hub, sessionsOf });
  const recordings = new PersonRecordings({ ...hands, store: () => store.get(), redact });
  /** Of those who have the server for themselves. */
  const isWhole = (callers: readonly CallerName[]) => !callers.every((name) => isApart({ name }));
  return {
    traffic: (callers) => person.traffic(callers),
    instances: (callers) => instances.list(callers),
    runs: async (callers) => ({ tests: tests.list(callers), recordings: await recordings.list(callers) }),
    async act(callers: readonly CallerName[], act: ControlAct) {
      const { noted, mainOf } = hands;
      const main = mainOf(callers);
      switch (act.kind) {
        case 'start-browser':
        case 'end-browser':
          return instances.act(callers, act);
        case 'play':
          return recordings.act(callers, act);
        case 'start-test':
        case 'end-test': {
          const name = act.kind === 'start-test' ? 'test_boundary_start' : 'test_boundary_end';
          return noted(main, name, { test_id: act.id }, () => tests.act(callers, act));
        }
        case 'send-again':
          return noted(main, 'send_again', { item: act.item }, () =>
            sentAgain(view, pages, callers, act.item),
          );
        case 'keep-key':
          if (!isWhole(callers)) return NOT_YOURS;
          return noted(main, 'keep_vision_key', { provider: act.provider }, () => keys.act(act));
        case 'clear': {
          if (!isWhole(callers)) return NOT_YOURS;
          const stream = STREAMS.find((one) => one === act.stream);
          return noted(main, 'clear', { stream: stream ?? 'all' }, async () => {
            const count = await view.clear(callers, stream);
            return { said: `${count} items are deleted.`, isRefused: false };
          });
        }
        default:
          return person.act(callers, act);
      }
    },
    async checks(callers) {
      return { checks: isWhole(callers) ? ((await needs.checks?.()) ?? []) : [] };
    },
    server: async (callers) => (isWhole(callers) ? serverOf(needs, keys) : { settings: [] }),
  };
}

async function sentAgain(
  view: PersonView,
  pages: Pick<LivePages, 'find'>,
  callers: readonly CallerName[],
  seq: number,
) {
  const item = await view.item(callers, seq);
  if (item?.row.stream !== 'request') return refused('The record holds no such request.');
  const { sendRequestAgain } = await import('../toolsets/telemetry/send-request-again.ts');
  const data = item.data as unknown as RequestData;
  const { requestBody } = data;
  const body =
    requestBody && 'blob' in requestBody ? await view.body(callers, seq, requestBody.blob) : undefined;
  const tab = item.where.page === undefined ? undefined : pages.find(callers, item.where.page)?.tab;
  return sendRequestAgain({ data, body: body?.bytes, tab });
}

async function keysOf(screen: AppNeeds['screen']) {
  const { PersonKeys } = await import('../toolsets/screen/person-keys.ts');
  return new PersonKeys(async () => (await screen.get()).deps.vision);
}

async function serverOf(
  { config, given, takes, store, redactor }: AppNeeds,
  keys: Awaited<ReturnType<typeof keysOf>>,
) {
  const { streamRows } = await import('../store/health.ts');
  const health = await (await store.get()).health();
  const settings = settingRows(config, given, takes);
  const record = { place: health.place, streams: streamRows(health) };
  return redactor.forReaders().value({ settings, record, keys: await keys.list() });
}
