import { useWatch } from 'react-hook-form';
import { FieldInput } from '../../kit/ui/form/inputs/FieldInput.tsx';
import { styleClass } from '../../theme/classes.ts';

/** Fields of the form in their order. */
export const FORM_FIELDS = [
  'title',
  'content',
  'assigneeId',
  'departmentId',
  'type',
  'priority',
  'startAt',
  'dueAt',
  'memberIds',
  'labelIds',
  'needsApproval',
  'approverId',
  'repeat',
  'repeatUntil',
  'unitId',
  'placeId',
  'ticketId',
  'parentId',
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

/** Form of a task; approver and end of repetition are only shown where they apply. */
export function TaskFields() {
  const [needsApproval, repeat] = useWatch({ name: ['needsApproval', 'repeat'] });
  return (
    <>
      <FieldInput name="title" autoFocus />
      <FieldInput name="content" />
      <div className={pairClass()}>
        <FieldInput name="assigneeId" />
        <FieldInput name="departmentId" />
        <FieldInput name="startAt" />
        <FieldInput name="dueAt" />
        <FieldInput name="type" />
        <FieldInput name="priority" />
        <FieldInput name="memberIds" />
        <FieldInput name="labelIds" />
        <FieldInput name="needsApproval" />
        {needsApproval ? <FieldInput name="approverId" /> : <span />}
        <FieldInput name="repeat" />
        {repeat ? <FieldInput name="repeatUntil" /> : <span />}
        <FieldInput name="unitId" />
        <FieldInput name="ticketId" />
        <FieldInput name="parentId" filter={{ parentId: 'none' }} />
        <span />
        <FieldInput name="images" />
        <FieldInput name="attachments" />
      </div>
    </>
  );
}
