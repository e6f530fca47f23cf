import type { ReactNode } from 'react';
import { styleClass } from '../../../theme/classes.ts';

const frameClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  w: 'full',
  maxW: '360px',
  p: '4',
  borderWidth: '1px',
  borderColor: 'border.emphasized',
  borderRadius: 'xl',
  bg: 'bg',
  textStyle: 'sm',
  overflowWrap: 'anywhere',
  '& > strong': { textStyle: 'md', fontWeight: 'semibold' },
  '& p': { m: '0', whiteSpace: 'pre-wrap' },
  '& small': { textStyle: 'xs', color: 'fg.muted' },
  '& ul': { display: 'grid', gap: '2', m: '0', p: '0', listStyle: 'none' },
  '& li': { display: 'flex', gap: '2', alignItems: 'center', p: '3', borderWidth: '1px', borderRadius: 'lg' },
  '& li > [aria-hidden]': {
    flex: 'none',
    w: '4',
    h: '4',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'full',
  },
  '& li > [data-box]': { borderRadius: 'sm' },
});

/** Preview of what residents see on a phone. */
export function PhoneFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className={frameClass()}>
      {children}
    </section>
  );
}
