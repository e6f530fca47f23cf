import { chakra } from '@chakra-ui/react';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { monthOf } from '@lobby/shared/kit/dates.ts';
import type { cashbookPage, cashbookSpans } from '@lobby/shared/modules/financial-reports.contract.ts';
import { cashbook } from '@lobby/shared/modules/financial-reports.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { METHODS } from '@lobby/shared/modules/voucher.ts';
import { BookOpenText, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useOptions } from '../../kit/live/useRows.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { type FigureColumn, FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { PeriodFields } from '../../kit/ui/form/inputs/dates/PeriodFields.tsx';
import { PaperButton } from '../../kit/ui/list/export/PaperButton.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Unbroken } from '../../kit/ui/marks/Unbroken.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { today } from '../../kit/ui/today.ts';

type Row = AnswerOf<typeof cashbookPage>['rows'][number];
type Span = AnswerOf<typeof cashbookSpans>[number];

const PAGE = 500;
const ON_ITS_WAY = `../${paymentMethod.route}?part=way`;
/** Screens of the vouchers. */
const PLACES: Readonly<Record<string, string>> = { receipt: 'receipt', payslip: 'payslip' };

/** Fund and period shared by both parts; the fund is part of the address for links. */
function useAsked() {
  const { t } = useTranslation('books');
  const { day } = useFormats();
  const [params, setParams] = useSearchParams();
  const fundId = params.get('fundId') ?? '';
  const [period, setPeriod] = useState({ from: `${monthOf(today())}-01`, to: today() });
  const funds = useOptions(fund);
  const choose = (id: string) =>
    setParams(before => {
      if (id) before.set('fundId', id);
      else before.delete('fundId');
      return before;
    });
  const asks = (
    <>
      <Field label={t('cashbook.fund')}>
        <Select
          value={fundId}
          choices={[
            { value: '', label: t('cashbook.allFunds') },
            ...(funds.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={event => choose(event.target.value)}
        />
      </Field>
      <PeriodFields {...period} onChange={setPeriod} />
    </>
  );
  const named = funds.data?.find(({ id }) => id === fundId)?.name ?? t('cashbook.allFunds');
  const summary = `${named} · ${day(period.from)} – ${day(period.to)}`;
  return { query: { ...period, ...(fundId && { fundId }) }, asks, asked: summary };
}

/** Movements with running balance. */
function BookPart() {
  const { t } = useTranslation(['books', 'journal-entry', 'receipt']);
  const { money, day } = useFormats();
  const { query, asks, asked } = useAsked();
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const [without, setWithout] = useState({ withoutCancelled: false, withoutTransfers: false });
  const mayExport = useCan(cashbook.code, 'export');
  const { busy, save } = useExport();
  const wanted = {
    ...query,
    ...(q && { q }),
    ...Object.fromEntries(Object.entries(without).filter(([, on]) => on)),
  };
  // A book on paper has all rows of its funds.
  const printed = { ...query, ...(without.withoutCancelled && { withoutCancelled: true }) };
  const { data, error, again } = useContract<typeof cashbookPage>('/cashbook', {
    follow: journalEntry.code,
    delay: 1000,
    query: { ...wanted, page, limit: PAGE },
  });
  const wayName = (method: string | null) =>
    METHODS.some(name => name === method) ? t(`receipt:options.method.${method}`) : t('cashbook.otherWay');
  const wayOf = (method: string | null, name: string | null, amount: number) =>
    `${name ?? wayName(method)} ${money(amount)}`;
  const mayFollow = useCan(paymentMethod.code, 'read');
  const shown = (amount: number | null | undefined) => (amount === null || amount === undefined ? '' : money(amount));
  const pages = Math.ceil((data?.count ?? 0) / PAGE);
  return (
    <ReportPage
      title={t('cashbook.title')}
      actions={
        <>
          {mayExport && (
            <IconButton
              icon={Download}
              label={t('cashbook.export')}
              aria-busy={busy}
              onClick={() => save(`${cashbook.path}/export`, { ...scopeNow(), query: wanted })}
            />
          )}
          <PaperButton path={`${cashbook.path}/pdf`} query={printed}>
            {t('print')}
          </PaperButton>
        </>
      }
      asked={[asked, q].filter(Boolean).join(' · ')}
      asks={
        <>
          {asks}
          <Field label={t('cashbook.content')}>
            <TextInput value={q} maxLength={100} onChange={event => setQ(event.target.value)} />
          </Field>
          {(['withoutCancelled', 'withoutTransfers'] as const).map(name => (
            <Checkbox
              key={name}
              label={t(`cashbook.${name}`)}
              checked={without[name]}
              onChange={({ target }) => setWithout(before => ({ ...before, [name]: target.checked }))}
            />
          ))}
        </>
      }
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data && (
        <>
          <Sums
            of={[
              [t('cashbook.opening'), shown(data.opening)],
              [t('cashbook.in'), money(data.totalIn)],
              [t('cashbook.out'), money(data.totalOut)],
              [t('cashbook.closing'), shown(data.closing)],
            ]}
          />
          {data.rows.length === 0 ? (
            <Empty icon={BookOpenText} title={t('cashbook.none')} />
          ) : (
            <FigureTable<Row>
              label={t('cashbook.title')}
              cards
              rows={data.rows}
              keyOf={({ id }) => id}
              columns={[
                { key: 'day', label: t('cashbook.day'), cell: row => day(row.day), foot: '' },
                {
                  key: 'source',
                  label: t('cashbook.source'),
                  cell: ({ source, documentType, documentId, cancelled }) => {
                    const place = PLACES[documentType];
                    const label = cancelled ? `${source} · ${t('cashbook.cancelled')}` : source;
                    return place && documentId ? (
                      <Link to={`../${place}?tab=all&id=${documentId}`}>
                        <Unbroken>{label}</Unbroken>
                      </Link>
                    ) : (
                      label
                    );
                  },
                },
                {
                  key: 'entry',
                  label: t('cashbook.entry'),
                  cell: row => row.content || t(`journal-entry:options.kind.${row.entry}`),
                },
                { key: 'counterpart', label: t('cashbook.counterpart'), cell: row => row.counterpart },
                {
                  key: 'in',
                  label: t('cashbook.in'),
                  figure: true,
                  foot: money(data.totalIn),
                  cell: row => (row.in ? money(row.in) : ''),
                },
                {
                  key: 'out',
                  label: t('cashbook.out'),
                  figure: true,
                  foot: money(data.totalOut),
                  cell: row => (row.out ? money(row.out) : ''),
                },
                {
                  key: 'balance',
                  label: t('cashbook.balance'),
                  figure: true,
                  foot: shown(data.closing),
                  cell: row => shown(row.balance),
                },
              ]}
            />
          )}
          {data.onItsWay.length > 0 && (
            <chakra.p px="4" pb="3" color="fg.muted" css={{ '& a': { color: 'accent.fg' } }}>
              {t('cashbook.onItsWay')}:{' '}
              {data.onItsWay.map(({ method, name, amount }, n) => (
                <span key={method}>
                  {n > 0 && ' · '}
                  {mayFollow ? <Link to={ON_ITS_WAY}>{wayOf(method, name, amount)}</Link> : wayOf(method, name, amount)}
                </span>
              ))}
            </chakra.p>
          )}
          {pages > 1 && (
            <div style={{ width: 160 }}>
              <Field label={t('cashbook.page')}>
                <Select
                  value={String(page)}
                  choices={Array.from({ length: pages }, (_, n) => ({
                    value: String(n + 1),
                    label: `${n + 1}/${pages}`,
                  }))}
                  onChange={event => setPage(Number(event.target.value))}
                />
              </Field>
            </div>
          )}
        </>
      )}
    </ReportPage>
  );
}

const FIGURES = ['opening', 'in', 'out', 'closing'] as const;
const MOVED = ['in', 'out'] as const;

const GROUPS = ['day', 'week', 'month', 'fund', 'method', 'category'] as const;
type Group = (typeof GROUPS)[number];

/** Opening, receipts, payments and closing of funds by day or longer, or movements by method and purpose. */
function DailyPart() {
  const { t } = useTranslation(['books', 'receipt']);
  const [group, setGroup] = useState<Group>('day');
  const { money, day } = useFormats();
  const { query, asks, asked } = useAsked();
  const { data, error, again } = useContract<typeof cashbookSpans>('/cashbook/daily', {
    follow: journalEntry.code,
    delay: 1000,
    query: { ...query, group },
  });
  const isOfTime = group !== 'method' && group !== 'category';
  const keyName = ({ key, name }: Span) => {
    if (group === 'category') return name ?? t('cashbook.noCategory');
    if (group === 'method') return key ? t(`receipt:options.method.${key}`) : t('cashbook.otherWay');
    return key && day(key);
  };
  return (
    <ReportPage
      title={t('cashbook.daily')}
      asked={`${asked} · ${t(`cashbook.by.${group}`)}`}
      asks={
        <>
          {asks}
          <Field label={t('cashbook.group')}>
            <Select
              value={group}
              choices={GROUPS.map(value => ({ value, label: t(`cashbook.by.${value}`) }))}
              onChange={event => setGroup(event.target.value as Group)}
            />
          </Field>
        </>
      }
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data?.length === 0 && <Empty icon={BookOpenText} title={t('cashbook.none')} />}
      <FigureTable<Span>
        label={t('cashbook.daily')}
        cards
        rows={data}
        keyOf={({ key, fundId }) => `${key} ${fundId}`}
        columns={[
          ...(group === 'fund' ? [] : [{ key: 'key', label: t(`cashbook.by.${group}`), cell: keyName }]),
          { key: 'fund', label: t('cashbook.fund'), cell: row => <RefName to={fund.name} id={row.fundId} /> },
          ...(isOfTime ? FIGURES : MOVED).map(
            (key): FigureColumn<Span> => ({
              key,
              label: t(`cashbook.${key}`),
              figure: true,
              cell: row => money(row[key] ?? 0),
            }),
          ),
        ]}
      />
    </ReportPage>
  );
}

/** Cashbook and its summaries. */
export function Component() {
  const { t } = useTranslation('books');
  const mayDaily = useCan(cashbook.code, 'aggregate');
  return (
    <ScreenParts
      label={t('cashbook.title')}
      parts={[
        { value: 'book', label: t('cashbook.title'), content: <BookPart /> },
        ...(mayDaily ? [{ value: 'daily', label: t('cashbook.daily'), content: <DailyPart /> }] : []),
      ]}
    />
  );
}
