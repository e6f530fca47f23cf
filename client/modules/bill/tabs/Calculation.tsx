import type { BillLine } from '@lobby/shared/billing/explain.ts';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { explainBill } from '@lobby/shared/modules/bill.contract.ts';
import { type BillRow, bill } from '@lobby/shared/modules/bill.ts';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { type FigureColumn, FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { FieldValue } from '../../../kit/ui/form/FieldValue.tsx';
import { RefLink } from '../../../kit/ui/form/RefLink.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';

/** A bill as loaded in the drawer. */
type BillShown = Partial<BillRow>;

const noteClass = styleClass({ color: 'fg.muted', pb: '2' });
const insideClass = styleClass({ color: 'fg.muted', textAlign: 'end', fontFamily: 'figures' });
const readingsClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  columnGap: '4',
  rowGap: '2',
  m: '0',
  '& dt': { textStyle: 'xs', color: 'fg.subtle' },
  '& dd': { m: '0', fontWeight: 'medium', whiteSpace: 'nowrap' },
  '& > svg': { w: '4', h: '4', color: 'fg.subtle', mb: '0.5' },
  '& > :last-child:not(:first-child)': { ms: 'auto', textAlign: 'end', '& dd': { fontWeight: 'normal' } },
});

const useExplained = (id: string) =>
  useContract<typeof explainBill>('/bill/:id/explain', { params: { id }, follow: bill.code, delay: 500 }).data;

/** Meter readings of a bill, and usage against the previous month. */
export function Readings({ row }: { row: BillShown }) {
  const { t } = useTranslation('bill');
  const { number, share } = useFormats();
  const explained = useExplained(row.id ?? '');
  const { oldIndex, newIndex, quantity = null, readings = [] } = row;
  const unit = explained?.unitName ?? '';
  const before = explained?.previous?.quantity ?? null;
  const change = before && quantity !== null ? Math.round(((quantity - before) / before) * 1000) / 10 : null;
  return (
    <>
      <dl className={readingsClass()}>
        <Figure name={t('fields.oldIndex')}>{number(oldIndex ?? 0)}</Figure>
        <ArrowRight aria-hidden />
        <Figure name={t('fields.newIndex')}>{number(newIndex ?? 0)}</Figure>
        {quantity !== null && (
          <Figure name={t('fields.used')}>
            {number(quantity)} {unit}
          </Figure>
        )}
        {before !== null && (
          <Figure name={t('how.previous')}>
            {number(before)} {unit}
            {change !== null && ` (${change > 0 ? '+' : ''}${share(change)})`}
          </Figure>
        )}
      </dl>
      {readings.length > 1 && (
        <FieldValue definition={bill} name="readings" field={bill.fields.readings} value={readings} />
      )}
    </>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Calculation of a bill line by line, in words for the resident. */
export function Calculation({ row: shown }: { row: BillShown }) {
  const { t } = useTranslation(['bill', 'kit']);
  const { number, money, day } = useFormats();
  const explained = useExplained(shown.id ?? '');
  if (!explained) return <SkeletonRows />;
  const { items = [], total = 0, originalTotal = 0, interest = 0, interestLines = [], newIndex = null, type } = shown;
  const lines = [
    ...explained.lines,
    ...(type === 'NORMAL' && total !== originalTotal
      ? [{ key: 'adjustment', what: t('how.adjustment'), amount: total - originalTotal }]
      : []),
  ];
  // Price tiers are shown as columns; other lines in words.
  const tiers = items.length > 1 && items.every(({ kind, ofDays, percent }) => kind === 'TIER' && !ofDays && !percent);
  const tierOf = ({ key }: BillLine) => (tiers ? items[Number(key)] : undefined);
  const tierColumns: readonly FigureColumn<BillLine>[] = [
    {
      key: 'quantity',
      label: explained.unitName ?? t('fields.quantity'),
      figure: true,
      cell: line => (tierOf(line) ? number(tierOf(line)?.quantity ?? 0) : ''),
    },
    {
      key: 'price',
      label: t('fields.price'),
      figure: true,
      cell: line => (tierOf(line) ? money(tierOf(line)?.price ?? 0) : ''),
    },
  ];
  const { previous } = explained;
  // Meter readings are shown above already.
  const facts = explained.facts.filter(fact => newIndex === null || !fact.includes(number(newIndex)));
  return (
    <>
      <div className={noteClass()}>
        {facts.map(fact => (
          <p key={fact}>{fact}</p>
        ))}
        {previous && <p>{t('how.before', { month: day(previous.month), total: money(previous.total) })}</p>}
      </div>
      <FigureTable<BillLine>
        plain
        label={t('kit:money.parts.calculation')}
        rows={lines}
        keyOf={({ key }) => key}
        columns={[
          {
            key: 'what',
            label: t('fields.items'),
            cell: line => (tierOf(line) ? `${t('options.kind.TIER')} ${tierOf(line)?.key}` : line.what),
            foot: t('fields.total'),
          },
          ...(tiers ? tierColumns : []),
          {
            key: 'amount',
            label: t('how.amount'),
            as: 'money',
            foot: money(type === 'NORMAL' ? total : originalTotal),
          },
        ]}
      />
      {explained.includedVat !== 0 && (
        <p className={insideClass()}>
          {t('how.includedVat')} {money(explained.includedVat)}
        </p>
      )}
      <FigureTable
        plain
        label={t('how.late')}
        rows={interestLines.map((interestLine, at) => ({ ...interestLine, at }))}
        keyOf={({ at }) => at}
        columns={[
          {
            key: 'what',
            label: t('how.late'),
            cell: ({ base, rate, days, from, to, billId, waived }) => (
              <>
                {t('how.interest', { base: money(base ?? 0), rate: number(rate ?? 0), days: days ?? 0 })}
                <br />
                <small>
                  {from && day(from)} – {to && day(to)}
                  {billId && ` · ${t('how.charged')}`}
                  {waived && ` · ${t('how.waived')}`}
                </small>
              </>
            ),
            // Interest that was charged has a bill of its own; this sum is the interest not charged yet.
            foot: t(interestLines.some(({ billId }) => billId) ? 'how.open' : 'fields.interest'),
          },
          {
            key: 'amount',
            label: t('how.amount'),
            as: 'money',
            foot: money(interest),
          },
        ]}
      />
    </>
  );
}

type Payment = AnswerOf<typeof explainBill>['payments'][number];

/** Receipts that paid a bill, below what else is said of its payment. */
export function Payments({ row, children }: { row: BillShown; children: ReactNode }) {
  const { t } = useTranslation(['bill', 'receipt']);
  const explained = useExplained(row.id ?? '');
  return (
    <>
      {children}
      <FigureTable<Payment>
        plain
        label={t('receipt:plural')}
        rows={explained?.payments ?? null}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'code',
            label: t('receipt:name'),
            cell: ({ id, code }) => (
              <RefLink to="receipt" id={id}>
                {code}
              </RefLink>
            ),
          },
          { key: 'day', label: t('how.paidOn'), as: 'day' },
          { key: 'amount', label: t('how.amount'), as: 'money' },
        ]}
      />
    </>
  );
}
