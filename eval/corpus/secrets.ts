/** Secrets of many kinds in the places where they are found, and texts that only look like it. */
import { Chance } from './random.ts';

/** A text and the secrets in it; none: it only looks like one. */
export interface SecretSample {
  readonly kind: string;
  readonly text: string;
  readonly secrets: readonly string[];
}

const ALPHABETS: Readonly<Record<string, string>> = {
  d: '0123456789',
  h: '0123456789abcdef',
  H: '0123456789ABCDEF',
  l: 'abcdefghijklmnopqrstuvwxyz0123456789',
  U: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  B: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  w: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  s: 'abcdefghijklmnopqrstuvwxyz',
  a: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  u: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  b: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  D: '$',
};

/** `{a32}` is 32 characters of the alphabet a. */
function filled(pattern: string, chance: Chance): string {
  return pattern.replaceAll(/\{(\w)(\d+)\}/g, (_, name: string, count: string) => {
    const letters = ALPHABETS[name]!;
    return chance.text(Number(count), letters);
  });
}

/** Keys that say themselves what they are. Written in halves, so that scanners of this repository find nothing. */
const KEYS = `
aws-access-key|AKIA|{B16}
aws-temporary-key|ASIA|{B16}
aws-bedrock|ABSK|{a109}==
github-token|ghp_|{a36}
github-oauth|gho_|{a36}
github-app|ghs_|{a36}
github-user|ghu_|{a36}
github-refresh|ghr_|{a36}
github-fine|github_pat_|{a22}_{a59}
gitlab-token|glpat-|{u20}
gitlab-deploy|gldt-|{u20}
gitlab-runner|glrt-|{u20}
gitlab-job|glcbt-|64_{u20}
gitlab-feed|glft-|{u20}
gitlab-trigger|glptt-|{h40}
gitlab-scim|glsoat-|{u20}
gitlab-oauth-secret|gloas-|{h64}
gitlab-runner-old|GR1348941|{u20}
stripe-live|sk_live_|{a24}
stripe-test|sk_test_|{a24}
stripe-restricted|rk_live_|{a24}
stripe-webhook|whsec_|{a32}
slack-bot|xoxb-|{d12}-{d12}-{a24}
slack-user|xoxp-|{d12}-{d12}-{d12}-{h32}
slack-app|xapp-|1-A{U10}-{d13}-{h64}
slack-refresh|xoxe-|1-{a146}
slack-workspace|xoxa-|2-{a40}
slack-webhook|https://hooks.slack.com/|services/T{U10}/B{U10}/{a24}
discord-webhook|https://discord.com/api/webhooks/|{d18}/{u68}
discord-bot|M|{a23}.{u6}.{u27}
telegram-bot|{d9}:AA|{u33}
openai-project|sk-proj-|{u74}T3BlbkFJ{u74}
openai-old|sk-|{a20}T3BlbkFJ{a20}
anthropic|sk-ant-|api03-{u93}AA
anthropic-admin|sk-ant-|admin01-{u93}AA
google-api|AIza|{u35}
google-oauth-secret|GOCSPX-|{u28}
google-access|ya29.|a0Af{u120}
npm|npm_|{a36}
pypi|pypi-|AgEIcHlwaS5vcmc{u60}
rubygems|rubygems_|{h48}
clojars|CLOJARS_|{l60}
sendgrid|SG.|{u22}.{u43}
mailchimp|{h32}-us|1{d1}
mailgun|key-|{h32}
brevo|xkeysib-|{h64}-{a16}
twilio-key|SK|{h32}
huggingface|hf_|{w34}
huggingface-org|api_org_|{w34}
shopify|shpat_|{h32}
shopify-shared|shpss_|{h32}
shopify-custom|shpca_|{h32}
shopify-private|shppa_|{h32}
square|sq0atp-|{u22}
square-secret|sq0csp-|{u43}
digitalocean|dop_v1_|{h64}
digitalocean-oauth|doo_v1_|{h64}
digitalocean-refresh|dor_v1_|{h64}
databricks|dapi|{h32}
docker|dckr_pat_|{u27}
doppler|dp.pt.|{a43}
dynatrace|dt0c01.|{U24}.{U64}
easypost|EZAK|{a54}
figma|figd_|{u40}
flyio|fo1_|{u43}
grafana-cloud|glc_|{a60}
grafana-service|glsa_|{a32}_{h8}
groq|gsk_|{a52}
heroku|HRKU-AA|{u58}
infracost|ico-|{a32}
linear|lin_api_|{a40}
netlify|nfp_|{a40}
newrelic|NRAK-|{U27}
newrelic-insert|NRII-|{u32}
notion|ntn_|{d11}{a35}
notion-old|secret_|{a43}
octopus|API-|{U26}
onepassword|ops_|eyJ{b250}
openrouter|sk-or-v1-|{h64}
openshift|sha256~|{u43}
perplexity|pplx-|{a48}
plaid|access-sandbox-|{h8}-{h4}-{h4}-{h4}-{h12}
planetscale|pscale_tkn_|{u43}
planetscale-password|pscale_pw_|{u43}
postman|PMAK-|{h24}-{h34}
prefect|pnu_|{a36}
pulumi|pul-|{h40}
readme|rdme_|{l70}
replicate|r8_|{a37}
sentry-user|sntryu_|{h64}
sentry-org|sntrys_|eyJpYXQiO{a100}_{a43}
shippo|shippo_live_|{h40}
sonar|squ_|{h40}
sourcegraph|sgp_|{h40}
supabase|sbp_|{h40}
tailscale|tskey-|auth-{a12}CNTRL-{a32}
terraform|{a14}.atlasv1.|{u67}
typeform|tfp_|{u59}
vault|hvs.|{u95}
vault-batch|hvb.|{u140}
vercel|vcp_|{a56}
xai|xai-|{a80}
yandex|AQVN|{u36}
adobe|p8e-|{l32}
age|AGE-SECRET-KEY-1|{B58}
airtable|pat{a14}.|{h64}
alibaba|LTAI|{a20}
artifactory|AKCp|{a69}
atlassian|ATATT3xFfGF0|{u180}={H8}
bitbucket|ATBB|{a28}
circleci|CCIPAT_|{a22}_{h40}
contentful|CFPAT-|{u43}
azure-client|{a3}8Q~|{a34}
duffel|duffel_test_|{u43}
facebook|EAAC|{a120}
flutterwave|FLWSECK_TEST-|{h32}-X
frameio|fio-u-|{u64}
intra42|s-s4t2ud-|{h64}
maxmind|{a6}_{a29}|_mmk
settlemint|sm_pat_|{a16}
mapbox|sk.eyJ|1{a60}.{u22}
jwt|eyJ|hbGciOiJIUzI1NiJ9.eyJ{a60}.{u43}
jwt-es|eyJ|hbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJ{a90}.{u86}
bcrypt|$2b$|12{D1}{a53}
sha512-crypt|$6$|{a12}{D1}{a86}
argon2|$argon2id$|v=19$m=65536,t=3,p=4{D1}{b22}{D1}{b43}`
  .trim()
  .split('\n')
  .map((line) => {
    const [kind, ...halves] = line.split('|');
    return { kind: kind!, pattern: halves.join('') };
  });

/** Secrets that are known by the name before them: `=` the names, then what they look like. */
const NAMED = `
password-letters|password passwd pwd DB_PASSWORD userPassword mysql_password|{s10}
password-mixed|password Password PGPASSWORD smtp_pass user_pw admin-password|{a7}!{d2}
passphrase|passphrase ssh_passphrase|{s6}-{s5}-{s7}
secret|secret SECRET client_secret app.secret WEBHOOK_SECRET|{a24}
django-key|SECRET_KEY DJANGO_SECRET_KEY STRIPE_SECRET_KEY|{a40}
aws-secret|AWS_SECRET_ACCESS_KEY aws_secret_access_key secretAccessKey|{b40}
api-key|api_key apiKey API-KEY x-api-key X-Api-Key|{a32}
access-token|access_token accessToken ACCESS_TOKEN oauth_token|{u40}
refresh-token|refresh_token refreshToken|{u43}
id-token|id_token|{u43}
auth-token|auth_token _authToken X-Auth-Token|{u36}
session|session sessionid session_id PHPSESSID JSESSIONID connect.sid|{a32}
csrf|csrf_token X-CSRF-Token csrfmiddlewaretoken authenticity_token|{a43}
datadog|DATADOG_API_KEY DD_APP_KEY|{h40}
algolia|ALGOLIA_ADMIN_KEY algolia_api_key|{h32}
cloudflare|CLOUDFLARE_API_TOKEN CF_API_KEY|{u40}
heroku-uuid|HEROKU_API_KEY|{h8}-{h4}-{h4}-{h4}-{h12}
snyk|SNYK_TOKEN|{h8}-{h4}-{h4}-{h4}-{h12}
azure-storage|AccountKey AZURE_STORAGE_KEY|{b86}==
azure-sas|SharedAccessKey|{b43}=
twilio-auth|TWILIO_AUTH_TOKEN|{h32}
cohere|COHERE_API_KEY|{a40}
mistral|MISTRAL_API_KEY|{a32}
fastly|FASTLY_API_TOKEN|{u32}
okta|OKTA_API_TOKEN|00{u40}
travis|TRAVIS_TOKEN|{a22}
sendbird|SENDBIRD_API_TOKEN|{h40}
zendesk|ZENDESK_SECRET_KEY|{l40}
intercom|INTERCOM_ACCESS_TOKEN|{u60}
twitter|TWITTER_API_SECRET twitter_access_token_secret|{a45}
bitbucket-secret|BITBUCKET_CLIENT_SECRET|{u44}
dropbox|DROPBOX_ACCESS_TOKEN|{a64}
asana|ASANA_CLIENT_SECRET|{l32}
coinbase|COINBASE_SECRET_KEY|{a64}
kraken|KRAKEN_PRIVATE_KEY|{b86}==
mattermost|MATTERMOST_TOKEN|{l26}
messagebird|MESSAGEBIRD_ACCESS_KEY|{a25}
etsy|ETSY_ACCESS_TOKEN|{l24}
launchdarkly|LAUNCHDARKLY_SDK_KEY|sdk-{h8}-{h4}-{h4}-{h4}-{h12}
encryption-key|ENCRYPTION_KEY encryptionKey MASTER_KEY|{h64}
jwt-secret|JWT_SECRET jwtSecret|{a32}
private-key-line|private_key privateKey|{b64}
signing-key|SIGNING_KEY signing_key|{a44}
token|token TOKEN|{a32}
signature|X-Amz-Signature sig signature|{h64}
credentials|credentials CREDENTIALS|{a20}
otp|otp totp|{d6}
pin|pin PIN_CODE|{d4}
cvv|cvv card_cvc|{d3}
license|LICENSE_KEY|{U5}-{U5}-{U5}-{U5}`
  .trim()
  .split('\n')
  .map((line) => {
    const [kind, names, pattern] = line.split('|') as [string, string, string];
    return { kind, names: names.split(' '), pattern };
  });

/** Where a key stands that needs no name. */
const AROUND_KEY: readonly ((key: string) => string)[] = [
  (key) => `error: request with ${key} was refused`,
  (key) => `{"user":"anna","value":"${key}","active":true}`,
  (key) => `const client = connect('${key}');`,
  (key) => `<code>${key}</code>`,
  (key) => `[2026-03-04T10:11:12Z] INFO worker 12 uses ${key}.`,
  (key) => `https://example.org/a?x=${encodeURIComponent(key)}&y=2`,
  (key) => JSON.stringify({ line: `first\n${key}\nlast` }),
  (key) => `curl -H "X-Thing: ${key}" http://localhost:3000/`,
  (key) => `- ${key}\n- other`,
  (key) => `(${key})`,
];

/** Where a value stands behind its name. */
const AROUND_NAMED: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `${name}=${value}`,
  (name, value) => `export ${name}="${value}"\necho done`,
  (name, value) => JSON.stringify({ id: 7, [name]: value, ok: true }),
  (name, value) => JSON.stringify({ body: JSON.stringify({ [name]: value }) }),
  (name, value) => `${name}: '${value}'\nport: 5432\n`,
  (name, value) => `POST /login user=anna&${name}=${encodeURIComponent(value)}&remember=1`,
  (name, value) => `<config><${name}>${value}</${name}></config>`,
  (name, value) => `${name} = "${value}"; // from the console`,
  (name, value) => `<input type="hidden" name="${name}" value="${value}">`,
  (name, value) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n------x--`,
  (name, value) => `Host=db;${name}=${value};Timeout=30`,
  (name, value) => `{"name":"${name}","value":"${value}"}`,
];

/** What has a form of its own. */
const WHOLE: readonly ((chance: Chance) => Omit<SecretSample, 'kind'> & { readonly kind: string })[] = [
  ...['postgres', 'mysql', 'mongodb+srv', 'redis', 'amqp', 'https', 'ftp', 'smtp'].map(
    (scheme) => (chance: Chance) => {
      const secret = filled('{a12}', chance);
      return {
        kind: `url-${scheme}`,
        text: `${scheme}://app:${secret}@db.internal:5432/shop`,
        secrets: [secret],
      };
    },
  ),
  (chance) => {
    const secret = filled('{u40}', chance);
    return {
      kind: 'bearer',
      text: `GET /api HTTP/1.1\r\nAuthorization: Bearer ${secret}\r\nHost: a`,
      secrets: [secret],
    };
  },
  (chance) => {
    const secret = filled('{h40}', chance);
    return { kind: 'token-header', text: `Authorization: Token ${secret}`, secrets: [secret] };
  },
  (chance) => {
    const secret = Buffer.from(filled('anna:{a10}', chance)).toString('base64');
    return { kind: 'basic', text: `-H 'Authorization: Basic ${secret}'`, secrets: [secret] };
  },
  (chance) => {
    const secret = filled('{h32}', chance);
    return {
      kind: 'digest',
      text: `Authorization: Digest username="a", response="${secret}"`,
      secrets: [secret],
    };
  },
  (chance) => {
    const secret = filled('{h64}', chance);
    const text = `Authorization: AWS4-HMAC-SHA256 Credential=x/20260101/eu/s3/aws4_request, Signature=${secret}`;
    return { kind: 'aws-signature', text, secrets: [secret] };
  },
  (chance) => {
    const secret = filled('{a26}', chance);
    return { kind: 'set-cookie', text: `Set-Cookie: sid=${secret}; Path=/; HttpOnly`, secrets: [secret] };
  },
  (chance) => {
    const secret = filled('{a40}', chance);
    return { kind: 'cookie', text: `Cookie: theme=dark; _app_state=${secret}; lang=de`, secrets: [secret] };
  },
  ...['RSA PRIVATE', 'EC PRIVATE', 'PRIVATE', 'OPENSSH PRIVATE', 'ENCRYPTED PRIVATE'].map(
    (name) => (chance: Chance) => {
      const body = filled('{b64}\n{b64}\n{b40}==', chance);
      const text = `key:\n-----BEGIN ${name} KEY-----\n${body}\n-----END ${name} KEY-----\nnext`;
      return { kind: `pem-${name.toLowerCase().replaceAll(' ', '-')}`, text, secrets: body.split('\n') };
    },
  ),
  (chance) => {
    const secret = `4${filled('{d14}', chance)}`;
    const card = [...'0123456789'].map((digit) => secret + digit).find(isLuhn)!;
    return { kind: 'card', text: `paid with ${card} today`, secrets: [card] };
  },
];

function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Texts without a secret that have the look or the words of one. */
const DECOYS = `
commit {h40} merged
"integrity": "sha512-{b86}=="
<link rel="stylesheet" href="/assets/main.{h8}.css">
docker.io/library/node@sha256:{h64}
trace-id {h32} span {h16}
request id {h8}-{h4}-{h4}-{h4}-{h12} took 12 ms
ETag: "{h32}"
order 4{d15} shipped to anna
The password must be at least 12 characters long.
password: string;
"password": { "type": "string", "minLength": 8 }
"password": "Password must contain a digit"
passwordField.value = input.password;
const token = await getToken(user);
token: z.string().optional(),
"max_tokens": 4096, "temperature": 0.2
"total_tokens": 1{d4}, "prompt_tokens": 1{d3}
next_page_token: {a24}
primaryKey: "customer_id"
"publicKey": "{b43}="
cacheKey: "users:list:page-2"
"key": "item-{d3}"
<li key="row-{d4}">
keyboard: us, layout: intl
the session ended after 20 minutes; token budget: 20
Forgot your password? Reset it here.
password=********&remember=1
API_KEY=<your-api-key>
api_key: \${API_KEY}
apiKey: process.env.API_KEY,
Authorization: Bearer <token>
authorization: \`Bearer \${token}\`,
Authorization is required.
secret: null, token: undefined
"secretName": "db-credentials", "namespace": "shop"
monkey=banana; turkey: roasted; donkey = grey
"passport": "required", "compass": "north"
.sk-loading-indicator-container-wrapper { color: red }
class="task-list-item-checkbox ask-question-button-primary"
https://example.org/articles/2026/03/how-to-rotate-a-secret-key
npm_config_registry npm_lifecycle_event npm_package_name_and_version
import { test } from '@playwright/test'; // version 1.65.{d1}
data:image/png;base64,iVBORw0KGgo{b120}
2026-03-04T10:11:12.123456Z GET /api/v2/tokens 200 17ms
Cookie: theme=dark; lang=de; consent=all
_ga=GA1.2.{d9}.{d10}
Tracking number 1Z{U16}
ISBN 978-3-16-148410-0, tel. 030 1234567
error code: 42P01, status code: 404, exit code: 137
"postal_code": "10115", "country_code": "DE", "promo_code": "SUMMER2026"
arn:aws:iam::{d12}:role/deploy
s3://bucket/path/to/{h32}/file.parquet
webpack:///./src/{s8}/{s10}.js?{h4}
sha256:{h64}
kubectl get secret {s8}-{s6}-{l5} -n {s6}
"sortKey": "created_at", "partitionKey": "tenant#{d4}"
Content-Type: multipart/form-data; boundary=----WebKitFormBoundary{a16}
if (password !== confirmPassword) throw new Error('passwords differ');
UPDATE users SET password_hash = $1 WHERE id = $2
password_reset_url: https://example.org/reset
label for="password">Password</label>
secretary: Anna Becker, tokenizer: bpe
session: restored 12 tabs, key: Enter
"code": "ECONNREFUSED", "errno": -111
user://settings@local and mailto:anna@example.org
http://localhost:3000/@vite/client
git@github.com:owner/name.git
hash: {h40}
"version": "1.2.{d2}", "node": "{d2}.1.0"`
  .trim()
  .split('\n');

/** How many kinds of secrets there are in it. */
export const KIND_COUNT = new Set([...KEYS, ...NAMED].map(({ kind }) => kind)).size + WHOLE.length;

/** `rounds` samples of every kind, and as many decoys. */
export function secretCorpus(seed: number, rounds: number): readonly SecretSample[] {
  const chance = new Chance(seed);
  return Array.from({ length: rounds }).flatMap(() => [
    ...KEYS.map(({ kind, pattern }) => {
      const key = filled(pattern, chance);
      const secret = key.replace(/^https:\/\/[^/]+\/(?:api\/webhooks\/)?/, '');
      const text = chance.pick(AROUND_KEY)(key);
      return { kind, text, secrets: [text.includes(secret) ? secret : encodeURIComponent(secret)] };
    }),
    ...NAMED.map(({ kind, names, pattern }) => {
      const value = filled(pattern, chance);
      const text = chance.pick(AROUND_NAMED)(chance.pick(names), value);
      return { kind, text, secrets: [text.includes(value) ? value : encodeURIComponent(value)] };
    }),
    ...WHOLE.map((make) => make(chance)),
    ...DECOYS.map((pattern) => ({ kind: 'decoy', text: filled(pattern, chance), secrets: [] })),
  ]);
}
