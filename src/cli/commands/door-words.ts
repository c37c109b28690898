import type { ServedHttp } from '../../assemble/serve-http.ts';

/** What is said when ports are opened: each of them, and who needs a key. */
export function doorWords(command: string, served: ServedHttp): string {
  const [first, ...others] = served.ports;
  // A public address does not tell where the proxy finds us.
  const here = served.url.includes(`:${first}/`) ? '' : `, on port ${first} of this machine`;
  const more = others.map((port) => `, and on port ${port}`).join('');
  const devtools =
    served.devtoolsPorts === undefined
      ? ''
      : `Browsers that it starts take DevTools on loopback, ports ${served.devtoolsPorts}, from whoever opened them.\n`;
  const link = served.appLink();
  const app = link === undefined ? '' : `Web app (opens once, within five minutes): ${link}\n`;
  return `${command} listens at ${served.url}${here}${more}\n${keyWords(served)}\n${devtools}${app}`;
}

function keyWords({ needsKey, key, isGenerated, untold }: ServedHttp): string {
  if (needsKey === 'nobody')
    return 'No key is needed (--no-key): every user and program of this machine may call.';
  const shown = `API key: ${isGenerated ? key : 'as given'}`;
  if (needsKey === 'everybody') return shown;
  return untold === undefined
    ? `${shown} (your own user on this machine needs none)`
    : `${shown} (whose connection it is cannot be told here, so everybody needs it: ${untold})`;
}
