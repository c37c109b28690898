/** The way to an extension that shares tabs: calls of the browser's interface, and what happens in these tabs. */
export interface TabLink {
  send(method: string, params: readonly unknown[]): Promise<unknown>;
  onevent: (method: string, params: readonly unknown[]) => void;
  onclose: () => void;
  close(): void;
}
