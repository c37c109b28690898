/** Requests, logs and commands. Written before anybody looked at what finds them. */
export const TRAFFIC: readonly (readonly [string, string])[] = [
  [
    'curl with headers',
    `curl -sS https://api.openai.com/v1/models -H "Authorization: Bearer «sk-proj-[b48]»"
curl https://api.anthropic.com/v1/messages -H 'x-api-key: «sk-ant-api03-[b93]AA»' -H 'anthropic-version: 2023-06-01'
curl -X POST https://api.mailgun.net/v3/mg.example.com/messages -u 'api:«[x32]-[x8]-[x8]»' -F to=anna@example.com
curl -H 'PRIVATE-TOKEN: «glpat-[b20]»' https://gitlab.example.com/api/v4/projects
curl -H "X-Vault-Token: «hvs.[w24]»" $VAULT_ADDR/v1/secret/data/shop
curl --user anna:«[w12]» https://nexus.example.com/status`,
  ],
  [
    'curl of others',
    `curl "https://api.telegram.org/bot[d10]:«AA[b33]»/getMe"
curl "https://maps.googleapis.com/maps/api/geocode/json?address=Bonn&key=«AIza[b35]»"
curl -H "Authorization: Klaviyo-API-Key «pk_[x34]»" https://a.klaviyo.com/api/lists
curl -H "X-Shopify-Access-Token: «shpat_[x32]»" https://shop.myshopify.com/admin/api/2026-01/shop.json
curl -H "Fastly-Key: «[b32]»" https://api.fastly.com/service
curl -H "DD-API-KEY: «[x32]»" -H "DD-APPLICATION-KEY: «[x40]»" https://api.datadoghq.eu/api/v1/validate
curl -H "X-Figma-Token: «figd_[b40]»" https://api.figma.com/v1/me
curl -H "Api-Key: «NRAK-[N27]»" https://api.newrelic.com/graphql`,
  ],
  [
    'shell history',
    `export GITHUB_TOKEN=«github_pat_[w22]_[w59]»
mysql -u root -p«[w10]» shop < dump.sql
PGPASSWORD=«[w12]» psql -h db -U shop
sshpass -p '«[w9]!»' ssh ops@10.0.0.4
htpasswd -bc .htpasswd anna «[w10]»
openssl enc -aes-256-cbc -pass pass:«[w14]» -in a -out b
redis-cli -h cache -a «[w20]» ping
aws configure set aws_secret_access_key «[B40]»
gh auth login --with-token <<< «gho_[w36]»
heroku config:set MAIL_PASS=«[w10]»
git clone https://anna:«[w20]»@github.com/shop/shop.git
kubectl create secret generic db --from-literal=password=«[w14]»
az login --service-principal -u http://shop -p «[w3]8Q~[b34]» --tenant example.com
git log --oneline -20`,
  ],
  [
    'more commands',
    `docker run -d -e MYSQL_ROOT_PASSWORD=«[w12]» -p 3306:3306 mysql:8
docker login -u anna -p «dckr_pat_[b27]»
vault write auth/approle/login role_id=[x8]-[x4]-4[x3]-8[x3]-[x12] secret_id=«[x8]-[x4]-4[x3]-9[x3]-[x12]»
twine upload -u __token__ -p «pypi-AgEIcHlwaS5vcmc[b80]» dist/*
mongosh "mongodb+srv://cluster0.example.net/shop" --username shop --password «[w12]»
ldapsearch -x -D cn=admin,dc=example,dc=com -w «[w11]» -b dc=example,dc=com
smbclient //nas/share -U anna%«[w9]»
wget --http-user=anna --http-password=«[w10]» https://files.example.com/a.tgz
ansible-playbook site.yml --extra-vars "db_pass=«[w12]»"
jfrog rt config --apikey=«AKCp[w69]»
echo «[w12]» | sudo -S apt-get update
Set-Item Env:API_KEY "«[x32]»"
net use Z: \\\\nas\\share /user:anna «[w10]!»
7z a -p«[w12]» backup.7z data/`,
  ],
  [
    'HTTP dump of a login',
    `POST /login HTTP/1.1
Host: shop.example.com
Content-Type: application/x-www-form-urlencoded
Cookie: _ga=GA1.2.[d9].[d10]; session=«[b60]»; theme=dark
X-CSRF-Token: «[B43]=»

username=anna&password=«[w8]%21[w4]»&remember=on&next=%2Forders

HTTP/1.1 302 Found
Set-Cookie: connect.sid=«s%3A[b32].[w40]»; Path=/; HttpOnly
Set-Cookie: lang=de; Max-Age=31536000
Location: /orders
ETag: W/"[x32]"`,
  ],
  [
    'HTTP dump of an API',
    `POST /oauth/token HTTP/1.1
Host: auth.example.com
Authorization: Basic «[B40]==»
Content-Type: application/json

{"grant_type":"client_credentials","client_id":"[w20]","client_secret":"«[b64]»","audience":"https://api.example.com"}

HTTP/1.1 200 OK
Content-Type: application/json

{"access_token":"«eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJodHRwczovL2F1dGgifQ.[b86]»","refresh_token":"«v1.[b40]»","id_token":"«eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiJhbm5hIn0.[b86]»","expires_in":86400,"token_type":"Bearer"}`,
  ],
  [
    'HAR entry',
    `{"request":{"method":"POST","url":"https://api.example.com/v1/login","headers":[{"name":"Authorization","value":"Bearer «[b40]»"},{"name":"User-Agent","value":"Mozilla/5.0"},{"name":"x-amz-security-token","value":"«[B120]»"}],"cookies":[{"name":"sid","value":"«[w32]»"},{"name":"lang","value":"de"}],"postData":{"mimeType":"application/json","text":"{\\"user\\":\\"anna\\",\\"passwd\\":\\"«[w10]»\\"}"}}}`,
  ],
  [
    'AWS request',
    `GET /shop-backups?list-type=2 HTTP/1.1
Host: s3.eu-west-1.amazonaws.com
x-amz-date: 20260304T101112Z
x-amz-security-token: «[B140]»
Authorization: AWS4-HMAC-SHA256 «Credential=[N20]/20260304/eu-west-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=[x64]»

https://shop.s3.amazonaws.com/a.pdf?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=900&X-Amz-Signature=«[x64]»
https://shopfiles.blob.core.windows.net/a/b.pdf?sv=2024-08-04&se=2026-03-05&sp=r&sig=«[B40]%3D»`,
  ],
  [
    'log of an application',
    `2026-03-04 10:11:12,345 INFO  c.e.Login - user anna signed in from 10.0.0.4 session=«[X32]»
2026-03-04 10:11:13,001 DEBUG c.e.Http - --> POST https://api.example.com/pay api_key=«[w32]»
2026-03-04 10:11:13,120 DEBUG c.e.Mail - SMTP AUTH LOGIN user=shop pass=«[w11]»
2026-03-04 10:11:14,020 ERROR c.e.Db - could not connect: jdbc:postgresql://db/shop?user=shop&password=«[w12]»
2026-03-04 10:11:15,020 INFO  c.e.Order - order [d8] paid, trace=[x32] span=[x16]
2026-03-04 10:11:16,700 WARN  c.e.Token - refresh token «[b48]» is expired
2026-03-04 10:11:17,700 INFO  c.e.Otp - sent verification code «[d6]» to +49 170 [d7]`,
  ],
  [
    'JSON log',
    `{"level":"info","msg":"request","method":"GET","path":"/v1/me","headers":{"authorization":"Bearer «[b36]»","accept":"*/*"},"status":200,"traceId":"[x32]"}
{"level":"debug","msg":"config loaded","config":{"dbHost":"db","dbPassword":"«[w12]»","apiKeys":["«[w32]»"],"maxTokens":4096}}
{"level":"error","msg":"login failed","body":"{\\"email\\":\\"anna@example.com\\",\\"password\\":\\"«[w10]»\\"}","code":"INVALID_CREDENTIALS"}
{"level":"info","msg":"deploy","commit":"[x40]","image":"sha256:[x64]"}`,
  ],
  [
    'syslog and access log',
    `Mar  4 10:11:12 web1 sshd[4711]: Accepted publickey for ops from 10.0.0.4 port 51234 ssh2: RSA SHA256:[B43]
10.0.0.4 - - [04/Mar/2026:10:11:12 +0000] "GET /reset?token=«[b43]» HTTP/1.1" 200 512 "-" "curl/8.5"
10.0.0.5 - anna [04/Mar/2026:10:11:13 +0000] "GET /api/orders?access_token=«[w40]»&page=2 HTTP/2.0" 200 10211
10.0.0.6 - - [04/Mar/2026:10:11:14 +0000] "GET /static/app.[x20].js HTTP/2.0" 304 0
Mar  4 10:11:15 web1 sudo: anna : TTY=pts/0 ; COMMAND=/usr/bin/mysql -uroot -p«[w10]»
Mar  4 10:11:16 web1 app[99]: webhook https://hooks.slack.com/services/«T[N8]/B[N8]/[w24]» answered 200`,
  ],
  [
    'SQL',
    `CREATE USER 'shop'@'%' IDENTIFIED BY '«[w12]»';
ALTER ROLE shop WITH PASSWORD '«[w14]»';
ALTER LOGIN sa WITH PASSWORD = N'«[w10]!1»';
GRANT ALL ON shop.* TO shop@localhost;
INSERT INTO users (email, password_hash, api_token) VALUES ('anna@example.com', '«$2b$12$[w53]»', '«[x40]»');
SELECT key, value FROM settings WHERE key = 'theme';
CREATE SERVER files FOREIGN DATA WRAPPER postgres_fdw;
CREATE USER MAPPING FOR shop SERVER files OPTIONS (user 'shop', password '«[w12]»');
UPDATE wp_options SET option_value = '«[x32]»' WHERE option_name = 'mailchimp_api_key';`,
  ],
  [
    'mail and chat',
    `Hi Anna, the password for the staging box is «[w6]-[w6]», please change it after the first login.
Your verification code is «[d6]». It expires in 10 minutes.
Anna: can you send me the api key? Ben: sure, here: «sk_test_[w24]»
Temporary password: «[w10]»
The new Wi-Fi password: «[a6]-[a7]-[d2]»
My card is «4111 1111 1111 1111», exp 12/29, cvv «[d3]»
Please wire it to «DE89 3704 0044 0532 0130 00».
Order 4711 was paid with invoice 2026-0815 and PO 4500012345.
Forgot your password? Reset it in the settings.`,
  ],
  [
    'WebSocket and GraphQL',
    `{"type":"connection_init","payload":{"authToken":"«[b40]»","client":"web/4.2"}}
{"op":2,"d":{"token":"«[w24].[w6].[b38]»","intents":513,"properties":{"os":"linux"}}}
{"query":"mutation { login(email: \\"anna@example.com\\", password: \\"«[w10]»\\") { token } }"}
{"data":{"login":{"token":"«eyJhbGciOiJIUzI1NiJ9.eyJ1aWQiOjEyfQ.[b43]»","user":{"id":"[d6]"}}}}
42["auth",{"key":"«[x32]»"}]
{"event":"pusher:subscribe","data":{"auth":"[x20]:«[x64]»","channel":"private-orders"}}`,
  ],
  [
    'mail protocols',
    `220 mx.example.com ESMTP
AUTH PLAIN «[B32]==»
235 2.7.0 Authentication successful
USER anna
PASS «[w10]»
a1 LOGIN anna@example.com «[w12]»
+OK 2 messages`,
  ],
  [
    'XML and SOAP',
    `<soap:Envelope><soap:Header><wsse:Security><wsse:UsernameToken><wsse:Username>shop</wsse:Username><wsse:Password Type="PasswordText">«[w12]»</wsse:Password></wsse:UsernameToken></wsse:Security></soap:Header></soap:Envelope>
<SessionId>«[w40]»</SessionId><OrderId>[d8]</OrderId>
<merchantAuthentication><name>shop</name><transactionKey>«[w16]»</transactionKey></merchantAuthentication>
<entry key="ftp.password">«[w9]»</entry>
<property name="hibernate.connection.password" value="«[w10]»"/>
<input type="hidden" name="csrf_token" value="«[b43]»"><input type="text" name="city" value="Bonn">`,
  ],
  [
    'git remote and CI log',
    `[remote "origin"]
	url = https://oauth2:«glpat-[b20]»@gitlab.example.com/shop/shop.git
+ echo "machine github.com login ci password «ghs_[w36]»"
+ export CARGO_REGISTRY_TOKEN=«[w32]»
Uploading coverage with token «[x8]-[x4]-4[x3]-8[x3]-[x12]»
Fetching [x40] from origin
Using buildpack cache key v2-deps-[x64]`,
  ],
  [
    'crash and environment',
    `Error: connect ECONNREFUSED redis://default:«[w32]»@cache.example.com:6379
    at TCPConnectWrap.afterConnect (node:net:1555:16)
process.env = { PATH: '/usr/bin', DB_PASS: '«[w12]»', SLACK_BOT_TOKEN: '«xoxb-[d12]-[d12]-[w24]»', HOME: '/root', npm_config_registry: 'https://registry.npmjs.org/' }
KeyError: 'token'
panic: bad token "«eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.[b86]»" in header`,
  ],
];
