import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface TabsProps {
  readonly label: string;
  /** Names, and what each shows; only the chosen one is made. */
  readonly of: Readonly<Record<string, () => ComponentChildren>>;
}

export function Tabs({ label, of }: TabsProps) {
  const names = Object.keys(of);
  const chosen = useSignal(names[0] ?? '');
  const id = useId();
  const current = names.includes(chosen.value) ? chosen.value : (names[0] ?? '');
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    chosen.value = names[(names.indexOf(current) + by + names.length) % names.length] ?? current;
    (event.currentTarget as HTMLElement).querySelectorAll('button')[names.indexOf(chosen.value)]?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" tabIndex={-1} aria-label={label} onKeyDown={onKey}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => {
              chosen.value = name;
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {of[current]?.()}
      </div>
    </div>
  );
}
