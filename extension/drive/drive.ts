import type { DriveCommand, Driven } from '../../src/contract/driving.ts';
import type { DrivenGroup } from '../popup/standing.ts';
import { isLeftAlone } from '../settings.ts';
import { debugging } from './debugging.ts';

interface Group {
  /** As the browser numbers it; it has none while no tab is in it. */
  number: number | undefined;
  readonly agent: string;
  readonly tabs: Set<number>;
}

/** A page that lets go of us without having closed, as for an unknown scheme in a frame, is there again by then. */
const AGAIN_MS = 150;
const PROTOCOL = '1.3';

/**
 * Lets agents drive tabs: each those of a group of its own, which the person sees, adds to and takes from. When the
 * person cancels, all of it is over until they allow it anew.
 */
export class Drive {
  readonly #tell: (driven: Driven) => void;
  readonly #changed: (groups: readonly DrivenGroup[]) => void;
  readonly #groups = new Map<string, Group>();
  /** Tabs that the agent itself has filmed. */
  readonly #filmed = new Set<number>();

  constructor(tell: (driven: Driven) => void, changed: (groups: readonly DrivenGroup[]) => void) {
    this.#tell = tell;
    this.#changed = changed;
    const { tabs } = chrome;
    if (!debugging) return; // the edition for those who want none of this
    debugging.onEvent.addListener((source, method, params) => {
      this.#happened(source.tabId, 'chrome.debugger.onEvent', [source, method, params]);
    });
    debugging.onDetach.addListener((source, reason) => void this.#detached(source, reason));
    tabs.onCreated.addListener((tab) => void this.#opened(tab));
    tabs.onUpdated.addListener((id, _change, tab) => this.#moved(id, tab));
    tabs.onRemoved.addListener((id) => this.#closed(id));
  }

  /** Who drives how many tabs. */
  get groups(): readonly DrivenGroup[] {
    return [...this.#groups.values()].map(({ agent, tabs }) => ({ agent, tabs: tabs.size }));
  }

  async run({ group, id, method, params }: DriveCommand): Promise<void> {
    try {
      const result = await this.#run(group, method, params);
      this.#tell({ type: 'driven', group, id, result: result ?? {} });
    } catch (error) {
      this.#tell({ type: 'driven', group, id, error: String((error as Error)?.message ?? error) });
    }
  }

  /** Lets go of all tabs, which stay as they are. */
  async end(why: string): Promise<void> {
    for (const [name, { tabs }] of this.#groups) {
      this.#groups.delete(name);
      this.#changed(this.groups);
      this.#tell({ type: 'driven', group: name, method: 'ended', params: [why] });
      for (const tabId of tabs) await debugging?.detach({ tabId }).catch(() => {}); // it is free already
    }
  }

  /** The person wants no driving any more, until they allow it anew. */
  async cancel(): Promise<void> {
    await chrome.storage.local.set({ drive: false });
    await this.end('its person has cancelled it');
  }

  async #run(name: string, method: DriveCommand['method'], params: readonly unknown[]): Promise<unknown> {
    if (method === 'begin') return this.#begin(name, String(params[0]));
    const group = this.#groups.get(name);
    if (!group) throw new Error('nobody drives under this name');
    if (method === 'end') return this.#giveUp(name, group);
    if (method === 'chrome.tabs.create') {
      const { url } = params[0] as { url?: string };
      return this.#create(group, String(url ?? 'about:blank'));
    }
    const [first] = params;
    const tabId =
      typeof first === 'number' ? first : ((first as { tabId?: number } | undefined)?.tabId ?? -1);
    if (!group.tabs.has(tabId)) throw new Error('this tab is not in the group of the agent');
    if (method === 'chrome.tabs.remove') return chrome.tabs.remove(tabId);
    if (method === 'chrome.debugger.attach') return attach(tabId);
    const { sessionId } = first as { sessionId?: string };
    const debuggee = { tabId, ...(sessionId !== undefined && { sessionId }) };
    const send = (command: string, given: object = {}) => debugging?.sendCommand(debuggee, command, given);
    if (params[1] === 'Page.startScreencast') this.#filmed.add(tabId);
    if (params[1] === 'Page.stopScreencast') this.#filmed.delete(tabId);
    const isShot = params[1] === 'Page.captureScreenshot' && !this.#filmed.has(tabId);
    const isHidden = isShot && !(await chrome.tabs.get(tabId)).active;
    // A tab behind others is drawn only while it is filmed: without that a picture of it would never come.
    if (isHidden)
      await send('Page.startScreencast', { format: 'jpeg', quality: 1, maxWidth: 1, maxHeight: 1 });
    try {
      return await send(String(params[1]), (params[2] ?? {}) as object);
    } finally {
      if (isHidden) await send('Page.stopScreencast')?.catch(() => {}); // it closed meanwhile
    }
  }

  async #begin(name: string, agent: string): Promise<void> {
    if (!debugging) throw new Error('this edition of the extension only watches');
    const { drive } = await chrome.storage.local.get('drive');
    if (drive !== true) throw new Error('its person has not allowed it: “Let agents drive” in its popup');
    this.#groups.set(name, {
      number: undefined,
      agent: agent.slice(0, 40),
      tabs: new Set(),
    });
  }

  async #giveUp(name: string, { tabs }: Group): Promise<void> {
    this.#groups.delete(name);
    this.#changed(this.groups);
    for (const tabId of tabs) await debugging?.detach({ tabId }).catch(() => {}); // it is free already
  }

  async #create(group: Group, url: string): Promise<{ id: number }> {
    const tab = await chrome.tabs.create({ url, active: false });
    const { id } = tab;
    if (id === undefined) throw new Error('the browser opened no tab');
    if (await isLeftAlone(tab)) {
      await chrome.tabs.remove(id);
      throw new Error('only private windows are open, which are left alone');
    }
    this.#add(group, id); // before the browser tells of the group, so that it is not taken for one that was dragged in
    await this.#gather(group, id);
    return { id };
  }

  /** Into the group that the person sees; it is there once the first tab is in it. */
  async #gather(group: Group, tab: number): Promise<void> {
    const place = group.number === undefined ? {} : { groupId: group.number };
    group.number = await chrome.tabs.group({ tabIds: [tab], ...place });
    await chrome.tabGroups.update(group.number, {
      title: `Sensorium · ${group.agent}`,
      color: 'green',
    });
  }

  async #opened({ id, openerTabId }: chrome.tabs.Tab): Promise<void> {
    const [, group] = this.#groupOf(openerTabId) ?? [];
    // A window that a driven page opens is its agent's too.
    if (group && id !== undefined) await this.#gather(group, id).catch(() => {}); // it closed again
  }

  #moved(id: number, { groupId }: chrome.tabs.Tab): void {
    const [name, group] = this.#groupOf(id) ?? [];
    if (name !== undefined && group && group.number !== undefined && groupId !== group.number) {
      this.#remove(group, id);
      void debugging?.detach({ tabId: id }).catch(() => {}); // it is free already
      this.#tell({
        type: 'driven',
        group: name,
        method: 'chrome.debugger.onDetach',
        params: [{ tabId: id }, 'moved'],
      });
    }
    for (const [other, { number, tabs }] of this.#groups) {
      if (number === undefined || number !== groupId || tabs.has(id)) continue;
      this.#add(this.#groups.get(other)!, id);
      this.#tell({ type: 'driven', group: other, method: 'chrome.tabs.onCreated', params: [{ id }] });
    }
  }

  #add(group: Group, tab: number): void {
    group.tabs.add(tab);
    this.#changed(this.groups);
  }

  #remove(group: Group, tab: number): void {
    group.tabs.delete(tab);
    this.#filmed.delete(tab);
    this.#changed(this.groups);
  }

  #closed(id: number): void {
    const [name, group] = this.#groupOf(id) ?? [];
    if (name === undefined || !group) return;
    this.#remove(group, id);
    if (group.tabs.size === 0) group.number = undefined; // the browser takes an empty one away
    this.#tell({ type: 'driven', group: name, method: 'chrome.tabs.onRemoved', params: [id] });
  }

  async #detached(source: { readonly tabId?: number }, reason: string): Promise<void> {
    if (reason === 'canceled_by_user') return this.cancel();
    const { tabId } = source;
    this.#happened(tabId, 'chrome.debugger.onDetach', [source, reason]);
    if (tabId === undefined || !this.#groupOf(tabId)) return;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    const isThere = await chrome.tabs.get(tabId).then(
      () => true,
      () => false,
    );
    if (isThere) this.#happened(tabId, 'chrome.tabs.onCreated', [{ id: tabId }]);
  }

  #happened(tabId: number | undefined, method: string, params: readonly unknown[]): void {
    const [group] = this.#groupOf(tabId) ?? [];
    if (group !== undefined) this.#tell({ type: 'driven', group, method, params });
  }

  #groupOf(tab: number | undefined): readonly [string, Group] | undefined {
    return tab === undefined ? undefined : [...this.#groups].find(([, { tabs }]) => tabs.has(tab));
  }
}

/** A tab that nobody looks at draws nothing, and what moves in it never comes to rest: it is to believe itself seen. */
async function attach(tabId: number): Promise<void> {
  await debugging?.attach({ tabId }, PROTOCOL);
  await debugging?.sendCommand({ tabId }, 'Emulation.setFocusEmulationEnabled', { enabled: true });
}
