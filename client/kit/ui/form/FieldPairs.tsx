import { styleClass } from '../../../theme/classes.ts';
import { FieldInputs } from './inputs/FieldInputs.tsx';

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
  /** Full-width fields after the pairs. */
  wide?: readonly string[];
  /** Full-width fields before the pairs: the subject of the record. */
  first?: readonly string[];
}

/** Fields side by side, over the full width of a form section. */
export function FieldPairs({ names, wide = [], first = [] }: FieldPairsProps) {
  return (
    <div className={pairClass()} data-wide="">
      <FieldInputs names={first} wide />
      <FieldInputs names={names} />
      <FieldInputs names={wide} wide />
    </div>
  );
}

/** A form with fields side by side, for screens without rules of their own. */
export const pairedForm = <const N extends string>(
  names: readonly N[],
  wide: readonly N[] = [],
  first: readonly N[] = [],
) => ({
  size: 'wide' as const,
  fields: [...first, ...names, ...wide],
  children: <FieldPairs names={names} wide={wide} first={first} />,
});
