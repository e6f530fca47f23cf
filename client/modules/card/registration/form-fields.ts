import { pairedForm } from '../../../kit/ui/form/FieldPairs.tsx';

export const CARD_REGISTRATION_FORM = pairedForm(
  [
    'target',
    'type',
    'unitId',
    'residentId',
    'relationship',
    'cardId',
    'vehicleType',
    'plate',
    'brand',
    'generation',
    'color',
    'frameNumber',
    'engineNumber',
    'startDate',
    'depositAmount',
    'parking',
    'overLimit',
  ],
  ['changes', 'floorIds', 'vehiclePapers', 'rentalFile', 'authorizationFile', 'note', 'staffNote', 'reason'],
);
export const CARD_REGISTRATION_WIDTHS = {
  code: 152,
  unitId: 96,
  target: 96,
  type: 140,
  vehicleType: 112,
  plate: 128,
  cardId: 112,
  newCardId: 112,
  startDate: 112,
  depositAmount: 112,
  depositStatus: 128,
  status: 132,
};
