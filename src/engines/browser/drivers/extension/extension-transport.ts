import type { ConnectOverCDPTransport } from 'playwright-core';
import type { TabLink } from './tab-link.ts';

interface Command {
  readonly id: number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly sessionId?: string;
}

interface TabSession {
  readonly tabId: number;
  readonly sessionId: string;
  readonly targetInfo: Readonly<Record<string, unknown>>;
  /** Further sessions of the same tab; the browser gives an extension only one, so they share it. */
  readonly others: Set<string>;
  /** Of frames and workers in it that have a session of their own. */
  readonly children: Set<string>;
}

interface Source {
  readonly tabId?: number;
  readonly sessionId?: string;
}

/**
 * What Playwright takes for a whole browser is the tabs that the extension shares: commands for tabs go to
 * chrome.debugger, those for the browser are answered here as far as an extension can do them.
 */
export class ExtensionTransport implements ConnectOverCDPTransport {
  readonly #link: TabLink;
  readonly #known = new Set<number>();
  readonly #tabs = new Map<number, TabSession>();
  #attachesAll = false;
  #last = 0;
  /** Both are Playwright's, which takes them away again when it is done; answers may come after that. */
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;

  constructor(link: TabLink) {
    this.#link = link;
    link.onevent = (method, params) => this.#happened(method, params);
    link.onclose = () => this.onclose?.('the extension has disconnected');
  }

  send(message: object): void {
    const { id, method, params = {}, sessionId } = message as Command;
    void this.#run(method, params, sessionId).then(
      (result) => this.onmessage?.({ id, sessionId, result: result ?? {} }),
      (error: Error) => this.onmessage?.({ id, sessionId, error: { message: error.message } }),
    );
  }

  close(): void {
    this.#link.close();
  }

  async #run(method: string, params: Command['params'] & object, sessionId?: string): Promise<unknown> {
    switch (method) {
      case 'Browser.getVersion':
        return { protocolVersion: '1.3', product: 'Chrome/extension', userAgent: 'extension' };
      case 'Browser.setDownloadBehavior':
        return {}; // the user's own settings hold
      case 'Target.setAutoAttach':
        if (sessionId && this.#find(sessionId)) return this.#forward(method, params, sessionId);
        this.#attachesAll = true;
        await Promise.all([...this.#known].map((tabId) => this.#attach(tabId).catch(() => undefined)));
        return {};
      case 'Target.createTarget':
        return this.#create(String(params.url ?? 'about:blank'));
      case 'Target.closeTarget':
        await this.#link.send('chrome.tabs.remove', [this.#byTarget(params.targetId).tabId]);
        return { success: true };
      case 'Target.getTargetInfo':
        return { targetInfo: this.#find(sessionId)?.targetInfo ?? { type: 'browser', targetId: 'browser' } };
      case 'Target.attachToBrowserTarget':
        return { sessionId: `browser-${++this.#last}` };
      case 'Target.attachToTarget':
        return this.#attachAgain(params.targetId);
      case 'Target.detachFromTarget':
        for (const tab of this.#tabs.values()) tab.others.delete(String(params.sessionId));
        return {};
      default:
        return this.#forward(method, params, sessionId);
    }
  }

  #find(sessionId: string | undefined): TabSession | undefined {
    if (sessionId === undefined) return undefined;
    return [...this.#tabs.values()].find(
      (tab) => tab.sessionId === sessionId || tab.others.has(sessionId) || tab.children.has(sessionId),
    );
  }

  #byTarget(targetId: unknown): TabSession {
    const found = [...this.#tabs.values()].find((tab) => tab.targetInfo.targetId === targetId);
    if (!found) throw new Error(`No tab with id ${String(targetId)} is shared`);
    return found;
  }

  /** Commands for no tab are for the whole browser, and any tab will do to give them. */
  async #forward(method: string, params: object, sessionId: string | undefined): Promise<unknown> {
    const tab = this.#find(sessionId) ?? this.#tabs.values().next().value;
    if (!tab) throw new Error('The extension shares no tab');
    const isChild = sessionId !== undefined && tab.children.has(sessionId);
    const debuggee = { tabId: tab.tabId, ...(isChild && { sessionId }) };
    return this.#link.send('chrome.debugger.sendCommand', [debuggee, method, params]);
  }

  async #create(url: string): Promise<{ targetId: unknown }> {
    const tab = (await this.#link.send('chrome.tabs.create', [{ url, active: true }])) as { id?: number };
    if (tab?.id === undefined) throw new Error('The browser opened no tab');
    this.#known.add(tab.id);
    return { targetId: (await this.#attach(tab.id)).targetInfo.targetId };
  }

  async #attach(tabId: number): Promise<TabSession> {
    const known = this.#tabs.get(tabId);
    if (known) return known;
    await this.#link.send('chrome.debugger.attach', [{ tabId }, '1.3']);
    const asked = await this.#link.send('chrome.debugger.sendCommand', [{ tabId }, 'Target.getTargetInfo']);
    const { targetInfo } = asked as { targetInfo: TabSession['targetInfo'] };
    const sessionId = `tab-${++this.#last}`;
    const tab = { tabId, sessionId, targetInfo, others: new Set<string>(), children: new Set<string>() };
    this.#tabs.set(tabId, tab);
    const params = { sessionId, targetInfo: { ...targetInfo, attached: true }, waitingForDebugger: false };
    this.onmessage?.({ method: 'Target.attachedToTarget', params });
    return tab;
  }

  #attachAgain(targetId: unknown): { sessionId: string } {
    const sessionId = `shared-${++this.#last}`;
    this.#byTarget(targetId).others.add(sessionId);
    return { sessionId };
  }

  #gone(tabId: number): void {
    const tab = this.#tabs.get(tabId);
    if (!tab) return;
    this.#tabs.delete(tabId);
    const { sessionId, targetInfo } = tab;
    const params = { sessionId, targetId: targetInfo.targetId };
    this.onmessage?.({ method: 'Target.detachedFromTarget', params });
  }

  #happened(method: string, params: readonly unknown[]): void {
    const [first] = params;
    if (method === 'chrome.debugger.onEvent') this.#event(params);
    else if (method === 'chrome.debugger.onDetach') this.#gone((first as Source).tabId ?? -1);
    else if (method === 'chrome.tabs.onRemoved') {
      this.#known.delete(Number(first));
      this.#gone(Number(first));
    } else if (method === 'chrome.tabs.onCreated') {
      const { id } = first as { id?: number };
      if (id === undefined) return;
      this.#known.add(id);
      if (this.#attachesAll) void this.#attach(id).catch(() => {}); // it closed again at once
    }
  }

  #event([source, method, params]: readonly unknown[]): void {
    const { tabId, sessionId } = source as Source;
    const tab = this.#tabs.get(tabId ?? -1);
    if (!tab) return;
    const child = (params as { sessionId?: string } | undefined)?.sessionId;
    if (method === 'Target.attachedToTarget' && child) tab.children.add(child);
    if (method === 'Target.detachedFromTarget' && child) tab.children.delete(child);
    // Frames and workers that are reported here belong to the first session alone.
    const others = sessionId || child !== undefined ? [] : tab.others;
    for (const one of [sessionId ?? tab.sessionId, ...others])
      this.onmessage?.({ sessionId: one, method, params });
  }
}
