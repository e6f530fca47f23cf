import { styleClass } from '../../../theme/classes.ts';

interface HeadProps {
  place: { name: string; address: string | null; hotline?: string | null } | null;
  /** In the place of what is known of the building. */
  building: string | null;
}

const linesClass = styleClass({ whiteSpace: 'pre-line', '&::first-line': { fontWeight: 'bold' } });

/** Who sends a paper. */
export function SheetHead({ place, building }: HeadProps) {
  const known = [place?.name, place?.address, place?.hotline].filter(Boolean).join('\n');
  return <p className={linesClass()}>{building ?? known}</p>;
}

const footClass = styleClass({
  display: 'grid',
  gap: '6',
  breakInside: 'avoid',
  '& > p': { whiteSpace: 'pre-line' },
  '& > ul': {
    display: 'flex',
    justifyContent: 'space-around',
    gap: '6',
    m: '0',
    p: '0',
    listStyle: 'none',
    textAlign: 'center',
  },
  '& li': { display: 'grid', gap: '18mm', alignContent: 'space-between' },
});

interface FootProps {
  layout: {
    foot: string | null;
    treasurer: string | null;
    signatures: readonly { title: string; signer: string | null }[];
  };
}

/** What ends a paper: a note, the treasurer, and room for those who sign. */
export function SheetFoot({ layout: { foot, treasurer, signatures } }: FootProps) {
  return (
    <div className={footClass()}>
      {foot && <p>{foot}</p>}
      {treasurer && signatures.length === 0 && <p>{treasurer}</p>}
      {signatures.length > 0 && (
        <ul>
          {signatures.map(({ title, signer }) => (
            <li key={title}>
              <b>{title}</b>
              <span>{signer ?? ''}</span>
            </li>
          ))}
          {treasurer && (
            <li>
              <b>{'\u00A0'}</b>
              <span>{treasurer}</span>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
