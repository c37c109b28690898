'use strict';
/**
 * Stands where the specs look for Playwright's server, and starts the one to be tried in this process. Ours is given
 * what a user would have to give it as well: the style, leave to run code, and the key of HTTP clients, which the
 * specs send (specs.config.cjs). It words its log in its own way; lines that the specs wait for are put into theirs.
 */
const { readFileSync } = require('node:fs');
const process = require('node:process');

const { SPECS_SERVER, SPECS_KEY } = process.env;
const { argv } = process;
argv[1] = SPECS_SERVER;

if (SPECS_KEY) {
  const caps = argv.findIndex((arg) => arg.startsWith('--caps='));
  if (caps > 0) argv[caps] += ',code';
  else if (!namesCapabilities(argv.find((arg) => arg.startsWith('--config=')))) argv.push('--caps=code');
  argv.push('--answers=playwright', '--standalone', `--api-key=${SPECS_KEY}`);
  if (process.env.DEBUG) argv.push('--log-level=debug');
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (text, ...rest) => write(inTheirWords(String(text)), ...rest);
}
require(SPECS_SERVER);

/** What the specs wait for in the log, of the same events. */
function inTheirWords(line) {
  if (!line.startsWith('{'))
    return line.replace(/^viewpoint-mcp listens at (http.*)\/mcp/, 'Listening on $1');
  const { message, isKept, folder } = JSON.parse(line);
  const theirs = {
    'an HTTP session began': 'pw:mcp:test create http session',
    'an HTTP session ended': 'pw:mcp:test delete http session',
    'an SSE session began': 'pw:mcp:test create SSE session',
    'an SSE session ended': 'pw:mcp:test delete SSE session',
    'browser ready': `pw:mcp:test create browser (${isKept ? 'persistent' : 'isolated'})`,
    'browser closed': 'pw:mcp:test close browser',
    'context opened': 'pw:mcp:test create context',
    'one more session has the same context': 'pw:mcp:test create context',
    'context closed': 'pw:mcp:test close context',
    'the browser is gone': 'pw:mcp:backend browser disconnected',
    'the session is written down': `Session: ${folder}`,
  }[message];
  return theirs === undefined ? line : `${theirs}\n`;
}

function namesCapabilities(flag) {
  try {
    return readFileSync(flag.slice('--config='.length), 'utf8').includes('capabilities');
  } catch {
    return false; // there is none, or the server says what is wrong with it
  }
}
