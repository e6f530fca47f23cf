import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';

/** One reading whole: the meter may have turned over or been replaced, and a photo shows it. */
export const USAGE_FORM = pairedForm(
  [
    ...['unitId', 'serviceId', 'month', 'readAt', 'reading', 'number', 'oldIndex', 'newIndex'],
    ...['removedIndex', 'startIndex'],
  ],
  ['images', 'note'],
);
