/** Words that tell what the text around them is about. */
import { DIGIT, KIND, LOWER, UPPER } from './characters.ts';
import { spend } from './effort.ts';
import { isForeignName } from './foreign-names.ts';
import { readWord, word } from './read-word.ts';
import { CODES } from './text-window.ts';
import { saying, WordList } from './word-list.ts';

/** It is about passwords and keys, or might be; or about something that only looks like one. */
const STRONG = 1;
const WEAK = 2;
export const HARMLESS = 4;
/** Says nothing of what it names. */
export const EMPTY = 8;
/** Makes something public of a key or a token, wherever it stands in a name. */
const OPEN = 16;
const PASSWORD = 32;
/** There are many that are no secrets. */
export const OF_ALL = 64;
/** In an address: whoever has what follows is let in. */
const ON_WAY = 128;

const WORDS = new WordList([
  ...saying(
    STRONG | PASSWORD,
    `password passwords passwd passwort kennwort pwd pw pass passphrase passcode userpwd psk htpasswd sshpass contrasena
  senha wachtwoord salasana haslo heslo parola sifre`,
  ),
  ...saying(
    STRONG,
    `secret secrets credential credentials creds apikey apikeys login signin logon authenticate authorization bearer identify
  unseal wif privatekey accesskey secretkey authtoken accesstoken keystore truststore keypass storepass`,
  ),
  ...saying(
    WEAK,
    `key keys token tokens auth oauth omniauth basic kty jwt remember refresh codes restore backup decryption bcrypt aes session cookie cookies signing signature hmac encrypt encryption decrypt cipher
  crypto webhook license licence activation api access vault wallet otp totp mfa recovery pat sas sasl private ssh
  adafruit agora airtable algolia alibaba alchemy amplitude anthropic artifactory asana atlassian azure bitbucket braintree
  brevo circleci cloudflare cloudinary codecov cohere coinbase confluent contentful coralogix databricks datadog deepl deepseek
  digitalocean discord docker doppler dropbox elastic facebook fastly figma finnhub firebase freshdesk gandi gemini github gitlab google grafana groq
  heroku honeycomb hubspot influx influxdb infura intercom jenkins jfrog jira kraken launchdarkly linear loggly mailchimp mailgun mailjet mapbox
  mattermost messagebird mistral mixpanel netlify newrelic ngrok notion npm nuget okta onesignal openai opsgenie pagerduty paypal
  pinecone plaid planetscale postman postmark pusher pypi rapidapi razorpay recaptcha redis replicate revenuecat rollbar salesforce
  segment sendbird sendgrid sentry shopify slack snowflake snyk sonar sonarqube splunk square stripe sumologic supabase telegram
  terraform travis trello turnstile twilio twitch twitter typeform vercel vonage wechat zapier zendesk zoom`,
  ),
  ...saying(
    HARMLESS,
    `gcm iv h dh x y n e base id ids uuid guid commit commits sha hash hashes digest checksum etag version build revision rev ref refs branch tag
  release request req trace traceparent tracestate span parent match correlation order invoice user users username email host hostname server url uri path
  file filename filepath name image img asset chunk integrity fingerprint thumbprint public pub publickey serial model sku
  cursor page next previous md crc boundary job run pod node container instance device customer account tenant project
  org region zone bucket object class classname selector xpath href src icon color colour font type kind format date
  time timestamp expires size length port address ip mac domain dns subject issuer kid jti x5t hex offset link
  certificate cert csr chain block tx txid transaction transid receipt parcel tracking sum ray status message msg event`,
  ),
  ...saying(
    OPEN,
    `public publickey publishable pub site page next prev previous continuation cursor cache
  ansible rsa ed ecdsa idempotency sort accessor thumbprint fingerprint nonce`,
  ),
  ...saying(OF_ALL, 'key keys token tokens'),
  ...saying(
    ON_WAY,
    'reset activation invite invitation magic verify verification confirm activate share hook hooks webhook webhooks token sso join',
  ),
  ...saying(
    EMPTY,
    `value val values default content text data result string str arg plain raw old new current previous t k d
  code cell generic paragraph textbox span td`,
  ),
]);

/** Letters and digits. */
const IN_WORD = DIGIT | UPPER | LOWER;
const MOST_WORD = 24;
const [OPENING, CLOSING] = [91, 93];
const MOST_MARK = 40;

/** More than any number of words that say little. */
export const SURELY = 100;
/** The same, of passwords. */
export const OF_PASSWORDS = 1000;
const NOTHING = -2 * OF_PASSWORDS;

/**
 * How much the words between two places speak of secrets: each that might counts one; none does beside one of the open.
 * What is longer than words are is none, though it may look like several.
 */
export function heatBetween(from: number, to: number): number {
  let [at, heat] = [to, 0];
  spend(1 + ((to - from) >> 4));
  while (at > from) {
    while (at > from && (KIND[CODES[at - 1]!]! & IN_WORD) === 0) {
      at--;
      if (CODES[at]! > 127 && isForeignName(at)) heat = OF_PASSWORDS;
      else if (CODES[at] === CLOSING) at = Math.max(from, markStart(at));
    }
    const end = at;
    while (at > from && (KIND[CODES[at - 1]!]! & IN_WORD) !== 0) at--;
    if (end - at > MOST_WORD) continue;
    for (let last = end; last > at; ) {
      readWord(at, last);
      const said = WORDS.saidOfNumber(word.number);
      if (said & OPEN) return NOTHING;
      if (said & STRONG) heat = said & PASSWORD ? OF_PASSWORDS : Math.max(heat, SURELY);
      if (said & WEAK) heat++;
      last = word.from;
    }
  }
  return heat;
}

/** [REDACTED:…]: what was found before says nothing; a text that was searched is left as it is. */
function markStart(close: number): number {
  let at = close;
  while (at > close - MOST_MARK && CODES[at] !== OPENING) at--;
  return CODES[at] === OPENING && CODES[at + 1] === 82 && CODES[at + 9] === 58 ? at : close;
}

/** Whether the words of an address say that what follows lets somebody in. */
export function letsIn(from: number, to: number): boolean {
  spend(1 + ((to - from) >> 4));
  for (let at = to; at > from; at = word.from) {
    readWord(from, at);
    if (word.from >= at) return false;
    if (WORDS.saidOfNumber(word.number) & (STRONG | ON_WAY)) return true;
  }
  return false;
}

/** Whether the last word before a place names something harmless, or nothing. */
export function lastSaid(from: number, to: number): number {
  readWord(from, to);
  return WORDS.saidOfNumber(word.number) & (HARMLESS | EMPTY | OF_ALL);
}
