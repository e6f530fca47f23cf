import type { countedBy } from '@lobby/shared/modules/statistics.contract.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useContract } from '../../kit/live/useContract.ts';
import { Avatar } from '../../kit/ui/marks/Avatar.tsx';
import { today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';
import { paneClass } from './parts.ts';

const MOST = 6;

const rowClass = styleClass({
  display: 'grid',
  gridTemplateColumns: '24px 112px minmax(0, 1fr) 24px',
  alignItems: 'center',
  columnGap: '2.5',
  minH: '8',
  px: '4',
  color: 'fg',
  textDecoration: 'none',
  _hover: { bg: 'bg.subtle' },
  '& > i': { display: 'block', h: '1.5', borderRadius: '3px', bg: 'accent.muted' },
  '& > b': { textAlign: 'end', fontWeight: 'normal', fontFamily: 'figures' },
});

/** Open tickets by assignee. */
export function Load({ projectId }: { projectId: string }) {
  const { t } = useTranslation('home');
  const id = useId();
  const day = today();
  const { data } = useContract<typeof countedBy>('/statistics/:noun', {
    params: { noun: 'help-desk' },
    scope: { projectId },
    query: { figure: 'open', split: ['assigneeId'], from: day, to: day, by: 'day' },
    follow: 'HELP_DESK',
    delay: 30_000,
  });
  const people = (data?.columns ?? [])
    .map(({ key, label }, n) => ({ key, label, open: data?.total[n] ?? 0 }))
    .filter(({ key, open }) => open > 0 && /^[0-9a-f]{24}$/.test(key));
  if (people.length < 2) return null;
  const most = Math.max(...people.map(({ open }) => open));
  return (
    <section className={paneClass()} aria-labelledby={id}>
      <h2 id={id}>
        {t('load')}
        <small>{t('loadNote')}</small>
      </h2>
      <ol>
        {people.slice(0, MOST).map(({ key, label, open }) => (
          <li key={key}>
            <Link className={rowClass()} to={`/projects/${projectId}/help-desk?tab=all&assigneeId=${key}`}>
              <Avatar person={{ id: key, name: label }} named />
              <span className="cut">{label}</span>
              <i style={{ width: `${(open / most) * 100}%` }} />
              <b>{open}</b>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
