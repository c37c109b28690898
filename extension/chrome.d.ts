/** What we use of the browser's interface for extensions, and no more. */
declare namespace chrome {
  interface Heard<Args extends unknown[]> {
    addListener(listener: (...args: Args) => unknown): void;
  }
  namespace runtime {
    const onStartup: Heard<[]>;
    const onInstalled: Heard<[]>;
    const onConnect: Heard<[port: Port]>;
    const onMessage: Heard<[message: unknown, sender: MessageSender, answer: (value: unknown) => void]>;
    interface MessageSender {
      readonly id?: string;
      readonly origin?: string;
      readonly frameId?: number;
      readonly tab?: tabs.Tab;
    }
    interface Port {
      readonly name: string;
      readonly sender?: MessageSender;
      readonly onMessage: Heard<[message: unknown]>;
      readonly onDisconnect: Heard<[]>;
      postMessage(message: unknown): void;
      disconnect(): void;
    }
    function connect(how: { readonly name: string }): Port;
    function sendMessage(message: unknown): Promise<unknown>;
    function getManifest(): { readonly version: string };
    function getURL(path: string): string;
  }
  namespace extension {
    function isAllowedIncognitoAccess(): Promise<boolean>;
  }
  namespace storage {
    interface Area {
      get(keys: string | readonly string[] | null): Promise<Record<string, unknown>>;
      set(values: Record<string, unknown>): Promise<void>;
      remove(keys: string | readonly string[]): Promise<void>;
    }
    const local: Area & {
      /** Chrome's: elsewhere scripts in pages never come to it. */
      setAccessLevel?(access: { readonly accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void>;
    };
    const session: Area;
    const onChanged: Heard<[changes: Record<string, { readonly newValue?: unknown }>, area: string]>;
  }
  namespace alarms {
    const onAlarm: Heard<[alarm: { readonly name: string }]>;
    function create(
      name: string,
      when: { readonly periodInMinutes: number } | { readonly when: number },
    ): Promise<void>;
  }
  namespace action {
    function setBadgeText(text: { readonly text: string }): Promise<void>;
    function setBadgeBackgroundColor(colour: { readonly color: string }): Promise<void>;
    function setTitle(title: { readonly title: string }): Promise<void>;
    function openPopup(): Promise<void>;
  }
  namespace commands {
    const onCommand: Heard<[command: string, tab?: tabs.Tab]>;
    function getAll(): Promise<readonly { readonly name?: string; readonly shortcut?: string }[]>;
  }
  namespace tabs {
    interface Tab {
      readonly id?: number;
      readonly openerTabId?: number;
      readonly groupId?: number;
      readonly windowId?: number;
      readonly active?: boolean;
      /** Of a private window. */
      readonly incognito: boolean;
      readonly title?: string;
      /** Told for sites that were granted only. */
      readonly url?: string;
    }
    const onCreated: Heard<[tab: Tab]>;
    const onUpdated: Heard<[tab: number, change: object, now: Tab]>;
    const onRemoved: Heard<[tab: number]>;
    function create(how: { readonly url: string; readonly active?: boolean }): Promise<Tab>;
    function remove(tab: number): Promise<void>;
    function group(which: { readonly tabIds: number[]; readonly groupId?: number }): Promise<number>;
    function get(tab: number): Promise<Tab>;
    function captureVisibleTab(window: number | undefined, how: { readonly format: 'png' }): Promise<string>;
    function query(which: { readonly active: boolean; readonly currentWindow: boolean }): Promise<Tab[]>;
  }
  namespace tabGroups {
    function update(group: number, how: { readonly title: string; readonly color: string }): Promise<unknown>;
  }
  /** `chrome.debugger`, whose name no namespace can have. */
  interface Debugging {
    readonly onEvent: Heard<[source: Debuggee, method: string, params: unknown]>;
    readonly onDetach: Heard<[source: Debuggee, reason: string]>;
    attach(source: Debuggee, version: string): Promise<void>;
    detach(source: Debuggee): Promise<void>;
    sendCommand(source: Debuggee, method: string, params: object): Promise<unknown>;
  }
  interface Debuggee {
    readonly tabId?: number;
    readonly sessionId?: string;
  }
  namespace permissions {
    interface Some {
      readonly origins?: string[];
    }
    const onAdded: Heard<[]>;
    const onRemoved: Heard<[]>;
    function getAll(): Promise<Some>;
    function contains(some: Some): Promise<boolean>;
    function request(some: Some): Promise<boolean>;
    function remove(some: Some): Promise<boolean>;
  }
  namespace scripting {
    interface Script {
      readonly id: string;
      readonly js: string[];
      readonly matches: string[];
      readonly world: 'MAIN' | 'ISOLATED';
      readonly allFrames: boolean;
      readonly matchOriginAsFallback: boolean;
      readonly runAt: 'document_start';
      readonly persistAcrossSessions: boolean;
    }
    function executeScript(what: {
      readonly target: { readonly tabId: number };
      readonly files: string[];
    }): Promise<unknown>;
    function getRegisteredContentScripts(): Promise<{ readonly id: string }[]>;
    function registerContentScripts(scripts: Script[]): Promise<void>;
    function updateContentScripts(scripts: Script[]): Promise<void>;
    function unregisterContentScripts(): Promise<void>;
  }
  namespace webRequest {
    interface Details {
      readonly requestId: string;
      readonly tabId: number;
      readonly frameId: number;
      readonly type: string;
      readonly method: string;
      readonly url: string;
      readonly timeStamp: number;
      readonly requestBody?: { readonly formData?: Record<string, unknown[]> };
      readonly requestHeaders?: readonly { readonly name: string; readonly value?: string }[];
      readonly responseHeaders?: readonly { readonly name: string; readonly value?: string }[];
      readonly statusCode?: number;
      readonly statusLine?: string;
      readonly fromCache?: boolean;
      readonly ip?: string;
      readonly redirectUrl?: string;
      readonly error?: string;
    }
    interface Told {
      addListener(
        listener: (details: Details) => unknown,
        filter: { readonly urls: string[] },
        more?: string[],
      ): void;
    }
    /** Chrome's. */
    const OnSendHeadersOptions: { readonly EXTRA_HEADERS?: string } | undefined;
    const onBeforeRequest: Told;
    const onSendHeaders: Told;
    const onBeforeRedirect: Told;
    const onCompleted: Told;
    const onErrorOccurred: Told;
  }
}
