import { bill } from '@lobby/shared/modules/bill.ts';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { isImpossible } from '../../kit/base/matches.ts';
import { filterValues } from '../../kit/http/query.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { useListModel } from '../../kit/ui/list/model/model.ts';
import { styleClass } from '../../theme/classes.ts';

const sumsClass = styleClass({
  display: { base: 'none', lg: 'flex' },
  gap: '4',
  textStyle: 'sm',
  color: 'fg.muted',
  whiteSpace: 'nowrap',
  // The title and the acts go first where it is narrow.
  '& > :first-child': { display: { base: 'none', '2xl': 'inline' } },
  '& b': { color: 'fg', fontVariantNumeric: 'tabular-nums', fontWeight: 'semibold' },
});

interface Sums {
  receivable: number;
  remaining: number;
  overdue: { amount: number };
}

/** What the bills under the filter come to, beside the title; live. */
export function Totals() {
  const { t } = useTranslation('bill');
  const { money } = useFormats();
  const { list } = useListModel();
  const { filter } = useAtomValue(list.view);
  const may = useCan(bill.code, 'aggregate');
  const { data } = useQuery<Sums>(may && !isImpossible(filter) ? `${bill.path}/totals` : null, {
    follow: bill.code,
    delay: 1000,
    query: { filter: filterValues(filter) },
  });
  if (!data) return null;
  const of = [
    ['receivable', data.receivable],
    ['remaining', data.remaining],
    ['overdue', data.overdue.amount],
  ] as const;
  return (
    <div className={sumsClass()}>
      {of.map(([name, amount]) => (
        <span key={name}>
          {t(`totals.${name}`)} <b>{money(amount)}</b>
        </span>
      ))}
    </div>
  );
}
