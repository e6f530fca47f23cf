import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { planYear } from '@lobby/shared/modules/maintenance-plan.contract.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { CalendarDays, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useContract } from '../../../kit/live/useContract.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { StepBar } from '../../../kit/ui/layout/StepBar.tsx';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { ReportPage } from '../../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../../kit/ui/pages/report-body.ts';
import { Empty, ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';

type Row = AnswerOf<typeof planYear>['rows'][number];
const MONTHS = Array.from({ length: 12 }, (_, n) => n);

/** Works of all active plans in a year, by thing and month; live and printable. */
export function YearPart() {
  const { t } = useTranslation([maintenancePlan.name, 'books']);
  const [params, setParams] = useSearchParams();
  const param = params.get('year');
  const year = param && /^20\d\d$/.test(param) ? Number(param) : undefined;
  const { data, error, again } = useContract<typeof planYear>('/maintenance-plan/year', {
    follow: maintenancePlan.code,
    delay: 500,
    query: { year },
  });
  const go = (year: number) => {
    const next = new URLSearchParams(params);
    next.set('year', String(year));
    setParams(next);
  };
  const cellOf = (row: Row, month: number) =>
    [
      row.maintenance[month] ? `${t('marks.maintenance')}${row.maintenance[month]}` : '',
      row.inspection[month] ? `${t('marks.inspection')}${row.inspection[month]}` : '',
    ]
      .filter(Boolean)
      .join(' ') || '–';
  return (
    <ReportPage
      title={t('parts.year')}
      actions={
        <Button data-tool="" icon={Printer} onClick={() => window.print()}>
          {t('print')}
        </Button>
      }
    >
      {data && (
        <StepBar
          before={t('yearBefore')}
          after={t('yearAfter')}
          said={data.year}
          onBefore={() => go(data.year - 1)}
          onAfter={() => go(data.year + 1)}
        >
          <small>{t('legend')}</small>
        </StepBar>
      )}
      {error && !data && <ErrorState title={t('books:failed')} onRetry={() => void again()} />}
      {!error && !data && <SkeletonRows />}
      {data && data.rows.length === 0 && <Empty icon={CalendarDays} title={t('empty.title')} />}
      {data && data.rows.length > 0 && (
        <div className={reportBodyClass()} id="year">
          <FigureTable<Row>
            label={t('parts.year')}
            rows={data.rows}
            keyOf={({ id }) => id}
            columns={[
              {
                key: 'name',
                label: t('target'),
                cell: row => (
                  <>
                    <RefName to={row.of} id={row.id} />
                    {row.resting && <small> · {t('targets.resting')}</small>}
                  </>
                ),
              },
              ...MONTHS.map(month => ({
                key: String(month),
                label: month + 1,
                figure: true,
                cell: (row: Row) => cellOf(row, month),
              })),
            ]}
          />
        </div>
      )}
    </ReportPage>
  );
}
