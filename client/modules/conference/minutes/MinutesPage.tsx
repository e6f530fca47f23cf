import type { minutesLines } from '@lobby/shared/modules/conference.contract.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../../kit/live/useContract.ts';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';

const pageClass = styleClass({
  p: '6',
  borderWidth: '1px',
  borderColor: 'border',
  // White in dark mode too, as on paper.
  bg: 'white',
  color: 'black',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
  '& p': { m: '0', mb: '2' },
  '& footer': { display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: '6', mt: '6', textAlign: 'center' },
  '& footer span': { display: 'block', mt: '12' },
});

/** Preview of the printed minutes beside the form. */
export function MinutesPage({ id }: { id: string }) {
  const { t } = useTranslation(conference.name);
  const { data } = useContract<typeof minutesLines>('/conference/:id/minutes/page', {
    params: { id },
    follow: conference.code,
  });
  if (!data) return <SkeletonRows />;
  return (
    <section className={pageClass()} aria-label={t('minutes.page')}>
      <p>
        <strong>{data.project}</strong>
        <br />
        <small>{data.address}</small>
      </p>
      {data.lines.map(({ said: text, size, bold, indent }, n) => (
        <p
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a page have no other name
          key={n}
          style={{
            fontSize: `${(size ?? 11) / 11}em`,
            fontWeight: bold ? 700 : 400,
            paddingInlineStart: `${indent}px`,
          }}
        >
          {text}
        </p>
      ))}
      <footer>
        {data.signed.map(({ role, name }) => (
          <div key={`${role} ${name}`}>
            <strong>{role}</strong>
            <span>{name}</span>
          </div>
        ))}
      </footer>
    </section>
  );
}
