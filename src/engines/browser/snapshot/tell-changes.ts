import { diff, newsIn } from './diff.ts';
import { differenceText } from './diff-text.ts';
import { countElements, type PageNode } from './page-node.ts';
import { glanceOf, viewOf } from './view.ts';

/** Two looks at a page: what was told of it last, if anything, and how it is now. */
export interface TwoLooks {
  readonly before: readonly PageNode[] | undefined;
  readonly tree: readonly PageNode[];
  /** Both are of one document. */
  readonly isSame: boolean;
  /** The address, where it was opened on purpose since: whoever did that begins anew. */
  readonly opened: string | undefined;
}

export interface PageChanges {
  /** none: nothing an agent could see. diff: what changed. page: another document, or mostly new. */
  readonly kind: 'none' | 'diff' | 'page';
  readonly text: string;
  /** Changes (diff) or elements (page) that found no room. */
  readonly omitted: number;
  readonly elements: number;
}

/** When this share of a page is new, its outline says more than a list of additions. */
const MOSTLY_NEW = 0.6;
const MOSTLY_GONE = 0.4;
const LEAST_FOR_PAGE = 20;
/** A longer report must be shorter than half of the outline, or the outline is given in its place. */
const SHORT_REPORT = 200;
/** The same where more changes than these found no room. */
const MOST_UNTOLD = 2;
const CLIP_CHANGE = 80;
const CLIP_NAME = 32;
/** What an action changed is what it was for: that has more room than a page that came with it. */
const OF_CHANGES = 1.4;

/** What a reader who knows the page as it was told last needs to know of it now. */
export function tellChanges(
  { before, tree, isSame, opened }: TwoLooks,
  room: number,
  prefix: string,
): PageChanges {
  const elements = countElements(tree);
  const found = before && isSame && elements > 0 ? diff(before, tree) : undefined;
  const asPage = (news?: ReadonlySet<string>): PageChanges => ({
    kind: 'page',
    ...glanceOf(tree, {
      budget: room,
      prefix,
      news,
      ...(opened === undefined ? { before, isSame } : { part: partOf(opened) }),
    }),
  });
  const isOther = found && found.novelty > MOSTLY_NEW && found.loss > MOSTLY_GONE;
  if (!found || opened !== undefined || (isOther && elements > LEAST_FOR_PAGE)) return asPage();
  const { text, omitted } = differenceText(found, Math.ceil(room * OF_CHANGES), {
    prefix,
    clip: CLIP_CHANGE,
    clipNames: CLIP_NAME,
    allRefs: false,
    isGlance: true,
  });
  const isLong = text.length > SHORT_REPORT && text.length > viewOf(tree, {}, prefix, false).text.length / 2;
  if (isLong || omitted > MOST_UNTOLD) return asPage(newsIn(tree, found));
  return { kind: text || omitted ? 'diff' : 'none', text, omitted, elements };
}

/** What stands behind the # of an address. */
function partOf(url: string): string | undefined {
  const [, part] = /#([^/!?=&]+)$/.exec(url) ?? [];
  try {
    return part && decodeURIComponent(part);
  } catch {
    return part; // no such encoding
  }
}
