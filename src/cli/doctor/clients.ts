import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import type { Environment } from '../../config/load.ts';
import { type Check, ok, warning } from './check.ts';

interface Surroundings {
  readonly home: string;
  readonly cwd: string;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

const OURS = /\b(sensorium|viewpoint-mcp|rawprox|moonsurf-mcp|gasoline-mcp|fotos-mcp)\b/;

/** A row for each MCP client that has a config here: are we in it? */
export async function checkClients(here: Surroundings): Promise<readonly Check[]> {
  const looked = await Promise.all(
    Object.entries(clientFiles(here)).map(async ([client, paths]) => ({ client, ...(await look(paths)) })),
  );
  const present = looked.filter(({ there }) => there.length > 0);
  const isAnywhere = present.some(({ named }) => named.length > 0);
  const advice = 'Start "sensorium app": it prints what to paste into which client.';
  if (present.length === 0) return [warning('Clients', 'no MCP client has a config here', advice)];
  return present.map(({ client, there, named, broken }) => {
    if (broken.length > 0) return warning(client, `${broken.join(', ')} is not valid`, 'Correct it.');
    if (named.length > 0) return ok(client, `set up in ${named.join(', ')}`);
    // One client is enough; the others may do without.
    const found = `not set up in ${there.join(', ')}`;
    return isAnywhere ? ok(client, found) : warning(client, found, advice);
  });
}

function clientFiles({ home, cwd, env, platform }: Surroundings): Record<string, readonly string[]> {
  const settings = {
    win32: env.APPDATA ?? join(home, 'AppData', 'Roaming'),
    darwin: join(home, 'Library', 'Application Support'),
  }[platform as string];
  const folder = settings ?? env.XDG_CONFIG_HOME ?? join(home, '.config');
  return {
    'Claude Code': [join(home, '.claude.json'), join(cwd, '.mcp.json')],
    'Claude Desktop': [join(folder, 'Claude', 'claude_desktop_config.json')],
    Cursor: [join(home, '.cursor', 'mcp.json'), join(cwd, '.cursor', 'mcp.json')],
    'VS Code': [join(cwd, '.vscode', 'mcp.json'), join(folder, 'Code', 'User', 'mcp.json')],
    Codex: [join(env.CODEX_HOME ?? join(home, '.codex'), 'config.toml')],
  };
}

async function look(paths: readonly string[]) {
  const there: string[] = [];
  const named: string[] = [];
  const broken: string[] = [];
  for (const path of paths) {
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    there.push(path);
    const servers = path.endsWith('.toml') ? tomlServers(text) : jsonServers(text);
    if (servers === undefined) broken.push(path);
    else if (servers.some((server) => OURS.test(server))) named.push(path);
  }
  return { there, named, broken };
}

/** Each entry under `mcpServers` (or VS Code's `servers`), wherever it stands: Claude Code has some per project. */
function jsonServers(text: string): string[] | undefined {
  const errors: ParseError[] = [];
  const content: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length > 0 ? undefined : serversIn(content);
}

function serversIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isList = key === 'mcpServers' || key === 'servers';
    if (!isList || typeof inner !== 'object' || inner === null) return serversIn(inner);
    return Object.entries(inner).map((entry) => JSON.stringify(entry));
  });
}

/** The tables [mcp_servers.…] with what stands in them. */
function tomlServers(text: string): string[] {
  return text.split(/^(?=\s*\[)/m).filter((table) => /^\s*\[mcp_servers\./.test(table));
}
