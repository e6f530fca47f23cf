import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import type { RentalContractRow } from '@lobby/shared/modules/rental-contract.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/base/matches.ts';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';
import { useWriting } from '../../kit/ui/form/form-context.ts';
import { FieldInputs } from '../../kit/ui/form/inputs/FieldInputs.tsx';

const WHEN = ['code', 'registerDate', 'effectiveDate'] as const;
const WHAT = ['price', 'area', 'expiryDate', 'remindExpiredDate'] as const;
const FIELDS = ['contractId', ...WHEN, ...WHAT, 'content', 'attachments'] as const;

interface AnnexDialogProps {
  contract: Partial<RentalContractRow> & { id: string };
  /** The annex to edit; absent for a new one. */
  doc?: Row;
  onClose: () => void;
}

/** Form of an annex; fields left empty do not change. */
export function AnnexDialog({ contract, doc, onClose }: AnnexDialogProps) {
  const { t } = useTranslation('contract-annex');
  const { today } = useWriting();
  const { id, code = '', annexCount = 0 } = contract;
  const defaults = useMemo(
    () => ({
      contractId: id,
      code: `${code}/PL${String(annexCount + 1).padStart(2, '0')}`,
      registerDate: today,
    }),
    [id, code, annexCount, today],
  );
  return (
    <FormDialog
      open
      size="wide"
      definition={contractAnnex}
      form={`${contractAnnex.name}-${id}`}
      fields={FIELDS}
      doc={doc}
      defaults={defaults}
      onSaved={onClose}
      onCancel={onClose}
    >
      <FormPart title={t('form.when')}>
        <FieldInputs names={WHEN} />
      </FormPart>
      <FormPart title={t('form.what')}>
        <FieldInputs names={WHAT} />
        <FieldInputs wide names={['content', 'attachments']} />
      </FormPart>
    </FormDialog>
  );
}
