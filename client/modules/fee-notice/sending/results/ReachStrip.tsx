import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import type { sendReach } from '@lobby/shared/modules/notice-run.contract.ts';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useFormats } from '../../../../kit/i18n/formats.ts';
import { useContract } from '../../../../kit/live/useContract.ts';
import { StatStrip } from '../../../../kit/ui/figures/StatStrip.tsx';
import { usePhone } from '../../../../kit/ui/layout/phone.ts';
import { RefName } from '../../../../kit/ui/list/rows/RefName.tsx';
import { styleClass } from '../../../../theme/classes.ts';

const missingClass = styleClass({
  px: '4',
  pb: '2',
  textStyle: 'sm',
  color: 'fg.muted',
  '& > a': { pe: '2', color: 'accent.fg', whiteSpace: 'nowrap' },
});
/** Households named before the rest is counted. */
const NAMED = 12;
const FIGURES = ['reached', 'onTheWay', 'notReached'] as const;

/** Whom the notices of the newest month, or of the sending in the address, have reached by any channel. */
export function ReachStrip() {
  const { t } = useTranslation('notice-delivery');
  const { number, day } = useFormats();
  const [params] = useSearchParams();
  const runId = params.get('runId');
  const { data } = useContract<typeof sendReach>('/fee-notice/send-result/reach', {
    query: { ...(runId && { runId }) },
    follow: noticeDelivery.code,
    delay: 3000,
  });
  const phone = usePhone();
  // On phones the list needs the space.
  if (phone || !data || data.reached + data.onTheWay + data.notReached === 0) return null;
  const title = data.month ? t('reach.title', { month: day(data.month) }) : t('plural');
  const named = data.missing.slice(0, NAMED);
  return (
    <>
      <StatStrip
        label={title}
        stats={FIGURES.map(key => ({ key, label: t(`reach.${key}`), value: number(data[key]) }))}
      />
      {named.length > 0 && (
        <p className={missingClass()}>
          {t('reach.missing')}{' '}
          {named.map(({ noticeId, unitId }) => (
            <Link key={noticeId} to={`?tab=all&noticeId=${noticeId}`}>
              <RefName to="unit" id={unitId} />
            </Link>
          ))}
          {data.notReached > named.length && t('reach.more', { count: data.notReached - named.length })}
        </p>
      )}
    </>
  );
}
