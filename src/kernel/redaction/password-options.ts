import { KIND, tableOf } from './characters.ts';
import { spend } from './effort.ts';
import { CODES, type TextWindow } from './text-window.ts';
import { saying, WordList } from './word-list.ts';

const [LINE, BLANK, PERCENT, COLON, EQUALS, SMALL_A, SMALL_P, SMALL_U, CAPITAL_P, CAPITAL_U] = [
  10, 32, 37, 58, 61, 97, 112, 117, 80, 85,
];
/** Short options mean something else elsewhere: commands that take with them a user, a password apart or right behind. */
const [USER, APART, GLUED, ARCHIVE, AUTH, BIND, SHARE, PAIR] = [1, 2, 4, 8, 16, 32, 64, 128];
const COMMANDS = new WordList([
  ...saying(USER, 'curl wget httpie httpsie'),
  ...saying(
    APART,
    'sshpass login 7z zip unzip mongo mongosh mongodump mongorestore mongoimport mongoexport psexec cqlsh snowsql influx',
  ),
  ...saying(
    APART | GLUED,
    'mysql mysqldump mysqladmin mysqlimport mysqlsh mysqlcheck mysqlshow mysqlslap mysqlpump mariadb',
  ),
  ...saying(GLUED, '7z'),
  ...saying(ARCHIVE, 'zip unzip sqlcmd bcp ipmitool tsql mosquitto_pub mosquitto_sub'),
  ...saying(SHARE, 'smbclient rpcclient smbmap'),
  ...saying(AUTH, 'redis-cli'),
  ...saying(PAIR, 'http https xh'),
  ...saying(BIND, 'ldapsearch ldapmodify ldapadd ldapdelete ldapwhoami ldappasswd'),
]);
const USER_OPTION = Array.from('--user', (letter) => letter.charCodeAt(0));
/** What stands behind the dash of an option that is looked at, or of a private key. */
const BEGINS_OPTION = tableOf('uUpPaw-');
/** Whether an option or a private key may begin at a dash: rulers are nothing but dashes. */
export const isDashed = (at: number) =>
  CODES[at - 1] === BLANK
    ? BEGINS_OPTION[CODES[at + 1]!] === 1
    : CODES[at + 5] === 66 && CODES[at + 1] === 45;

const QUOTES = tableOf('"\'');
const ENDS = tableOf(' \t\r\n\f\v\u00a0"\'\0');
const ENDS_USER = tableOf(' \t\r\n\f\v\u00a0"\':%\0');
const ENDS_GLUED = tableOf(' \t\r\n\f\v\u00a0"\'=:\0');
/** What only stands for a value. */
const STANDS_FOR = tableOf('$<{*');
const MOST_USER = 80;
/** So much of a line is looked at for its command. */
const MOST_LINE = 400;

/** Passwords behind a short option of a command: curl -u anna:…, mysql -p…, sshpass -p … */
export class PasswordOptions {
  readonly #window: TextWindow;
  /** Up to there the line was looked at, and which commands stand in it. */
  #seen = 0;
  #commands = 0;
  /** Where the value begins that was found last. */
  from = 0;

  constructor(window: TextWindow) {
    this.#window = window;
  }

  shift(by: number): void {
    this.#seen -= by;
  }

  /** Where the password ends, if an option that takes one begins at this dash, or -1. */
  valueEnd(dash: number): number {
    if (CODES[dash - 1] !== BLANK) return -1;
    const letter = CODES[dash + 1]!;
    const isLong = letter === 45;
    if (isLong && !USER_OPTION.every((code, i) => CODES[dash + i] === code)) return -1;
    spend(2);
    this.#look(dash);
    const commands = this.#commands;
    if (commands === 0) return -1;
    if (letter === SMALL_U || isLong)
      return commands & USER ? this.#behindUser(dash + (isLong ? USER_OPTION.length : 2), COLON) : -1;
    if (letter === SMALL_A && commands & PAIR) return this.#behindUser(dash + 2, COLON);
    if (letter === CAPITAL_U) return commands & SHARE ? this.#behindUser(dash + 2, PERCENT) : -1;
    if (letter === SMALL_P && commands & GLUED) return this.#value(dash + 2, ENDS_GLUED);
    const takes =
      letter === SMALL_P ? APART : letter === CAPITAL_P ? ARCHIVE : letter === SMALL_A ? AUTH : BIND;
    if ((commands & takes) === 0 || CODES[dash + 2] !== BLANK) return -1;
    return CODES[dash + 3] === 45 ? -1 : this.#value(dash + 3, ENDS);
  }

  #behindUser(behind: number, sign: number): number {
    let at = behind;
    if (CODES[at] === BLANK || CODES[at] === EQUALS) at++;
    if (QUOTES[CODES[at]!] === 1) at++;
    const start = at;
    while (at < start + MOST_USER && ENDS_USER[CODES[at]!] === 0) at++;
    return at > start && CODES[at] === sign ? this.#value(at + 1, ENDS, 3) : -1;
  }

  #value(behind: number, ends: Uint8Array, least = 4): number {
    const from = behind + QUOTES[CODES[behind]!]!;
    if (STANDS_FOR[CODES[from]!] === 1) return -1;
    this.from = from;
    const to = this.#window.find(ends, from);
    return to - from >= least ? to : -1;
  }

  /** Reads what of the line was not read before. */
  #look(dash: number): void {
    const least = Math.max(this.#seen, dash - MOST_LINE);
    let at = dash;
    let commands = 0;
    while (at > least && CODES[at - 1] !== LINE) {
      const end = at;
      while (at > least && KIND[CODES[at - 1]!] !== 0) at--;
      if (at < end) commands |= COMMANDS.saidOf(at, end);
      else at--;
      // redis-cli is the one with a dash in it.
      if (end - at === 3 && CODES[at - 1] === 45 && at - 6 >= least) commands |= COMMANDS.saidOf(at - 6, end);
    }
    this.#commands = CODES[at - 1] === LINE ? commands : this.#commands | commands;
    this.#seen = dash;
  }
}
