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

interface FieldPairsProps {
  names: readonly string[];
  /** Over the whole width, after them. */
  wide?: readonly string[];
  /** Over the whole width, before them: what the record is about. */
  first?: readonly string[];
}

/** Fields side by side, over the whole width of a part of a form. */
export function FieldPairs({ names, wide = [], first = [] }: FieldPairsProps) {
  return (
    <div className={pairClass()} data-wide="">
      <FieldInputs names={first} wide />
      <FieldInputs names={names} />
      <FieldInputs names={wide} wide />
    </div>
  );
}

/** A form of fields side by side, for screens whose form has no rules of its own. */
export const pairedForm = (names: readonly string[], wide: readonly string[] = [], first: readonly string[] = []) => ({
  size: 'wide' as const,
  fields: [...first, ...names, ...wide],
  children: <FieldPairs names={names} wide={wide} first={first} />,
});
