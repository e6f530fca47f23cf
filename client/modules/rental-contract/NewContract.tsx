import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { ContractFields, FORM_FIELDS } from './ContractFields.tsx';

interface NewContractProps {
  /** Unit or resident of the record it was opened from. */
  defaults?: { unitId: string } | { residentId: string };
  onClose: () => void;
}

export function NewContract({ defaults, onClose }: NewContractProps) {
  return (
    <FormDialog
      open
      size="wide"
      definition={rentalContract}
      fields={FORM_FIELDS}
      {...(defaults && { form: [rentalContract.name, ...Object.values(defaults)].join(':'), defaults })}
      onSaved={onClose}
      onCancel={onClose}
    >
      <ContractFields creating />
    </FormDialog>
  );
}
