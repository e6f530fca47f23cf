import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRefRow } from '../../kit/refs/refs.ts';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';
import { FieldInput } from '../../kit/ui/form/inputs/FieldInput.tsx';
import { FieldInputs } from '../../kit/ui/form/inputs/FieldInputs.tsx';
import { useOfferedNumber } from './useOfferedNumber.ts';

const MONEY = ['area', 'price', 'deposit'] as const;
const DAYS = ['registerDate', 'startDate', 'expiryDate', 'remindExpiredDate'] as const;
const MORE = ['note', 'attachments'] as const;

/** Fields of the form in their order. */
export const FORM_FIELDS = [
  'unitId',
  'rooms',
  'residentId',
  'code',
  'company',
  'taxCode',
  'contractTemplateId',
  ...MONEY,
  ...DAYS,
  ...MORE,
] as const;

function OfferedNumber() {
  useOfferedNumber();
  return null;
}

/** Form of a contract; the tenant is a resident or a company. */
export function ContractFields({ creating = false }: { creating?: boolean }) {
  const { t } = useTranslation('rental-contract');
  const { setValue, getValues } = useFormContext();
  const [residentId, unitId] = useWatch({ name: ['residentId', 'unitId'] });
  const person = useRefRow('resident', residentId);
  const home = person?.unitId;
  const homes: readonly unknown[] = Array.isArray(person?.unitIds) ? person.unitIds : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly chosen person decides; a unit chosen afterwards stays
  useEffect(() => {
    if (typeof home === 'string' && !homes.includes(unitId) && !getValues('unitId'))
      setValue('unitId', home, { shouldDirty: true, shouldValidate: true });
  }, [person?.id, home]);
  return (
    <>
      {creating && <OfferedNumber />}
      <FormPart title={t('form.parties')}>
        <FieldInput name="unitId" autoFocus />
        <FieldInput name="rooms" />
        <FieldInput name="residentId" filter={unitId ? { unitIds: unitId } : undefined} />
        <FieldInput name="code" />
        <FieldInput name="company" />
        <FieldInput name="taxCode" />
        <FieldInput name="contractTemplateId" filter={{ active: 'true' }} />
      </FormPart>
      <FormPart title={t('form.money')}>
        <FieldInputs names={MONEY} />
      </FormPart>
      <FormPart title={t('form.days')}>
        <FieldInputs names={DAYS} />
      </FormPart>
      <FormPart title={t('form.more')}>
        <FieldInputs wide names={MORE} />
      </FormPart>
    </>
  );
}
