import { FieldPairs, pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { HandedOn } from '../handover-unit/index.ts';

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

const METER_FIELDS = [
  'code',
  'unitId',
  'serviceId',
  'startDate',
  'startIndex',
  'coefficient',
  'digits',
  'minIndex',
  'maxIndex',
  'place',
];

/** A meter and where it hangs; what it can show is told where it is not the usual, and what it showed at the handover is offered. */
export const METER_FORM = {
  size: 'wide' as const,
  fields: METER_FIELDS,
  children: (
    <>
      <HandedOn index />
      <FieldPairs names={METER_FIELDS} />
    </>
  ),
};
