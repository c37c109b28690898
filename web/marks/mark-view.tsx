import { h } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isDrawn, shapesOf } from '../../src/contract/mark-shapes.ts';
import type { Annotation, Box } from '../../src/contract/picture-marks.ts';
import { lineWidth } from './geometry.ts';

interface MarkViewProps {
  readonly mark: Annotation;
  readonly size: { readonly width: number; readonly height: number };
  /** The picture's pixels, once they are there. */
  readonly image: HTMLImageElement | undefined;
}

/** One mark as it will be. */
export function MarkView({ mark, size, image }: MarkViewProps) {
  if (isDrawn(mark))
    return (
      <>
        {shapesOf(mark, lineWidth).map(({ tag, attributes, text }, at) =>
          h(tag, { key: at, ...attributes }, text),
        )}
      </>
    );
  const { x, y, w, h: height } = mark.box;
  if (mark.type === 'crop') {
    const whole = `M0 0H${size.width}V${size.height}H0Z`;
    return <path class="cut" fill-rule="evenodd" d={`${whole}M${x} ${y}h${w}v${height}h${-w}Z`} />;
  }
  if (mark.type === 'redact') {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const ends = { width: Math.ceil(x + w) - left, height: Math.ceil(y + height) - top };
    return <rect x={left} y={top} {...ends} fill={mark.color} />;
  }
  return <Mosaic box={mark.box} block={mark.blockSize} image={image} />;
}

/** Pixels in blocks, as the server makes them of the real ones. */
function Mosaic({ box, block, image }: { box: Box; block: number; image: HTMLImageElement | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { x, y, w, h: height } = box;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !image) return;
    const [columns, rows] = [Math.max(1, Math.ceil(w / block)), Math.max(1, Math.ceil(height / block))];
    Object.assign(context.canvas, { width: columns, height: rows });
    context.drawImage(image, x, y, w, height, 0, 0, columns, rows);
  }, [x, y, w, height, block, image]);
  return (
    <foreignObject x={x} y={y} width={Math.max(1, w)} height={Math.max(1, height)}>
      <canvas class="mosaic" ref={canvas} />
    </foreignObject>
  );
}
