import { z } from 'zod';
import { given } from '../../../engines/browser/given.ts';
import { unlisted } from '../../../kernel/json-schema.ts';
import { browserTool } from '../define-tool.ts';
import { readable } from '../files.ts';

const proxy = z.object({
  server: z.string().min(1),
  username: z.string().optional().meta(unlisted),
  password: z.string().optional().meta(unlisted),
  bypass: z.string().optional().meta(unlisted),
});
const viewport = z.object({ width: z.int().min(1).max(16_384), height: z.int().min(1).max(16_384) });

export const contextCreate = browserTool({
  name: 'browser_context_create',
  title: 'New context',
  summary: 'Make an isolated context.',
  effect: 'write',
  input: {
    name: z.string().min(1),
    proxy: proxy.optional().meta(unlisted),
    storageState: z.string().min(1).optional().meta(unlisted),
    viewport: viewport.optional().meta(unlisted),
    locale: z.string().refine(isLocale, 'a locale such as de-DE').optional().meta(unlisted),
    userAgent: z.string().min(1).optional().meta(unlisted),
    device: z.string().min(1).optional().meta(unlisted),
    timezoneId: z.string().refine(isTimezone, 'a time zone such as Europe/Berlin').optional().meta(unlisted),
  },
  faults: [
    'CONTEXT_EXISTS',
    'INVALID_CONTEXT_NAME',
    'INVALID_PROXY',
    'FILE_NOT_READABLE',
    'INVALID_STORAGE_STATE',
  ],
  async run(call) {
    const {
      name,
      proxy: wanted,
      storageState,
      viewport: size,
      locale,
      userAgent,
      device,
      timezoneId,
    } = call.args;
    const state = storageState === undefined ? undefined : await readable(call, storageState);
    await call.deps.engine.createContext(
      name,
      given({
        ...{ locale, userAgent, device, timezoneId, storageState: state },
        viewport: size,
        proxy: wanted && given(wanted),
      }),
    );
    return {
      done: `Created context ${name}; it is active.`,
      compatible: [`Created browser context '${name}' and set as active`],
    };
  },
});

/** The browser takes the context as it is asked for and would refuse it only later, with every call. */
function isTimezone(id: string): boolean {
  return accepts(() => new Intl.DateTimeFormat('en', { timeZone: id }));
}

function isLocale(tag: string): boolean {
  return accepts(() => Intl.getCanonicalLocales(tag));
}

function accepts(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
