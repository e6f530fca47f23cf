import type { bookingStatistics } from '@lobby/shared/modules/utility-booking.contract.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { Sums } from '../../../kit/ui/figures/Sums.tsx';
import { PartSkeleton } from '../../../kit/ui/states/PartSkeleton.tsx';

const COUNTS = ['bookings', 'use', 'noShows', 'refused'] as const;
const AMOUNTS = ['income', 'refunds', 'depositsHeld'] as const;

/** Bookings and revenue of an amenity in the last thirty days. */
export function FiguresTab({ id }: { id: string }) {
  const { t } = useTranslation('amenity-statistics');
  const { money, number } = useFormats();
  const { data } = useContract<typeof bookingStatistics>('/utility-booking/statistics', {
    query: { utilityId: id },
    follow: utilityBooking.code,
    delay: 1000,
  });
  if (!data) return <PartSkeleton />;
  type Key = (typeof COUNTS)[number] | (typeof AMOUNTS)[number];
  const of = (keys: readonly Key[], say: (value: number) => string) =>
    keys.map(key => [t(`figures.${key}`), say(data.totals[key])] as const);
  return (
    <DetailBody>
      <Sums of={[...of(COUNTS, number), ...of(AMOUNTS, money)]} />
    </DetailBody>
  );
}
