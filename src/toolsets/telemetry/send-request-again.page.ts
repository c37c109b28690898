interface Given {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
}

/** As the page would ask, with its cookies and by its rules: what it may not say, the browser leaves out. */
export async function sendAgain({ url, method, headers, body }: Given) {
  const start = performance.now();
  const bytes = body === undefined ? {} : { body };
  const answer = await fetch(url, {
    method,
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
    credentials: 'include',
    ...bytes,
  });
  const { byteLength } = await answer.arrayBuffer();
  const { status, statusText } = answer;
  return { status, statusText, length: byteLength, ms: performance.now() - start };
}
