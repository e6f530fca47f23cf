import type { ReactNode } from 'react';
import { styleClass } from '../../../theme/classes.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { QrCode } from '../qr/QrCode.tsx';

const slipClass = styleClass({
  flex: 'none',
  px: '10mm',
  py: '9mm',
  bg: '#fff',
  color: '#15191c',
  fontSize: '0.875rem',
  lineHeight: '1.5',
  boxShadow: 'pop',
  w: 'min(148mm, 100%)',
  minH: '200mm',
  '&[data-size=A4]': { w: 'min(210mm, 100%)', minH: '290mm', px: '16mm', py: '14mm' },
  '& > header': { display: 'flex', gap: '4', alignItems: 'flex-start' },
  '& > header > div': { flex: '1', minW: '0' },
  '& > header svg': { w: '28mm', h: '28mm', flex: 'none' },
  '& h2': { fontSize: '1.25rem', fontWeight: 'bold', mt: '1' },
  '& dl': { display: 'grid', gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)', mt: '4', mb: '0' },
  '& dt, & dd': { m: '0', py: '1', borderBottom: '1px solid #d4dade', overflowWrap: 'anywhere' },
  '& dt': { color: '#4d575e' },
  '& dd': { fontWeight: 'medium' },
  '& table': { w: 'full', borderCollapse: 'collapse', mt: '4' },
  '& th, & td': { textAlign: 'start', verticalAlign: 'top', px: '2', py: '1', border: '1px solid #9aa4ab' },
  '& [data-stop]': { mt: '4', p: '2', border: '2px solid #b42318', color: '#b42318', fontWeight: 'bold' },
  '& [data-text]': { mt: '4', whiteSpace: 'pre-line', fontSize: '0.8125rem' },
  '& > footer': { display: 'flex', gap: '8', mt: '6', breakInside: 'avoid' },
  '& > footer > span': { flex: '1', textAlign: 'center', minH: '24mm' },
  '@media print': {
    w: 'auto',
    minH: '0',
    p: '0',
    boxShadow: 'none',
    breakAfter: 'page',
    '&[data-size=A4]': { w: 'auto', minH: '0', p: '0' },
  },
});

export interface SlipProps {
  /** Issuer: the project. */
  from: string | undefined;
  title: string;
  /** Code of its record, as text and as QR code. */
  code: string;
  /** Content: labels and values; empty ones are left out. */
  facts: readonly (readonly [label: string, value: ReactNode])[];
  /** Signers. */
  signs?: readonly string[];
  size?: 'A5' | 'A4';
  children?: ReactNode;
}

/** A printed slip of a record: issuer, scannable code, content, signatures. */
export function Slip({ from, title, code, facts, signs = [], size = 'A5', children }: SlipProps) {
  const { language } = useLanguage();
  return (
    <article className={slipClass()} data-paper="text" data-size={size} lang={language}>
      <header>
        <div>
          <b>{from}</b>
          <h2>{title}</h2>
          <span>{code}</span>
        </div>
        <QrCode text={code} label={code} />
      </header>
      <dl>
        {facts.map(
          ([label, value]) =>
            value !== null &&
            value !== undefined &&
            value !== '' && [<dt key={`${label} label`}>{label}</dt>, <dd key={label}>{value}</dd>],
        )}
      </dl>
      {children}
      {signs.length > 0 && (
        <footer>
          {signs.map(sign => (
            <span key={sign}>{sign}</span>
          ))}
        </footer>
      )}
    </article>
  );
}
