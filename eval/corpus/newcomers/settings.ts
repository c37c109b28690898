/** Settings of many programs, as their own manuals show them. Written before anybody looked at what finds them. */
export const SETTINGS: readonly (readonly [string, string])[] = [
  [
    '.env of Next.js',
    `NODE_ENV=production
NEXTAUTH_SECRET=«[B44]»
NEXTAUTH_URL=https://shop.example.com
GOOGLE_CLIENT_ID=[d12]-[n32].apps.googleusercontent.com
GOOGLE_CLIENT_SECRET=GOCSPX-«[b28]»
DATABASE_URL="postgresql://shop:«[w14]»@db.internal:5432/shop?schema=public"
STRIPE_SECRET_KEY=«sk_live_[w24]»
NEXT_PUBLIC_POSTHOG_HOST=https://eu.posthog.com
RESEND_API_KEY=«re_[w8]_[w24]»
UPLOADTHING_SECRET='«sk_live_[x64]»'`,
  ],
  [
    '.env of Rails',
    `RAILS_MASTER_KEY=«[x32]»
SECRET_KEY_BASE=«[x128]»
RAILS_MAX_THREADS=5
SIDEKIQ_WEB_PASSWORD=«[a6]-[a5]-[d3]»
REDIS_URL=redis://:«[w20]»@redis:6379/1`,
  ],
  [
    '.env of Laravel',
    `APP_KEY=«base64:[B43]=»
DB_USERNAME=forge
DB_PASSWORD=«[w20]»
MAILGUN_SECRET=«key-[x32]»
PUSHER_APP_ID=[d7]
PUSHER_APP_KEY=«[x20]»
PUSHER_APP_SECRET=«[x20]»
AWS_ACCESS_KEY_ID=«AKIA[T16]»
AWS_SECRET_ACCESS_KEY=«[B40]»
AWS_DEFAULT_REGION=eu-central-1
LOG_CHANNEL=stack`,
  ],
  [
    '.env of Django',
    `DJANGO_SECRET_KEY='«[w25]!@[w22]»'
DJANGO_ALLOWED_HOSTS=shop.example.com,www.example.com
EMAIL_HOST_PASSWORD=«[w16]»
SENTRY_DSN=https://«[x32]»@o[d6].ingest.de.sentry.io/[d16]
TWILIO_AUTH_TOKEN=«[x32]»
TWILIO_ACCOUNT_SID=AC[x32]`,
  ],
  [
    'compose file',
    `services:
  db:
    image: postgres:16
    environment:
      POSTGRES_USER: shop
      POSTGRES_PASSWORD: «[w18]»
      PGDATA: /var/lib/postgresql/data
  mq:
    image: rabbitmq:3-management
    environment:
      - RABBITMQ_DEFAULT_USER=shop
      - RABBITMQ_DEFAULT_PASS=«[w12]»
      - RABBITMQ_ERLANG_COOKIE=«[A20]»
  minio:
    command: server /data --console-address ":9001"
    environment:
      MINIO_ROOT_USER: minio
      MINIO_ROOT_PASSWORD: "«[a8][d4]!»"
  search:
    environment: ["discovery.type=single-node", "ELASTIC_PASSWORD=«[w16]»"]`,
  ],
  [
    'Kubernetes secret, plain',
    `apiVersion: v1
kind: Secret
metadata:
  name: shop-db
  resourceVersion: "[d8]"
type: Opaque
stringData:
  username: shop
  password: «[w16]»
  api-token: «[x40]»
  tls.key: |
    -----BEGIN EC PRIVATE KEY-----
    «[B64]
    [B60]»
    -----END EC PRIVATE KEY-----`,
  ],
  [
    'Kubernetes secret, encoded',
    `apiVersion: v1
kind: Secret
metadata: { name: registry, namespace: shop }
type: kubernetes.io/dockerconfigjson
data:
  .dockerconfigjson: «[B180]==»
  password: «[B22]==»`,
  ],
  [
    'kubeconfig',
    `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t
    server: https://10.0.0.1:6443
  name: prod
users:
- name: admin
  user:
    token: «[b80]»
- name: dev
  user:
    client-key-data: «LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ[B60]»
- name: basic
  user: { username: ops, password: «[w14]» }`,
  ],
  [
    'Terraform',
    `provider "datadog" {
  api_key = "«[x32]»"
  app_key = "«[x40]»"
  api_url = "https://api.datadoghq.eu/"
}
provider "cloudflare" {
  api_token = "«[b40]»"
}
resource "aws_db_instance" "shop" {
  engine   = "postgres"
  username = "shop"
  password = "«[w20]»"
  db_subnet_group_name = "subnet-[x8]"
}
variable "grafana_admin_password" {
  type      = string
  sensitive = true
  default   = "«[w12]»"
}`,
  ],
  [
    'tfvars',
    `region         = "eu-west-1"
db_password    = "«[w16]»"
okta_api_token = "«00[b40]»"
vpc_id         = "vpc-[x17]"
pagerduty_token = "«[b20]»"`,
  ],
  [
    'Ansible',
    `---
- hosts: db
  vars:
    mysql_root_password: «[w16]»
    ansible_become_pass: «[w10]»
    mysql_port: 3306
    vault_token: «hvs.[b90]»
  tasks:
    - name: create user
      community.mysql.mysql_user:
        name: shop
        login_password: "{{ mysql_root_password }}"
        password: "«[a5][d5]»"`,
  ],
  [
    'Helm values',
    `grafana:
  adminUser: admin
  adminPassword: «[w12]»
  grafana.ini:
    smtp:
      user: alerts
      password: «[w16]»
    security:
      secret_key: «[w20]»
keycloak:
  auth: { adminUser: admin, adminPassword: "«[w14]»", managementPassword: "" }
externalDatabase:
  existingSecretPasswordKey: db-password`,
  ],
  [
    'Spring',
    `spring.datasource.url=jdbc:mysql://db:3306/shop?useSSL=true
spring.datasource.username=shop
spring.datasource.password=«[w13]»
spring.security.oauth2.client.registration.github.client-secret=«[x40]»
spring.mail.password=«[a4] [a4] [a4] [a4]»
jwt.secret=«[B64]»
jwt.expiration=86400000
management.endpoints.web.exposure.include=health,info
server.ssl.key-store-password=«changeit[d3]»`,
  ],
  [
    'application.yml',
    `spring:
  rabbitmq:
    host: mq
    username: shop
    password: «[w11]»
  redis:
    password: '«[w16]»'
app:
  stripe:
    webhook-secret: «whsec_[w32]»
  recaptcha:
    site-key: 6Le[b37]
    secret-key: «6Le[b37]»`,
  ],
  [
    'appsettings',
    `{
  "ConnectionStrings": {
    "Main": "Server=sql01;Database=Shop;User Id=shop;Password=«[w12]»;TrustServerCertificate=true",
    "Blob": "DefaultEndpointsProtocol=https;AccountName=shopfiles;AccountKey=«[B86]==»;EndpointSuffix=core.windows.net"
  },
  "AzureAd": { "TenantId": "[x8]-[x4]-4[x3]-a[x3]-[x12]", "ClientId": "[x8]-[x4]-4[x3]-b[x3]-[x12]", "ClientSecret": "«[w3]8Q~[b34]»" },
  "SendGrid": { "ApiKey": "«SG.[b22].[b43]»" },
  "AllowedHosts": "*"
}`,
  ],
  [
    'web.config',
    `<configuration>
  <appSettings>
    <add key="Environment" value="Production" />
    <add key="SmtpPassword" value="«[w12]»" />
    <add key="StorageKey" value="«[B86]==»" />
  </appSettings>
  <connectionStrings>
    <add name="Shop" connectionString="Data Source=sql;Initial Catalog=Shop;User ID=shop;Password=«[w15]»" providerName="System.Data.SqlClient" />
  </connectionStrings>
  <system.web><machineKey validationKey="«[X128]»" decryptionKey="«[X64]»" validation="SHA1" /></system.web>
</configuration>`,
  ],
  [
    'Maven',
    `<settings>
  <servers>
    <server><id>nexus</id><username>deploy</username><password>«[w16]»</password></server>
    <server><id>github</id><username>anna</username><password>«ghp_[w36]»</password></server>
    <server><id>key</id><privateKey>/Users/anna/.ssh/id_rsa</privateKey><passphrase>«[a6] [a5] [a7]»</passphrase></server>
  </servers>
</settings>`,
  ],
  [
    'Gradle',
    `org.gradle.jvmargs=-Xmx2g
signing.keyId=[X8]
signing.password=«[w12]»
signing.secretKeyRingFile=/Users/anna/.gnupg/secring.gpg
ossrhUsername=anna
ossrhPassword=«[B24]»
RELEASE_STORE_PASSWORD=«[a7][d2]»
gpr.key=«ghp_[w36]»`,
  ],
  [
    '.npmrc',
    `registry=https://registry.npmjs.org/
//registry.npmjs.org/:_authToken=«npm_[w36]»
//npm.example.com/:_auth=«[B28]==»
//npm.example.com/:_password="«[B20]==»"
always-auth=true
email=anna@example.com`,
  ],
  [
    'pip and pypirc',
    `[distutils]
index-servers = pypi internal
[pypi]
username = __token__
password = «pypi-AgEIcHlwaS5vcmc[b90]»
[internal]
repository = https://pypi.example.com/
username = deploy
password = «[w10]»
[global]
index-url = https://deploy:«[w12]»@pypi.example.com/simple`,
  ],
  [
    'cargo, gem and composer',
    `# ~/.cargo/credentials.toml
[registry]
token = "«cio[w32]»"
# ~/.gem/credentials
:rubygems_api_key: «rubygems_[x48]»
# auth.json
{"http-basic":{"repo.example.com":{"username":"token","password":"«[x40]»"}},"github-oauth":{"github.com":"«ghp_[w36]»"}}`,
  ],
  [
    'docker config',
    `{"auths":{"registry.example.com":{"auth":"«[B32]==»"},"ghcr.io":{"identitytoken":"«[b60]»"}},"credsStore":"desktop","currentContext":"default"}`,
  ],
  [
    'netrc and pgpass',
    `machine api.heroku.com
  login anna@example.com
  password «[x8]-[x4]-4[x3]-a[x3]-[x12]»
machine git.example.com login anna password «[w16]»
# ~/.pgpass
db.internal:5432:shop:shop:«[w14]»`,
  ],
  [
    '.my.cnf',
    `[client]
user=root
password=«[w12]»
host=localhost
[mysqldump]
user = backup
password = "«[w8]#[w4]»"
[mysqld]
max_connections=200`,
  ],
  [
    'AWS credentials',
    `[default]
aws_access_key_id = «AKIA[T16]»
aws_secret_access_key = «[B40]»
[staging]
aws_access_key_id=«ASIA[T16]»
aws_secret_access_key=«[B40]»
aws_session_token=«[B200]»
region=eu-west-1`,
  ],
  [
    'service account',
    `{
  "type": "service_account",
  "project_id": "shop-[d6]",
  "private_key_id": "«[x40]»",
  "private_key": "«-----BEGIN PRIVATE KEY-----\\n[B64]\\n[B64]\\n-----END PRIVATE KEY-----\\n»",
  "client_email": "deploy@shop-[d6].iam.gserviceaccount.com",
  "client_id": "[d21]"
}`,
  ],
  [
    'rclone and s3cmd',
    `[b2]
type = b2
account = [x12]
key = «K00[d1][w27]»
[gdrive]
type = drive
token = {"access_token":"«ya29.[b120]»","token_type":"Bearer","refresh_token":"«1//0[b60]»","expiry":"2026-05-01T10:00:00Z"}
[s3cfg]
access_key = «[N20]»
secret_key = «[B40]»
use_https = True`,
  ],
  [
    'Redis and Mongo',
    `# redis.conf
bind 127.0.0.1
requirepass «[w24]»
masterauth «[w24]»
user app on >«[w14]» ~cache:* +@read
maxmemory 2gb
# mongod
mongodb://root:«[w12]»@mongo-0.mongo:27017,mongo-1.mongo:27017/admin?replicaSet=rs0`,
  ],
  [
    'nginx and haproxy',
    `location /api/ {
  proxy_set_header Authorization "Basic «[B28]==»";
  proxy_set_header X-Api-Key «[x32]»;
  proxy_set_header X-Request-Id $request_id;
}
# haproxy.cfg
userlist ops
  user anna insecure-password «[w10]»
  user ben password «$6$[w12]$[w86]»`,
  ],
  [
    'WireGuard',
    `[Interface]
PrivateKey = «[B43]=»
Address = 10.8.0.2/24
[Peer]
PublicKey = [B43]=
PresharedKey = «[B43]=»
Endpoint = vpn.example.com:51820`,
  ],
  [
    'router',
    `hostname core1
enable secret 5 «$1$[w4]$[w22]»
username admin privilege 15 password 7 «[X18]»
snmp-server community «[w10]» RO
tacacs-server key «[w14]»
crypto isakmp key «[w16]» address 203.0.113.9
interface GigabitEthernet0/1
 description uplink key customer`,
  ],
  [
    'wp-config',
    `define( 'DB_NAME', 'wordpress' );
define( 'DB_PASSWORD', '«[w16]»' );
define( 'AUTH_KEY',         '«[w20]|{[w20]#+[w18]»' );
define( 'NONCE_SALT',       '«[w30]!%[w30]»' );
define( 'WP_DEBUG', false );
$table_prefix = 'wp_';`,
  ],
  [
    'GitLab runner',
    `concurrent = 4
[[runners]]
  name = "docker-1"
  url = "https://gitlab.example.com/"
  token = "«glrt-[b20]»"
  executor = "docker"
  [runners.cache.s3]
    AccessKey = "«[N20]»"
    SecretKey = "«[B40]»"
    BucketName = "runner-cache"`,
  ],
  [
    'GitHub workflow',
    `env:
  NODE_VERSION: 22
  CODECOV_TOKEN: «[x8]-[x4]-4[x3]-8[x3]-[x12]»
  NPM_TOKEN: \${{ secrets.NPM_TOKEN }}
jobs:
  test:
    steps:
      - uses: actions/cache@v4
        with: { key: linux-npm-[x64], path: ~/.npm }
      - run: curl -H "Authorization: token «ghp_[w36]»" https://api.github.com/repos/shop/shop/dispatches
      - run: echo "«[w24]» " | docker login ghcr.io -u anna --password-stdin`,
  ],
  [
    'Prometheus and alerts',
    `scrape_configs:
  - job_name: api
    basic_auth:
      username: prom
      password: «[w14]»
  - job_name: cloud
    authorization: { type: Bearer, credentials: «[b44]» }
receivers:
  - name: ops
    slack_configs:
      - api_url: https://hooks.slack.com/services/«T[N8]/B[N10]/[w24]»
    pagerduty_configs:
      - routing_key: «[x32]»
    opsgenie_configs:
      - api_key: «[x8]-[x4]-4[x3]-9[x3]-[x12]»`,
  ],
  [
    'ini of Grafana and Gitea',
    `[security]
admin_password = «[w12]»
secret_key = «[w20]»
INTERNAL_TOKEN = «eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJuYmYiOjE3MDAwMDAwMDB9.[b43]»
PASSWORD_HASH_ALGO = pbkdf2
[oauth2]
JWT_SECRET = «[b43]»
[mailer]
PASSWD = «[w10]»
[database]
;password =
password = \`«[a4]#[d4]»\``,
  ],
  [
    'plist and Android',
    `<dict>
  <key>GoogleAPIKey</key>
  <string>«AIza[b35]»</string>
  <key>CFBundleShortVersionString</key>
  <string>1.4.2</string>
  <key>MixpanelToken</key>
  <string>«[x32]»</string>
</dict>
<resources>
  <string name="app_name">Shop</string>
  <string name="facebook_client_token">«[x32]»</string>
  <string name="password_hint">Password</string>
</resources>`,
  ],
  [
    'vault and consul',
    `storage "consul" { address = "127.0.0.1:8500" path = "vault/" token = "«[x8]-[x4]-4[x3]-8[x3]-[x12]»" }
seal "awskms" { region = "eu-west-1" kms_key_id = "[x8]-[x4]-4[x3]-8[x3]-[x12]" secret_key = "«[B40]»" }
Unseal Key 1: «[B43]=»
Initial Root Token: «hvs.[w24]»
encrypt = "«[B43]=»"`,
  ],
];
