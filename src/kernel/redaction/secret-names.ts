import { KIND, LOWER, UPPER } from './characters.ts';

/** How much a name says: whatever stands behind it is secret, or what looks made by chance, or nothing. */
export const SURE = 2;
export const MAYBE = 1;
export const NONE = 0;
export type Suspicion = typeof SURE | typeof MAYBE | typeof NONE;

const wordsOf = (words: string): readonly string[] => words.split(/\s+/);
const setOf = (words: string): ReadonlySet<string> => new Set(wordsOf(words));

const SURE_ENDS =
  wordsOf(`psk requirepass masterauth password passwords passwd passwrd pword pwd psw pw pass passphrase passcode passwort kennwort
  senha contrasena userpass userpw userpassword dbpassword dbpass passwordhash secret secrets clientsecret appsecret
  sharedsecret apisecret credential credentials creds authorization mnemonic cvv cvc csc ssn otp totp pin pincode
  apikey apikeys secretkey privatekey accesskey accountkey masterkey authkey signingkey sharedaccesskey encryptionkey
  authtoken accesstoken refreshtoken apitoken idtoken sessiontoken bearertoken usertoken csrftoken xsrftoken`);
const MAYBE_ENDS =
  wordsOf(`key keys token tokens auth authentication session sessions sess sessid sid sessionid phpsessid
  jsessionid jwt sig signature code codes cookie nonce ticket remember assertion verifier bearer pat hmac sas dsn ssid community
  hsid apisid sapisid csrf xsrf api account login client app identity access webhook salt`);
/** Words before `key`, `token`, `code` and others that make a secret of them. */
const SURE_BEFORE: Readonly<Record<string, ReadonlySet<string>>> = {
  key: setOf(`api app application access secret private auth encryption encrypt signing sign master deploy admin service
    account storage subscription hmac jwt webhook license session ssh gpg rsa aes crypto client consumer bot`),
  token:
    setOf(`access refresh auth api bearer id session security csrf xsrf bot user personal deploy registry service
    oauth client app private login sso reset verification verify device push admin jwt vault secret authenticity github
    gitlab npm slack gh magic invite`),
  code: setOf('security otp mfa totp recovery backup verification verify auth authorization pin sms'),
  number: setOf('card cc'),
};
/** Words before them that make them harmless: keys of tables, tokens of texts and of pages. */
const HARMLESS_BEFORE =
  setOf(`public publishable pub primary foreign partition sort row cache object composite unique
  index idx natural hot short shortcut arrow page next prev previous continuation cursor start end last max min num total
  count input output prompt completion design css syntax lexer parser eof query translation i18n locale group dedup map
  json xml dict field column meta status error country zip postal area exit return response http promo coupon discount
  currency language lang color product region dial airport qr bar vs source byte machine op commit git file content
  asset build chunk module webpack block tx transaction url schema hash check integrity plate`);

const BY_END = new Map<string, Suspicion>([
  ...MAYBE_ENDS.map((word) => [word, MAYBE] as const),
  ...['number', 'string', 'id', 'by'].map((word) => [word, NONE] as const),
  ...SURE_ENDS.map((word) => [word, SURE] as const),
]);
/** Words behind a name that change nothing of what it says: DB_PASSWORD_PROD, SECRET_KEY_BASE, passwordConfirm. */
const QUALIFIERS =
  setOf(`base value confirm confirmation again repeat prod production dev development test testing staging live sandbox
  old new current plain raw primary secondary main encoded`);
/** Ends of names that matter; the search looks for them first. */
export const NAME_ENDS: readonly string[] = [...BY_END.keys(), ...QUALIFIERS];

/** How much the name says that ends at `end` and begins at `least` or later. */
export function suspicionOf(text: string, least: number, end: number): Suspicion {
  let last = wordBefore(text, least, end);
  let word = text.slice(last.from, last.to).toLowerCase();
  if (QUALIFIERS.has(word) && last.from > least) {
    last = wordBefore(text, least, last.from);
    word = text.slice(last.from, last.to).toLowerCase();
  }
  const known = BY_END.get(word) ?? glued(word);
  if (known === undefined || known === SURE) return known ?? NONE;
  const previous = wordBefore(text, least, last.from);
  const before = text.slice(previous.from, previous.to).toLowerCase();
  if (word === 'by') return before === 'identified' ? SURE : NONE; // SQL
  if (word === 'sid' && before === 'account') return NONE; // Twilio's name for a number of a customer
  if (word === 'id') return before === 'session' ? MAYBE : NONE;
  if (word === 'string') return before === 'connection' ? MAYBE : NONE;
  if (SURE_BEFORE[word.endsWith('s') ? word.slice(0, -1) : word]?.has(before)) return SURE;
  return HARMLESS_BEFORE.has(before) ? NONE : known;
}

/** PGPASSWORD, csrfmiddlewaretoken: words without a border. */
function glued(word: string): Suspicion | undefined {
  if (word.length < 8) return undefined;
  if (/(?:password|passwd|passphrase|secret|apikey|secretkey|privatekey|accesskey)$/.test(word)) return SURE;
  return word.endsWith('token') ? MAYBE : undefined;
}

/** The letters before a place: dbPassword, DB-PASSWORD and db.password2 all end in the same word. */
function wordBefore(
  text: string,
  least: number,
  place: number,
): { readonly from: number; readonly to: number } {
  let to = place;
  while (to > least && !isLetter(text.charCodeAt(to - 1))) to--;
  let from = to;
  while (from > least) {
    const kind = KIND[text.charCodeAt(from - 1)]!;
    if (kind === LOWER && from < to && KIND[text.charCodeAt(from)] === UPPER) break;
    if (kind !== LOWER && kind !== UPPER) break;
    from--;
    // A capital before small letters begins the word.
    if (kind === UPPER && from + 1 < to && KIND[text.charCodeAt(from + 1)] === LOWER) break;
  }
  return { from, to };
}

const isLetter = (code: number) => (KIND[code]! & (LOWER | UPPER)) !== 0;
