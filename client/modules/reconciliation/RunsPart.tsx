import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { reconciliationRuns } from '@lobby/shared/modules/reconciliation.contract.ts';
import { type CheckState, reconciliation } from '@lobby/shared/modules/reconciliation.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

type Run = AnswerOf<typeof reconciliationRuns>[number];

const { code, name } = reconciliation;

/** Runs, newest first, with the number of failed checks. */
export function RunsPart() {
  const { t } = useTranslation(name);
  const { number, dateTime } = useFormats();
  const { data, error, again } = useContract<typeof reconciliationRuns>('/reconciliation/runs', { follow: code });
  const count = (run: Run, state: CheckState) =>
    number(Object.values(run.states).filter(item => item === state).length);
  return (
    <ReportPage title={t('screen.runs')}>
      {error && !data && <ErrorState title={t('screen.failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data?.length === 0 && <Empty title={t('screen.none')} />}
      <FigureTable<Run>
        label={t('screen.runs')}
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          { key: 'at', label: t('fields.at'), cell: row => dateTime(row.at) },
          { key: 'by', label: t('screen.by'), cell: row => row.by.name },
          { key: 'red', label: t('screen.red'), figure: true, cell: row => count(row, 'RED') },
          { key: 'known', label: t('screen.known'), figure: true, cell: row => count(row, 'KNOWN') },
          {
            key: 'duration',
            label: t('screen.duration'),
            figure: true,
            cell: row => (row.durationMs === null ? '' : number(Math.ceil(row.durationMs / 1000))),
          },
        ]}
      />
    </ReportPage>
  );
}
