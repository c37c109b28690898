import { WORDS } from '../words.ts';

const MOST = 200;
const LONG = 300;

/** A JSON value that unfolds. Everything in it is text: nothing of it can do anything. */
export function Tree({
  value,
  name,
  depth = 0,
}: {
  readonly value: unknown;
  readonly name?: string;
  readonly depth?: number;
}) {
  const label = name === undefined ? null : <span class="key">{name}: </span>;
  if (typeof value !== 'object' || value === null)
    return (
      <div class="leaf">
        {label}
        <Leaf value={value} />
      </div>
    );
  const entries = Object.entries(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0)
    return (
      <div class="leaf">
        {label}
        <span class="quiet">{open + close}</span>
      </div>
    );
  return (
    <details class="branch" open={depth < 2 && entries.length <= 40}>
      <summary>
        {label}
        <span class="quiet">
          {open} {entries.length} {close}
        </span>
      </summary>
      {entries.slice(0, MOST).map(([key, one]) => (
        <Tree key={key} name={key} value={one} depth={depth + 1} />
      ))}
      {entries.length > MOST && <div class="leaf quiet">{WORDS.detail.more(entries.length - MOST)}</div>}
    </details>
  );
}

function Leaf({ value }: { readonly value: unknown }) {
  if (typeof value === 'string') {
    const text = value.length > LONG ? `${value.slice(0, LONG)}…` : value;
    return <span class="string">"{text}"</span>;
  }
  return <span class={value === null ? 'quiet' : 'number'}>{String(value)}</span>;
}
