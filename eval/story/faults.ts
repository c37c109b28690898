/** What can be broken in the shop, what is done then, and what must be said of it. */
export interface ShopFault {
  readonly name: string;
  /** The button that is pressed. */
  readonly deed: string;
  /** How long until it has shown, in milliseconds. */
  readonly wait?: number;
  /** Whether it is done once before it breaks, and so differs. */
  readonly hasBefore?: true;
  /** What tells of the true cause. */
  readonly cause: RegExp;
  /** What tells of it in lists of requests and lines, to somebody who knows what to look for. */
  readonly sign?: RegExp;
}

/** Written before anybody looked whether a finder could tell them. */
export const LATE: readonly ShopFault[] = [
  {
    name: 'form-reload',
    deed: 'draft',
    cause: /draft.*(page|document|navigat|reload|left)/i,
    sign: /draft[^\n]*(aborted|canceled)/i,
  },
  {
    name: 'render-loop',
    deed: 'feed',
    wait: 1500,
    cause: /loop|feed.*\b2\d times|\b2\d times.*feed/i,
    sign: /(GET[^\n]*\/api\/feed[\s\S]*?){20}/,
  },
  {
    name: 'browser-cache',
    deed: 'settings',
    cause: /browser.*cache|cache.*browser|max-age/i,
    sign: /settings[^\n]*(disk|memory) cache/i,
  },
  {
    name: 'shape-changed',
    deed: 'price',
    hasBefore: true,
    cause: /price.*(shape|amount)/i,
    sign: /"amount":\s*\{/,
  },
  {
    name: 'busy-service',
    deed: 'quote',
    wait: 1800,
    cause: /quote.*(itself|own work|event loop|comput|busy)|(busy|event loop|held).*quote/i,
  },
  {
    name: 'answered-too-soon',
    deed: 'notes',
    cause: /notes.*(before|too soon|early)|(before|too soon|early).*notes/i,
  },
  { name: 'http-n+1', deed: 'rates', cause: /N\+1|rate.*\b12\b|\b12\b.*rate/i },
  { name: 'conflict', deed: 'document', cause: /409.*version/i, sign: /version \d+ is stored/ },
  { name: 'cookie-refused', deed: 'mine', cause: /cookie/i },
  {
    name: 'queued',
    deed: 'tiles',
    wait: 2500,
    cause: /tile.*(queue|connections)|(queue|connections).*tile/i,
  },
  { name: 'unbounded-select', deed: 'count', wait: 2500, cause: /60,?000 rows/i },
];

/** Written later still, without a look at the finders: the first run with these is told in the docs. */
export const BLIND: readonly ShopFault[] = [
  { name: 'db-terminated', deed: 'ledger', cause: /terminat/i },
  { name: 'wrong-key-type', deed: 'visits', cause: /WRONGTYPE/ },
  {
    name: 'slow-cache',
    deed: 'popular',
    wait: 4000,
    cause: /(slow|took|waited|time).*(EVAL|redis|cache)|(EVAL|redis|cache).*(slow|took|waited|time)/i,
  },
  { name: 'storage-full', deed: 'offline', cause: /quota/i, sign: /quota/i },
  { name: 'bad-input', deed: 'lookup', cause: /invalid input syntax.*undefined/i, sign: /orders\/undefined/ },
  { name: 'too-large', deed: 'upload', cause: /413|too large/i, sign: /413/ },
  { name: 'endless-render', deed: 'greet', cause: /re-renders/i, sign: /re-renders/i },
  {
    name: 'never-answered',
    deed: 'approval',
    wait: 4000,
    cause:
      /approval.*(never|not answered|no answer|still|waiting|pending|hang)|(never|not answered|no answer|still|waiting|pending|hang).*approval/i,
    sign: /approval[^\n]*pending/i,
  },
];

export const FAULTS: readonly ShopFault[] = [
  { name: 'n+1', deed: 'orders', cause: /N\+1/ },
  { name: 'same-query', deed: 'orders', cause: /same query/i },
  { name: 'missing-index', deed: 'report', wait: 2500, cause: /slow query.*md5/i },
  { name: 'lock', deed: 'stock', wait: 7000, cause: /lock/i },
  { name: 'constraint', deed: 'order', cause: /unique constraint/i },
  { name: 'foreign-key', deed: 'order', cause: /foreign key/i },
  { name: 'not-null', deed: 'order', cause: /null/i },
  { name: 'no-table', deed: 'order', cause: /order_audit.*does not exist/i },
  { name: 'statement-timeout', deed: 'order', wait: 1500, cause: /statement timeout|took too long/i },
  { name: 'deadlock', deed: 'stock', wait: 2500, cause: /deadlock/i },
  {
    name: 'handler-exception',
    deed: 'order',
    cause: /Cannot read properties of undefined \(reading 'price'\)/,
  },
  { name: 'lost-update', deed: 'stock', cause: /lost update/i },
  { name: 'stale-cache', deed: 'rename', cause: /stale cache/i },
  { name: 'cache-never-hits', deed: 'profiles', cause: /never hits/i },
  { name: 'pool-exhausted', deed: 'orders', wait: 2500, cause: /pool.*exhausted/i },
  { name: 'slow-third-party', deed: 'pay', wait: 2000, cause: /third party.*\/charge/i },
  { name: 'third-fails', deed: 'pay', cause: /\/charge.*500/i, sign: /payment service answered 500/ },
  { name: 'third-cut', deed: 'pay', cause: /\/charge.*cut off/i, sign: /payment service did not answer/ },
  { name: 'race', deed: 'search', wait: 1500, cause: /race.*q=Na/i, sign: /q=Na\b[\s\S]*q=Name/ },
  {
    name: 'double-submit',
    deed: 'twice',
    cause: /double submit/i,
    sign: /(POST[^\n]*\/api\/orders[\s\S]*?){2}/,
  },
  {
    name: 'retry-storm',
    deed: 'session',
    cause: /retry storm/i,
    sign: /(GET[^\n]*\/api\/session[\s\S]*?){6}/,
  },
  { name: 'expired-session', deed: 'session', cause: /401.*expired/i, sign: /401/ },
  { name: 'rate-limit', deed: 'session', cause: /429/ },
  { name: 'wrong-type', deed: 'session', cause: /content type.*text\/html/i, sign: /Unexpected token '<'/ },
  { name: 'no-such-address', deed: 'session', cause: /404.*no such address/i, sign: /session[^\n]*404/ },
  { name: 'swallowed', deed: 'session', cause: /session store is full|swallowed/i },
  {
    name: 'cut-off',
    deed: 'session',
    cause: /cut .*off/i,
    sign: /CONTENT_LENGTH_MISMATCH|ERR_CONNECTION|ERR_EMPTY/,
  },
  {
    name: 'slow-handler',
    deed: 'impatient',
    wait: 2500,
    cause: /given up.*after/i,
    sign: /session[^\n]*(aborted|canceled|ERR_ABORTED)/i,
  },
  { name: 'redirect-loop', deed: 'me', cause: /redirect loop/i, sign: /TOO_MANY_REDIRECTS/ },
  { name: 'bad-payload', deed: 'cart', cause: /answer of GET \/api\/cart/, sign: /reading 'length'/ },
  { name: 'needless-row', deed: 'parts', wait: 1500, cause: /needless row/i },
  { name: 'large-answer', deed: 'export', cause: /large answer/i, sign: /content-length: 3\d{6}\b/i },
  { name: 'time-zone', deed: 'bookings', cause: /time zone/i },
  { name: 'clock-skew', deed: 'orders', cause: /clock skew/i },
  {
    name: 'socket-dropped',
    deed: 'live',
    cause: /socket.*dropped/i,
    sign: /WebSocket[^\n]*(failed|closed|error)/i,
  },
  { name: 'chatty-socket', deed: 'live', wait: 2500, cause: /chatty socket/i },
  { name: 'cors', deed: 'elsewhere', cause: /CORS/ },
  { name: 'csp', deed: 'elsewhere', cause: /CSP/, sign: /Content Security Policy/i },
  { name: 'down', deed: 'down', cause: /Nobody answers/, sign: /CONNECTION_REFUSED/ },
  { name: 'old-chunk', deed: 'chunk', cause: /404.*part of the page/i, sign: /chunk\.js[^\n]*404/ },
  { name: 'hydration', deed: '', cause: /hydration mismatch/i, sign: /did not match|hydrat/i },
  { name: 'long-task', deed: 'heavy', wait: 2000, cause: /held the page up/i },
  {
    name: 'leaked-interval',
    deed: 'watch',
    wait: 6000,
    cause: /leaked interval/i,
    sign: /(GET[^\n]*\/api\/news[\s\S]*?){8}/,
  },
];
