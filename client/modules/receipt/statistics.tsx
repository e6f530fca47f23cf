import { receipt } from '@lobby/shared/modules/receipt.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { filterValues } from '../../kit/http/query.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { PeriodFields } from '../../kit/ui/form/inputs/dates/PeriodFields.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { Empty } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { thisMonth, today } from '../../kit/ui/today.ts';

interface Group {
  key: string | null;
  count: number;
  amount: number;
}
interface Summary {
  count: number;
  amount: number;
  methods: Group[];
  types: Group[];
  funds: Group[];
  cashiers: Group[];
}

/** Field of each table. */
const BY = { types: 'type', methods: 'method', funds: 'fundId', cashiers: 'cashierId' } as const;

/** Tables with data; one without any named key is left out. */
const shownOf = (data: Summary) =>
  (Object.keys(BY) as (keyof typeof BY)[]).filter(name => data[name].some(({ key }) => key));

/** Receipts of a period by type, method, fund and cashier; with `receiptId` a single receipt. */
export function Component() {
  const { t } = useTranslation('receipt');
  const { money, number } = useFormats();
  const [params] = useSearchParams();
  const [period, setPeriod] = useState({ from: `${thisMonth()}-01`, to: today() });
  const id = params.get('receiptId');
  const filter = { status: { in: ['NOT_CANCELED'] }, accountingDate: period };
  const { data } = useQuery<Summary>(id ? null : `${receipt.path}/summary`, {
    follow: receipt.code,
    query: { filter: filterValues(filter) },
  });
  if (id) return <Navigate replace to={`../receipt?id=${id}`} />;
  const wordOf = (field: string, key: string | null) => {
    if (!key) return t('statistics.notSaid');
    if (field === 'fundId') return <RefName to="fund" id={key} />;
    if (field === 'cashierId') return <RefName to="employee" id={key} />;
    return t(`options.${field}.${key}`);
  };
  const list = (field: string, key: string) =>
    `../receipt?tab=all&status=NOT_CANCELED&accountingDate=${period.from}..${period.to}&${field}=${key}`;
  return (
    <ReportPage title={t('statistics.title')} asks={<PeriodFields {...period} onChange={setPeriod} />}>
      {!data && <SkeletonRows />}
      {data?.count === 0 && <Empty title={t('statistics.none')} />}
      {data && data.count > 0 && (
        <div className={reportBodyClass()}>
          <Sums
            of={[
              [t('statistics.count'), number(data.count)],
              [t('statistics.amount'), money(data.amount)],
            ]}
          />
          {shownOf(data).map(name => (
            <FigureTable<Group>
              key={name}
              label={t(`fields.${BY[name]}`)}
              rows={data[name]}
              keyOf={({ key }) => key ?? ''}
              columns={[
                {
                  key: 'of',
                  label: t(`fields.${BY[name]}`),
                  cell: ({ key }) =>
                    key ? <Link to={list(BY[name], key)}>{wordOf(BY[name], key)}</Link> : wordOf(BY[name], key),
                },
                { key: 'count', label: t('statistics.count'), as: 'number' },
                { key: 'amount', label: t('statistics.amount'), as: 'money' },
              ]}
            />
          ))}
        </div>
      )}
    </ReportPage>
  );
}
