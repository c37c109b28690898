import type { Box } from '../src/engines/screen/picture.ts';
import type { Detection } from '../src/engines/screen/pii/find-private.ts';
import type { Page } from './corpus/corpus.ts';
import type { TruthSpan } from './corpus/read-truth.ts';

/** Something private counts as hidden when this much of its width is covered in each line. */
const enough = 0.95;

/** Whether what is private here is hidden, and whether what is hidden is private. */
export class RedactionScore {
  private: number = 0;
  hidden: number = 0;
  found: number = 0;
  right: number = 0;
  pages: number = 0;
  leaking: number = 0;
  clean: number = 0;
  alarmed: number = 0;
  readonly missed = new Map<string, number>();
  /** Sentences on what went wrong. */
  readonly notes: string[] = [];

  add(page: Page, detections: readonly Detection[]): void {
    this.pages += 1;
    const leaks = page.entities.filter((entity) => !isHidden(entity, detections));
    this.private += page.entities.length;
    this.hidden += page.entities.length - leaks.length;
    if (leaks.length > 0) this.leaking += 1;
    for (const { kind, text } of leaks) {
      this.missed.set(kind, (this.missed.get(kind) ?? 0) + 1);
      this.notes.push(`leak: ${kind} "${text}" on ${page.name}`);
    }
    this.found += detections.length;
    for (const detection of detections) {
      if (page.entities.some(({ boxes }) => boxes.some((box) => touches(detection, box)))) this.right += 1;
      else
        this.notes.push(
          `false alarm: ${detection.type} (${detection.name}) "${detection.preview}" on ${page.name}`,
        );
    }
    if (!page.isClean) return;
    this.clean += 1;
    if (detections.length > 0) this.alarmed += 1;
  }
}

function isHidden({ boxes }: TruthSpan, detections: readonly Box[]): boolean {
  return boxes.every((box) => {
    const columns = Math.max(1, Math.ceil(box.w));
    let covered = 0;
    for (let column = 0; column < columns; column++) {
      const x = box.x + column + 0.5;
      if (detections.some((one) => x >= one.x && x <= one.x + one.w && coversHeight(one, box))) covered++;
    }
    return covered >= enough * columns;
  });
}

/** The middle of the line, where the letters are, is covered. */
const coversHeight = (one: Box, box: Box) =>
  one.y <= box.y + 0.35 * box.h && one.y + one.h >= box.y + 0.7 * box.h;

const touches = (one: Box, box: Box) =>
  one.x < box.x + box.w && one.x + one.w > box.x && one.y < box.y + box.h && one.y + one.h > box.y;
