import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import type { parkingCounts } from '@lobby/shared/modules/parking.contract.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import { VEHICLE_TYPES } from '@lobby/shared/modules/vehicle.ts';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { Delta, type Stat, StatStrip } from '../../../kit/ui/figures/StatStrip.tsx';
import { usePhone } from '../../../kit/ui/layout/phone.ts';
import { thisMonth } from '../../../kit/ui/today.ts';

type Count = AnswerOf<typeof parkingCounts>[number];

/** Parked vehicles by type in this month, with the change from the previous one. */
export function TypeStrip() {
  const { t } = useTranslation(['parking', 'vehicle']);
  const { number, day } = useFormats();
  const { idUnitGroup } = useParams();
  const phone = usePhone();
  const month = thisMonth();
  const before = addMonths(month, -1);
  const of = (value: string) => !phone && { follow: parking.code, delay: 1500, query: { month: value } };
  const now = useContract<typeof parkingCounts>('/parking/count', of(month)).data;
  const last = useContract<typeof parkingCounts>('/parking/count', of(before)).data;
  // On phones the list needs the space.
  if (phone || !now) return null;
  const sum = (counts: readonly Count[] | null, type: string) =>
    (counts ?? []).filter(count => count.vehicleType === type).reduce((all, { count }) => all + count, 0);
  const stats = VEHICLE_TYPES.flatMap((type): Stat[] => {
    const [count, was] = [sum(now, type), sum(last, type)];
    if (count + was === 0) return [];
    const by = count - was;
    return [
      {
        key: type,
        label: t(`vehicle:options.type.${type}`),
        value: number(count),
        to: `/projects/${idUnitGroup}/${parking.route}?vehicleType=${type}`,
        note: last && (
          <>
            {by !== 0 && (
              <Delta up={by > 0} good={null}>
                {number(Math.abs(by))}
              </Delta>
            )}
            {t('strip.than', { month: day(before) })}
          </>
        ),
      },
    ];
  });
  return <StatStrip label={t('strip.label')} stats={stats} />;
}
