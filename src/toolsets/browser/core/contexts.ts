import { z } from 'zod';
import type { ContextInfo } from '../../../engines/browser/browser-engine.ts';
import { given } from '../../../engines/browser/given.ts';
import { alias } from '../../../kernel/json-schema.ts';
import { ownText, pageText } from '../../../report/browser-result.ts';
import { browserTool, inContext, overwrite } from '../define-tool.ts';
import { readable } from '../files.ts';
import { saveState, TRUE_VALUES } from '../storage/storage-state.ts';

const name = z.string().min(1).meta(alias('context'));
const proxy = z.object({
  server: z.string().min(1).describe('http://host:port or socks5://host:port.'),
  username: z.string().optional(),
  password: z.string().optional(),
  bypass: z.string().optional().describe('Hosts, comma-separated.'),
});
const viewport = z.object({ width: z.int().min(1).max(16_384), height: z.int().min(1).max(16_384) });

export const contextCreate = browserTool({
  name: 'browser_context_create',
  title: 'Create context',
  summary: 'Make an isolated context (own cookies, storage, proxy, device) and make it active.',
  effect: 'write',
  input: {
    name,
    proxy: proxy.optional(),
    storageState: z.string().min(1).optional().describe('File of browser_context_save_storage.'),
    viewport: viewport.optional(),
    locale: z.string().refine(isLocale, 'a locale such as de-DE').optional().describe('de-DE.'),
    userAgent: z.string().min(1).optional(),
    device: z.string().min(1).optional().describe('Of Playwright: iPhone 15.'),
    timezoneId: z
      .string()
      .refine(isTimezone, 'a time zone such as Europe/Berlin')
      .optional()
      .describe('Europe/Berlin.'),
  },
  faults: [
    'CONTEXT_EXISTS',
    'INVALID_CONTEXT_NAME',
    'INVALID_PROXY',
    'FILE_NOT_READABLE',
    'INVALID_STORAGE_STATE',
    'UNSUPPORTED_HERE',
  ],
  async run(call) {
    const {
      name,
      proxy: way,
      storageState: file,
      viewport,
      locale,
      userAgent,
      device,
      timezoneId,
    } = call.args;
    const storageState = file === undefined ? undefined : await readable(call, file);
    const settings = {
      locale,
      userAgent,
      device,
      timezoneId,
      storageState,
      viewport,
      proxy: way && given(way),
    };
    await call.deps.engine.createContext(name, given(settings));
    return { done: `Created context ${name}; it is active.` };
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

export const contextSwitch = browserTool({
  name: 'browser_context_switch',
  title: 'Switch',
  summary: 'Make another context active; the first is "default".',
  effect: 'write',
  idempotent: true,
  input: { name },
  faults: ['NO_SUCH_CONTEXT'],
  async run({ args, deps }) {
    const before = deps.engine.switchContext(args.name);
    const tab = (await deps.engine.context(args.name)).active;
    if (tab) deps.memory.forget(tab);
    return { done: `Switched from ${before} to ${args.name}.`, before, tab, show: 'page' };
  },
});

export const contextList = browserTool({
  name: 'browser_context_list',
  title: 'Context list',
  summary: 'List the contexts, the active one marked.',
  effect: 'read',
  input: {},
  faults: [],
  async run({ deps }) {
    const contexts = deps.engine.listContexts();
    const data = { contexts, activeContext: deps.engine.activeContext, totalCount: contexts.length };
    return { results: [pageText(contexts.map(line).join('\n'))], show: 'nothing', data };
  },
});

function line({ name, isActive, pageCount, currentUrl, proxy, hasProxyLogin }: ContextInfo): string {
  return [
    `${name}${isActive ? ' (active)' : ''}: ${pageCount} page(s)`,
    ...(currentUrl === undefined ? [] : [currentUrl]),
    ...(proxy === undefined ? [] : [`proxy ${proxy}${hasProxyLogin ? ' with login' : ''}`]),
  ].join(', ');
}

export const contextClose = browserTool({
  name: 'browser_context_close',
  title: 'Close context',
  summary: 'Close a context.',
  effect: 'destroy',
  input: { name },
  faults: ['NO_SUCH_CONTEXT', 'LAST_CONTEXT'],
  async run({ args, deps }) {
    const before = deps.engine.activeContext;
    await deps.engine.closeContext(args.name);
    const now = deps.engine.activeContext;
    const moved = now === before ? '' : ` Active now: ${now}.`;
    return { done: `Closed context ${args.name}.${moved}` };
  },
});

export const contextSaveStorage = browserTool({
  name: 'browser_context_save_storage',
  title: 'Save',
  summary: 'Save cookies and local storage (nothing else) of a context to a file.',
  effect: 'write',
  idempotent: true,
  input: { path: z.string().min(1), overwrite, context: inContext.context.meta(alias('name')) },
  faults: ['NO_SUCH_CONTEXT', 'FILE_NOT_ALLOWED', 'FILE_EXISTS'],
  async run(call) {
    const context = call.args.context ?? call.deps.engine.activeContext;
    const { file, cookies, origins } = await saveState(call, context, call.args.path);
    const what = `${cookies} cookie(s) and the storage of ${origins} origin(s) of ${context}`;
    return { results: [ownText(`Saved ${what} to ${file.shown}. ${TRUE_VALUES}`)] };
  },
});
