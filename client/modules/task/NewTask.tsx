import { task } from '@lobby/shared/modules/task.ts';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { FORM_FIELDS, TaskFields } from './TaskFields.tsx';

interface NewTaskProps {
  /** What is known of it already: the request that it serves, the task that it is part of. */
  initial?: Record<string, unknown>;
  onClose: () => void;
}

/** The form of a new task. */
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
