import { styleClass } from '../../../../theme/classes.ts';
import { FieldInput } from './FieldInput.tsx';

/** A field that does not apply takes no space. */
const wideClass = styleClass({ _empty: { display: 'none' } });

/** Several fields in sequence; `wide` over the full width. */
export function FieldInputs({ names, wide }: { names: readonly string[]; wide?: boolean }) {
  return names.map(name =>
    wide ? (
      <div key={name} data-wide="" className={wideClass()}>
        <FieldInput name={name} />
      </div>
    ) : (
      <FieldInput key={name} name={name} />
    ),
  );
}
