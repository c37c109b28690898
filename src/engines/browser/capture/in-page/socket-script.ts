/** Separate from the other binding: it is taken away before the first script of the page can see it. */
export const SOCKET_BINDING = 'sensoriumSocket';

/**
 * The protocol says that a socket closed, not why. So the constructor is wrapped, in the page's own world, to hear
 * the end of each socket; nothing else of it changes.
 */
export const SOCKET_SCRIPT = `(() => {
  const tell = globalThis.${SOCKET_BINDING};
  delete globalThis.${SOCKET_BINDING};
  const Native = globalThis.WebSocket;
  if (typeof tell !== 'function' || !Native) return;
  const { stringify } = JSON;
  const listen = EventTarget.prototype.addEventListener;
  const Wrapped = new Proxy(Native, {
    construct(target, args, newTarget) {
      const socket = Reflect.construct(target, args, newTarget);
      Reflect.apply(listen, socket, ['close', ({ code, reason, wasClean }) => {
        tell(stringify({ url: socket.url, code, reason, wasClean }));
      }]);
      return socket;
    },
  });
  Native.prototype.constructor = Wrapped;
  Object.defineProperty(globalThis, 'WebSocket', { value: Wrapped, writable: true, configurable: true, enumerable: false });
})()`;
