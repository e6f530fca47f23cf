import { card } from '@lobby/shared/modules/card.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { useTranslation } from 'react-i18next';
import type { DetailDrawerProps } from '../../kit/ui/detail/detail-props.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { PrintButton } from '../../kit/ui/list/export/PrintButton.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';

const CARD_FORM = pairedForm(['number', 'chipId', 'type', 'parkingSlot', 'expiresOn', 'floorIds'], ['note']);
const VEHICLE_FORM = pairedForm(
  [
    'unitId',
    'residentId',
    'employeeId',
    'type',
    'plate',
    'brand',
    'generation',
    'color',
    'frameNumber',
    'engineNumber',
    'ownerName',
    'customerGroup',
    'startDate',
    'stopDate',
    'overLimit',
  ],
  ['photos', 'papers', 'reason', 'note'],
);
const CARD_WIDTHS = {
  number: 120,
  type: 108,
  unitId: 96,
  residentId: 180,
  vehicleId: 128,
  heldForId: 148,
  status: 116,
};
const VEHICLE_WIDTHS = { plate: 132, type: 112, unitId: 96, residentId: 180, status: 116 };

const CARD_DETAIL: Pick<DetailDrawerProps<typeof card>, 'facts' | 'sections'> = {
  facts: ['unitId', 'residentId', 'employeeId', 'vehicleId'],
  sections: [
    ['what', ['type', 'chipId', 'parkingSlot', 'floorIds', 'locked', 'lost', 'holderLeft', 'note']],
    ['when', ['issuedAt', 'expiresOn', 'returnedAt']],
    ['handled', ['integration', 'integrationError', 'integratedAt', 'parkingDue', 'issueCount', 'reason']],
  ],
};

/** Card stock and vehicles. */
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
              form={CARD_FORM}
              headExtras={<PrintButton to="cards" />}
              detail={CARD_DETAIL}
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
              form={VEHICLE_FORM}
              headExtras={<PrintButton to="cards" />}
            />
          ),
        },
      ]}
    />
  );
}
