import { task } from '@lobby/shared/modules/task.ts';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { FORM_FIELDS, TaskFields } from './TaskFields.tsx';

interface NewTaskProps {
  /** Initial values, e.g. the ticket or parent task. */
  initial?: Record<string, unknown>;
  onClose: () => void;
}

export function NewTask({ initial, onClose }: NewTaskProps) {
  return (
    <FormDialog
      open
      size="wide"
      definition={task}
      fields={FORM_FIELDS}
      defaults={initial}
      onSaved={onClose}
      onCancel={onClose}
    >
      <TaskFields />
    </FormDialog>
  );
}
