import { addDays } from '@lobby/shared/kit/dates.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import type { sendStatistics } from '@lobby/shared/modules/notice-run.contract.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../kit/i18n/formats.ts';
import { useContract } from '../../../../kit/live/useContract.ts';
import { Sums } from '../../../../kit/ui/figures/Sums.tsx';
import { today } from '../../../../kit/ui/today.ts';

const DAYS = 30;
const before = (day: string) => addDays(day, -DAYS);

/** Delivery rates of the last month, with a warning where bounces endanger the sender's reputation. */
export function Rates() {
  const { t } = useTranslation('notice-delivery');
  const { share, money } = useFormats();
  const { data } = useContract<typeof sendStatistics>('/fee-notice/send-result/statistics', {
    query: { from: before(today()), to: today(), by: 'month' },
    follow: noticeDelivery.code,
    delay: 3000,
  });
  if (!data) return null;
  return (
    <>
      {data.warnings.map(warning => (
        <p key={warning} role="status">
          {t(`statistics.${warning}`)}
        </p>
      ))}
      <Sums
        of={[
          ...(['delivered', 'bounce', 'complaint'] as const).map(
            name => [t(`statistics.${name}`), share(data.rates[name])] as const,
          ),
          [t('statistics.cost'), money(data.cost)],
        ]}
      />
    </>
  );
}
