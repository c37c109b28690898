import { quotePageText } from '../../kernel/page-fence.ts';

/** Something the caller should be told with the next answer. */
export type Notice =
  | {
      readonly kind: 'browser-restarted';
      readonly contexts: readonly string[];
      readonly urls: readonly string[];
    }
  | { readonly kind: 'page-crashed'; readonly tab: string; readonly url: string }
  | { readonly kind: 'handed-back'; readonly tab: string; readonly note: string }
  /** Out of a browser of the person's own. */
  | { readonly kind: 'handed-over'; readonly url: string; readonly note: string; readonly marks: number };

export function noticeWords(notice: Notice): string {
  if (notice.kind === 'handed-back') {
    const said = notice.note === '' ? '' : ` They say: ${quotePageText(notice.note, 1000)}`;
    return `A person had tab ${notice.tab} and has handed it back; look at it anew.${said}`;
  }
  if (notice.kind === 'handed-over') {
    const { url, note, marks } = notice;
    const said = note === '' ? '' : `: ${quotePageText(note, 1000)}`;
    const drawn = marks === 0 ? '' : ` with ${marks} ${marks === 1 ? 'mark' : 'marks'}`;
    return `A person shows you ${quotePageText(url, 200)}${drawn}${said}. analyze annotations has it.`;
  }
  if (notice.kind === 'page-crashed')
    return `Tab ${notice.tab} had crashed and was replaced by a new one; it showed ${quotePageText(notice.url, 200)}.`;
  const urls = notice.urls.map((url) => quotePageText(url, 200));
  const showed = urls.length > 0 ? ` They showed ${urls.join(', ')}: navigate there again.` : '';
  return `The browser had crashed; a new one has the contexts ${notice.contexts.join(', ')} with their storage as last saved.${showed}`;
}
