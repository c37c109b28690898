import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { FrozenAnswer, ShownMark } from '../../src/contract/app-drawings.ts';
import { shapesOfMark } from '../../src/contract/drawn-shapes.ts';
import type { MarkPoint } from '../../src/contract/marks.ts';
import { api } from '../api.ts';
import { MarkView } from '../marks/mark-view.tsx';
import * as drawing from './drawing.ts';
import { DRAW_WORDS } from './words.ts';

const WORD = DRAW_WORDS;
const MOST_POINTS = 2000;

interface SheetProps {
  readonly paper: FrozenAnswer;
  readonly words: RefObject<HTMLInputElement>;
}

/** The page as it was with its marks, and the hand on it. */
export function Sheet({ paper, words }: SheetProps) {
  const svg = useRef<SVGSVGElement>(null);
  const path = useSignal<readonly MarkPoint[]>([]);
  const { id, width, height, version, title } = paper;
  const place = (event: PointerEvent): MarkPoint => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return {
      x: Math.round(Math.min(Math.max(x, 0), width)),
      y: Math.round(Math.min(Math.max(y, 0), height)),
    };
  };
  const onMove = (event: PointerEvent) => {
    const [first, ...rest] = path.value;
    if (!first) return;
    const here = place(event);
    path.value = drawing.kind.value === 'line' ? [first, ...rest, here].slice(0, MOST_POINTS) : [first, here];
  };
  const onUp = () => {
    const mark = drawing.made(drawing.kind.value, path.value);
    path.value = [];
    if (!mark) return;
    drawing.pending.value = mark;
    requestAnimationFrame(() => words.current?.focus());
  };
  const isDrawing = path.value.length > 1;
  const shown = [
    ...drawing.marks.value,
    ...[isDrawing ? drawing.made(drawing.kind.value, path.value) : drawing.pending.value].filter(
      (mark) => mark !== undefined,
    ),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <section class="drawn-stage" tabIndex={0} aria-label={WORD.stage}>
      <div class="sheet" style={{ maxWidth: `${width}px` }}>
        <img src={api.paperUrl(id, version)} width={width} height={height} alt={WORD.of(title)} />
        <svg
          ref={svg}
          class="paper"
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={WORD.paper}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            svg.current?.setPointerCapture(event.pointerId);
            path.value = [place(event)];
          }}
          onPointerMove={onMove}
          onPointerUp={onUp}
          onPointerCancel={() => {
            path.value = [];
          }}
        >
          {shown.map((mark) => (
            <Mark key={mark.number} mark={mark} size={paper} />
          ))}
        </svg>
      </div>
    </section>
  );
}

function Mark({ mark, size }: { readonly mark: ShownMark; readonly size: FrozenAnswer }) {
  return (
    <g class="mark" data-mark={mark.number}>
      {shapesOfMark(mark).map((shape, at) => (
        <MarkView key={at} mark={shape} size={size} image={undefined} />
      ))}
    </g>
  );
}
