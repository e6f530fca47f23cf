import { addMonths } from '@lobby/shared/kit/dates.ts';
import type { Filter } from '@lobby/shared/kit/definition.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { isImpossible } from '../../../kit/base/matches.ts';
import { filterValues } from '../../../kit/http/query.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { writeListState } from '../../../kit/list/url.ts';
import { useQuery } from '../../../kit/live/useQuery.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { Delta, type Stat, StatStrip } from '../../../kit/ui/figures/StatStrip.tsx';
import { usePhone } from '../../../kit/ui/layout/phone.ts';
import { useListModel } from '../../../kit/ui/list/model/model.ts';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { GoingRuns } from './GoingRuns.tsx';
import { MonthState } from './MonthState.tsx';

interface Sums {
  receivable: number;
  paid: number;
  remaining: number;
  /** Late interest that is not charged yet. */
  interest: number;
  overdue: { amount: number; units: number; longestDays: number };
  previous: { amount: number; difference: number; percent: number | null; service: string | null } | null;
  units: number;
  drafts: number;
  unpublished: number;
  published: number;
}

/** The month if the filter is for exactly one, else null. */
const monthOf = ({ month }: Filter): string | null =>
  typeof month === 'object' && month.from && month.from === month.to ? month.from : null;

const ACTIVE = { in: ['ACTIVE'] };
/** Statuses whose bills are not owed; with only these shown, the totals are no debts. */
const NO_CLAIM = [
  ['DRAFT', 'drafts'],
  ['CANCELLED', 'cancelled'],
] as const;

/** Totals of the filtered bills, each linked to the bills it sums; live. */
export function BillStrip() {
  const { t } = useTranslation('bill');
  const { money, share, day } = useFormats();
  const { idUnitGroup } = useParams();
  const phone = usePhone();
  const { list, query } = useListModel();
  const { filter: shown } = useAtomValue(list.view);
  const month = monthOf(query.filter);
  const noClaim = NO_CLAIM.find(([state]) => JSON.stringify(shown.status) === JSON.stringify({ in: [state] }));
  // The share paid refers to all bills of the filter, whichever tab is open.
  const filter = noClaim ? shown : query.filter;
  const may = useCan(bill.code, 'aggregate') && !phone;
  const { data } = useQuery<Sums>(may && !isImpossible(filter) ? `${bill.path}/totals` : null, {
    follow: bill.code,
    delay: 1000,
    query: { filter: filterValues(filter) },
  });
  // On phones the list needs the space.
  if (phone) return null;
  const to = (more: Filter) => {
    const state = { tab: 'all', sort: null, filter: { ...filter, ...more } };
    return `/projects/${idUnitGroup}/${bill.route}?${writeListState(new URLSearchParams(), state, bill)}`;
  };
  const status = filter.status ?? ACTIVE;
  const unclaimed = (sums: Sums, [state, key]: (typeof NO_CLAIM)[number]): Stat => ({
    key,
    label: t(`totals.${key}`),
    value: money(sums.receivable),
    note: t('totals.units', { count: sums.units }),
    to: to({ status: { in: [state] } }),
  });
  const stats = (sums: Sums): Stat[] => [
    {
      key: 'receivable',
      label: t('totals.receivable'),
      value: money(sums.receivable),
      note: t('totals.units', { count: sums.units }),
      to: to({ payment: { in: ['RECEIVABLES'] } }),
    },
    {
      key: 'paid',
      label: t('totals.paid'),
      value: money(sums.paid),
      note: sums.receivable > 0 && share((sums.paid / sums.receivable) * 100),
      to: to({ status, paymentState: filter.paymentState ?? { in: ['PARTIAL_PAID', 'PAID'] } }),
    },
    {
      key: 'remaining',
      label: t('totals.remaining'),
      value: money(sums.remaining),
      note: sums.interest > 0 && t('totals.notCharged', { amount: money(sums.interest) }),
      to: to({ payment: { in: ['REMAINING_RECEIVABLES'] } }),
    },
    {
      key: 'overdue',
      label: t('totals.overdue'),
      value: money(sums.overdue.amount),
      bad: sums.overdue.amount > 0,
      note:
        sums.overdue.amount > 0 &&
        `${t('totals.units', { count: sums.overdue.units })} · ${t('totals.longest', { count: sums.overdue.longestDays })}`,
      to: to({ status, overdue: { in: ['true'] } }),
    },
    ...(sums.previous && month ? [changeOf(sums.previous, month)] : []),
  ];
  const changeOf = (previous: NonNullable<Sums['previous']>, of: string): Stat => {
    const before = addMonths(of, -1);
    const { difference, percent, service } = previous;
    return {
      key: 'change',
      label: t('totals.than', { month: day(before) }),
      value: percent === null ? (difference === 0 ? money(0) : t('totals.new')) : signed(percent, share),
      note: (
        <>
          {difference !== 0 && (
            <Delta up={difference > 0} good={null}>
              {money(Math.abs(difference))}
            </Delta>
          )}
          {service && <RefName to="service" id={service} />}
        </>
      ),
      to: to({ month: { from: before, to: before } }),
    };
  };
  return (
    <>
      {data && <StatStrip label={t('totals.label')} stats={noClaim ? [unclaimed(data, noClaim)] : stats(data)} />}
      {data && month && <MonthState month={month} {...data} />}
      <GoingRuns />
    </>
  );
}

const signed = (value: number, say: (value: number) => string) => `${value > 0 ? '+' : ''}${say(value)}`;
