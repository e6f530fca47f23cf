import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { ContractFields, FORM_FIELDS } from './ContractFields.tsx';

interface NewContractProps {
  /** Of the unit or resident where it was opened. */
  defaults?: { unitId: string } | { residentId: string };
  onClose: () => void;
}

/** The form of a new contract. */
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
