import { writtenCode } from '../../../engines/browser/actions/target.ts';
import { parseRef } from '../../../engines/browser/snapshot/ref-book.ts';
import type { PageCall } from '../define-tool.ts';

/** How an answer names the element that was marked: playwright-mcp by its description, or as a locator. */
export async function markedName(
  { deps, tab }: PageCall<unknown>,
  target: string,
  element: string | undefined,
): Promise<string> {
  if (deps.answers.style === 'lean') return target;
  if (!parseRef(target)) return writtenCode(tab, target);
  return element || `locator('aria-ref=${target}')`;
}
