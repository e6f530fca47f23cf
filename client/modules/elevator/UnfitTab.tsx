import type { unfitReservations } from '@lobby/shared/modules/elevator.contract.ts';
import { elevator } from '@lobby/shared/modules/elevator.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Line } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';

/** Reservations that the current settings of the elevator would not allow. */
export function UnfitTab({ id }: { id: string }) {
  const { t } = useTranslation(elevator.name);
  const { dateTime, time } = useFormats();
  const { data } = useContract<typeof unfitReservations>('/elevator/:id/unfit', {
    params: { id },
    follow: elevator.code,
  });
  return (
    <DetailBody>
      {data?.length === 0 && <p>{t('unfit.none')}</p>}
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }} aria-busy={!data}>
        {data?.map(reservation => (
          <Line
            key={reservation.id}
            to={`?id=${reservation.id}&tab=all`}
            title={
              <>
                {reservation.code} · <RefName to="unit" id={reservation.unitId} />
              </>
            }
            note={`${dateTime(reservation.expectedStartAt)}–${time(reservation.expectedEndAt)} · ${t(`unfit.reasons.${reservation.reason}`)}`}
          />
        ))}
      </ul>
    </DetailBody>
  );
}
