import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { usePhone } from '../../kit/ui/phone.ts';
import { Sums } from '../../kit/ui/Sums.tsx';
import { thisMonth } from '../../kit/ui/today.ts';

interface State {
  byStatus: { status: string; count: number; sum: number }[];
  printed: number;
  sent: number;
  billsLeft: number;
  drafts: number;
}
const WORK = ['sent', 'printed', 'billsLeft', 'drafts'] as const;

/** How far the notices of this month are. */
export function MonthState() {
  const { t } = useTranslation('fee-notice');
  const { money, count, day } = useFormats();
  const phone = usePhone();
  const { data } = useQuery<State>(`${feeNotice.path}/month/${thisMonth()}`, { follow: feeNotice.code, delay: 1000 });
  // On a phone the list has the whole screen.
  if (phone || !data || data.byStatus.length + data.billsLeft + data.drafts === 0) return null;
  const rows = [
    // Of one month, beside the tabs of all.
    [t('fields.month'), day(thisMonth())] as const,
    ...data.byStatus.map(one => [t(`statuses.${one.status}`), `${count(one.count)} · ${money(one.sum)}`] as const),
    ...WORK.filter(name => data[name] > 0).map(name => [t(`monthState.${name}`), count(data[name])] as const),
  ];
  return <Sums of={rows} />;
}
