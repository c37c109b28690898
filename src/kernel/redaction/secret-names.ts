import { KIND, LOWER, UPPER } from './characters.ts';
import { spend } from './effort.ts';
import { CODES } from './text-window.ts';
import { FIRST, numberWith, saying, WordList } from './word-list.ts';

/** How much a name says: whatever stands behind it is secret, or what looks made by chance, or nothing. */
export const SURE = 2;
export const MAYBE = 1;
export const NONE = 0;
export type Suspicion = typeof SURE | typeof MAYBE | typeof NONE;

/** A word before another makes a secret of it: bits that both have. */
const OF_KEY = 4;
const OF_TOKEN = 8;
const OF_CODE = 16;
const OF_NUMBER = 32;
/** The same, for those that say something only in company. */
const OF_ID = 64;
const OF_STRING = 128;
/** IDENTIFIED BY, SecureString */
const OF_ODD = 256;
/** Twilio's account SID is the number of a customer. */
const OF_ACCOUNT = 512;
/** Says nothing itself; the word before it does. */
const QUALIFIER = 1024;

const SURE_ENDS = `dockerconfigjson userpwd securestring psk requirepass masterauth password passwords passwd passwrd pword pwd psw pw pass passphrase passcode passwort kennwort
  senha contrasena userpass userpw userpassword dbpassword dbpass passwordhash secret secrets clientsecret appsecret
  sharedsecret apisecret credential credentials creds authorization mnemonic cvv cvc csc ssn otp totp pin pincode
  apikey apikeys secretkey privatekey accesskey accountkey masterkey authkey signingkey sharedaccesskey encryptionkey
  authtoken accesstoken refreshtoken apitoken idtoken sessiontoken bearertoken usertoken csrftoken xsrftoken`;
const MAYBE_ENDS = `key keys token tokens auth authentication session sessions sess sessid sid sessionid phpsessid
  jsessionid jwt sig signature code codes cookie nonce ticket remember assertion verifier bearer pat hmac sas dsn ssid community
  hsid apisid sapisid csrf xsrf api login client app identity access webhook salt pepper encrypt`;
const ENDS: readonly (readonly [word: string, said: number])[] = [
  ...saying(SURE, SURE_ENDS),
  ...saying(MAYBE, MAYBE_ENDS),
  ...saying(OF_KEY, 'key keys salt'),
  ...saying(OF_TOKEN, 'token tokens'),
  ...saying(OF_CODE, 'code codes'),
  ...saying(OF_NUMBER, 'number'),
  ...saying(OF_ID, 'id'),
  ...saying(OF_ACCOUNT, 'sid'),
  ...saying(OF_STRING, 'string'),
  ...saying(OF_ODD, 'by string'),
];
/** What is called with a user and a password: of what it is given, the second or what looks made by chance is secret. */
const CONNECTS = 'mysqli mysqli_connect pg_connect connect getconnection pdo';
/** What makes keys: the first string counts as well. */
const MAKES_KEYS = 'hmac256 hmac384 hmac512 fernet secretkeyspec sign verify createhmac';
const LOGS_IN = `login log_in sign_in signin authenticate auth basicauth basic_auth
  httpbasicauth httpdigestauth credentials credential passwordcredential networkcredential withcredentials
  usernamepasswordcredentials setbasicauth with_basic_auth passwordauthentication`;
const CALLS = `${CONNECTS} ${LOGS_IN} ${MAKES_KEYS}`;
export const FIRST_IS_KEY = 4;
/** Of those that connect other strings may be the second, such as a host. */
export const SECOND_IS_PASSWORD = 2;
export const TAKES_PASSWORD = new WordList([
  ...saying(1, CALLS),
  ...saying(SECOND_IS_PASSWORD, LOGS_IN),
  ...saying(FIRST_IS_KEY, MAKES_KEYS),
]);
/** Words behind a name that change nothing of what it says: DB_PASSWORD_PROD, SECRET_KEY_BASE, passwordConfirm. */
const QUALIFIERS = `base value confirm confirmation again repeat prod production dev development test testing staging live
  sandbox old new current plain raw primary secondary main encoded data b64 base64 hex pem`;
/** Ends of names that matter; the search looks for them first. */
export const NAME_ENDS: readonly string[] = [
  ...ENDS.map(([word]) => word),
  ...QUALIFIERS.split(/\s+/),
  ...CALLS.split(/\s+/),
];
const BY_END = new WordList([...ENDS, ...saying(QUALIFIER, QUALIFIERS)]);

const HARMLESS = 1;
const BEFORE = new WordList([
  ...saying(
    OF_KEY,
    `api app application access secret private auth encryption encrypt signing sign master deploy admin service
    account subscription hmac jwt webhook license session ssh gpg rsa aes crypto client consumer bot`,
  ),
  ...saying(
    OF_TOKEN,
    `access refresh auth api bearer id session security csrf xsrf bot user personal deploy registry service
    oauth client app private login sso reset verification verify device push admin jwt vault secret authenticity github
    gitlab npm slack gh magic invite`,
  ),
  ...saying(OF_CODE, 'security otp mfa totp recovery backup verification verify auth authorization pin sms'),
  ...saying(OF_NUMBER, 'card cc'),
  ...saying(OF_ID, 'session secret'),
  ...saying(OF_STRING, 'connection'),
  ...saying(OF_ODD, 'identified secure'),
  ...saying(OF_ACCOUNT, 'account'),
  // Keys of tables, tokens of texts and of pages.
  ...saying(
    HARMLESS,
    `public publishable pub primary foreign partition sort row cache object composite unique
  index idx natural hot short shortcut arrow page next prev previous continuation cursor start end last max min num total
  count input output prompt completion design css syntax lexer parser eof query translation i18n locale group dedup map
  json xml dict field column meta status error country zip postal area exit return response http promo coupon discount
  currency language lang color product region dial airport qr bar vs source byte machine op commit git file content
  asset build chunk site module webpack block tx url schema hash check integrity plate`,
  ),
]);

/** How much the name says that ends at `end` and begins at `least` or later. */
export function suspicionOf(least: number, end: number): Suspicion {
  spend(1);
  let to = readWord(least, end);
  let said = BY_END.saidOfNumber(wordNumber);
  if (said & QUALIFIER && wordFrom > least) {
    to = readWord(least, wordFrom);
    said = BY_END.saidOfNumber(wordNumber);
  }
  said ||= glued(wordFrom, to);
  if (said === NONE || said & SURE) return said & SURE ? SURE : NONE;
  readWord(least, wordFrom);
  const before = BEFORE.saidOfNumber(wordNumber);
  const both = said & before;
  if (both & (OF_KEY | OF_TOKEN | OF_CODE | OF_NUMBER | OF_ODD)) return SURE;
  if (both & OF_ACCOUNT) return NONE;
  if (both & (OF_ID | OF_STRING)) return MAYBE;
  return said & MAYBE && !(before & HARMLESS) ? MAYBE : NONE;
}

/** PGPASSWORD, csrfmiddlewaretoken: words without a border. */
const GLUED = 'password passwd passphrase secret apikey secretkey privatekey accesskey token'.split(' ');
const BY_GLUED = new WordList([...saying(SURE, GLUED.slice(0, -1).join(' ')), ...saying(MAYBE, 'token')]);
/** By their last letter, how long they are. */
const GLUED_LENGTHS: readonly (readonly number[])[] = Array.from({ length: 32 }, (_, letter) =>
  GLUED.filter((word) => (word.charCodeAt(word.length - 1) & 31) === letter).map((word) => word.length),
);

function glued(from: number, to: number): number {
  if (to - from < 8) return NONE;
  for (const length of GLUED_LENGTHS[CODES[to - 1]! & 31]!) {
    const said = BY_GLUED.saidOf(to - length, to);
    if (said !== 0) return said;
  }
  return NONE;
}

/** Where the word begins that was read last, and its number. */
let [wordFrom, wordNumber] = [0, 0];

/** Reads the last word before a place and says where it ends: dbPassword, DB-PASSWORD and db.password2 have the same. */
function readWord(least: number, place: number): number {
  let to = place;
  while (to > least && (KIND[CODES[to - 1]!]! & (LOWER | UPPER)) === 0) to--;
  let [at, number, later] = [to, FIRST, 0];
  while (at > least) {
    const code = CODES[at - 1]!;
    const kind = KIND[code]!;
    if (kind === LOWER ? later === UPPER : kind !== UPPER) break;
    at--;
    number = numberWith(number, code);
    // A capital before small letters begins the word.
    if (kind === UPPER && later === LOWER) break;
    later = kind;
  }
  wordFrom = at;
  wordNumber = number;
  return to;
}
