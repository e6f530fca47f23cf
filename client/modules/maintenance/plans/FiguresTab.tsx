import type { planFigures } from '@lobby/shared/modules/maintenance-plan.contract.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';

const figuresClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
  gap: '4',
  m: '0',
  '& dt': { textStyle: 'xs', color: 'fg.muted' },
  '& dd': { m: '0', textStyle: 'lg', fontWeight: 'semibold', fontFamily: 'figures' },
});

/** Figures of a plan over a year: punctuality, duration, failures, costs; live. */
export function FiguresTab({ id }: { id: string }) {
  const { t } = useTranslation(maintenancePlan.name);
  const { number, money, share } = useFormats();
  const { data } = useContract<typeof planFigures>('/maintenance-plan/:id/figures', {
    params: { id },
    follow: maintenancePlan.code,
  });
  if (!data) return <SkeletonRows />;
  const { done, onTimePercent, skipped, overdue, failedItems, meanMinutes, cost } = data;
  const facts = [
    ['done', number(done)],
    ['onTime', onTimePercent === null ? '–' : share(onTimePercent)],
    ['overdue', number(overdue)],
    ['skipped', number(skipped)],
    ['failedItems', number(failedItems)],
    ['meanMinutes', meanMinutes === null ? '–' : number(meanMinutes)],
    ['cost', money(cost)],
  ] as const;
  return (
    <DetailBody>
      <dl className={figuresClass()}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`figures.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </DetailBody>
  );
}
