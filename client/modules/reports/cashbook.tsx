import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { cashbook } from '@lobby/shared/modules/reports.ts';
import { BookOpenText, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Empty, ErrorState } from '../../kit/ui/EmptyState.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { PeriodFields } from '../../kit/ui/PeriodFields.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Select } from '../../kit/ui/Select.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { Sums } from '../../kit/ui/Sums.tsx';
import { today } from '../../kit/ui/today.ts';

interface Row {
  id: string;
  day: string;
  entry: string;
  source: string;
  in: number;
  out: number;
  balance: number;
}
interface Cashbook {
  opening: number;
  in: number;
  out: number;
  closing: number;
  rows: Row[];
}

/** What there was in a fund, what came and went day by day, and what there is. */
export function Component() {
  const { t } = useTranslation(['books', 'journal-entry']);
  const { money, day } = useFormats();
  const [fundId, setFundId] = useState('');
  const [period, setPeriod] = useState({ from: `${today().slice(0, 7)}-01`, to: today() });
  const funds = useQuery<{ id: string; name: string }[]>(`${fund.path}/options`);
  const { data, error, again } = useQuery<Cashbook>(cashbook.path, {
    follow: journalEntry.code,
    query: { ...period, ...(fundId && { fundId }) },
  });
  const label = (name: 'opening' | 'in' | 'out' | 'closing') =>
    [t(`cashbook.${name}`), money(data?.[name] ?? 0)] as const;
  return (
    <ReportPage
      title={t('cashbook.title')}
      actions={
        <Button icon={Printer} onClick={() => window.print()}>
          {t('print')}
        </Button>
      }
      asks={
        <>
          <Field label={t('cashbook.fund')}>
            <Select
              value={fundId}
              choices={[
                { value: '', label: t('cashbook.allFunds') },
                ...(funds.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={event => setFundId(event.target.value)}
            />
          </Field>
          <PeriodFields {...period} onChange={setPeriod} />
        </>
      }
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data && (
        <>
          <Sums of={[label('opening'), label('in'), label('out'), label('closing')]} />
          {data.rows.length === 0 ? (
            <Empty icon={BookOpenText} title={t('cashbook.none')} />
          ) : (
            <FigureTable<Row>
              label={t('cashbook.title')}
              rows={data.rows}
              keyOf={({ id }) => id}
              columns={[
                { key: 'day', label: t('cashbook.day'), cell: row => day(row.day), foot: '' },
                { key: 'source', label: t('cashbook.source'), cell: row => row.source },
                {
                  key: 'entry',
                  label: t('cashbook.entry'),
                  cell: row => t(`journal-entry:options.kind.${row.entry}`),
                },
                {
                  key: 'in',
                  label: t('cashbook.in'),
                  figure: true,
                  cell: row => (row.in ? money(row.in) : ''),
                  foot: money(data.in),
                },
                {
                  key: 'out',
                  label: t('cashbook.out'),
                  figure: true,
                  cell: row => (row.out ? money(row.out) : ''),
                  foot: money(data.out),
                },
                {
                  key: 'balance',
                  label: t('cashbook.balance'),
                  figure: true,
                  cell: row => money(row.balance),
                  foot: money(data.closing),
                },
              ]}
            />
          )}
        </>
      )}
    </ReportPage>
  );
}
