/** Whole files, logs and dumps as they lie around: what is secret stands between « and », all else is none. */
export const FILES: readonly (readonly [string, string])[] = [
  [
    'docker-compose',
    `services:
  db:
    image: postgres:16@sha256:[x64]
    environment:
      POSTGRES_USER: shop
      POSTGRES_PASSWORD: «[w14]»
      PGDATA: /var/lib/postgresql/data
    ports: ["5432:5432"]
  api:
    command: node server.js --port 8080
    environment:
      - SESSION_SECRET=«[x40]»
      - STRIPE_SECRET_KEY=«sk_test_[w24]»
      - LOG_LEVEL=debug`,
  ],
  [
    'application.yml',
    `spring:
  datasource:
    url: jdbc:postgresql://db:5432/shop
    username: shop
    password: «[a6][d3]»
  mail:
    host: smtp.example.com
    password: "«[w11]!»"
jwt:
  secret: «[B43]=»
  expiration-ms: 86400000
management.endpoints.web.exposure.include: health,info`,
  ],
  [
    'wp-config',
    `define( 'DB_NAME', 'shop' );
define( 'DB_USER', 'wp' );
define( 'DB_PASSWORD', '«[w12]»' );
define( 'AUTH_KEY',         '«[w30]|[w20]»' );
define( 'SECURE_AUTH_SALT', '«[w24]%[w24]»' );
$table_prefix = 'wp_';`,
  ],
  [
    'aws credentials',
    `[default]
aws_access_key_id = «AKIA[T16]»
aws_secret_access_key = «[B40]»
region = eu-central-1
[staging]
role_arn = arn:aws:iam::[d12]:role/staging
aws_session_token = «[B160]»`,
  ],
  [
    'kubeconfig',
    `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t
    server: https://10.0.0.1:6443
users:
- name: admin
  user:
    token: «eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJr[w60].[b86]»
- name: dev
  user:
    password: «[w12]»
    username: dev`,
  ],
  [
    'tfvars',
    `region            = "eu-central-1"
db_admin_password = "«[w10]#[d2]»"
github_token      = "«ghp_[w36]»"
instance_type     = "t3.micro"
ssh_public_key    = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI[B43] anna"`,
  ],
  [
    'bash history',
    `cd ~/src/shop
export GITLAB_TOKEN=«glpat-[b20]»
curl -H "Authorization: Bearer «[b40]»" https://api.example.com/v2/me | jq .
git checkout [x40]
mysqldump -u backup -p«[w10]» shop > /tmp/shop.sql
psql "postgresql://anna:«[w12]»@db.example.com/shop" -c 'select 1'
kubectl create secret generic db --from-literal=password=«[w12]»
history | tail -20`,
  ],
  [
    'http dump',
    `POST /api/session HTTP/1.1\r
Host: shop.example.com\r
Cookie: _ga=GA1.2.[d9].[d10]; session=«[b60]»\r
X-CSRF-Token: «[B43]=»\r
Content-Type: application/json\r
Content-Length: 61\r
\r
{"email":"anna@example.com","password":"«[a7][d2]»","remember":true}`,
  ],
  [
    'graphql answer',
    `{"data":{"login":{"user":{"id":"[x24]","name":"Anna"},"accessToken":"«[b48]»","refreshToken":"«[b64]»","expiresIn":3600}},"extensions":{"requestId":"[x16]"}}`,
  ],
  [
    'nginx log',
    `10.0.4.17 - anna [16/Nov/2026:09:12:44 +0000] "GET /download?file=a.pdf&token=«[x40]» HTTP/1.1" 200 118 "https://shop.example.com/" "Mozilla/5.0"
10.0.4.17 - - [16/Nov/2026:09:12:45 +0000] "GET /assets/app.[x20].js HTTP/1.1" 304 0`,
  ],
  [
    'ansible inventory',
    `[web]
web1 ansible_host=10.0.0.5 ansible_user=deploy ansible_ssh_pass=«[w10]» ansible_become_pass=«[w11]»
[web:vars]
http_port=80`,
  ],
  [
    'spring trace',
    `2026-11-16 09:12:44.120 ERROR 1 --- [nio-8080-exec-3] c.e.s.PaymentClient : charge failed
com.stripe.exception.AuthenticationException: Invalid API Key provided: «sk_live_[w24]»; request-id: req_[w14]
	at com.stripe.net.LiveStripeResponseGetter.handleApiError(LiveStripeResponseGetter.java:295) ~[stripe-java-24.0.0.jar!/:24.0.0]`,
  ],
  [
    'web.config',
    `<configuration>
  <connectionStrings>
    <add name="Shop" connectionString="Data Source=db;Initial Catalog=Shop;User ID=sa;Password=«[w12]»" providerName="System.Data.SqlClient" />
  </connectionStrings>
  <appSettings>
    <add key="SendGridApiKey" value="«SG.[b22].[b43]»" />
    <add key="PageSize" value="50" />
  </appSettings>
  <machineKey validationKey="«[X64]»" decryptionKey="«[X48]»" validation="SHA1" />
</configuration>`,
  ],
  [
    'SQL dump',
    `-- Dump of table users
INSERT INTO \`users\` (\`id\`, \`email\`, \`password_hash\`) VALUES (1,'anna@example.com','«$2b$12$[w53]»');
CREATE USER 'report'@'%' IDENTIFIED BY '«[w12]»';
GRANT SELECT ON shop.* TO 'report'@'%';`,
  ],
  [
    'chat',
    `[09:12] ben: can you send me the staging login?
[09:13] anna: user is admin, pw: «[a5][d3]!»
[09:13] anna: and the api key is «[w32]»
[09:14] ben: thanks, the deploy token expired by the way`,
  ],
  [
    'plist',
    `<key>APIBaseURL</key>
<string>https://api.example.com</string>
<key>GoogleMapsAPIKey</key>
<string>«AIza[b35]»</string>
<key>ClientSecret</key>
<string>«[w32]»</string>
<key>CFBundleVersion</key>
<string>118</string>`,
  ],
  [
    'strings.xml',
    `<resources>
  <string name="app_name">Shop</string>
  <string name="google_api_key" translatable="false">«AIza[b35]»</string>
  <string name="facebook_client_token">«[x32]»</string>
  <string name="password_hint">At least eight characters</string>
</resources>`,
  ],
  [
    'gradle.properties',
    `org.gradle.jvmargs=-Xmx2g
signing.keyId=[X8]
signing.password=«[w12]»
ossrhPassword=«[w16]»
android.useAndroidX=true`,
  ],
  [
    'maven settings',
    `<server>
  <id>nexus</id>
  <username>deploy</username>
  <password>«[w14]»</password>
</server>
<profile><id>ci</id></profile>`,
  ],
  [
    'Dockerfile',
    `FROM node:24-alpine@sha256:[x64]
ARG NPM_TOKEN=«npm_[w36]»
ENV APP_SECRET «[x32]»
ENV NODE_ENV production
RUN echo "//registry.npmjs.org/:_authToken=\${NPM_TOKEN}" > .npmrc && npm ci`,
  ],
  [
    'PowerShell',
    `$env:AZURE_CLIENT_SECRET = "«[w3]8Q~[w34]»"
$password = ConvertTo-SecureString "«[w12]!»" -AsPlainText -Force
Connect-AzAccount -Tenant [x8]-[x4]-4[x3]-a[x3]-[x12]`,
  ],
  [
    'registry',
    `[HKEY_CURRENT_USER\\Software\\Shop]
"Server"="db.example.com"
"Password"="«[w12]»"
"WindowPos"=dword:0000002c`,
  ],
  [
    'localStorage',
    `{"theme":"dark","auth":{"token":"«eyJhbGciOiJIUzI1NiJ9.eyJ1aWQiOjE[w30].[b43]»","user":"anna"},"cart":"[x24]","i18n":"de"}`,
  ],
  [
    'js bundle',
    `!function(){var e={apiKey:"«AIza[b35]»",authDomain:"shop.firebaseapp.com",projectId:"shop",appId:"1:[d12]:web:[x22]"};n.exports=e}();`,
  ],
  [
    'python repr',
    `{'host': 'db', 'user': 'shop', 'password': '«[w12]»', 'port': 5432, 'options': {'sslmode': 'require'}}`,
  ],
  [
    'go struct',
    `&config.Config{Addr:":8080", DBPassword:"«[w14]»", SigningKey:"«[B43]=»", Timeout:30000000000, Debug:false}`,
  ],
  [
    'toml',
    `[package]
name = "shop"
checksum = "[x64]"
[registry]
token = "«cio[w32]»"
[db]
password = '«[w10]»'`,
  ],
  [
    'my.cnf',
    `[client]
user = root
password = «[w10]»
[mysqld]
max_allowed_packet = 64M`,
  ],
  [
    'git credentials',
    `https://anna:«ghp_[w36]»@github.com
https://deploy:«[w20]»@git.example.com`,
  ],
  [
    'netrc lines',
    `machine git.example.com
login deploy
password «[w14]»`,
  ],
  [
    'wpa',
    `network={
  ssid="Office"
  psk="«[a7][d4]»"
  key_mgmt=WPA-PSK
}`,
  ],
  [
    'systemd',
    `[Service]
Environment="DB_PASSWORD=«[w12]»" "LOG=info"
Environment=API_TOKEN=«[x40]»
ExecStart=/usr/bin/shop --workers 4`,
  ],
  ['supervisor', `environment=SECRET_KEY="«[w40]»",DEBUG="false",PATH="/usr/bin"`],
  ['crontab', `0 3 * * * PGPASSWORD='«[w12]»' pg_dump -h db -U shop shop | gzip > /backup/$(date +%F).gz`],
  [
    'CI log',
    `Run docker/login-action@[x40]
+ docker login -u anna -p «[w20]» registry.example.com
Login Succeeded
+ docker push registry.example.com/shop:[x7]
[x7]: digest: sha256:[x64] size: 1576
Error: fatal: Authentication failed for 'https://x-access-token:«ghs_[w36]»@github.com/acme/shop.git/'`,
  ],
  [
    'webhook log',
    `DEBUG stripe webhook: secret=«whsec_[w32]» event=evt_[w24] type=charge.succeeded livemode=true`,
  ],
  [
    'OAuth answer',
    `HTTP/1.1 200 OK
content-type: application/json
set-cookie: sid=«s%3A[b32].[w43]»; Path=/; HttpOnly

{"access_token":"«[b60]»","id_token":"«eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIx[w40].[b86]»","token_type":"Bearer","scope":"openid email"}`,
  ],
  [
    'multipart',
    `------b7
Content-Disposition: form-data; name="username"

anna
------b7
Content-Disposition: form-data; name="new_password"

«[a6][d3]»
------b7--`,
  ],
  [
    'SOAP login',
    `<soap:Body><login><username>anna</username><password>«[w10]»</password><locale>de</locale></login></soap:Body>`,
  ],
  [
    'LDAP',
    `dn: uid=anna,ou=people,dc=example,dc=com
cn: Anna Schmidt
userPassword: {SSHA}«[B32]»
mail: anna@example.com`,
  ],
  [
    'rails credentials',
    `secret_key_base: «[x128]»
aws:
  access_key_id: «AKIA[T16]»
  secret_access_key: «[B40]»
mapbox:
  public: pk`,
  ],
  [
    'slack payload',
    `{"ok":true,"url":"https://hooks.slack.com/services/«T[N10]/B[N10]/[w24]»","bot":{"bot_access_token":"«xoxb-[d12]-[d12]-[w24]»","bot_user_id":"U[N10]"}}`,
  ],
  ['ruby hash', `{:adapter=>"postgresql", :username=>"shop", :password=>"«[w12]»", :pool=>5}`],
  ['java map', `{host=db, port=5432, user=shop, password=«[w12]», ssl=true}`],
  [
    'escaped JSON',
    `{"event":"request","body":"{\\"user\\":\\"anna\\",\\"password\\":\\"«[w10]»\\",\\"lang\\":\\"de\\"}"}`,
  ],
  ['URL in log', `Redirecting to https://app.example.com/reset?uid=[d5]&reset_token=«[b32]»&lang=de`],
  [
    'kafka jaas',
    `sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="shop" password="«[w14]»";
security.protocol=SASL_SSL`,
  ],
  [
    'redis conf',
    `port 6379
requirepass «[w20]»
maxmemory 2gb`,
  ],
  [
    'CSV of users',
    `id,email,api_token,created
1,anna@example.com,«[x40]»,2026-01-02
2,ben@example.com,«[x40]»,2026-01-03`,
  ],
  [
    'env printout',
    `SHELL=/bin/bash
HOSTNAME=shop-[x10]-[n5]
OPENAI_API_KEY=«sk-proj-[b74]T3BlbkFJ[b74]»
KUBERNETES_SERVICE_HOST=10.96.0.1
SMTP_PASS=«[w12]»
LS_COLORS=rs=0:di=01;34`,
  ],
  [
    'GitHub Actions env',
    `env:
  NODE_AUTH_TOKEN: \${{ secrets.NPM_TOKEN }}
  TWILIO_AUTH_TOKEN: «[x32]»
  TWILIO_ACCOUNT_SID: AC[x32]
  CACHE_VERSION: v3`,
  ],
  [
    'IRC',
    `PASS «[w12]»
NICK anna
PRIVMSG NickServ :IDENTIFY «[w10]»`,
  ],
  [
    'SMTP',
    `AUTH PLAIN «AGFubmE[w20]==»
235 2.7.0 Authentication successful`,
  ],
  [
    'FTP',
    `USER anna
331 Please specify the password.
PASS «[w10]»
230 Login successful.`,
  ],
];
