import { chakra } from '@chakra-ui/react';
import type { closedBooks } from '@lobby/shared/kit/books.contract.ts';
import { LOCK_KINDS, lockDate } from '@lobby/shared/modules/lock-date.ts';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../kit/live/useContract.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { LockCard } from './LockCard.tsx';

const WIDTHS = { kind: 160, lockDataAt: 150, transactionLockDate: 150, prevLockDataAt: 130, reason: 260 };

/** Current lock dates. */
function LocksPart() {
  const { t } = useTranslation(['lock-date', 'books']);
  const follow = lockDate.code;
  const state = useContract<typeof closedBooks>('/transaction-lock-date', { follow });
  const rows = useRows(lockDate, { follow, limit: 20 });
  if (state.error && !state.data) return <ErrorState title={t('books:failed')} onRetry={state.again} />;
  if (!state.data) return <SkeletonRows />;
  const until = { RECEIVABLE: state.data.lockAccountsReceivable, TRANSACTION: state.data.lockTransactionData };
  return (
    <ReportPage title={t('plural')}>
      <chakra.p color="fg.muted" px="4" pb="4">
        {t('empty.text')}
      </chakra.p>
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
        w="full"
        maxW="900px"
        px="4"
        pb="4"
      >
        {LOCK_KINDS.map(kind => (
          <LockCard key={kind} kind={kind} until={until[kind]} last={rows.data?.find(row => row.kind === kind)} />
        ))}
      </chakra.div>
    </ReportPage>
  );
}

/** Lock dates and their history. */
export function Component() {
  const { t } = useTranslation('lock-date');
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        { value: 'now', label: t('plural'), content: <LocksPart /> },
        {
          value: 'history',
          label: t('lock.history'),
          content: <RecordsPage definition={lockDate} widths={WIDTHS} />,
        },
      ]}
    />
  );
}
