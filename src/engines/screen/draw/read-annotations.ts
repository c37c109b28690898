import {
  ANNOTATION_DEFAULTS,
  type Annotation,
  type AnnotationDefaults,
  KINDS,
  type Kind,
  type Point,
} from '../../../contract/picture-marks.ts';
import { fault } from '../../../kernel/fault.ts';
import { nearest } from '../../../kernel/nearest.ts';
import type { Box } from '../picture.ts';

const HIGHLIGHT = '#FFFF00';
const REDACTED = '#000000';
const MOST_POINTS = 20_000;

/** What each kind reads; anything else in it would be ignored, so it is refused. */
const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  arrow: ['x', 'y', 'width', 'height', 'points', 'color', 'stroke_width', 'opacity'],
  rect: ['x', 'y', 'width', 'height', 'color', 'stroke_width', 'fill_color', 'opacity'],
  ellipse: ['x', 'y', 'width', 'height', 'color', 'stroke_width', 'fill_color', 'opacity'],
  text: ['x', 'y', 'text', 'color', 'fill_color', 'font_size', 'font_family', 'opacity'],
  blur: ['x', 'y', 'width', 'height', 'blur_radius'],
  redact: ['x', 'y', 'width', 'height', 'color'],
  step: ['x', 'y', 'width', 'step_number', 'text', 'color', 'opacity'],
  freehand: ['points', 'color', 'stroke_width', 'opacity'],
  highlight: ['x', 'y', 'width', 'height', 'color'],
  crop: ['x', 'y', 'width', 'height'],
};

/** The later spelling of the same fields. */
const SPELLINGS: Readonly<Record<string, string>> = {
  strokeColor: 'color',
  strokeWidth: 'stroke_width',
  fillColor: 'fill_color',
  fontSize: 'font_size',
  fontFamily: 'font_family',
  stepNumber: 'step_number',
  blurRadius: 'blur_radius',
  highlightColor: 'color',
};

/** Fields of the app's own files and of shared shapes that mean nothing for a kind but do no harm. */
const HARMLESS = new Set([
  'type',
  'id',
  'createdAt',
  'locked',
  'color',
  'stroke_width',
  'opacity',
  'x',
  'y',
  'width',
  'height',
]);

/** Checks and completes marks; the first that cannot be drawn is named by its index and field. */
export function readAnnotations(
  given: readonly Readonly<Record<string, unknown>>[],
  defaults: AnnotationDefaults = ANNOTATION_DEFAULTS,
): Annotation[] {
  let steps = 0;
  return given.map((one, index) => {
    const reader = new FieldReader(index, respelled(one));
    const type = kindOf(one.type, index);
    refuseUnknown(reader, type, index);
    if (type === 'step') steps++;
    return READERS[type](reader, defaults, steps);
  });
}

function respelled(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [SPELLINGS[name] ?? name, value]));
}

function kindOf(given: unknown, index: number): Kind {
  const kind = KINDS.find((one) => one === given);
  if (kind) return kind;
  const near = typeof given === 'string' ? nearest(given, KINDS) : undefined;
  const problem =
    given === undefined
      ? 'is missing'
      : `is ${JSON.stringify(given)}; known are ${KINDS.join(', ')}${near ? ` (did you mean "${near}"?)` : ''}`;
  throw fault('INVALID_ANNOTATION', { index, field: 'type', problem });
}

function refuseUnknown(reader: FieldReader, kind: Kind, index: number): void {
  const strange = reader.names.find((name) => !FIELDS[kind].includes(name) && !HARMLESS.has(name));
  if (strange === undefined) return;
  const near = nearest(strange, FIELDS[kind]);
  const problem = `is nothing that ${kind} has${near ? `; did you mean "${near}"?` : ''}`;
  throw fault('INVALID_ANNOTATION', { index, field: strange, problem });
}

type ReadKind = (reader: FieldReader, defaults: AnnotationDefaults, steps: number) => Annotation;

const READERS: Readonly<Record<Kind, ReadKind>> = {
  arrow: (reader, defaults) => ({ type: 'arrow', ...arrowEnds(reader), ...stroke(reader, defaults) }),
  rect: (reader, defaults) => shape('rect', reader, defaults),
  ellipse: (reader, defaults) => shape('ellipse', reader, defaults),
  text: (reader, defaults) => ({
    type: 'text',
    at: at(reader),
    text: reader.text('text'),
    color: reader.colour('color', defaults.strokeColor),
    fillColor: reader.colour('fill_color'),
    fontSize: reader.number('font_size', { least: 1, most: 1000, otherwise: defaults.fontSize }),
    fontFamily: reader.text('font_family', defaults.fontFamily),
    opacity: opacity(reader),
  }),
  blur: (reader, defaults) => ({
    type: 'blur',
    box: box(reader),
    blockSize: Math.round(
      reader.number('blur_radius', { least: 2, most: 500, otherwise: defaults.blurRadius }),
    ),
  }),
  redact: (reader) => ({ type: 'redact', box: box(reader), color: opaque(reader) }),
  step: (reader, defaults, steps) => ({
    type: 'step',
    at: at(reader),
    label: stepLabel(reader, steps),
    color: reader.colour('color', defaults.stepColor),
    size: reader.number('width', { least: 4, most: 2000, otherwise: defaults.stepSize }),
    opacity: opacity(reader),
  }),
  freehand: (reader, defaults) => ({
    type: 'freehand',
    points: points(reader),
    ...stroke(reader, defaults),
  }),
  highlight: (reader) => ({
    type: 'highlight',
    box: box(reader),
    color: reader.colour('color', HIGHLIGHT),
  }),
  crop: (reader) => ({ type: 'crop', box: box(reader) }),
};

/** What can be seen through hides nothing. */
function opaque(reader: FieldReader): string {
  const color = reader.colour('color', REDACTED);
  if (color.toLowerCase() === 'transparent' || color.length === 9)
    reader.refuse('color', 'can be seen through');
  return color;
}

const at = (reader: FieldReader): Point => ({ x: reader.number('x'), y: reader.number('y') });

const opacity = (reader: FieldReader) => reader.number('opacity', { least: 0, most: 1, otherwise: 1 });

function box(reader: FieldReader): Box {
  const size = { least: Number.MIN_VALUE };
  return { ...at(reader), w: reader.number('width', size), h: reader.number('height', size) };
}

const stroke = (reader: FieldReader, defaults: AnnotationDefaults) => ({
  color: reader.colour('color', defaults.strokeColor),
  strokeWidth: reader.number('stroke_width', { least: 0.1, most: 500, otherwise: defaults.strokeWidth }),
  opacity: opacity(reader),
});

function shape(type: 'rect' | 'ellipse', reader: FieldReader, defaults: AnnotationDefaults): Annotation {
  return { type, box: box(reader), ...stroke(reader, defaults), fillColor: reader.colour('fill_color') };
}

function points(reader: FieldReader): Point[] {
  const given = reader.points('points');
  if (given.length < 2) reader.refuse('points', 'needs at least two points');
  if (given.length > MOST_POINTS) reader.refuse('points', `has more than ${MOST_POINTS} points`);
  return given;
}

/** Its two ends as points, or from one corner of a box to the other; a box may go left or up. */
function arrowEnds(reader: FieldReader): { from: Point; to: Point } {
  if (reader.has('points')) {
    const ends = points(reader);
    return { from: ends[0]!, to: ends.at(-1)! };
  }
  if (!reader.has('x')) reader.refuse('points', 'is missing');
  const from = at(reader);
  const to = { x: from.x + reader.number('width'), y: from.y + reader.number('height') };
  return { from, to };
}

function stepLabel(reader: FieldReader, steps: number): string {
  if (reader.has('text')) return reader.text('text');
  return String(Math.round(reader.number('step_number', { least: 0, most: 99_999, otherwise: steps })));
}

interface Range {
  readonly least?: number;
  readonly most?: number;
  readonly otherwise?: number;
}

/** Far beyond any screen; what lies there is a mistake, and canvases have trouble with it. */
const FARTHEST = 100_000;
const LONGEST_TEXT = 10_000;

const NAMED = new Set(
  `black white red green blue yellow orange purple magenta cyan lime pink brown gray grey navy teal maroon
   transparent`.split(/\s+/),
);
const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Reads the fields of one annotation; what does not fit is refused by name. */
class FieldReader {
  readonly #index: number;
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(index: number, fields: Readonly<Record<string, unknown>>) {
    this.#index = index;
    this.#fields = fields;
  }

  get names(): string[] {
    return Object.keys(this.#fields);
  }

  has(name: string): boolean {
    return name in this.#fields;
  }

  refuse(field: string, problem: string): never {
    throw fault('INVALID_ANNOTATION', { index: this.#index, field, problem });
  }

  number(name: string, { least = -FARTHEST, most = FARTHEST, otherwise }: Range = {}): number {
    const value = this.#fields[name] ?? otherwise;
    if (value === undefined) return this.refuse(name, 'is missing');
    if (typeof value !== 'number' || !Number.isFinite(value))
      return this.refuse(name, `must be a number, not ${JSON.stringify(value)}`);
    if (value < least)
      return this.refuse(
        name,
        `is ${value}; it must be ${least === Number.MIN_VALUE ? 'more than 0' : `at least ${least}`}`,
      );
    if (value > most) return this.refuse(name, `is ${value}; it must be at most ${most}`);
    return value;
  }

  text(name: string, otherwise?: string): string {
    const value = this.#fields[name] ?? otherwise;
    if (value === undefined) return this.refuse(name, 'is missing');
    const words = typeof value === 'number' ? String(value) : value;
    if (typeof words !== 'string' || words === '') return this.refuse(name, 'must be a text');
    if (words.length > LONGEST_TEXT) return this.refuse(name, `is longer than ${LONGEST_TEXT} characters`);
    return words;
  }

  colour(name: string): string | undefined;
  colour(name: string, otherwise: string): string;
  colour(name: string, otherwise?: string): string | undefined {
    const value = this.#fields[name] ?? otherwise;
    if (value === undefined) return undefined;
    if (typeof value === 'string' && (HEX.test(value) || NAMED.has(value.toLowerCase()))) return value;
    return this.refuse(name, `is ${JSON.stringify(value)}; give a colour such as #FF0000 or #FF000080`);
  }

  points(name: string): Point[] {
    const value = this.#fields[name];
    if (value === undefined) return this.refuse(name, 'is missing');
    if (!Array.isArray(value)) return this.refuse(name, 'must be a list of {x, y}');
    return value.map((point: unknown, i) => {
      const fields = typeof point === 'object' && point !== null ? (point as Record<string, unknown>) : {};
      const inner = new FieldReader(this.#index, {
        [`${name}[${i}].x`]: fields.x,
        [`${name}[${i}].y`]: fields.y,
      });
      return { x: inner.number(`${name}[${i}].x`), y: inner.number(`${name}[${i}].y`) };
    });
  }
}
