const [BLANK, LINE] = [32, '\n'];
/** Short options that mean something else elsewhere; by the letter, commands that take a password with them. */
const COMMANDS: Readonly<Record<string, RegExp>> = {
  u: /\b(?:curl|wget|https?ie)\b/,
  p: /\b(?:sshpass|login|mysql\w{0,8}|mariadb\w{0,8}|7z|zip|unzip)\b/,
  P: /\b(?:unzip|zip)\b/,
  a: /\bredis-cli\b/,
};
/** A user and a password; a password behind a blank; one right behind the letter. */
const USER = /-(?:u|-user)[ =]?["']?[^\s:"']{1,80}:([^\s"']{3,200})/y;
const APART = /-[pPa] ["']?([^\s"'-][^\s"']{3,200})/y;
const GLUED = /-p["']?([^\s"'=:]{4,200})/y;
const TAKES_GLUED = /\b(?:mysql\w{0,8}|mariadb\w{0,8}|7z)\b/;
/** So much of a line is looked at for its command. */
const MOST_LINE = 400;

/** Passwords behind a short option of a command: curl -u anna:…, mysql -p…, sshpass -p … */
export class PasswordOptions {
  readonly #text: string;
  /** The line that was looked at last ends there, so that each is looked at once; what its options may hold. */
  #end = 0;
  #patterns: ReadonlyMap<string, RegExp> = new Map();

  constructor(text: string) {
    this.#text = text;
  }

  /** The password, if an option that takes one begins at this dash. */
  valueAt(dash: number): { readonly from: number; readonly to: number } | undefined {
    const text = this.#text;
    const letter = text.startsWith('-user', dash + 1) ? 'u' : (text[dash + 1] ?? '');
    if (text.charCodeAt(dash - 1) !== BLANK || !(letter in COMMANDS)) return undefined;
    if (dash >= this.#end) this.#look(dash);
    const pattern = this.#patterns.get(letter);
    if (!pattern) return undefined;
    pattern.lastIndex = dash;
    const match = pattern.exec(text);
    if (!match || /^[$<{*]/.test(match[1]!)) return undefined;
    const from = pattern.lastIndex - match[1]!.length;
    return { from, to: pattern.lastIndex };
  }

  #look(at: number): void {
    const text = this.#text;
    const end = text.indexOf(LINE, at);
    const before = text.slice(Math.max(this.#end, at - MOST_LINE), at);
    const line = before.slice(before.lastIndexOf(LINE) + 1);
    const letters = Object.entries(COMMANDS).filter(([, command]) => command.test(line));
    this.#patterns = new Map(letters.map(([letter]) => [letter, patternOf(letter, line)]));
    this.#end = end < 0 ? text.length : end;
  }
}

function patternOf(letter: string, line: string): RegExp {
  if (letter === 'u') return USER;
  return letter === 'p' && TAKES_GLUED.test(line) ? GLUED : APART;
}
