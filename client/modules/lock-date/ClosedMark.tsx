import type { closedBooks } from '@lobby/shared/kit/books.contract.ts';
import { CLOSED } from '@lobby/shared/kit/books.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { styleClass } from '../../theme/classes.ts';

const markClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  flex: '0 1 auto',
  minW: '0',
  h: 'controlSmall',
  px: '2',
  textStyle: 'xs',
  color: 'fg.muted',
  bg: 'bg.subtle',
  borderRadius: 'md',
  '& svg': { w: '3', h: '3', flex: 'none' },
  // A single date is never truncated; the project name gives way.
  '&[data-one]': { flex: 'none' },
  '& [data-short]': { display: 'none', fontFamily: 'figures', whiteSpace: 'nowrap' },
  // On a small desk the lock and its date stand for the sentence.
  '@media (max-width: 1365px)': {
    '& [data-long]': { display: 'none' },
    '& [data-short]': { display: 'inline' },
  },
});

/** Lock dates in the frame of accounting screens; equal ones are shown once. */
export function ClosedMark({ projectId }: { projectId: string }) {
  const { t } = useTranslation('lock-date');
  const { day } = useFormats();
  const mayOpen = useCan(lockDate.code, 'read');
  const { data, error } = useContract<typeof closedBooks>('/transaction-lock-date', {
    follow: CLOSED.module,
    delay: 200,
  });
  const { lockAccountsReceivable: owed, lockTransactionData: moved } = data ?? {};
  if (error || (!owed && !moved)) return null;
  const isOne = owed === moved || !owed || !moved;
  const words =
    owed === moved
      ? t('mark.both', { day: day(owed ?? '') })
      : [owed && t('mark.RECEIVABLE', { day: day(owed) }), moved && t('mark.TRANSACTION', { day: day(moved) })]
          .filter(Boolean)
          .join(' · ');
  const inside = (
    <>
      <Lock aria-hidden />
      <span className="cut" data-long="">
        {words}
      </span>
      <span data-short="" aria-hidden>
        {[...new Set([owed, moved])].flatMap(date => (date ? [day(date)] : [])).join(' · ')}
      </span>
    </>
  );
  if (!mayOpen)
    return (
      <span className={markClass()} title={words} data-one={isOne || undefined}>
        {inside}
      </span>
    );
  return (
    <Link
      className={markClass()}
      to={`/projects/${projectId}/${lockDate.route}`}
      title={words}
      aria-label={words}
      data-one={isOne || undefined}
    >
      {inside}
    </Link>
  );
}
