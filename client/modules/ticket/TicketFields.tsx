import type { TicketRow } from '@lobby/shared/modules/ticket.ts';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useRefRow } from '../../kit/refs/refs.ts';
import { FieldInput } from '../../kit/ui/form/inputs/FieldInput.tsx';
import { styleClass } from '../../theme/classes.ts';

/** Fields in the order of the form: subject, requester, then assignment and deadlines. */
export const FORM_FIELDS = [
  'title',
  'content',
  'residentId',
  'unitId',
  'placeId',
  'typeId',
  'priority',
  'labelIds',
  'departmentId',
  'dueAt',
  'images',
  'attachments',
] as const;

const pairClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: '1fr 1fr' },
  columnGap: '4',
  rowGap: '4',
  alignItems: 'start',
});

export const EDIT_FIELDS = [...FORM_FIELDS, 'earlierShown'] as const;

/**
 * Ticket form; `before` is the stored ticket. Choosing a resident sets their main home, unless the chosen unit is one
 * of theirs.
 */
export function TicketFields({ before }: { before?: Partial<TicketRow> }) {
  const { setValue } = useFormContext();
  const [residentId, unitId] = useWatch({ name: ['residentId', 'unitId'] });
  const resident = useRefRow('resident', residentId);
  const home = resident?.unitId;
  const homes: readonly unknown[] = Array.isArray(resident?.unitIds) ? resident.unitIds : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly chosen resident decides; a unit chosen afterwards stays
  useEffect(() => {
    if (typeof home === 'string' && home !== unitId && !homes.includes(unitId))
      setValue('unitId', home, { shouldDirty: true, shouldValidate: true });
  }, [resident?.id, home]);
  return (
    <>
      <FieldInput name="title" autoFocus />
      <FieldInput name="content" />
      <div className={pairClass()}>
        <FieldInput name="residentId" filter={unitId && !residentId ? { unitIds: unitId } : undefined} />
        <FieldInput name="unitId" />
        <FieldInput name="placeId" />
        <FieldInput name="typeId" filter={{ active: 'true' }} />
        <FieldInput name="priority" />
        <FieldInput name="departmentId" />
      </div>
      {before && (before.messageCount ?? 0) > 0 && unitId && unitId !== before.unitId && (
        <FieldInput name="earlierShown" />
      )}
      <div className={pairClass()}>
        <FieldInput name="dueAt" />
        <FieldInput name="labelIds" />
        <FieldInput name="images" />
        <FieldInput name="attachments" />
      </div>
    </>
  );
}
