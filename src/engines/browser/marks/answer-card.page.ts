import type { MarkBox } from '../../../contract/marks.ts';

/** Shows a person beside their mark what became of it, for so long; nothing of it can be clicked or read by the page. */
export function showAnswer(
  { box, number, words, isDone }: { box: MarkBox; number: number; words: string; isDone: boolean },
  ms: number,
): void {
  const important = (look: string) => look.replaceAll(';', ' !important;');
  const host = document.createElement('div');
  host.setAttribute('aria-hidden', 'true');
  const left = Math.max(8, Math.min(box.x, innerWidth - 328));
  const top = Math.max(8, Math.min(box.y + box.height + 8, innerHeight - 80));
  host.style.cssText = important(
    `all:initial; position:fixed; left:${left}px; top:${top}px; max-width:320px; z-index:2147483647; ` +
      'pointer-events:none;',
  );
  const card = document.createElement('div');
  card.style.cssText =
    'padding:8px 12px; border-radius:10px; background:#18181b; color:#f5f5f7; overflow-wrap:anywhere; ' +
    'font:14px/1.4 system-ui, sans-serif; box-shadow:0 0 0 1px #ffffff40, 0 6px 20px #0007;';
  const head = document.createElement('b');
  head.style.cssText = `display:block; color:${isDone ? '#86efac' : '#fda4af'};`;
  head.textContent = `${isDone ? '✓ Done' : '↩ Answer'} (${number})`;
  card.append(head, words);
  host.attachShadow({ mode: 'closed' }).append(card);
  document.documentElement.append(host);
  setTimeout(() => host.remove(), ms);
}
