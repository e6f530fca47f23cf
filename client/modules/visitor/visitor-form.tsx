import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';

/** The form of a visit: who comes, to whom, when, and how often the pass counts. */
export const VISITOR_FORM = pairedForm(
  [
    'name',
    'phone',
    'unitId',
    'inviterId',
    'expectedInAt',
    'expectedOutAt',
    'guestType',
    'guestId',
    'relationship',
    'contactId',
    'contactName',
    'destination',
    'companions',
    'vehicleType',
    'plate',
    'identifier',
    'purpose',
    'askResident',
    'passUse',
    'passUntil',
    'passDays',
    'passHours',
  ],
  ['idImages', 'faceImage', 'note', 'staffNote'],
);
