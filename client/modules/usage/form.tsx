import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';

/** One reading whole: the meter may have turned over, and a photo shows it. */
export const USAGE_FORM = pairedForm(
  [
    'meterId',
    'unitId',
    'serviceId',
    'month',
    'oldIndex',
    'newIndex',
    'usageNumber',
    'readAt',
    'periodStart',
    'periodEnd',
    'rolled',
    'confirmed',
  ],
  ['photos', 'note'],
);

/** A meter and where it hangs; what it can show is told where it is not the usual. */
export const METER_FORM = pairedForm(
  ['code', 'unitId', 'serviceId', 'startDate', 'startIndex', 'coefficient', 'digits', 'minIndex', 'maxIndex', 'place'],
  [],
);
