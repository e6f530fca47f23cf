import { card, vehicle } from '@lobby/shared/modules/card.ts';
import { useTranslation } from 'react-i18next';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';

const CARD_FORM = pairedForm(['number', 'type', 'parkingSlot', 'liftAccess'], ['note']);
const VEHICLE_FORM = pairedForm(
  [
    ...['registrationPlate', 'type', 'unitId', 'residentId', 'brand', 'generation', 'color', 'frameNumber'],
    ...['customerGroup', 'startDate', 'stopDate'],
  ],
  ['images', 'note'],
);
const CARD_WIDTHS = { number: 120, type: 108, usage: 108, unitId: 96, residentId: 180, vehicleId: 128, status: 116 };
const VEHICLE_WIDTHS = { registrationPlate: 132, type: 112, unitId: 96, residentId: 180, status: 116 };

/** The stock of cards, and the vehicles that they open for. */
export function Component() {
  const { t } = useTranslation(['card', 'vehicle']);
  return (
    <ScreenParts
      label={t('card:plural')}
      parts={[
        {
          value: 'cards',
          label: t('card:plural'),
          content: (
            <RecordsPage
              definition={card}
              widths={CARD_WIDTHS}
              hidden={['liftAccess', 'parkingDue', 'parkingError', 'givenAt', 'createdAt']}
              form={CARD_FORM}
            />
          ),
        },
        {
          value: 'vehicles',
          label: t('vehicle:plural'),
          content: (
            <RecordsPage
              definition={vehicle}
              widths={VEHICLE_WIDTHS}
              hidden={['customerGroup', 'stopDate', 'createdAt']}
              form={VEHICLE_FORM}
            />
          ),
        },
      ]}
    />
  );
}
