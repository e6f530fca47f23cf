import type { Age } from '@lobby/shared/billing/ageing.ts';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import type { debtAges } from '@lobby/shared/modules/financial-reports.contract.ts';
import { ChartColumn, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { type FigureColumn, FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { StatStrip } from '../../../kit/ui/figures/StatStrip.tsx';
import { DayInput } from '../../../kit/ui/form/inputs/dates/DayInput.tsx';
import { ReportPage } from '../../../kit/ui/pages/ReportPage.tsx';
import { Empty, ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { today } from '../../../kit/ui/today.ts';
import { styleClass } from '../../../theme/classes.ts';
import { type Ages, BlockSelect, type Group, GroupSelect, ofBlock, RowName } from './debt-parts.tsx';
import { ExportButton } from './ExportButton.tsx';

type Row = AnswerOf<typeof debtAges>['rows'][number];
const MARKS = ['disputed', 'inPlan'] as const;
const markClass = styleClass({ display: 'block', textStyle: 'xs', color: 'fg.muted' });

/** Debts at the end of a day by age. */
export function DebtAges({ ages }: { ages: readonly Age[] }) {
  const { t } = useTranslation(['books', 'usage']);
  const { money, day } = useFormats();
  const [asOf, setAsOf] = useState(today());
  const [group, setGroup] = useState<Group>('unit');
  const [blockId, setBlockId] = useState('');
  const mayPay = useCan('RECEIPT', 'write');
  const { data, error, again } = useContract<typeof debtAges>('/statistics/debt/ageing', {
    follow: bill.code,
    delay: 1000,
    query: { asOf, group, ...ofBlock(blockId) },
  });
  const figure = (name: keyof Ages, label: string): FigureColumn<Row> => ({
    key: name,
    label,
    figure: true,
    cell: row => (row[name] ? money(row[name]) : ''),
    foot: money(data?.totals[name] ?? 0),
  });
  /** Of another day the interest that was not charged is not known. */
  const isNow = asOf === today();
  const withInterest = data ? data.totals.total + data.totals.interest : 0;
  const held = (name: 'account' | 'advance'): FigureColumn<Row> => ({
    key: name,
    label: t(`debt.${name}`),
    figure: true,
    gives: true,
    cell: row => (row[name] ? money(row[name]) : ''),
  });
  return (
    <ReportPage
      title={t('debt.title')}
      asked={`${day(asOf)} · ${t(`debt.by.${group}`)}`}
      actions={
        <>
          <Button size="sm" data-tool="" icon={Printer} onClick={() => window.print()}>
            {t('print')}
          </Button>
          <ExportButton query={{ from: `${asOf.slice(0, 4)}-01-01`, to: asOf, ...ofBlock(blockId) }} />
        </>
      }
      asks={
        <>
          <Field label={t('debt.asOf')}>
            <DayInput label={t('debt.asOf')} value={asOf} max={today()} onChange={setAsOf} />
          </Field>
          <GroupSelect value={group} onChange={setGroup} />
          <BlockSelect value={blockId} onChange={setBlockId} />
        </>
      }
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={() => void again()} />}
      {!error && !data && <SkeletonRows />}
      {data && withInterest === 0 && <Empty icon={ChartColumn} title={t('debt.none')} />}
      {data && withInterest !== 0 && (
        <>
          <StatStrip
            label={t('debt.ages')}
            stats={[
              {
                key: 'total',
                label: t('debt.total'),
                value: money(withInterest),
                note: isNow
                  ? data.totals.interest > 0 && t('debt.withNotCharged', { amount: money(data.totals.interest) })
                  : t('debt.onBooks'),
              },
              ...ages
                .filter(age => data.totals[age] !== 0)
                .map(age => ({ key: age, label: t(`ageing.${age}`), value: money(data.totals[age]) })),
            ]}
          />
          <FigureTable<Row>
            label={t('debt.ages')}
            rows={data.rows}
            keyOf={({ key }) => key ?? ''}
            columns={[
              {
                key: 'name',
                label: t(`debt.by.${group}`),
                foot: t('debt.total'),
                cell: ({ key, residentId }) =>
                  mayPay && group === 'unit' ? (
                    <Link to={`../payment/single-unit?unitId=${key}`}>
                      <RowName group={group} id={key} residentId={residentId} />
                    </Link>
                  ) : (
                    <RowName group={group} id={key} residentId={residentId} />
                  ),
              },
              { key: 'oldest', label: t('debt.oldest'), cell: ({ oldest }) => (oldest ? day(oldest) : '') },
              {
                key: 'total',
                label: t('debt.total'),
                figure: true,
                // Of it, what is disputed and what is in instalments: too rare for columns of their own.
                cell: row => (
                  <>
                    {money(row.total + row.interest)}
                    {MARKS.map(
                      mark =>
                        row[mark] !== 0 && (
                          <small key={mark} className={markClass()}>
                            {t(`debt.${mark}`)} {money(row[mark])}
                          </small>
                        ),
                    )}
                  </>
                ),
                foot: money(withInterest),
              },
              ...ages.map(age => ({ ...figure(age, t(`ageing.${age}`)), gives: true })),
              { ...figure('interest', t('debt.notCharged')), gives: true },
              ...(group === 'unit' ? [held('account'), held('advance')] : []),
            ]}
          />
        </>
      )}
    </ReportPage>
  );
}
