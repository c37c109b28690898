import { z } from 'zod';
import { PageStorage, type StorageKind } from '../../../engines/browser/context/storage.ts';
import type { FaultCode } from '../../../kernel/fault.ts';
import { ownText, pageText } from '../../../report/browser-result.ts';
import { type BrowserTool, PAGE_FAULTS, pageTool } from '../define-tool.ts';

const key = z.string();
const faults: readonly FaultCode[] = ['NO_STORAGE_HERE', 'ACTION_FAILED', ...PAGE_FAULTS];

/** The five tools of local or of session storage: they differ in nothing but which one it is. */
export function webStorageTools(kind: StorageKind): readonly BrowserTool[] {
  const prefix = `browser_${kind.toLowerCase()}`;
  const store = kind === 'localStorage' ? 'local storage' : 'session storage';
  const capital = `${store.charAt(0).toUpperCase()}${store.slice(1)}`;
  return [
    pageTool({
      name: `${prefix}_list`,
      title: capital,
      summary: `List what the page keeps in ${store}.`,
      effect: 'read',
      input: {},
      faults,
      async run({ tab }) {
        const items = await new PageStorage(tab, kind).list();
        const lines = items.map(({ name, value }) => `${name}=${value}`);
        const result = lines.length > 0 ? pageText(lines.join('\n')) : ownText(`No ${kind} items found`);
        return { results: [result], show: 'nothing', data: { items }, code: [{ part: kind, call: 'items' }] };
      },
    }),
    pageTool({
      name: `${prefix}_get`,
      title: `${capital}: get`,
      summary: `Show one item of ${store}.`,
      effect: 'read',
      input: { key },
      faults,
      async run({ args, tab }) {
        const value = await new PageStorage(tab, kind).get(args.key);
        const result =
          value === null ? ownText(`${kind} key '${args.key}' not found`) : pageText(`${args.key}=${value}`);
        const code = [{ part: kind, call: 'getItem', args: [args.key] }];
        return { results: [result], show: 'nothing', data: { key: args.key, value }, code };
      },
    }),
    pageTool({
      name: `${prefix}_set`,
      title: `${capital}: set`,
      summary: `Set an item of ${store}.`,
      effect: 'write',
      idempotent: true,
      input: { key, value: z.string() },
      faults,
      async run({ args, tab }) {
        await new PageStorage(tab, kind).set(args.key, args.value);
        const code = [{ part: kind, call: 'setItem', args: [args.key, args.value] }];
        return { done: `Set ${args.key}.`, show: 'nothing', code };
      },
    }),
    pageTool({
      name: `${prefix}_delete`,
      title: `${capital}: delete`,
      summary: `Delete an item of ${store}.`,
      effect: 'destroy',
      idempotent: true,
      input: { key },
      faults,
      async run({ args, tab }) {
        await new PageStorage(tab, kind).delete(args.key);
        const code = [{ part: kind, call: 'removeItem', args: [args.key] }];
        return { done: `Deleted ${args.key}.`, show: 'nothing', code };
      },
    }),
    pageTool({
      name: `${prefix}_clear`,
      title: `${capital}: clear`,
      summary: `Delete all items of ${store}.`,
      effect: 'destroy',
      idempotent: true,
      input: {},
      faults,
      async run({ tab }) {
        await new PageStorage(tab, kind).clear();
        return { done: 'Cleared.', show: 'nothing', code: [{ part: kind, call: 'clear' }] };
      },
    }),
  ];
}
