/** Settings whose text is a list, whatever stands in it. */
const LISTS = /(args|permissions|ignoreDefaultArgs|capabilities|allowedHosts|Origins|initPage|initScript)$/;
const SIZES = /(viewport|screen)$/;

/** Whether a file that says nothing by its name begins with a section or a setting, which JSON never does. */
export function looksLikeIni(source: string): boolean {
  const first = source
    .split(/\r?\n/)
    .find((line) => /^[^;#\s]|^\s+[^;#\s]/.test(line.replace(/^\ufeff/, '')));
  return first !== undefined && /^\s*(\[[\w.]+\]\s*$|[\w.]+\s*=)/.test(first);
}

/** `a.b.c = value` lines, with [sections] or without, as one nested object. Says in which line it went wrong. */
export function parseIni(source: string): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  let section: string[] = [];
  for (const [i, raw] of source.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (!line || /^[;#]/.test(line)) continue;
    const head = /^\[(.+)\]$/.exec(line);
    const pair = /^([^=]+?)\s*=\s*(.*)$/.exec(line);
    if (head) section = head[1]!.trim().split('.');
    else if (pair) put(root, [...section, ...pair[1]!.trim().split('.')], pair[2]!);
    else throw new SyntaxError(`no "key = value" in line ${i + 1}`);
  }
  return root;
}

function put(root: Record<string, unknown>, path: readonly string[], text: string): void {
  // It would reach into every object there is.
  if (path.includes('__proto__')) throw new SyntaxError('"__proto__" is no key');
  let at = root;
  for (const name of path.slice(0, -1)) {
    if (typeof at[name] !== 'object' || at[name] === null) at[name] = {};
    at = at[name] as Record<string, unknown>;
  }
  at[path.at(-1)!] = readValue(path.at(-1)!, text.replace(/^"(.*)"$/, '$1'));
}

function readValue(name: string, text: string): unknown {
  const size = SIZES.test(name) && /^(\d+)\s*[x,]\s*(\d+)$/.exec(text);
  if (size) return { width: Number(size[1]), height: Number(size[2]) };
  if (LISTS.test(name)) return text.split(/[;,]/).map((item) => item.trim());
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
