import type { RefObject } from 'preact';
import type { Annotation } from '../../src/contract/picture-marks.ts';
import { WORDS } from '../words.ts';
import * as sheet from './sheet.ts';

const COLOURS = ['#E5484D', '#F76B15', '#FFE600', '#30A46C', '#0090FF', '#8E4EC6', '#000000', '#FFFFFF'];

/** How the chosen mark looks, or the next one. */
export function LookPanel({ text }: { readonly text: RefObject<HTMLTextAreaElement> }) {
  const mark = sheet.chosenMark.value;
  const { color, strokeWidth, fontSize } = sheet.look.value;
  const current = mark && 'color' in mark ? mark.color : color;
  const paint = (wanted: string) => {
    sheet.look.value = { ...sheet.look.value, color: wanted };
    if (mark && 'color' in mark) sheet.changeChosen({ ...mark, color: wanted });
  };
  return (
    <fieldset class="look" aria-label={WORDS.pictures.look}>
      <div class="kit" role="radiogroup" aria-label={WORDS.pictures.colour}>
        {COLOURS.map((one) => (
          <label key={one} class="colour" title={WORDS.pictures.colours[one]}>
            <input
              type="radio"
              name="colour"
              checked={one.toLowerCase() === current.toLowerCase()}
              aria-label={WORDS.pictures.colours[one] ?? one}
              onChange={() => paint(one)}
            />
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <circle cx="10" cy="10" r="8" fill={one} />
            </svg>
          </label>
        ))}
      </div>
      <Amount
        name={WORDS.pictures.stroke}
        value={mark && 'strokeWidth' in mark ? mark.strokeWidth : strokeWidth}
        most={60}
        onChange={(value) => {
          sheet.look.value = { ...sheet.look.value, strokeWidth: value };
          if (mark && 'strokeWidth' in mark) sheet.changeChosen({ ...mark, strokeWidth: value });
        }}
      />
      <Amount
        name={WORDS.pictures.size}
        value={sizeOf(mark) ?? fontSize}
        most={400}
        onChange={(value) => {
          sheet.look.value = { ...sheet.look.value, fontSize: value };
          const next = mark && sized(mark, value);
          if (next) sheet.changeChosen(next);
        }}
      />
      {(mark?.type === 'text' || mark?.type === 'step') && (
        <label class="words">
          <span>{WORDS.pictures.text}</span>
          <textarea
            ref={text}
            rows={1}
            value={mark.type === 'text' ? mark.text : mark.label}
            onInput={({ currentTarget: { value } }) => {
              if (value === '') return;
              sheet.changeChosen(mark.type === 'text' ? { ...mark, text: value } : { ...mark, label: value });
            }}
          />
        </label>
      )}
      {mark && (
        <button type="button" class="chip" onClick={sheet.removeChosen}>
          {WORDS.pictures.remove}
        </button>
      )}
    </fieldset>
  );
}

/** Of letters, of a step, or of the blocks of a blur. */
function sizeOf(mark: Annotation | undefined): number | undefined {
  if (mark?.type === 'text') return mark.fontSize;
  if (mark?.type === 'step') return mark.size;
  return mark?.type === 'blur' ? mark.blockSize : undefined;
}

function sized(mark: Annotation, value: number): Annotation | undefined {
  if (mark.type === 'text') return { ...mark, fontSize: value };
  if (mark.type === 'step') return { ...mark, size: Math.max(4, value) };
  return mark.type === 'blur' ? { ...mark, blockSize: Math.max(2, value) } : undefined;
}

interface AmountProps {
  readonly name: string;
  readonly value: number;
  readonly most: number;
  onChange(value: number): void;
}

function Amount({ name, value, most, onChange }: AmountProps) {
  return (
    <label class="amount">
      <span>{name}</span>
      <input
        type="number"
        min={1}
        max={most}
        value={Math.round(value)}
        onChange={({ currentTarget }) => {
          const wanted = currentTarget.valueAsNumber;
          if (wanted >= 1 && wanted <= most) onChange(Math.round(wanted));
        }}
      />
    </label>
  );
}
