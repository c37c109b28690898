import { useId } from 'preact/hooks';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most?: number;
  readonly set: (value: number) => void;
}

export function NumberField({ label, value, least, most, set }: NumberFieldProps) {
  const id = useId();
  return (
    <div class="entry">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        required
        step={1}
        min={least}
        max={most}
        value={value}
        onInput={({ currentTarget }) => {
          if (currentTarget.value !== '') set(currentTarget.valueAsNumber);
        }}
      />
    </div>
  );
}
