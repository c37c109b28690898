import type { ExtensionServing } from '../transport/extension/extension-routes.ts';
import type { Needs } from './parts.ts';

/** Where the extension of a person's own browser comes in. */
export async function makeExtension({ log, state }: Needs<'log' | 'state'>): Promise<ExtensionServing> {
  const [{ extensionServing }, { ExtensionDoor }, { BrowserBook }] = await Promise.all([
    import('../transport/extension/extension-routes.ts'),
    import('../transport/extension/extension-door.ts'),
    import('../transport/extension/browser-book.ts'),
  ]);
  return extensionServing(new ExtensionDoor({ book: new BrowserBook(state), log }));
}
