import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { styleClass } from '../../../theme/classes.ts';

const gridClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', sm: '1fr 1fr', md: '1fr 1fr 1fr' },
  columnGap: '4',
  rowGap: '4',
  alignItems: 'start',
  '& > [data-wide]': { gridColumn: '1 / -1' },
});

/** A titled section of a long form; `data-wide` takes the full width. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <chakra.fieldset borderWidth="0" p="0" m="0" minW="0">
      <chakra.legend textStyle="sm" fontWeight="semibold" mb="3" p="0">
        {title}
      </chakra.legend>
      <div className={gridClass()}>{children}</div>
    </chakra.fieldset>
  );
}
