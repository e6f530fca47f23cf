import { type TariffVersionRow, tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { useTranslation } from 'react-i18next';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { Example } from './Example.tsx';
import { Templates } from './Templates.tsx';

const PAIRS = [
  'effectiveFrom',
  'pricing',
  'unitPrice',
  'formulaType',
  'formulaId',
  'tierPeople',
  'noPeopleTier',
  'norm',
  'normPer',
  'fixedFee',
  'vatKind',
  'vat',
  'vatIncluded',
  'surchargeId',
  'surchargeTax',
  'discountType',
  'discountPercent',
  'discountAmount',
  'priceDisplay',
  'source',
] as const;
const WIDE = ['priceList', 'tiers', 'parts'] as const;
const FIELDS = ['tariffId', ...PAIRS, ...WIDE] as const;

interface VersionFormProps {
  tariffId: string;
  /** The version to edit; absent for a new one. */
  doc?: TariffVersionRow;
  /** The current version, which a new one starts from. */
  current?: TariffVersionRow | undefined;
  onClose: () => void;
}

/** Form of a tariff version. A new one starts as a copy of the current version and shows its changes. */
export function VersionForm({ tariffId, doc, current, onClose }: VersionFormProps) {
  const { t } = useTranslation('tariff-version');
  return (
    <FormDialog
      open
      size="wide"
      definition={tariffVersion}
      fields={FIELDS}
      form={`tariff-version ${tariffId}`}
      {...(doc
        ? { doc, title: t('form.edit') }
        : { defaults: { ...current, effectiveFrom: null, source: null, tariffId } })}
      onSaved={onClose}
      onCancel={onClose}
    >
      {!doc && <Templates />}
      <FieldPairs names={PAIRS} wide={WIDE} />
      <Example before={doc ? undefined : current} />
    </FormDialog>
  );
}
