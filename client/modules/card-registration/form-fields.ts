import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';

/** The form for a card: whose, which kind, and of what vehicle. */
export const CARD_REGISTRATION_FORM = pairedForm(
  [
    ...['target', 'type', 'unitId', 'residentId', 'vehicleType', 'plate', 'brand', 'color'],
    ...['relationship', 'cardNumber', 'depositAmount'],
  ],
  ['attachments', 'note'],
);
export const CARD_REGISTRATION_WIDTHS = {
  ...{ code: 152, unitId: 96, target: 96, type: 140, vehicleType: 112, plate: 128, status: 132 },
};
export const CARD_REGISTRATION_HIDDEN = ['residentId', 'depositAmount', 'completedAt'];
