import { resident } from '@lobby/shared/modules/resident.ts';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { formFields, ResidentFields } from './ResidentFields.tsx';
import { Returner } from './Returner.tsx';

/** Form of a new resident, optionally with the unit it was opened from. */
export function NewResident({ unitId, onClose }: { unitId?: string; onClose: () => void }) {
  return (
    <FormDialog
      open
      size="wide"
      definition={resident}
      fields={formFields(true)}
      {...(unitId && { form: `${resident.name}:${unitId}`, defaults: { unitId } })}
      onSaved={onClose}
      onCancel={onClose}
    >
      <ResidentFields creating returner={<Returner onOpen={onClose} />} />
    </FormDialog>
  );
}
