import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { FILTER_FIELDS, LANES } from '../src/contract/app.ts';
import { Icon } from './icon.tsx';
import * as state from './state.ts';
import { WORDS } from './words.ts';

const WAIT_MS = 180;

/** What can stand after the colon, as far as it is known. */
function valuesOf(field: string): readonly string[] {
  if (field === 'lane') return LANES;
  if (field === 'is') return ['error'];
  if (field === 'status') return ['>=400', '>=500', '200..299', '404'];
  if (field === 'method') return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  if (field === 'level') return ['error', 'warn', 'info', 'log', 'debug'];
  if (field === 'ms') return ['>100', '>500', '>1000'];
  if (field === 'agent') return state.about.value?.agents ?? [];
  if (field === 'tab') return [...new Set(state.rows.value.flatMap(({ tab }) => tab ?? []))].slice(0, 20);
  return [];
}

interface Offer {
  readonly word: string;
  readonly hint: string;
}

/** What the word at the end may become. */
function offersFor(text: string): readonly Offer[] {
  const word = /\S*$/.exec(text)?.[0] ?? '';
  const minus = word.startsWith('-') ? '-' : '';
  const plain = word.slice(minus.length);
  const colon = plain.indexOf(':');
  if (colon < 0) {
    const fields = Object.entries(FILTER_FIELDS).filter(([name]) => name.startsWith(plain.toLowerCase()));
    return fields.map(([name, hint]) => ({ word: `${minus}${name}:`, hint }));
  }
  const [field, typed] = [plain.slice(0, colon), plain.slice(colon + 1).toLowerCase()];
  const fitting = valuesOf(field).filter(
    (value) => value.toLowerCase().startsWith(typed) && value.toLowerCase() !== typed,
  );
  const quoted = (value: string) => (/\s/.test(value) ? `"${value}"` : value);
  return fitting.map((value) => ({ word: `${minus}${field}:${quoted(value)}`, hint: '' }));
}

/** Where the filter is typed; the server reads it. */
export function FilterBar() {
  const input = useRef<HTMLInputElement>(null);
  const text = useSignal(state.filter.value);
  const isOpen = useSignal(false);
  const active = useSignal(-1);
  const offers = useComputed(() => (isOpen.value ? offersFor(text.value) : []));
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () =>
      state.filter.subscribe((value) => {
        if (value !== text.peek().trim()) text.value = value;
      }),
    [],
  );
  const type = (value: string, wait = WAIT_MS) => {
    text.value = value;
    active.value = -1;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // A field without a value is not finished yet.
      if (!/(?:^|\s)-?[a-z]+:$/.test(value)) state.filter.value = value.trim();
    }, wait);
  };
  const take = ({ word }: Offer) => {
    const isWhole = !word.endsWith(':');
    type(text.value.replace(/\S*$/, word) + (isWhole ? ' ' : ''), 0);
    isOpen.value = !isWhole;
    input.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const count = offers.value.length;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      isOpen.value = true;
      if (count > 0)
        active.value = (active.value + (event.key === 'ArrowDown' ? 1 : count - 1) + count) % count;
    } else if ((event.key === 'Enter' || event.key === 'Tab') && offers.value[active.value]) {
      event.preventDefault();
      take(offers.value[active.value]!);
    } else if (event.key === 'Enter') {
      isOpen.value = false;
      type(text.value, 0);
    } else if (event.key === 'Escape') {
      if (isOpen.value && count > 0) isOpen.value = false;
      else input.current?.blur();
      event.stopPropagation();
    }
  };
  const problem = state.listProblem.value;
  const isErrors = /(?:^|\s)is:error(?=\s|$)/.test(state.filter.value);
  return (
    <search class="filter">
      <div class={problem ? 'field wrong' : 'field'}>
        <Icon name="search" />
        <input
          id="filter"
          ref={input}
          type="text"
          role="combobox"
          aria-label={WORDS.filter}
          aria-expanded={offers.value.length > 0}
          aria-controls="offers"
          aria-autocomplete="list"
          {...(active.value >= 0 ? { 'aria-activedescendant': `offer-${active.value}` } : {})}
          placeholder={WORDS.filterHint}
          spellcheck={false}
          autocomplete="off"
          value={text.value}
          onInput={({ currentTarget }) => {
            isOpen.value = true;
            type(currentTarget.value);
          }}
          onKeyDown={onKey}
          onFocus={() => {
            isOpen.value = true;
          }}
          onBlur={() => {
            isOpen.value = false;
          }}
        />
        {text.value !== '' && (
          <button type="button" class="bare" aria-label={WORDS.clearFilter} onClick={() => type('', 0)}>
            <Icon name="close" />
          </button>
        )}
        <div
          id="offers"
          role="listbox"
          aria-label={WORDS.filter}
          class="offers"
          hidden={offers.value.length === 0}
        >
          {offers.value.map((offer, at) => (
            <div
              key={offer.word}
              id={`offer-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active.value}
              class="offer"
              onMouseDown={(event) => {
                event.preventDefault();
                take(offer);
              }}
            >
              <code>{offer.word}</code> <span>{offer.hint}</span>
            </div>
          ))}
        </div>
      </div>
      <button
        type="button"
        class="chip"
        aria-pressed={isErrors}
        title={WORDS.errorsOnlyHint}
        onClick={toggleErrors}
      >
        <span class="dot trouble" />
        {WORDS.errorsOnly}
      </button>
    </search>
  );
}

export function toggleErrors(): void {
  const words = state.filter.value.split(/\s+/).filter((word) => word !== '');
  const others = words.filter((word) => word !== 'is:error');
  state.filter.value = (others.length < words.length ? others : [...words, 'is:error']).join(' ');
}
