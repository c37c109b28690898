import { spend } from './effort.ts';
import { readWord, word } from './read-word.ts';
import { CODES } from './text-window.ts';
import { FIRST, saying, WordList } from './word-list.ts';

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
/** The SIDs of Twilio are numbers of things, those of sessions are secrets. */
const OF_SESSION = 512;
/** The hash of a password, the key of Telegram. */
const OF_HASH = 4096;
const OF_ANSWER = 8192;
const OF_TOKEN_KEY = 16_384;
const HASHED = 32_768;
/** In another list than the one before it. */
const TAKES_HASH = OF_TOKEN_KEY;
/** Ends like a name of secrets, and is none. */
const NO_SECRET = 2048;
const [DASH, SMALL_X] = [45, 120];
const NO_PASS =
  'monkey turkey donkey hockey jockey whiskey bypass compass encompass trespass surpass overpass underpass lowpass highpass bandpass subpass';
/** Says nothing itself; the word before it does. */
const QUALIFIER = 1024;

const SURE_ENDS = `dockerconfigjson userpwd securestring psk requirepass masterauth password passwords passwd passwrd pword pwd psw pw pass passphrase passcode passwort kennwort
  senha contrasena passord wachtwoord motdepasse mdp haslo heslo salasana jelszo sifre parola parol lozinka geslo
  losenord senord ifre passe adgangskode segredo geheimnis pswd psswd pswrd psword psswrd psswrd paswd paswrd pasword passowrd passwrod
  paasword passwor keypass storepass codeword samlresponse bindpw rootpw dbpw dbpwd userpass userpw userpassword dbpassword dbpass passwordhash secret secrets clientsecret appsecret
  sharedsecret sharedkey presharedkey apisecret credential credentials creds authorization mnemonic cvv cvc csc ssn otp totp pin pincode
  apikey apikeys secretkey privatekey accesskey accountkey masterkey authkey signingkey sharedaccesskey encryptionkey
  authtoken accesstoken refreshtoken apitoken idtoken sessiontoken bearertoken usertoken csrftoken xsrftoken`;
const MAYBE_ENDS = `answer aes clave chave schluessel jeton credencial phrase seed wrap key keys token tokens auth authentication session sessions sess sessid sid sessionid phpsessid
  jsessionid jwt sig signature code codes cookie ticket remember assertion verifier bearer pat hmac sas dsn ssid community
  hsid apisid sapisid csrf xsrf api login client app identity access webhook salt pepper encrypt`;
const ENDS: readonly (readonly [word: string, said: number])[] = [
  ...saying(SURE, SURE_ENDS),
  ...saying(MAYBE, MAYBE_ENDS),
  ...saying(OF_KEY, 'key keys salt'),
  ...saying(OF_TOKEN, 'token tokens'),
  ...saying(OF_CODE, 'code codes'),
  ...saying(OF_NUMBER, 'number'),
  ...saying(OF_ID, 'id'),
  ...saying(OF_SESSION, 'sid'),
  ...saying(NO_SECRET, 'tcp sha ssha sudo'),
  ...saying(OF_STRING, 'string'),
  ...saying(OF_ODD, 'by string'),
  ...saying(NO_SECRET, NO_PASS),
  ...saying(OF_HASH, 'hash'),
  ...saying(OF_ANSWER, 'question answer community phrase word'),
];
/** What is called with a user and a password: of what it is given, the second or what looks made by chance is secret. */
const CONNECTS = 'mysqli mysqli_connect pg_connect connect getconnection pdo __construct';
/** What makes keys: the first string counts as well. */
const MAKES_KEYS = 'hmac256 hmac384 hmac512 fernet secretkeyspec sign verify createhmac';
const LOGS_IN = `login log_in sign_in signin authenticate auth basicauth basic_auth
  httpbasicauth httpdigestauth creds credentials credential passwordcredential pscredential networkcredential withcredentials
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
/** The same, behind names of passwords only. */
const HASHES = 'sha md bcrypt digest';
/** Words behind a name that change nothing of what it says: DB_PASSWORD_PROD, SECRET_KEY_BASE, passwordConfirm. */
const QUALIFIERS = `base value confirm confirmation again repeat prod production dev development test testing staging live
  sandbox old new current plain raw primary secondary main encoded data b64 base64 hex pem double admin root secreta secreto chiave`;
/** Ends of names that matter; the search looks for them first. */
export const NAME_ENDS: readonly string[] = [
  ...ENDS.map(([word]) => word),
  ...`${QUALIFIERS} ${HASHES}`.split(/\s+/),
  ...CALLS.split(/\s+/),
];
const BY_END = new WordList([
  ...ENDS,
  ...saying(QUALIFIER, `${QUALIFIERS} ${HASHES}`),
  ...saying(HASHED, HASHES),
  ...saying(TAKES_HASH, 'password passwords passwd pass pwd pw passphrase'),
]);

const HARMLESS = 1;
const BEFORE = new WordList([
  ...saying(
    OF_KEY,
    `api app application access secret private auth encryption encrypt signing sign master deploy admin service
    account subscription shared hmac jwt webhook license session ssh gpg rsa aes crypto client consumer bot oauth`,
  ),
  ...saying(
    OF_TOKEN,
    `access refresh auth api bearer id session security csrf xsrf bot user personal deploy registry service
    oauth client app private login sso reset verification verify device push admin jwt vault secret authenticity github
    gitlab npm slack gh magic invite`,
  ),
  ...saying(
    OF_CODE,
    `security otp mfa fa totp recovery backup restore verification verify auth authorization pin sms time door gate alarm
    login signin unlock pairing`,
  ),
  ...saying(OF_HASH, 'api password passwd pass pwd'),
  ...saying(OF_ANSWER, 'security secret server snmp pass seed recovery memorable backup'),
  ...saying(OF_NUMBER, 'card cc'),
  ...saying(OF_TOKEN_KEY, 'key'),
  ...saying(OF_ID, 'session secret'),
  ...saying(OF_STRING, 'connection'),
  ...saying(OF_ODD, 'identified secure'),
  ...saying(OF_SESSION, 'php j connect session sess express login auth'),
  // Keys of tables, tokens of texts and of pages.
  ...saying(
    HARMLESS,
    `public publishable pub primary foreign partition sort row cache object composite unique
  index idx natural hot short shortcut arrow page next prev previous continuation cursor start end last max min num total
  count input output prompt completion design css syntax lexer parser eof query translation i18n locale group dedup map
  websocket json xml dict field column meta status error country zip postal area exit return response promo coupon discount
  currency language lang color product region dial airport qr bar vs source byte machine op commit git file content
  asset build chunk site script style idempotency module webpack block tx url schema hash check integrity plate`,
  ),
]);

/** How much the name says that ends at `end` and begins at `least` or later. */
export function suspicionOf(least: number, end: number): Suspicion {
  spend(1);
  let to = readWord(least, end);
  let [said, hashed] = [BY_END.saidOfNumber(word.number), 0];
  for (let more = 0; more < 3 && said & QUALIFIER && word.from > least; more++) {
    hashed |= said & HASHED;
    to = readWord(least, word.from);
    said = BY_END.saidOfNumber(word.number);
  }
  if (hashed !== 0 && !(said & TAKES_HASH)) return NONE;
  said ||= glued(word.from, to);
  if (said === NONE) return NONE;
  if (said & SURE) return isNamedThing(least) ? NONE : SURE;
  readWord(least, word.from);
  const before = BEFORE.saidOfNumber(word.number);
  // publicKeyToken
  if (said & MAYBE && before & OF_TOKEN_KEY && isPublic(least)) return NONE;
  const both = said & before;
  if (both & (OF_KEY | OF_TOKEN | OF_CODE | OF_NUMBER | OF_ODD | OF_HASH | OF_ANSWER)) return SURE;
  // PolicySid of Twilio is the number of a thing, connect.sid is a session.
  if (said & OF_SESSION && word.number !== FIRST && !(both & OF_SESSION)) return NONE;
  if (both & (OF_ID | OF_STRING)) return MAYBE;
  if (said & (OF_KEY | OF_TOKEN) && !(before & HARMLESS) && isOwnHeader(least)) return SURE;
  return said & MAYBE && !(before & HARMLESS) ? MAYBE : NONE;
}

/** X-RapidAPI-Key, X-Acme-Token: who makes up a header of this name asks for a key in it. */
const isOwnHeader = (from: number) => (CODES[from]! | 32) === SMALL_X && CODES[from + 1] === DASH;

/** existingSecret: the name of one. */
function isNamedThing(least: number): boolean {
  if (word.from <= least) return false;
  readWord(least, word.from);
  return EXISTING.saidOfNumber(word.number) !== 0;
}

const EXISTING = new WordList(saying(1, 'existing'));

/** Whether the word before the last one read is public. */
function isPublic(least: number): boolean {
  readWord(least, word.from);
  return PUBLIC.saidOfNumber(word.number) !== 0;
}

const PUBLIC = new WordList(saying(1, 'public'));

/** PGPASSWORD, csrfmiddlewaretoken, AESKEY: words without a border. */
const GLUED_SURE = 'password passwd passphrase secret apikey secretkey privatekey accesskey pwd pass';
const GLUED_MAYBE = 'token key';
const GLUED = `${GLUED_SURE} ${GLUED_MAYBE}`.split(' ');
const BY_GLUED = new WordList([...saying(SURE, GLUED_SURE), ...saying(MAYBE, GLUED_MAYBE)]);
/** By their last letter, how long they are; the longest first. */
const GLUED_LENGTHS: readonly (readonly number[])[] = Array.from({ length: 32 }, (_, letter) =>
  GLUED.filter((one) => (one.charCodeAt(one.length - 1) & 31) === letter)
    .map((one) => one.length)
    .sort((a, b) => b - a),
);

function glued(from: number, to: number): number {
  if (to - from < 4) return NONE;
  for (const length of GLUED_LENGTHS[CODES[to - 1]! & 31]!) {
    const said = BY_GLUED.saidOf(to - length, to);
    if (said !== 0) return said;
  }
  return NONE;
}
