import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';

/** The form of a visit: who comes, to whom, when, and how often the pass counts. */
export const VISITOR_FORM = pairedForm(
  [
    ...['guestName', 'phone', 'unitId', 'residentId', 'expectedInAt', 'expectedOutAt', 'guestType', 'guestId'],
    ...['relationship', 'contactPerson', 'companions', 'registrationPlate', 'idNumber', 'purpose'],
    ...['passUse', 'passUntil', 'passDays', 'passHours'],
  ],
  ['idImages', 'faceImage', 'note'],
);
