'use strict';
/** Those specs that try the server itself, in Chromium. Their requests bring the key, which they know nothing of. */
const process = require('node:process');
const { defineConfig } = require('@playwright/test');

process.env.PWTEST_UNDER_TEST = '1';
const key = process.env.SPECS_KEY;
if (key && !globalThis.fetch.bringsKey) {
  const plain = globalThis.fetch;
  globalThis.fetch = (input, init = {}) => {
    const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : {}));
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${key}`);
    return plain(input, { ...init, headers });
  };
  globalThis.fetch.bringsKey = true;
}

/** Of Playwright's command line, its test runner and its functions, which no MCP client sees. */
const OTHERS =
  'cli-* trace-cli* generator* init-agents* planner* seed-default* test-* dashboard* devtools* mcp-server-bind* config-resolve* semver* library*';

module.exports = defineConfig({
  testDir: '.',
  testIgnore: OTHERS.split(' ').map((name) => `**/${name}.spec.ts`),
  fullyParallel: true,
  timeout: 30_000,
  projects: [{ name: 'chromium', use: { mcpBrowser: 'chromium' } }],
});
