import { AGENT, type Asking, askAddress } from './ask-address.ts';

/** What hosts forbid to programs, asked of each host once. */
export class Robots {
  readonly #asking: Asking;
  readonly #hosts = new Map<string, Promise<readonly Rule[]>>();

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  async forbids(url: URL): Promise<boolean> {
    const known = this.#hosts.get(url.origin) ?? this.#read(url.origin);
    this.#hosts.set(url.origin, known);
    return isForbidden(await known, url.pathname + url.search);
  }

  async #read(origin: string): Promise<readonly Rule[]> {
    const asked = await askAddress(new URL('/robots.txt', origin), 'GET', this.#asking, true).catch(
      () => undefined, // whatever is wrong with the host, the link itself will tell
    );
    return asked?.status === 200 ? rulesIn(asked.text) : [];
  }
}

interface Rule {
  readonly allows: boolean;
  readonly path: string;
}

/** A host says what it likes: the standard asks for no more than so much, and so many rules are looked at. */
const MOST_TEXT = 500_000;
const MOST_LINE = 2000;
const MOST_RULES = 1000;

/** The rules for us: of the group that names us, else of the one for all. */
export function rulesIn(text: string): readonly Rule[] {
  const groups = new Map<string, Rule[]>();
  let agents: string[] = [];
  let isOpen = false;
  let rules = 0;
  for (const line of text.slice(0, MOST_TEXT).split('\n')) {
    const [words = ''] = line.slice(0, MOST_LINE).split('#', 1);
    const sign = words.indexOf(':');
    const name = words.slice(0, Math.max(0, sign)).trim().toLowerCase();
    const value = words.slice(sign + 1).trim();
    if (name === 'user-agent') {
      if (!isOpen) agents = [];
      isOpen = true;
      agents.push(value.toLowerCase());
      groups.set(value.toLowerCase(), groups.get(value.toLowerCase()) ?? []);
    } else if (name === 'allow' || name === 'disallow') {
      isOpen = false;
      if (value === '') continue;
      rules += agents.length;
      if (rules > MOST_RULES) break;
      for (const agent of agents) groups.get(agent)!.push({ allows: name === 'allow', path: value });
    }
  }
  return groups.get(AGENT) ?? groups.get('*') ?? [];
}

/** The longest rule that fits counts; of two as long, the one that allows. */
export function isForbidden(rules: readonly Rule[], path: string): boolean {
  const fitting = rules.filter((rule) => fits(rule.path, path));
  const longest = Math.max(0, ...fitting.map((rule) => rule.path.length));
  const best = fitting.filter((rule) => rule.path.length === longest);
  return best.length > 0 && !best.some(({ allows }) => allows);
}

/** `*` is anything, `$` at the end means that the path ends there. */
function fits(rule: string, path: string): boolean {
  const isWhole = rule.endsWith('$');
  const parts = (isWhole ? rule.slice(0, -1) : rule).split('*');
  if (!path.startsWith(parts[0]!)) return false;
  let at = parts[0]!.length;
  for (const part of parts.slice(1)) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length || (parts.length > 1 && path.endsWith(parts.at(-1)!));
}
