/** What we use of the browser's interface for extensions, and no more. */
declare namespace chrome {
  interface Heard<Args extends unknown[]> {
    addListener(listener: (...args: Args) => unknown): void;
  }
  namespace runtime {
    const onStartup: Heard<[]>;
    const onInstalled: Heard<[]>;
    const onMessage: Heard<[message: unknown, sender: MessageSender, answer: (value: unknown) => void]>;
    interface MessageSender {
      readonly id?: string;
      readonly origin?: string;
    }
    function sendMessage(message: unknown): Promise<unknown>;
    function getManifest(): { readonly version: string };
  }
  namespace storage {
    interface Area {
      get(keys: string | readonly string[]): Promise<Record<string, unknown>>;
      set(values: Record<string, unknown>): Promise<void>;
      remove(keys: string | readonly string[]): Promise<void>;
    }
    const local: Area;
    const session: Area;
    const onChanged: Heard<[changes: Record<string, { readonly newValue?: unknown }>, area: string]>;
  }
  namespace alarms {
    const onAlarm: Heard<[alarm: { readonly name: string }]>;
    function create(name: string, when: { readonly periodInMinutes: number }): Promise<void>;
  }
  namespace action {
    function setBadgeText(text: { readonly text: string }): Promise<void>;
    function setBadgeBackgroundColor(colour: { readonly color: string }): Promise<void>;
    function setTitle(title: { readonly title: string }): Promise<void>;
  }
}
