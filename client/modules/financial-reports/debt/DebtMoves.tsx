import type { AnswerOf, QueryOf } from '@lobby/shared/kit/contract.ts';
import { type Span, spanBefore, spanKindOf } from '@lobby/shared/kit/spans.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import type { debtDocuments, debtMoves } from '@lobby/shared/modules/financial-reports.contract.ts';
import { debtReport } from '@lobby/shared/modules/financial-reports.ts';
import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { type FigureColumn, FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { newestFirst } from '../../../kit/ui/figures/newest.ts';
import { Sums } from '../../../kit/ui/figures/Sums.tsx';
import { PeriodFields } from '../../../kit/ui/form/inputs/dates/PeriodFields.tsx';
import { PaperButton } from '../../../kit/ui/list/export/PaperButton.tsx';
import { ReportPage } from '../../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../../kit/ui/pages/report-body.ts';
import { Empty, ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { today } from '../../../kit/ui/today.ts';
import { FigureDocuments } from '../FigureDocuments.tsx';
import { type Compared, CompareSelect } from './CompareSelect.tsx';
import { BlockSelect, type Group, GroupSelect, ofBlock, RowName } from './debt-parts.tsx';
import { ExportButton } from './ExportButton.tsx';

const MEASURES = ['billed', 'interest', 'adjustedDown', 'cancelled', 'paid', 'deducted', 'writtenOff'] as const;
type Name = (typeof MEASURES)[number] | 'opening' | 'closing';
type Row = AnswerOf<typeof debtMoves>['rows'][number];
interface Cell {
  cell: (typeof MEASURES)[number];
  key: string | null;
}

/** Opening debts, movements and closing debts of a period; each figure opens its documents. */
export function DebtMoves() {
  const { t } = useTranslation('books');
  const { money, share } = useFormats();
  const [period, setPeriod] = useState({ from: `${today().slice(0, 4)}-01-01`, to: today() });
  const [basis, setBasis] = useState<'accounting' | 'month'>('accounting');
  const [group, setGroup] = useState<Group>('month');
  const [blockId, setBlockId] = useState('');
  const [compare, setCompare] = useState<Compared>('none');
  const [open, setOpen] = useState<Cell | null>(null);
  const mayOpen = useCan(bill.code, 'read');
  const query = { ...period, basis, group, ...ofBlock(blockId) };
  const { data, error, again } = useContract<typeof debtMoves>('/statistics/debt', {
    follow: bill.code,
    delay: 1000,
    query,
  });
  const then = compare === 'none' ? null : spanBefore(spanKindOf(period), period, compare);
  const { data: before } = useContract<typeof debtMoves>('/statistics/debt', then && { query: { ...query, ...then } });
  const percent = (rate: number | null | undefined) => (rate == null ? '' : share(rate));
  const figure = (name: Name): FigureColumn<Row> => ({
    key: name,
    label: t(`debt.${name}`),
    figure: true,
    foot: money(data?.totals[name] ?? 0),
    cell: row => {
      const cell = MEASURES.find(measure => measure === name);
      if (!row[name]) return '';
      if (!cell || !mayOpen) return money(row[name]);
      return (
        <Button look="ghost" size="sm" onClick={() => setOpen({ cell, key: row.key })}>
          {money(row[name])}
        </Button>
      );
    },
  });
  return (
    <ReportPage
      title={t('debt.moves')}
      asks={
        <>
          <PeriodFields {...period} onChange={setPeriod} />
          <Field label={t('debt.basis')}>
            <Select
              value={basis}
              choices={(['accounting', 'month'] as const).map(value => ({ value, label: t(`debt.bases.${value}`) }))}
              onChange={event => setBasis(event.target.value as typeof basis)}
            />
          </Field>
          <GroupSelect value={group} onChange={setGroup} />
          <BlockSelect value={blockId} onChange={setBlockId} />
          <CompareSelect value={compare} onChange={setCompare} />
        </>
      }
      actions={
        <>
          <PaperButton path={`${debtReport.path}/pdf`} query={query}>
            {t('print')}
          </PaperButton>
          <ExportButton query={query} />
        </>
      }
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={() => void again()} />}
      {!error && !data && <SkeletonRows />}
      {data?.rows.length === 0 && <Empty icon={ChartColumn} title={t('debt.nothing')} />}
      {data && data.rows.length > 0 && (
        <div className={reportBodyClass()}>
          <Sums
            of={[
              ...(['opening', 'billed'] as const).map(name => [t(`debt.${name}`), money(data.totals[name])] as const),
              [t('debt.collected'), money(data.totals.paid + data.totals.deducted)] as const,
              [t('debt.closing'), money(data.totals.closing)] as const,
              [t('debt.rate'), percent(data.totals.rate)] as const,
            ]}
          />
          {then && before && <ComparedDebt now={data.totals} before={before.totals} span={then} />}
          <FigureTable<Row>
            label={t('debt.moves')}
            rows={newestFirst(data.rows, ({ key }) => key)}
            keyOf={({ key }) => key ?? ''}
            columns={[
              {
                key: 'name',
                label: t(`debt.by.${group}`),
                foot: t('debt.total'),
                cell: ({ key }) => <RowName group={group} id={key} />,
              },
              ...(['opening', ...MEASURES, 'closing'] as const).map(figure),
              {
                key: 'rate',
                label: t('debt.rate'),
                figure: true,
                foot: percent(data.totals.rate),
                cell: row => percent(row.rate),
              },
            ]}
          />
        </div>
      )}
      {open && (
        <Documents
          query={{ ...query, cell: open.cell, ...(open.key && { key: open.key }) }}
          onClose={() => setOpen(null)}
        />
      )}
    </ReportPage>
  );
}

const WHOLE = ['opening', 'billed', 'collected', 'closing', 'rate'] as const;
type Whole = (typeof WHOLE)[number];
type Totals = AnswerOf<typeof debtMoves>['totals'];

/** The figures of a period beside those of another; a rate is compared in points. */
function ComparedDebt({ now, before, span }: { now: Totals; before: Totals; span: Span }) {
  const { t } = useTranslation('books');
  const { money, share, decimal, day } = useFormats();
  const figureOf = (of: Totals, name: Whole) => (name === 'collected' ? of.paid + of.deducted : of[name]);
  const figureWords = (of: Totals, name: Whole) => {
    const value = figureOf(of, name);
    if (value === null) return '–';
    return name === 'rate' ? share(value) : money(value);
  };
  const changeOf = (name: Whole) => {
    const [current, then] = [figureOf(now, name), figureOf(before, name)];
    if (current === null || then === null) return '–';
    if (name === 'rate') return decimal(current - then);
    return then === 0 ? '–' : share(((current - then) / Math.abs(then)) * 100);
  };
  return (
    <FigureTable<Whole>
      label={t('sheet.compare')}
      rows={WHOLE}
      keyOf={name => name}
      columns={[
        { key: 'name', label: t('sheet.compare'), cell: name => t(`debt.${name}`) },
        { key: 'now', label: t('result.now'), figure: true, cell: name => figureWords(now, name) },
        {
          key: 'before',
          label: `${day(span.from)} – ${day(span.to)}`,
          figure: true,
          cell: name => figureWords(before, name),
        },
        { key: 'change', label: t('sheet.change'), figure: true, cell: changeOf },
      ]}
    />
  );
}

/** Documents behind a figure. */
function Documents({ query, onClose }: { query: QueryOf<typeof debtDocuments>; onClose: () => void }) {
  const { t } = useTranslation('books');
  const { data } = useContract<typeof debtDocuments>('/statistics/debt/documents', { query: { ...query, limit: 100 } });
  return <FigureDocuments title={t(`debt.${query.cell}`)} data={data} onClose={onClose} />;
}
