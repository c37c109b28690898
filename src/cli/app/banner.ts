import { VERSION } from '../../kernel/version.ts';

export interface Banner extends Endpoint {
  readonly pid: number;
  readonly socket: string;
  readonly hasColour: boolean;
  /** Opens the web app, once. */
  readonly link?: string | undefined;
}

/** What the app says when it is ready: where it listens, its key, and what to paste into a client. */
export function bannerText(banner: Banner): string {
  const paint = (code: number, words: string) =>
    banner.hasColour ? `\u001b[${code}m${words}\u001b[0m` : words;
  const bold = (words: string) => paint(1, words);
  const dim = (words: string) => paint(2, words);
  const facts: readonly (readonly [string, string])[] = [
    ...(banner.link === undefined ? [] : [['App', banner.link] as const]),
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

export interface Endpoint {
  readonly url: string;
  readonly key: string | undefined;
  /** How a client that only starts programs reaches the app: the program and its arguments. */
  readonly command: readonly [string, ...string[]];
}

export interface Snippet {
  readonly client: string;
  /** Where it belongs. */
  readonly where: string;
  readonly text: string;
}

/** What to paste into which client to reach the app. */
export function clientSnippets(endpoint: Endpoint): readonly Snippet[] {
  const { url, key } = endpoint;
  const headers = key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } };
  const [command, ...args] = endpoint.command;
  return [
    {
      client: 'Claude Code',
      where: 'in a terminal',
      text: [
        `claude mcp add --transport http sensorium ${url}`,
        ...(key === undefined ? [] : [`--header "Authorization: Bearer ${key}"`]),
      ].join(' '),
    },
    {
      client: 'Claude Desktop',
      where: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
      // Its file knows only programs; the program finds this app by itself.
      text: json({ mcpServers: { sensorium: { command, args } } }),
    },
    {
      client: 'Cursor',
      where: '~/.cursor/mcp.json',
      text: json({ mcpServers: { sensorium: { url, ...headers } } }),
    },
    {
      client: 'VS Code',
      where: '.vscode/mcp.json',
      text: json({ servers: { sensorium: { type: 'http', url, ...headers } } }),
    },
    { client: 'Codex', where: '~/.codex/config.toml', text: codex(url, key) },
  ];
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** A JSON string is a TOML basic string too. */
function codex(url: string, key: string | undefined): string {
  const lines = ['[mcp_servers.sensorium]', `url = ${JSON.stringify(url)}`];
  if (key !== undefined)
    lines.push(`http_headers = { "Authorization" = ${JSON.stringify(`Bearer ${key}`)} }`);
  return lines.join('\n');
}

interface Start {
  readonly node: string;
  readonly script: string;
  /** Given when the app has a state folder of its own, and with it an address of its own. */
  readonly stateDir?: string | undefined;
}

/** The command line that starts `sensorium` as this process was started. */
export function startLine({ node, script, stateDir }: Start): [string, ...string[]] {
  const rest = stateDir === undefined ? [] : ['--state-dir', stateDir];
  // A copy that npx fetched may be gone tomorrow; npx itself is not.
  if (/[\\/]_npx[\\/]/.test(script)) return ['npx', '-y', 'sensorium', ...rest];
  return [node, script, ...rest];
}
