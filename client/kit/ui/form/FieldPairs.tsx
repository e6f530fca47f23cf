import { styleClass } from '../../../theme/classes.ts';
import { FieldInputs } from './FieldInputs.tsx';

const pairClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: '1fr 1fr' },
  columnGap: '4',
  rowGap: '4',
  alignItems: 'start',
  '& > [data-wide]': { gridColumn: '1 / -1' },
});

/** Fields side by side, those of `wide` over the whole width after them; all of them over the whole width of a part of a form. */
export function FieldPairs({ names, wide = [] }: { names: readonly string[]; wide?: readonly string[] }) {
  return (
    <div className={pairClass()} data-wide="">
      <FieldInputs names={names} />
      <FieldInputs names={wide} wide />
    </div>
  );
}

/** A form of fields side by side, for screens whose form has no rules of its own. */
export const pairedForm = (names: readonly string[], wide: readonly string[] = []) => ({
  size: 'wide' as const,
  fields: [...names, ...wide],
  children: <FieldPairs names={names} wide={wide} />,
});
