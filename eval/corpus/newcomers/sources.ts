/** Sources of programs. Written before anybody looked at what finds them. */
export const SOURCES: readonly (readonly [string, string])[] = [
  [
    'TypeScript',
    `const stripe = new Stripe('«sk_live_[w24]»', { apiVersion: '2024-06-20' });
const client = new S3Client({ region: 'eu-west-1', credentials: { accessKeyId: '«AKIA[T16]»', secretAccessKey: '«[B40]»' } });
const openai = new OpenAI({ apiKey: process.env.OPENAI_API_KEY ?? '«sk-[w48]»' });
app.use(session({ secret: '«[w24]»', resave: false, cookie: { secure: true } }));
const token = jwt.sign({ id: user.id }, '«[w32]»', { expiresIn: '1h' });
const key = keyOf(item); const tokens = text.split(' ');
export const STORAGE_KEY = 'shop.cart.v2';
firebase.initializeApp({ apiKey: '«AIza[b35]»', projectId: 'shop', appId: '1:[d12]:web:[x22]' });
await page.fill('#password', '«[w10]»');
mongoose.connect('mongodb://shop:«[w12]»@mongo/shop');`,
  ],
  [
    'Python',
    `import requests, boto3
SECRET_KEY = "django-insecure-«[w50]»"
requests.get(URL, auth=("anna", "«[w12]»"), timeout=5)
requests.post(URL, headers={"Authorization": "Bearer «[b40]»", "X-Trace": "[x32]"})
client = boto3.client("s3", aws_access_key_id="«AKIA[T16]»", aws_secret_access_key="«[B40]»")
conn = psycopg2.connect(host="db", user="shop", password="«[w12]»", dbname="shop")
slack = WebClient(token="«xoxb-[d12]-[d12]-[w24]»")
server.login("shop@example.com", "«[w14]»")
fernet = Fernet(b"«[b43]=»")
hf = login(token="«hf_[w34]»")
def token_count(text: str) -> int: return len(enc.encode(text))
primary_key = "id"; cache_key = f"user:{user_id}"
os.environ["REPLICATE_API_TOKEN"] = "«r8_[w37]»"`,
  ],
  [
    'Go',
    `cfg := mysql.Config{User: "shop", Passwd: "«[w12]»", Net: "tcp", Addr: "db:3306"}
req.SetBasicAuth("anna", "«[w12]»")
req.Header.Set("X-Api-Key", "«[x32]»")
var hmacKey = []byte("«[w32]»")
client := github.NewClient(nil).WithAuthToken("«ghp_[w36]»")
const apiKeyHeader = "X-Api-Key"
db, err := sql.Open("postgres", "postgres://shop:«[w12]»@db/shop?sslmode=disable")
store := sessions.NewCookieStore([]byte("«[w32]»"))
etag := "[x32]"`,
  ],
  [
    'Java',
    `DriverManager.getConnection("jdbc:mysql://db/shop", "shop", "«[w14]»");
private static final String API_KEY = "«[w32]»";
props.put("mail.smtp.password", "«[w12]»");
new UsernamePasswordCredentials("shop", "«[w10]»");
Algorithm.HMAC256("«[w32]»");
props.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, "org.apache.kafka.common.serialization.StringSerializer");
props.put("sasl.jaas.config", "org.apache.kafka.common.security.plain.PlainLoginModule required username=\\"shop\\" password=\\"«[w16]»\\";");
@Value("\${stripe.secret}") private String stripeSecret;
keyStore.load(in, "«[w10]»".toCharArray());`,
  ],
  [
    'C#',
    `var client = new SmtpClient("mail") { Credentials = new NetworkCredential("shop", "«[w12]»") };
services.AddAuthentication().AddGoogle(o => { o.ClientId = "[d12]-[n32].apps.googleusercontent.com"; o.ClientSecret = "GOCSPX-«[b28]»"; });
var conn = new SqlConnection("Server=sql;Database=Shop;User Id=shop;Password=«[w12]»;");
private const string SigningKey = "«[w40]»";
request.Headers.Add("Ocp-Apim-Subscription-Key", "«[x32]»");
public string PasswordHash { get; set; }
[Required(ErrorMessage = "Password is required")]`,
  ],
  [
    'PHP',
    `$pdo = new PDO('mysql:host=db;dbname=shop', 'shop', '«[w12]»');
$config['encryption_key'] = '«[x32]»';
$mail->Password = '«[w12]»';
curl_setopt($ch, CURLOPT_USERPWD, 'shop:«[w10]»');
\\Stripe\\Stripe::setApiKey('«sk_test_[w24]»');
'password' => env('DB_PASSWORD', '«[w10]»'),
$token = $request->input('token');
'key' => env('APP_KEY'),`,
  ],
  [
    'Ruby',
    `Rails.application.credentials.secret_key_base = "«[x64]»"
http_basic_authenticate_with name: "anna", password: "«[w10]»"
Twilio::REST::Client.new("AC[x32]", "«[x32]»")
config.api_key = '«[w32]»'
ENV['SENDGRID_API_KEY'] ||= '«SG.[b22].[b43]»'
validates :password, presence: true, length: { minimum: 8 }`,
  ],
  [
    'Rust, Kotlin, Swift, Dart',
    `let secret = b"«[w32]»"; let key: &str = "theme";
const JWT_SECRET: &str = "«[w40]»";
val client = Retrofit.Builder(); val apiKey = "«[x32]»"
buildConfigField("String", "MAPS_API_KEY", "\\"«AIza[b35]»\\"")
let password = "«[w12]»" // TODO remove
static let clientSecret = "«[w32]»"
final String stripeKey = 'pk_live_«[w24]»';
headers: {'apikey': '«eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiYW5vbiJ9.[b43]»'}`,
  ],
  [
    'shell script',
    `#!/bin/bash
set -euo pipefail
DB_PASS='«[w12]»'
readonly API_TOKEN=«[x40]»
: "\${SLACK_TOKEN:=«xoxp-[d12]-[d12]-[d12]-[x32]»}"
mysqldump --user=root --password="«[w10]»" shop > dump.sql
curl -u "$USER:$PASS" https://example.com
export RESTIC_PASSWORD=«[w20]» RESTIC_REPOSITORY=/backup
gpg --batch --passphrase '«[a6] [a5] [a4]»' -d a.gpg
if [ -z "$PASSWORD" ]; then echo "password required"; exit 1; fi`,
  ],
  [
    'PowerShell and batch',
    `$cred = New-Object PSCredential("anna", (ConvertTo-SecureString "«[w12]»" -AsPlainText -Force))
$env:VAULT_TOKEN = "«hvs.[w24]»"
set DB_PASSWORD=«[w12]»
Connect-MgGraph -ClientSecret «[w3]8Q~[b34]»
$headers = @{ 'api-key' = '«[x32]»'; 'Accept' = 'application/json' }
$key = Get-Item HKLM:\\\\Software\\\\Shop`,
  ],
  [
    'notebook and R',
    `import openai; openai.api_key = "«sk-[w48]»"
%env WANDB_API_KEY=«[x40]»
con <- dbConnect(Postgres(), user = "shop", password = "«[w12]»")
Sys.setenv(QUANDL_KEY = "«[b20]»")
kaggle = {"username":"anna","key":"«[x32]»"}
df.set_index("key", inplace=True)`,
  ],
  [
    'Dockerfile and Makefile',
    `FROM node:22
ENV NPM_TOKEN «npm_[w36]»
ARG SENTRY_AUTH_TOKEN=«sntrys_[b90]»
RUN pip install --extra-index-url https://ci:«[w20]»@pypi.example.com/simple shop
LABEL org.opencontainers.image.revision=[x40]
deploy:
	SURGE_TOKEN=«[x32]» npx surge ./dist
	@echo "key: value"`,
  ],
  [
    'Elixir, Scala, Clojure, Perl',
    `config :shop, Shop.Repo, username: "shop", password: "«[w12]»", hostname: "db"
secret_key_base: "«[B64]»",
val conf = new SparkConf().set("spark.hadoop.fs.s3a.secret.key", "«[B40]»")
{:dbtype "postgres" :user "shop" :password "«[w12]»"}
my $dbh = DBI->connect("dbi:Pg:dbname=shop", "shop", "«[w12]»");
live_view: [signing_salt: "«[w8]»"]`,
  ],
  [
    'tests and mocks',
    `await request(app).post('/login').send({ email: 'anna@example.com', password: '«[w10]»' });
cy.get('input[name=password]').type('«[w10]»');
expect(decode(token)).toEqual({ id: 1 });
nock('https://api.example.com', { reqheaders: { authorization: 'Bearer «[b40]»' } });
const wrapper = mount(Login, { props: { tokenLabel: 'Token', passwordLabel: 'Password' } });
it('rejects a password shorter than 8', () => {});`,
  ],
];
