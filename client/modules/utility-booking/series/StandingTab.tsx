import type { standingBans } from '@lobby/shared/modules/utility-ban.contract.ts';
import { utilityBan } from '@lobby/shared/modules/utility-ban.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useDetail } from '../../../kit/live/useRows.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { PartSkeleton } from '../../../kit/ui/states/PartSkeleton.tsx';

/** No-shows of the unit of a booking, by amenity, and its current bans. */
export function StandingTab({ bookingId }: { bookingId: string }) {
  const { data } = useDetail(utilityBooking, bookingId);
  return data ? <UnitStanding id={data.unitId} /> : <PartSkeleton />;
}

/** No-shows of a unit, by amenity, and its current bans. */
export function UnitStanding({ id: unitId }: { id: string }) {
  const { t } = useTranslation(utilityBan.name);
  const { date } = useFormats();
  const { data } = useContract<typeof standingBans>('/utility-ban/standing', {
    query: { unitId },
    follow: utilityBooking.code,
  });
  if (!data) return <PartSkeleton />;
  return (
    <DetailBody>
      <FigureTable
        label={t('standing.title')}
        rows={data}
        keyOf={({ utilityId }) => utilityId}
        columns={[
          { key: 'name', label: t('fields.utilityId'), cell: ({ name }) => name },
          {
            key: 'of',
            label: t('standing.title'),
            cell: ({ noShows, limit, windowDays }) =>
              noShows === 0 || limit === null
                ? t('standing.none')
                : t('standing.of', { count: noShows, limit, days: windowDays }),
          },
          {
            key: 'until',
            label: t('statuses.ACTIVE'),
            cell: ({ until }) => until && t('standing.until', { day: date(until) }),
          },
        ]}
      />
    </DetailBody>
  );
}
