import { chakra } from '@chakra-ui/react';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { monthOf } from '@lobby/shared/kit/dates.ts';
import type { inputVat } from '@lobby/shared/modules/financial-reports.contract.ts';
import { balanceSheet } from '@lobby/shared/modules/financial-reports.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import type { balanceOn, balanceSeries, trialBalance } from '@lobby/shared/modules/ledger.contract.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { Download, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { type FigureColumn, FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { newestFirst } from '../../kit/ui/figures/newest.ts';
import { DayInput } from '../../kit/ui/form/inputs/dates/DayInput.tsx';
import { PeriodFields } from '../../kit/ui/form/inputs/dates/PeriodFields.tsx';
import { PaperButton } from '../../kit/ui/list/export/PaperButton.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { today } from '../../kit/ui/today.ts';

const SIDES = ['assets', 'liabilities', 'equity'] as const;
type Side = Row['side'];
type Row = AnswerOf<typeof balanceOn>['rows'][number];
type Reserve = AnswerOf<typeof balanceOn>['reserve'][number];
type Month = AnswerOf<typeof balanceSeries>[number];

const OWN = ['CASH', 'BANK', 'MAINTENANCE', 'RESULT_BEFORE', 'RESULT_OF_YEAR'];
/** List behind a row of the balance sheet. */
const LISTS: Readonly<Record<string, string>> = {
  RECEIVABLE: '../statistics/debt',
  UNIT_ACCOUNT: '../statistics/apartment-account',
  DEPOSIT: '../deposit',
  ADVANCE: '../service-advance-payment',
  CLEARING: '../config-payment-method?part=way',
};
const COMPARED = ['', 'previousMonth', 'lastYear'] as const;
const RESERVED = ['opening', 'in', 'out', 'closing'] as const;
const follow = { follow: journalEntry.code, delay: 1000 };

/** Export button of a report. */
function SheetExport({ path, query }: { path: string; query: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('books');
  const mayExport = useCan(balanceSheet.code, 'export');
  const { busy, save } = useExport();
  if (!mayExport) return null;
  return (
    <IconButton
      icon={Download}
      label={t('sheet.export')}
      aria-busy={busy}
      onClick={() => save(path, { ...scopeNow(), query })}
    />
  );
}

/** Balance sheet as of a day. */
function SheetPart() {
  const { t } = useTranslation(['books', 'journal-entry']);
  const { money, day } = useFormats();
  const [on, setOn] = useState(today());
  const [compare, setCompare] = useState<(typeof COMPARED)[number]>('');
  const query = { on, ...(compare && { compare }) };
  const { data, error, again } = useContract<typeof balanceOn>('/statistics/balance-sheet', { ...follow, query });
  const months = useContract<typeof balanceSeries>('/statistics/balance-sheet/series', {
    ...follow,
    query: { months: 12 },
  });
  const nameOf = ({ key, id }: Row) => {
    const name = OWN.includes(key) ? t(`sheet.rows.${key}`) : t(`journal-entry:options.account.${key}`);
    const holder = id && <RefName to={key === 'CLEARING' ? paymentMethod.name : fund.name} id={id} after=" · " />;
    const to = LISTS[key] ?? (id ? `../statistics/cashbook?fundId=${id}` : null);
    const label = (
      <>
        {name}
        {holder}
      </>
    );
    return to ? <Link to={to}>{label}</Link> : label;
  };
  const columns = (side: Side): FigureColumn<Row>[] => [
    { key: 'what', label: t(`sheet.${side}`), cell: nameOf, foot: t('result.total') },
    {
      key: 'amount',
      label: day(on),
      figure: true,
      cell: row => money(row.amount),
      foot: money(data?.totals[side] ?? 0),
    },
    ...(data?.comparedWith
      ? ([
          { key: 'then', label: day(data.comparedWith), figure: true, cell: row => money(row.compare ?? 0) },
          { key: 'change', label: t('sheet.change'), figure: true, cell: row => money(row.change ?? 0) },
        ] satisfies FigureColumn<Row>[])
      : []),
  ];
  const apart = data ? data.totals.assets - data.totals.liabilities - data.totals.equity : 0;
  return (
    <ReportPage
      title={t('sheet.title')}
      actions={
        <>
          <SheetExport path={`${balanceSheet.path}/export`} query={query} />
          <PaperButton path={`${balanceSheet.path}/pdf`} query={query}>
            {t('print')}
          </PaperButton>
        </>
      }
      asks={
        <>
          <Field label={t('sheet.on')}>
            <DayInput kind="date" label={t('sheet.on')} value={on} onChange={value => setOn(value || today())} />
          </Field>
          <Field label={t('sheet.compare')}>
            <Select
              value={compare}
              choices={COMPARED.map(value => ({ value, label: t(`sheet.with.${value || 'none'}`) }))}
              onChange={event => setCompare(event.target.value as (typeof COMPARED)[number])}
            />
          </Field>
        </>
      }
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data && (
        <div className={reportBodyClass()}>
          <chakra.p role="status" color={data.balanced ? 'done.fg' : 'bad.fg'} fontWeight="semibold">
            {data.balanced ? t('sheet.balanced') : t('sheet.apart', { amount: money(apart) })}
          </chakra.p>
          {SIDES.map(side => (
            <FigureTable<Row>
              key={side}
              label={t(`sheet.${side}`)}
              rows={data.rows.filter(row => row.side === side)}
              keyOf={row => `${row.key} ${row.id ?? ''}`}
              columns={columns(side)}
            />
          ))}
          {data.reserve.length > 0 && (
            <FigureTable<Reserve>
              label={t('sheet.reserve')}
              rows={data.reserve}
              keyOf={({ fundId }) => fundId}
              columns={[
                {
                  key: 'fund',
                  label: t('sheet.reserve'),
                  cell: reserve => (
                    <Link to={`../statistics/cashbook?fundId=${reserve.fundId}`}>
                      <RefName to={fund.name} id={reserve.fundId} />
                    </Link>
                  ),
                },
                ...RESERVED.map(
                  (key): FigureColumn<Reserve> => ({
                    key,
                    label: t(`cashbook.${key}`),
                    figure: true,
                    cell: reserve => money(reserve[key]),
                  }),
                ),
              ]}
            />
          )}
          <FigureTable<Month>
            label={t('sheet.months')}
            rows={newestFirst(months.data ?? [], ({ month }) => month)}
            keyOf={month => month.month}
            columns={[
              { key: 'month', label: t('sheet.months'), cell: row => day(row.month) },
              ...SIDES.map(
                (side): FigureColumn<Month> => ({
                  key: side,
                  label: t(`sheet.${side}`),
                  figure: true,
                  cell: row => money(row[side]),
                }),
              ),
            ]}
          />
        </div>
      )}
    </ReportPage>
  );
}

const FIGURES = ['openingDebit', 'openingCredit', 'debit', 'credit', 'closingDebit', 'closingCredit'] as const;
const LEVELS = ['account', 'unit', 'service', 'fund'] as const;
type Level = (typeof LEVELS)[number];
type Trial = AnswerOf<typeof trialBalance>[number];

/** Trial balance of a period: opening, movements, closing by account. */
function TrialPart() {
  const { t } = useTranslation(['books', 'journal-entry']);
  const { money } = useFormats();
  const [level, setLevel] = useState<Level>('account');
  const [period, setPeriod] = useState({ from: `${today().slice(0, 4)}-01-01`, to: today() });
  const { data, error, again } = useContract<typeof trialBalance>('/statistics/balance-sheet/trial', {
    ...follow,
    query: { ...period, level },
  });
  const rows = data ?? [];
  return (
    <ReportPage
      title={t('sheet.trial')}
      actions={<SheetExport path={`${balanceSheet.path}/trial/export`} query={{ ...period, level }} />}
      asks={
        <>
          <PeriodFields {...period} onChange={setPeriod} />
          <Field label={t('sheet.level')}>
            <Select
              value={level}
              choices={LEVELS.map(value => ({ value, label: t(`sheet.levels.${value}`) }))}
              onChange={event => setLevel(event.target.value as Level)}
            />
          </Field>
        </>
      }
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data && (
        <FigureTable<Trial>
          label={t('sheet.trial')}
          rows={rows}
          keyOf={row => `${row.account} ${row.key ?? ''}`}
          columns={[
            {
              key: 'account',
              label: t('sheet.levels.account'),
              foot: t('result.total'),
              cell: row => (
                <>
                  {t(`journal-entry:options.account.${row.account}`)}
                  {row.key && level !== 'account' && <RefName to={level} id={row.key} after=" · " />}
                </>
              ),
            },
            ...FIGURES.map(
              (key): FigureColumn<Trial> => ({
                key,
                label: t(`sheet.figures.${key}`),
                figure: true,
                cell: row => (row[key] ? money(row[key]) : ''),
                foot: money(rows.reduce((sum, row) => sum + row[key], 0)),
              }),
            ),
          ]}
        />
      )}
    </ReportPage>
  );
}

type Bought = AnswerOf<typeof inputVat>['rows'][number];

/** Input VAT of a period, line by line. */
function InputVatPart() {
  const { t } = useTranslation('books');
  const { money, day } = useFormats();
  const [period, setPeriod] = useState({ from: `${monthOf(today())}-01`, to: today() });
  const { data, error, again } = useContract<typeof inputVat>('/statistics/balance-sheet/input-vat', {
    ...follow,
    query: period,
  });
  return (
    <ReportPage
      title={t('inputVat.title')}
      actions={<SheetExport path={`${balanceSheet.path}/input-vat/export`} query={period} />}
      asks={<PeriodFields {...period} onChange={setPeriod} />}
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data?.rows.length === 0 && <Empty icon={ReceiptText} title={t('inputVat.none')} />}
      {data && data.rows.length > 0 && (
        <FigureTable<Bought>
          label={t('inputVat.title')}
          rows={data.rows}
          keyOf={row => `${row.payslipId} ${row.category} ${row.invoiceNo ?? ''} ${row.vat}`}
          columns={[
            { key: 'day', label: t('inputVat.day'), cell: row => day(row.day), foot: t('result.total') },
            {
              key: 'code',
              label: t('inputVat.code'),
              cell: row => <Link to={`../payslip?tab=all&id=${row.payslipId}`}>{row.code}</Link>,
            },
            { key: 'payee', label: t('inputVat.payee'), cell: row => row.payee },
            { key: 'invoiceNo', label: t('inputVat.invoiceNo'), cell: row => row.invoiceNo ?? '' },
            { key: 'category', label: t('inputVat.category'), cell: row => row.category },
            {
              key: 'net',
              label: t('inputVat.net'),
              figure: true,
              cell: row => money(row.net),
              foot: money(data.net),
            },
            {
              key: 'vat',
              label: t('inputVat.vat'),
              figure: true,
              cell: row => money(row.vat),
              foot: money(data.vat),
            },
          ]}
        />
      )}
    </ReportPage>
  );
}

/** Flag required for the balance sheet parts. */
const OF_SUMS = { code: balanceSheet.code, flag: 'aggregate' } as const;

/** Balance sheet, trial balance and input VAT. */
export function Component() {
  const { t } = useTranslation('books');
  return (
    <ScreenParts
      label={t('sheet.title')}
      parts={[
        { value: 'sheet', label: t('sheet.title'), ...OF_SUMS, content: <SheetPart /> },
        { value: 'trial', label: t('sheet.trial'), ...OF_SUMS, content: <TrialPart /> },
        { value: 'input-vat', label: t('inputVat.title'), ...OF_SUMS, content: <InputVatPart /> },
      ]}
    />
  );
}
