import type { depositSummary } from '@lobby/shared/modules/deposit.contract.ts';
import { DEPOSIT_KINDS, deposit } from '@lobby/shared/modules/deposit.ts';
import { Coins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

interface Group {
  key: string;
  name: string;
  count: number;
  held: number;
}
const GROUPS = ['kinds', 'blocks', 'ages'] as const;

/** Deposits currently held, by purpose, block and age. */
export function SummaryPart() {
  const { t } = useTranslation([deposit.name, 'books']);
  const { money, number } = useFormats();
  const { data, error, again } = useContract<typeof depositSummary>('/deposit/summary', {
    follow: deposit.code,
    delay: 1000,
  });
  const nameOf = (group: (typeof GROUPS)[number], { key, name }: Group) => {
    if (group === 'ages') return t(`summary.age.${key}`);
    return DEPOSIT_KINDS.some(kind => kind === key) ? t(`options.kind.${key}`) : name;
  };
  return (
    <ReportPage title={t('summary.title')}>
      {error && !data && <ErrorState title={t('books:failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data?.count === 0 && <Empty icon={Coins} title={t('summary.none')} />}
      {data && data.count > 0 && (
        <div className={reportBodyClass()}>
          <Sums
            of={[
              [t('fields.remaining'), money(data.held)],
              [t('summary.count'), number(data.count)],
            ]}
          />
          {GROUPS.map(group => (
            <FigureTable<Group>
              key={group}
              label={t(`summary.${group}`)}
              rows={data[group]}
              keyOf={({ key }) => key}
              columns={[
                { key: 'name', label: t(`summary.${group}`), cell: row => nameOf(group, row) },
                { key: 'count', label: t('summary.count'), figure: true, cell: row => number(row.count) },
                { key: 'held', label: t('fields.remaining'), figure: true, cell: row => money(row.held) },
              ]}
            />
          ))}
        </div>
      )}
    </ReportPage>
  );
}
