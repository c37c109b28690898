import type { DriveCommand, Driven } from '../../../../contract/driving.ts';
import type { ToExtension } from '../../../../contract/extension.ts';
import type { ShownAnswer } from '../../../../contract/handing.ts';
import { waitsFor } from '../../../../kernel/current-call.ts';
import { fault } from '../../../../kernel/fault.ts';
import { newId } from '../../../../kernel/ids.ts';
import { ANYBODY, namesOfPerson } from '../../../../kernel/owner.ts';
import { within } from '../../../../kernel/within.ts';
import type { TabLink } from '../extension/tab-link.ts';

/** A browser whose extension is connected. */
export interface Joined {
  readonly id: string;
  readonly name: string;
  /** Who paired it: no other person may drive it. */
  readonly owner?: string | undefined;
}

interface There extends Joined {
  readonly tell: (message: Extract<ToExtension, DriveCommand | { type: 'answered' }>) => void;
  readonly links: Map<string, OwnLink>;
}

/** Of one person, while no browser of theirs is here. */
const MOST_WAITING = 50;

/** People's own browsers that are here now, through the extension that they paired. */
export class OwnBrowsers {
  readonly #here = new Map<string, There>();
  readonly #comesWithin: (owner: string) => Promise<number>;
  #arrival = Promise.withResolvers<void>();
  /** Answers for people whose browser is away, and whose they are. */
  #answers: { readonly owner: string; readonly answer: ShownAnswer }[] = [];

  /** `comesWithin` says for how many milliseconds a browser of that person is worth waiting for. */
  constructor(comesWithin: (owner: string) => Promise<number> = async () => 0) {
    this.#comesWithin = comesWithin;
  }

  /** One has come; gives what takes its words, and what is to be called when it has gone. */
  joined(browser: Joined, tell: There['tell']): { heard(driven: Driven): void; left(): void } {
    const there: There = { ...browser, tell, links: new Map() };
    this.#here.set(browser.id, there);
    this.#arrival.resolve();
    this.#arrival = Promise.withResolvers<void>();
    const waiting = this.#answers;
    this.#answers = [];
    for (const { owner, answer } of waiting) this.answered(owner, answer);
    return {
      heard: (driven) => there.links.get(driven.group)?.heard(driven),
      left: () => {
        if (this.#here.get(browser.id) === there) this.#here.delete(browser.id);
        for (const link of there.links.values()) link.ended();
      },
    };
  }

  /** A group of tabs of one's own in the browser that is meant: by its id, a beginning of it, or its name. */
  async open(wanted: string | undefined, owner: string = ANYBODY): Promise<TabLink> {
    await this.#oneOf(owner);
    const mine = this.#of(owner);
    const meant = mine.filter(
      ({ id, name }) =>
        wanted === undefined || name === wanted || [id, `own-${id}`].some((one) => one.startsWith(wanted)),
    );
    const [there, other] = meant;
    const why =
      there === undefined
        ? 'no paired browser is here'
        : 'several are here, and "profile" names none of them';
    if (!there || other) {
      const names = mine.map(({ id, name }) => `own-${id.slice(0, 6)} (${name})`);
      throw fault('OWN_BROWSER_NOT_HERE', { why, names });
    }
    const group = newId('grp');
    const link = new OwnLink(group, there.tell, () => there.links.delete(group));
    there.links.set(group, link);
    return link;
  }

  /** For the person who has shown it, once a browser of theirs is here. */
  answered(owner: string, answer: ShownAnswer): void {
    const mine = this.#of(owner);
    for (const { tell } of mine) tell({ type: 'answered', answer });
    if (mine.length === 0) this.#answers = [...this.#answers, { owner, answer }].slice(-MOST_WAITING);
  }

  #of(owner: string): readonly There[] {
    return [...this.#here.values()].filter(
      (one) => one.owner === undefined || namesOfPerson(one.owner).includes(owner),
    );
  }

  /** Waits for a browser of that person, if one may be on its way. */
  async #oneOf(owner: string): Promise<void> {
    if (this.#of(owner).length > 0) return;
    const until = performance.now() + (await this.#comesWithin(owner));
    for (let left = until - performance.now(); left > 0; left = until - performance.now()) {
      if (this.#of(owner).length > 0) return;
      const { promise } = this.#arrival;
      waitsFor('Waiting until your own browser comes');
      await within(promise, left);
    }
  }
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** What is said about one group of tabs. */
class OwnLink implements TabLink {
  readonly #group: string;
  readonly #tell: There['tell'];
  readonly #gone: () => void;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #isOver = false;
  onevent: TabLink['onevent'] = () => {};
  onclose: TabLink['onclose'] = () => {};

  constructor(group: string, tell: There['tell'], gone: () => void) {
    this.#group = group;
    this.#tell = tell;
    this.#gone = gone;
  }

  async send(method: string, params: readonly unknown[]): Promise<unknown> {
    if (this.#isOver) throw new Error('The browser has let go of us');
    const id = ++this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    this.#tell({ type: 'drive', group: this.#group, id, method: method as DriveCommand['method'], params });
    return promise;
  }

  heard({ id, result, error, method, params = [] }: Driven): void {
    if (method === 'ended') this.ended(String(params[0] ?? ''));
    else if (method !== undefined) this.onevent(method, params);
    const waiting = this.#waiting.get(id ?? -1);
    this.#waiting.delete(id ?? -1);
    if (error !== undefined) waiting?.reject(new Error(error));
    else waiting?.resolve(result);
  }

  close(): void {
    if (!this.#isOver)
      this.#tell({ type: 'drive', group: this.#group, id: ++this.#last, method: 'end', params: [] });
    this.ended();
  }

  ended(why = 'The browser has let go of us'): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#gone();
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
    this.onclose();
  }
}
