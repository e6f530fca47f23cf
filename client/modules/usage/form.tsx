import { FieldPairs, pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { HandedOn } from '../handover-unit/index.ts';

/** Full form of a reading, for a photo or a meter that turned over. */
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
] as const;

/** Form of a meter with its place and counting range; the index at handover is offered as the first one. */
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
