/** `npm run eval -- AREA [options of the area]`: how well things are read, hidden and ended, and how true answers are. */
import { runArea } from './areas.mjs';

const debian = ['fonts-liberation', 'tesseract-ocr', 'tesseract-ocr-deu'];

await runArea('eval', {
  ocr: { what: 'how many characters the OCR engines get wrong', debian, needsBrowser: true },
  secrets: { what: 'how many kinds of secrets are found in text, and nothing else' },
  clusters: { what: 'whether errors with the same cause are told as one' },
  endings: { what: 'whether commands end while tapped connections close' },
  'playwright-specs': {
    what: "how many of Playwright's own specs for its MCP server hold with --answers playwright",
    debian: ['ffmpeg'],
    needsBrowser: true,
  },
  'generated-tests': {
    what: 'whether tests made of recorded walks are green on their site, and red once it is broken',
    needsBrowser: true,
  },
  classify: {
    what: 'whether failures of tests are told by their causes',
    needsBrowser: true,
  },
  heal: {
    what: 'whether tests that pages broke are mended, and none to a wrong element',
    needsBrowser: true,
  },
  devtools: {
    what: "whether the browser's own DevTools show an archive and traces of ours as they were",
    needsBrowser: true,
  },
  pii: { what: 'how much of what is private is hidden, and only that', debian, needsBrowser: true },
  story: {
    what: 'whether explain names the true cause of faults of a real shop, and links are right',
    debian: ['postgresql', 'redis-server'],
    needsBrowser: true,
    needsPeers: true,
  },
  lighthouse: {
    what: 'whether the command that installs Lighthouse is told, works, and its report comes',
    needsBrowser: true,
  },
  apps: {
    what: 'whether jobs in real applications are done, and answers true',
    needsBrowser: true,
    needsPeers: true,
  },
});
