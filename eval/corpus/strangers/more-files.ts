/** More of the same; most of it was written after the first ones and not looked at while those were mended. */
export const MORE_FILES: readonly (readonly [string, string])[] = [
  [
    '.env of a shop',
    `APP_ENV=local
APP_KEY=base64:«[B43]=»
APP_DEBUG=true
DB_HOST=127.0.0.1
DB_PASSWORD="«[w9] [w4]»"
MAIL_PASSWORD=null
PUSHER_APP_SECRET=«[x20]»
MIX_PUSHER_APP_KEY="\${PUSHER_APP_KEY}"
VITE_SENTRY_DSN=https://«[x32]»@o[d6].ingest.sentry.io/[d7]`,
  ],
  [
    'helm values',
    `image:
  repository: registry.example.com/shop
  tag: [x7]
auth:
  adminUser: admin
  adminPassword: «[w16]»
  existingSecret: ""
oauth2:
  clientID: shop
  clientSecret: «[b40]»
  cookieSecret: «[B43]=»
resources:
  limits: { cpu: 500m, memory: 512Mi }`,
  ],
  [
    'appsettings.json',
    `{
  "Logging": { "LogLevel": { "Default": "Information" } },
  "ConnectionStrings": {
    "Default": "Host=db;Port=5432;Database=shop;Username=shop;Password=«[w14]»;Pooling=true",
    "Redis": "cache:6380,password=«[B43]=»,ssl=True,abortConnect=False",
    "ServiceBus": "Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=«[B43]=»"
  },
  "Jwt": { "Issuer": "shop", "SigningKey": "«[w32]»" },
  "AllowedHosts": "*"
}`,
  ],
  [
    'settings.py',
    `SECRET_KEY = 'django-insecure-«[n20]#[n15]^[n10]»'
DEBUG = True
DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "USER": "shop", "PASSWORD": "«[w12]»"}}
EMAIL_HOST_PASSWORD = "«[w16]»"
AUTH_PASSWORD_VALIDATORS = [{"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"}]
SESSION_COOKIE_AGE = 1209600
CSRF_COOKIE_NAME = "csrftoken"`,
  ],
  [
    'Jenkins log',
    `[Pipeline] withCredentials
Masking supported pattern matches of $DEPLOY_TOKEN
[Pipeline] sh
+ curl -sS -u ci:«11[x32]» https://jenkins.example.com/job/shop/build
+ helm upgrade shop ./chart --set db.password=«[w12]» --set image.tag=[x7]
Finished: SUCCESS (build #118, revision [x40])`,
  ],
  [
    'npm debug',
    `verbose stack HttpErrorAuthOTP: 401 Unauthorized - PUT https://registry.npmjs.org/shop
verbose argv "publish" "--otp" "«[d6]»"
http fetch GET 200 https://registry.npmjs.org/zod 118ms (cache hit)
silly idealTree buildDeps sha512-[B86]==`,
  ],
  [
    'fetch in the console',
    `fetch("https://api.example.com/v1/cart", {
  "headers": {
    "accept": "application/json",
    "authorization": "Bearer «[b60]»",
    "x-xsrf-token": "«[b40]»",
    "sec-ch-ua-platform": "\\"Linux\\""
  },
  "method": "GET"
});`,
  ],
  [
    'axios error',
    `AxiosError: Request failed with status code 401
  config: {
    headers: Object [AxiosHeaders] {
      Accept: 'application/json',
      'X-Api-Key': '«[w40]»',
      'User-Agent': 'axios/1.7.2'
    },
    auth: { username: 'shop', password: '«[w12]»' },
    url: 'https://api.example.com/v2/orders/[x24]'
  }`,
  ],
  [
    'python trace',
    `Traceback (most recent call last):
  File "/srv/app/db.py", line 18, in connect
    conn = psycopg2.connect(host="db", user="shop", password="«[w12]»", dbname="shop")
psycopg2.OperationalError: FATAL:  password authentication failed for user "shop"`,
  ],
  [
    'curl -v',
    `> GET /v1/user HTTP/2
> Host: api.example.com
> User-Agent: curl/8.5.0
> Authorization: token «gho_[w36]»
> Cookie: logged_in=yes; user_session=«[b48]»; tz=Europe%2FBerlin
< HTTP/2 200
< x-github-request-id: [X4]:[X6]:[X7]:[X7]:[X8]
< set-cookie: _gh_sess=«[w60]%3D%3D--[w16]»; path=/; secure; HttpOnly`,
  ],
  [
    'WebSocket frames',
    `>> {"type":"connection_init","payload":{"authToken":"«[b44]»"}}
<< {"type":"connection_ack"}
>> {"id":"1","type":"subscribe","payload":{"query":"subscription { tokens { id } }"}}
<< {"type":"welcome","session":{"id":"AQoQ[w30]","status":"connected","keepalive_timeout_seconds":10}}`,
  ],
  [
    'Vault answer',
    `{"request_id":"[x8]-[x4]-4[x3]-a[x3]-[x12]","lease_duration":2764800,"data":{"username":"v-token-shop","password":"«[w20]-[w8]»"},"auth":{"client_token":"«hvs.[b95]»","accessor":"[w24]"}}`,
  ],
  [
    'service account',
    `{
  "type": "service_account",
  "project_id": "shop",
  "private_key_id": "[x40]",
  "private_key": "«-----BEGIN PRIVATE KEY-----\\n[B64]\\n[B64]\\n-----END PRIVATE KEY-----\\n»",
  "client_email": "ci@shop.iam.gserviceaccount.com",
  "client_id": "[d21]"
}`,
  ],
  [
    'id_ed25519',
    `-----BEGIN OPENSSH PRIVATE KEY-----
«b3BlbnNzaC1rZXktdjEAAAAA[B46]
[B70]
[B70]»
-----END OPENSSH PRIVATE KEY-----
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI[B43] anna@laptop`,
  ],
  [
    'MikroTik',
    `/ppp secret add name=anna password=«[w10]» service=l2tp
/interface wireless security-profiles set default wpa2-pre-shared-key=«[w12]»
/ip address add address=10.0.0.1/24 interface=bridge1`,
  ],
  [
    'Cisco',
    `hostname core-1
enable secret 5 «$1$[w4]$[w22]»
username admin privilege 15 password 0 «[w10]»
interface GigabitEthernet0/1`,
  ],
  [
    'fstab',
    `//nas/share /mnt/share cifs username=anna,password=«[w10]»,uid=1000 0 0
UUID=[x8]-[x4]-[x4]-[x4]-[x12] / ext4 defaults 0 1`,
  ],
  [
    'rclone',
    `[s3]
type = s3
provider = AWS
access_key_id = «AKIA[T16]»
secret_access_key = «[B40]»
[dropbox]
type = dropbox
token = {"access_token":"«sl.[b135]»","token_type":"bearer","expiry":"0001-01-01T00:00:00Z"}`,
  ],
  [
    'pip.conf',
    `[global]
index-url = https://ci:«[w20]»@pypi.example.com/simple
trusted-host = pypi.example.com`,
  ],
  [
    '.pypirc',
    `[pypi]
username = __token__
password = «pypi-AgEIcHlwaS5vcmc[b120]»`,
  ],
  [
    'composer auth',
    `{"http-basic":{"repo.example.com":{"username":"anna","password":"«[x40]»"}},"github-oauth":{"github.com":"«ghp_[w36]»"}}`,
  ],
  [
    'sbt',
    `credentials += Credentials("Nexus", "nexus.example.com", "deploy", "«[w16]»")
scalaVersion := "3.4.2"`,
  ],
  [
    'Java',
    `Properties props = new Properties();
props.put("mail.smtp.password", "«[w14]»");
String apiKey = "«[w32]»";
private static final String SECRET_NAME = "shop/db";
log.info("token refreshed for user {}", userId);`,
  ],
  [
    'C#',
    `var client = new BlobServiceClient("DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=«[B86]==»");
services.AddAuthentication(JwtBearerDefaults.AuthenticationScheme);
options.ClientSecret = "«[w34]»";`,
  ],
  [
    'Go',
    `const (
	apiToken = "«[x40]»"
	tokenURL = "https://login.example.com/oauth/token"
)
cfg.Passwd = "«[w12]»"
ctx = context.WithValue(ctx, sessionKey{}, s)`,
  ],
  [
    'Rust',
    `let client = Client::new("https://api.example.com").with_api_key("«[w32]»");
let token: String = env::var("TOKEN").expect("TOKEN must be set");
#[serde(rename = "access_token")]`,
  ],
  [
    'PHP',
    `$mysqli = new mysqli("localhost", "shop", "«[w12]»", "shop");
$config['encryption_key'] = '«[x32]»';
$password = $_POST['password'] ?? '';`,
  ],
  [
    'Elixir',
    `config :shop, ShopWeb.Endpoint,
  secret_key_base: "«[B64]»",
  live_view: [signing_salt: "«[w12]»"]
config :shop, Shop.Repo, password: "«[w11]»", pool_size: 10`,
  ],
  [
    'Kotlin',
    `val retrofit = Retrofit.Builder().baseUrl(BASE_URL).build()
buildConfigField("String", "API_SECRET", "\\"«[w28]»\\"")
const val KEY_THEME = "theme_preference_key"`,
  ],
  [
    'Swift',
    `let apiKey = "«[w32]»"
keychain.set(password, forKey: "accountPassword")
request.setValue("Bearer \\(token)", forHTTPHeaderField: "Authorization")`,
  ],
  [
    'Terraform state',
    `{"mode":"managed","type":"random_password","instances":[{"attributes":{"bcrypt_hash":"«$2a$10$[w53]»","length":16,"result":"«[w16]»"}}]}`,
  ],
  [
    'CloudFormation',
    `Parameters:
  DBPassword:
    Type: String
    NoEcho: true
    Default: «[w12]»
Resources:
  Key: { Type: AWS::KMS::Key }`,
  ],
  [
    'Postman',
    `{"key":"Authorization","value":"Bearer «[b44]»","type":"text"},{"key":"Content-Type","value":"application/json"},{"key":"api_key","value":"«[w32]»","enabled":true}`,
  ],
  [
    'OpenAPI',
    `securitySchemes:
  ApiKeyAuth: { type: apiKey, in: header, name: X-API-Key }
  bearerAuth: { type: http, scheme: bearer, bearerFormat: JWT }
properties:
  password: { type: string, format: password, example: "secret123" }
  token: { type: string, description: "Token of the session" }`,
  ],
  ['form post', `username=anna%40example.com&password=«[a6]%21[d3]»&_csrf=«[b36]»&remember-me=on`],
  ['query', `wss://stream.example.com/socket?EIO=4&transport=websocket&auth=«[w32]»&sid=«[b20]»`],
  [
    'signed URL',
    `https://storage.googleapis.com/b/o.pdf?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Date=20261116T091200Z&X-Goog-Signature=«[x256]»`,
  ],
  [
    'magic link',
    `To: anna@example.com
Subject: Your sign-in link

https://shop.example.com/auth/verify?token=«[b43]»&email=anna%40example.com
Or enter the code «[d6]» within 10 minutes. Your order number is [d8].`,
  ],
  [
    'one-time codes',
    `Recovery codes: keep them safe.
otpauth://totp/Shop:anna@example.com?secret=«[T32]»&issuer=Shop&digits=6`,
  ],
  [
    'seed phrase',
    `mnemonic: "«witch collapse practice feed shame open despair creek road again ice least»"
derivation_path: m/44'/60'/0'/0/0
address: 0x[x40]`,
  ],
  [
    'crypto key',
    `ETH_PRIVATE_KEY=0x«[x64]»
CONTRACT_ADDRESS=0x[x40]
TX_HASH=0x[x64]`,
  ],
  [
    'syslog',
    `Nov 16 09:12:44 web1 sshd[118]: Accepted publickey for deploy from 10.0.0.7 port 51122 ssh2: ED25519 SHA256:[B43]
Nov 16 09:12:45 web1 sudo: anna : TTY=pts/0 ; PWD=/srv/shop ; USER=root ; COMMAND=/usr/bin/apt update
Nov 16 09:12:46 web1 app[99]: smtp auth failed user=anna@example.com pass=«[w10]»`,
  ],
  [
    'kubernetes describe',
    `Name:         shop-[x10]-[n5]
Controlled By:  ReplicaSet/shop-[x10]
    Image ID:       registry.example.com/shop@sha256:[x64]
    Environment:
      DB_PASSWORD:  <set to the key 'password' in secret 'db'>  Optional: false
      FEATURE_FLAGS_TOKEN:  «[w36]»`,
  ],
  [
    'gh output',
    `Logged in to github.com account anna (keyring)
  - Active account: true
  - Token: «gho_[w36]»
  - Token scopes: 'gist', 'read:org', 'repo'`,
  ],
  [
    'changelog',
    `- Passwords may have 128 characters now; tokens are refreshed 60 seconds before they expire ([x7])
- fix(auth): keep session key when the API key rotates (#118)
- The secret manager reads credentials from the environment`,
  ],
  [
    'CSS and classes',
    `.password-input__icon--visible{color:#[x6]}.token-list>li{margin:0 4px}
<div class="sc-[a6] [a5][d1] PasswordField__Wrapper-sc-1[n6]-0" data-key="row-[d4]" id="headlessui-dialog-panel-:r1a:"></div>`,
  ],
  [
    'source map',
    `//# sourceMappingURL=app.[x8].js.map
{"version":3,"sources":["webpack:///./src/auth/token.ts"],"names":["accessToken","refreshToken"],"mappings":"AAAA,SAASA,KAAKC,GACZ,OAAOA,EAAE"}`,
  ],
  [
    'source',
    `async function login(password: string, token = readToken()) {
  if (password.length < 8) throw new Error('Password must be at least 8 characters');
  const secret = await vault.read('shop/db');
  return fetch(url, { headers: { authorization: \`Bearer \${token}\` } });
}
const LEGACY_TOKEN = '«[x40]»';`,
  ],
  [
    'HTML form',
    `<form action="/login" method="post">
  <input type="hidden" name="csrf_token" value="«[b43]»">
  <input type="text" name="username" value="anna">
  <input type="password" name="password" value="«[a8][d2]»" autocomplete="current-password">
  <button data-key="submit-login-button-primary">Log in</button>
</form>`,
  ],
  [
    'meta',
    `<meta name="csrf-token" content="«[B86]==»">
<meta name="description" content="Shop of the year 2026">`,
  ],
  [
    'docs',
    `Set \`API_KEY\` to your key, for instance \`API_KEY=your-key-here\`. The token is sent as \`Authorization: Bearer <token>\`.
The secret of success is patience; a password manager helps. Passwords: 12 characters at least. See token-based-authentication.md.`,
  ],
  [
    'lock file',
    `"node_modules/jsonwebtoken": {
  "version": "9.0.2",
  "resolved": "https://registry.npmjs.org/jsonwebtoken/-/jsonwebtoken-9.0.2.tgz",
  "integrity": "sha512-[B86]==",
  "license": "MIT"
}`,
  ],
  [
    'metrics',
    `http_requests_total{method="post",code="200",handler="/api/token"} 1027
auth_token_refresh_seconds_bucket{le="0.5"} 118
password_reset_total 3
cache_key_evictions{shard="[x8]"} 4`,
  ],
  [
    'test output',
    `✓ rejects a wrong password (12 ms)
✓ renews the access token when it is expired (118 ms)
✓ keeps the api key out of logs
  Expected: "[x24]"
  Received: "[x24]"`,
  ],
];
