import { VERSION } from '../../kernel/version.ts';
import { clientSnippets, type Endpoint } from './client-snippets.ts';

export interface Banner extends Endpoint {
  readonly pid: number;
  readonly socket: string;
  readonly hasColour: boolean;
}

/** What the app says when it is ready: where it listens, its key, and what to paste into a client. */
export function bannerText(banner: Banner): string {
  const paint = (code: number, words: string) =>
    banner.hasColour ? `\u001b[${code}m${words}\u001b[0m` : words;
  const bold = (words: string) => paint(1, words);
  const dim = (words: string) => paint(2, words);
  const facts: readonly (readonly [string, string])[] = [
    ['MCP', banner.url],
    ['Key', banner.key ?? 'none is needed'],
    ['Socket', banner.socket],
  ];
  const snippets = clientSnippets(banner).flatMap(({ client, where, text }) => [
    `${bold(client)} ${dim(`- ${where}`)}`,
    ...text.split('\n').map((line) => `  ${line}`),
    '',
  ]);
  return [
    `${paint(32, '●')} ${bold(`Sensorium ${VERSION}`)} is running (process ${banner.pid}). Ctrl-C ends it.`,
    '',
    ...facts.map(([name, value]) => `  ${dim(name.padEnd(8))}${value}`),
    '',
    'To use it, paste one of these into your MCP client:',
    '',
    ...snippets,
    dim('Commands such as "sensorium" and "fotos-mcp" on this machine use this app by themselves.'),
    '',
  ].join('\n');
}
