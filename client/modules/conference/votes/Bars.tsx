import type { ReactNode } from 'react';
import { progressLook } from '../../../kit/ui/marks/progress-look.ts';
import { styleClass } from '../../../theme/classes.ts';

/** Layout of headed sections in a tab. */
export const sectionsClass = styleClass({
  display: 'grid',
  gap: '5',
  minW: '0',
  '& > *': { minW: '0' },
  '& h3': { fontWeight: 'semibold', mb: '2' },
  '& h4': { fontWeight: 'medium' },
});

const listClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  listStyle: 'none',
  m: '0',
  p: '0',
  '& p': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '2', m: '0' },
  '& strong': { fontFamily: 'figures', fontWeight: 'medium' },
  '& progress': progressLook,
});

interface Bar {
  key: string;
  label: ReactNode;
  figures: string;
  percent: number;
}

/** Horizontal bars with label and figures. */
export function Bars({ of }: { of: readonly Bar[] }) {
  return (
    <ul className={listClass()}>
      {of.map(({ key, label, figures, percent }) => (
        <li key={key}>
          <p>
            <span>{label}</span>
            <strong>{figures}</strong>
          </p>
          <progress aria-hidden max={100} value={Math.min(100, percent)} />
        </li>
      ))}
    </ul>
  );
}
