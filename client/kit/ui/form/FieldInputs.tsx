import { styleClass } from '../../../theme/classes.ts';
import { FieldInput } from './FieldInput.tsx';

/** A field that is not asked now takes no place. */
const wideClass = styleClass({ _empty: { display: 'none' } });

/** Several fields, one after another; `wide` over the whole width of their part. */
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
