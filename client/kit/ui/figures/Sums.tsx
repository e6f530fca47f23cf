import type { ReactNode } from 'react';
import { styleClass } from '../../../theme/classes.ts';
import { StatStrip } from './StatStrip.tsx';

const spaceClass = styleClass({ flex: 'none', pb: '3' });

/** A sum with its name; with an address it links to details. */
type Sum = readonly [label: string, value: string, to?: string | null, note?: ReactNode];

/** Sums side by side with their names, as the strip of figures. */
export function Sums({ of, label }: { of: readonly Sum[]; label?: string }) {
  return (
    <div className={spaceClass()}>
      <StatStrip
        label={label}
        stats={of.map(([name, value, to, note]) => ({ key: name, label: name, value, to: to ?? undefined, note }))}
      />
    </div>
  );
}
