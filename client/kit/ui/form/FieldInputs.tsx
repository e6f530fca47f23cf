import { FieldInput } from './FieldInput.tsx';

/** Several fields, one after another; `wide` over the whole width of their part. */
export function FieldInputs({ names, wide }: { names: readonly string[]; wide?: boolean }) {
  return names.map(name =>
    wide ? (
      <div key={name} data-wide="">
        <FieldInput name={name} />
      </div>
    ) : (
      <FieldInput key={name} name={name} />
    ),
  );
}
