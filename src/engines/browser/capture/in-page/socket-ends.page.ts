/**
 * The protocol says that a socket closed, not why. So the constructor is wrapped, in the page's own world, to hear
 * the end of each socket; nothing else of it changes. The binding is taken away before a script of the page can see it.
 */
export function watchSocketEnds(binding: string): void {
  const world = globalThis as unknown as Record<string, unknown>;
  const tell = world[binding];
  delete world[binding];
  const Native = globalThis.WebSocket;
  if (typeof tell !== 'function' || !Native) return;
  const { stringify } = JSON;
  const listen = EventTarget.prototype.addEventListener;
  const Wrapped = new Proxy(Native, {
    construct(target, args, newTarget) {
      const socket: WebSocket = Reflect.construct(target, args, newTarget);
      const ended = ({ code, reason, wasClean }: CloseEvent) =>
        tell(stringify({ url: socket.url, code, reason, wasClean }));
      Reflect.apply(listen, socket, ['close', ended]);
      return socket;
    },
  });
  Native.prototype.constructor = Wrapped;
  Object.defineProperty(globalThis, 'WebSocket', {
    value: Wrapped,
    writable: true,
    configurable: true,
    enumerable: false,
  });
}
