import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import type { debtCalendar } from '@lobby/shared/modules/debt-tracking.contract.ts';
import { debtTracking } from '@lobby/shared/modules/debt-tracking.ts';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { PeriodFields } from '../../kit/ui/form/inputs/dates/PeriodFields.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { today } from '../../kit/ui/today.ts';

type Row = AnswerOf<typeof debtCalendar>[number];
const AHEAD = 31;

/** Promises and instalments by due date. */
export function CalendarPart() {
  const { t } = useTranslation(['debt-promise', 'books']);
  const { money, day } = useFormats();
  const [period, setPeriod] = useState({ from: today(), to: addDays(today(), AHEAD) });
  const { data, error, again } = useContract<typeof debtCalendar>('/debt-tracking/calendar', {
    follow: debtTracking.code,
    query: period,
  });
  const sum = (name: 'amount' | 'paid') => money((data ?? []).reduce((all, row) => all + row[name], 0));
  return (
    <ReportPage title={t('desk.calendar')} asks={<PeriodFields {...period} onChange={setPeriod} />}>
      {error && !data && <ErrorState title={t('books:failed')} onRetry={() => void again()} />}
      {!error && !data && <SkeletonRows />}
      {data?.length === 0 && <Empty icon={CalendarDays} title={t('desk.noDays')} />}
      {data && data.length > 0 && (
        <div className={reportBodyClass()}>
          <FigureTable<Row>
            label={t('desk.calendar')}
            rows={data}
            keyOf={row => `${row.id} ${row.on}`}
            columns={[
              { key: 'on', label: t('desk.day'), cell: row => day(row.on) },
              { key: 'unit', label: t('desk.unit'), cell: row => <RefName to="unit" id={row.unitId} /> },
              {
                key: 'what',
                label: t('desk.what'),
                foot: t('desk.sum'),
                cell: row => (
                  <Link to={`?part=${row.kind === 'PART' ? 'plans' : 'promises'}&id=${row.id}`}>
                    {t(`desk.kind.${row.kind}`)} {row.code}
                  </Link>
                ),
              },
              {
                key: 'amount',
                label: t('fields.amount'),
                figure: true,
                cell: row => money(row.amount),
                foot: sum('amount'),
              },
              {
                key: 'paid',
                label: t('fields.received'),
                figure: true,
                cell: row => money(row.paid),
                foot: sum('paid'),
              },
            ]}
          />
        </div>
      )}
    </ReportPage>
  );
}
