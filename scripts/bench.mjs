/** `npm run bench -- AREA`: brings what bench/AREA.ts needs and runs it; without an area it lists what there is. */
import { runArea } from './areas.mjs';

await runArea('bench', {
  analyze: {
    what: 'traces, accessibility beside axe-core, archives, insights beside chrome-devtools-mcp',
    needsBrowser: true,
    needsPeers: true,
  },
  app: {
    what: 'what the web app costs a browser, beside mitmweb and the trace viewer',
    debian: ['mitmproxy'],
    needsBrowser: true,
  },
  browser: {
    what: 'what browser work costs, beside @playwright/mcp',
    debian: ['procps', 'nodejs-doc'],
    needsBrowser: true,
    needsPeers: true,
  },
  day: {
    what: 'how soon a day of a million items is drawn, filtered and explained, on both records',
    debian: ['postgresql'],
  },
  extension: { what: 'what the extension costs a page that it watches', needsBrowser: true },
  instances: {
    what: 'many browsers and many contexts, beside a plain Playwright script',
    debian: ['procps', 'default-jre-headless', 'chromium-driver'],
    needsBrowser: true,
  },
  memory: { what: 'what use and floods leave in memory, server and browser apart', needsBrowser: true },
  protocol: {
    what: 'start, memory, list and calls, beside other MCP servers',
    debian: ['procps'],
    needsPeers: true,
  },
  record: { what: 'what the record costs a page and the calls beside it', needsBrowser: true },
  redaction: { what: 'how fast secrets are found in text' },
  screen: {
    what: "capture, drawing and OCR, beside ImageMagick's import and tesseract",
    debian: ['xvfb', 'imagemagick', 'tesseract-ocr'],
  },
  store: { what: 'how fast the record writes and reads, embedded and on PostgreSQL', debian: ['postgresql'] },
  wire: { what: 'forwarding, beside HAProxy, socat and a plain Node pipe', debian: ['haproxy', 'socat'] },
});
