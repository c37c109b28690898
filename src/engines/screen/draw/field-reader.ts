import { fault } from '../../../kernel/fault.ts';
import type { Point } from './annotation.ts';

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
export class FieldReader {
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
