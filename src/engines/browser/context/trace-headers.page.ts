/**
 * Gives what the page's own scripts ask these origins for a trace context of its own, unless they do so themselves:
 * a service that passes it on is then linked for certain.
 */
export function addTraceHeaders(origins: readonly string[]): void {
  const HEADER = 'traceparent';
  const hex = (bytes: number) =>
    [...crypto.getRandomValues(new Uint8Array(bytes))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
  const newTrace = () => `00-${hex(16)}-${hex(8)}-01`;
  const isOurs = (address: string) => {
    const url = URL.parse(address, document.baseURI);
    return url !== null && origins.includes(url.origin);
  };

  const plainFetch = window.fetch;
  window.fetch = function fetch(input, init) {
    const address = input instanceof Request ? input.url : String(input);
    if (!isOurs(address)) return plainFetch.call(this, input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    if (!headers.has(HEADER)) headers.set(HEADER, newTrace());
    return plainFetch.call(this, input, { ...init, headers });
  };

  const { open, setRequestHeader, send } = XMLHttpRequest.prototype;
  const ours = new WeakSet<XMLHttpRequest>();
  XMLHttpRequest.prototype.open = function opened(
    this: XMLHttpRequest,
    ...args: [method: string, url: string | URL, async: boolean]
  ) {
    if (isOurs(String(args[1]))) ours.add(this);
    else ours.delete(this);
    return Reflect.apply(open, this, args);
  } as typeof open;
  XMLHttpRequest.prototype.setRequestHeader = function set(name, value) {
    if (name.toLowerCase() === HEADER) ours.delete(this);
    return setRequestHeader.call(this, name, value);
  };
  XMLHttpRequest.prototype.send = function sent(body) {
    if (ours.delete(this)) setRequestHeader.call(this, HEADER, newTrace());
    return send.call(this, body);
  };
}
