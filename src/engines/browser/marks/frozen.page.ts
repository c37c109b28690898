import type { FoundElement, MarkBox, MarkKind, MarkPoint } from '../../../contract/marks.ts';
import type { makeSelectors } from '../capture/in-page/selectors.page.ts';
import type { makeUnderMark } from './under-mark.page.ts';

/** What tells whether a picture still shows the page that is there. */
export interface PageView {
  readonly url: string;
  /** When its document began. */
  readonly began: number;
  readonly width: number;
  readonly height: number;
  readonly scroll: MarkPoint;
}

export function viewOfPage(): PageView {
  return {
    url: location.href,
    began: performance.timeOrigin,
    width: innerWidth,
    height: innerHeight,
    scroll: { x: scrollX, y: scrollY },
  };
}

/** What lies below a mark on a picture of the page, in places of the picture; nothing once it is another page. */
export function lookBelow(
  view: PageView,
  { kind, box, points }: { kind: MarkKind; box: MarkBox; points: readonly MarkPoint[] },
  underFor: typeof makeUnderMark,
  selectorsFor: typeof makeSelectors,
): readonly FoundElement[] {
  if (performance.timeOrigin !== view.began || location.href !== view.url) return [];
  const [dx, dy] = [view.scroll.x - scrollX, view.scroll.y - scrollY];
  const shifted = <P extends MarkPoint>(point: P, x: number, y: number): P => ({
    ...point,
    x: point.x + x,
    y: point.y + y,
  });
  const here = points.map((point) => shifted(point, dx, dy));
  const { elements } = underFor(selectorsFor, document.createElement('i')).look(
    kind,
    shifted(box, dx, dy),
    here,
  );
  return elements.map((found) => ({ ...found, box: shifted(found.box, -dx, -dy) }));
}
