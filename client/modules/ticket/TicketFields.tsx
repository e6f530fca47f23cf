import type { TicketRow } from '@lobby/shared/modules/ticket.ts';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useRefRow } from '../../kit/refs/refs.ts';
import { FieldInput } from '../../kit/ui/form/FieldInput.tsx';
import { styleClass } from '../../theme/classes.ts';

/** Fields of the form, in the order in which a request is told: what, whose, and who does what until when. */
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

/** The fields that a request is edited by. */
export const EDIT_FIELDS = [...FORM_FIELDS, 'earlierShown'] as const;

/** The form of a request (`before`: as it is), laid out for the desk: choosing the resident fills in their main home, unless the unit chosen already is one of theirs. */
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
