'use strict';
/**
 * Stands where the specs look for Playwright's server, and starts the one to be tried in this process. Ours is given
 * what a user would have to give it as well: the style, leave to run code, and the key of HTTP clients, which the
 * specs send (specs.config.cjs). It words its log in its own way; two words that the specs wait for are put into theirs.
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
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (text, ...rest) =>
    write(
      String(text)
        .replace(/^viewpoint-mcp listens at (http.*)\/mcp/, 'Listening on $1')
        .replace('"the browser is gone"', '"browser disconnected"'),
      ...rest,
    );
}
require(SPECS_SERVER);

function namesCapabilities(flag) {
  try {
    return readFileSync(flag.slice('--config='.length), 'utf8').includes('capabilities');
  } catch {
    return false; // there is none, or the server says what is wrong with it
  }
}
