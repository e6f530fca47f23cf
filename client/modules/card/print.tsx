import { card } from '@lobby/shared/modules/card.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PrintedList } from '../../kit/ui/pages/PrintedList.tsx';

const CARD_COLUMNS = ['number', 'chipId', 'type', 'unitId', 'residentId', 'vehicleId', 'status'] as const;
const VEHICLE_COLUMNS = ['plate', 'type', 'brand', 'color', 'unitId', 'residentId', 'status'] as const;

/** Print view of the card stock, or of the vehicles for the guards. */
export function Component() {
  const { t } = useTranslation(['card', 'vehicle']);
  const [params] = useSearchParams();
  if (params.get('part') === 'vehicles')
    return <PrintedList definition={vehicle} title={t('vehicle:plural')} columns={VEHICLE_COLUMNS} />;
  return <PrintedList definition={card} title={t('card:print.stock')} columns={CARD_COLUMNS} />;
}
