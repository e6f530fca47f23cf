import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { useTranslation } from 'react-i18next';
import { useRecord } from '../../../kit/ui/detail/useRecord.ts';
import { PartSkeleton } from '../../../kit/ui/states/PartSkeleton.tsx';
import { TimesTab } from '../../utility/index.ts';

/** Other bookings of the series, or of the unit if there is no series. */
export function OthersTab({ id }: { id: string }) {
  const { t } = useTranslation(utilityBooking.name);
  const { row, state } = useRecord(utilityBooking, id);
  const { seriesId, unitId } = row ?? {};
  if (state !== 'ready' || !unitId) return <PartSkeleton />;
  const field = seriesId ? 'seriesId' : 'unitId';
  return (
    <TimesTab
      key={id}
      definition={utilityBooking}
      field={field}
      of={String(seriesId ?? unitId)}
      from="startAt"
      to={`${utilityBooking.route}?part=bookings&tab=all`}
      none={t('empty.title')}
      all={t('others.all')}
    />
  );
}
