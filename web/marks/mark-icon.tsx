import type { Kind } from '../../src/contract/picture-marks.ts';

/** Signs of the tools, drawn on a square of 24. */
const PATHS: Readonly<Record<Kind | 'select', string>> = {
  select: 'M6 3l12 9-6 1-3 6Z',
  arrow: 'M5 19 19 5m-8 0h8v8',
  rect: 'M4 6h16v12H4Z',
  ellipse: 'M12 5c5 0 9 3 9 7s-4 7-9 7-9-3-9-7 4-7 9-7Z',
  text: 'M5 7V5h14v2M12 5v14m-3 0h6',
  blur: 'M4 4h4v4H4Zm6 0h4v4h-4Zm6 0h4v4h-4ZM4 10h4v4H4Zm6 0h4v4h-4Zm6 0h4v4h-4ZM4 16h4v4H4Zm6 0h4v4h-4Z',
  redact: 'M3 8h18v8H3Zm0 1h18M3 11h18M3 13h18M3 15h18',
  step: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-2 6 2-1v8',
  freehand: 'M3 17c3-8 6-8 7-3s4 4 5-1 4-6 6-4',
  highlight: 'M5 15 15 5l4 4L9 19H5ZM3 21h18',
  crop: 'M7 2v15h15M2 7h15v15',
};

export const MarkIcon = ({ kind }: { readonly kind: Kind | 'select' }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={PATHS[kind]} />
  </svg>
);
