import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { PartSkeleton } from '../../kit/ui/PartSkeleton.tsx';
import { Sums } from '../../kit/ui/Sums.tsx';

const COUNTS = ['bookings', 'use', 'noShows', 'refused'];
const AMOUNTS = ['income', 'refunds', 'depositsHeld'];

/** Bookings and revenue of an amenity in the last thirty days. */
export function FiguresTab({ id }: { id: string }) {
  const { t } = useTranslation('amenity-statistics');
  const { money, number } = useFormats();
  const { data } = useQuery<{ totals: Record<string, number> }>(`${utilityBooking.path}/statistics`, {
    query: { utilityId: id },
    follow: utilityBooking.code,
    delay: 1000,
  });
  if (!data) return <PartSkeleton />;
  const of = (keys: readonly string[], say: (value: number) => string) =>
    keys.map(key => [t(`figures.${key}`), say(data.totals[key] ?? 0)] as const);
  return (
    <DetailBody>
      <Sums of={[...of(COUNTS, number), ...of(AMOUNTS, money)]} />
    </DetailBody>
  );
}
