import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Annotation, Kind, Point } from '../../src/contract/picture-marks.ts';
import { api } from '../api.ts';
import { WORDS } from '../words.ts';
import { boxOf, type HandleName, handlesOf, MIN_SIDE, moved, pulled } from './geometry.ts';
import { makeMark } from './make-mark.ts';
import { MarkView } from './mark-view.tsx';
import * as sheet from './sheet.ts';

interface Grip {
  readonly start: Point;
  readonly before: readonly Annotation[];
  /** What is moved or pulled, or drawn anew. */
  readonly handle?: HandleName;
  readonly at?: number;
  readonly path?: Point[];
}

/** Marks that a single click makes. */
const POINTS: readonly Kind[] = ['text', 'step'];

/** The picture with its marks, and the hand on it. */
export function Stage({ text }: { readonly text: RefObject<HTMLTextAreaElement> }) {
  const svg = useRef<SVGSVGElement>(null);
  const grip = useRef<Grip | undefined>(undefined);
  const image = useSignal<HTMLImageElement | undefined>(undefined);
  const answer = sheet.open.value;
  if (!answer) return null;
  const { id, width, height } = answer.picture;

  const point = (event: PointerEvent): Point => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return {
      x: Math.round(Math.min(Math.max(x, 0), width)),
      y: Math.round(Math.min(Math.max(y, 0), height)),
    };
  };
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const target = event.target as Element;
    const handle = target.getAttribute('data-handle') as HandleName | null;
    const on = target.closest('[data-mark]')?.getAttribute('data-mark');
    const start = point(event);
    const before = sheet.marks.value;
    svg.current?.setPointerCapture(event.pointerId);
    if (handle && sheet.chosen.value !== undefined)
      grip.current = { start, before, handle, at: sheet.chosen.value };
    else if (sheet.tool.value === 'select') {
      sheet.chosen.value = on ? Number(on) : undefined;
      if (on) grip.current = { start, before, at: Number(on) };
    } else grip.current = { start, before, path: [start] };
  };
  const onMove = (event: PointerEvent) => {
    if (grip.current) sheet.marks.value = after(grip.current, point(event));
  };
  const onUp = (event: PointerEvent) => {
    const { current: held } = grip;
    grip.current = undefined;
    if (!held) return;
    const next = after(held, point(event));
    sheet.marks.value = held.before;
    if (held.path) finish(held.path);
    else if (next !== held.before) sheet.change(next, held.before);
  };
  const finish = (path: Point[]) => {
    const { value: kind } = sheet.tool;
    if (kind === 'select') return;
    const mark = makeMark(kind, path, sheet.look.value, sheet.marks.value);
    const { w, h } = mark ? boxOf(mark) : { w: 0, h: 0 };
    // A slip of the hand is no mark.
    if (!mark || (!POINTS.includes(kind) && Math.max(w, h) < MIN_SIDE)) return;
    sheet.add(mark);
    if (kind === 'text') focusText(text);
  };
  const chosen = sheet.chosenMark.value;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <section class="stage" tabIndex={0} aria-label={WORDS.pictures.stage}>
      <div class="sheet" style={{ maxWidth: `${width}px` }}>
        <img
          src={api.pixelsUrl(id)}
          width={width}
          height={height}
          alt={WORDS.pictures.of(answer.picture.title ?? answer.picture.mode)}
          onLoad={(event) => {
            image.value = event.currentTarget;
          }}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be drawn in */}
        <svg
          ref={svg}
          class={`paper ${sheet.tool.value}`}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label={WORDS.pictures.paper}
          onPointerDown={onDown}
          onPointerMove={onMove}
          onPointerUp={onUp}
          onPointerCancel={onUp}
        >
          {sheet.marks.value.map((mark, at) => (
            // biome-ignore lint/a11y/useSemanticElements: a button cannot stand in a drawing
            <g
              key={at}
              class="mark"
              data-mark={at}
              role="button"
              tabIndex={0}
              aria-pressed={at === sheet.chosen.value}
              aria-label={WORDS.pictures.mark(named(mark), at + 1)}
              onFocus={() => {
                sheet.chosen.value = at;
              }}
            >
              <MarkView mark={mark} size={{ width, height }} image={image.value} />
            </g>
          ))}
          {chosen && <Frame mark={chosen} scale={width / 1000} />}
        </svg>
      </div>
    </section>
  );
}

/** The words that are seen are in the name that is heard. */
function named(mark: Annotation): string {
  const words = mark.type === 'text' ? mark.text : mark.type === 'step' ? mark.label : '';
  return [WORDS.pictures.kinds[mark.type], words].filter(Boolean).join(' ');
}

/** How the marks are while the hand is there. */
function after({ start, before, handle, at, path }: Grip, here: Point): readonly Annotation[] {
  if (path) {
    const { value: kind } = sheet.tool;
    if (kind === 'freehand') path.push(here);
    else path[1] = here;
    const mark = kind === 'select' ? undefined : makeMark(kind, path, sheet.look.value, before);
    return mark ? [...before, mark] : before;
  }
  const mark = at === undefined ? undefined : before[at];
  if (at === undefined || !mark) return before;
  const [dx, dy] = [here.x - start.x, here.y - start.y];
  if (dx === 0 && dy === 0) return before;
  return before.with(at, handle ? pulled(mark, handle, here) : moved(mark, dx, dy));
}

function Frame({ mark, scale }: { readonly mark: Annotation; readonly scale: number }) {
  const { x, y, w, h } = boxOf(mark);
  const side = Math.max(6, 9 * scale);
  return (
    <g class="frame">
      <rect x={x} y={y} width={w} height={h} />
      {handlesOf(mark).map((handle) => (
        <rect
          key={handle.name}
          class="handle"
          data-handle={handle.name}
          x={handle.x - side / 2}
          y={handle.y - side / 2}
          width={side}
          height={side}
        />
      ))}
    </g>
  );
}

/** Its words are typed over at once. */
export function focusText(text: RefObject<HTMLTextAreaElement>): void {
  requestAnimationFrame(() => {
    text.current?.focus();
    text.current?.select();
  });
}
