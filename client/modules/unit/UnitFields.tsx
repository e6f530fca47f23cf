import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRefRow } from '../../kit/refs/refs.ts';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';
import { FieldInput } from '../../kit/ui/form/inputs/FieldInput.tsx';
import { FieldInputs } from '../../kit/ui/form/inputs/FieldInputs.tsx';

const SIZE = [
  'area',
  'useArea',
  'carpetArea',
  'bedrooms',
  'bathrooms',
  'balconies',
  'windows',
  'storeys',
  'direction',
] as const;
const STANDING = ['state', 'buildStatus', 'handoverStatus'] as const;
const MORE = ['labelIds', 'thumbnail', 'attachments'] as const;

/** Fields in the order of the form: location, size, status. */
export const FORM_FIELDS = [
  'code',
  'codeAlike',
  'name',
  'type',
  'blockId',
  'floorId',
  'address',
  ...SIZE,
  ...STANDING,
  ...MORE,
] as const;

/** Unit form; the floor is one of the chosen block. */
export function UnitFields() {
  const { t } = useTranslation('unit');
  const { setValue, getFieldState, formState } = useFormContext();
  const [blockId, floorId, codeAlike] = useWatch({ name: ['blockId', 'floorId', 'codeAlike'] });
  const isAlike = getFieldState('code', formState).error?.type === 'UNIT_CODE_ALIKE';
  const standsIn = useRefRow('floor', floorId)?.blockId;
  useEffect(() => {
    if (blockId && typeof standsIn === 'string' && standsIn !== blockId)
      setValue('floorId', '', { shouldDirty: true, shouldValidate: false });
  }, [blockId, standsIn, setValue]);
  return (
    <>
      <FormPart title={t('form.place')}>
        <FieldInput name="code" autoFocus />
        {(isAlike || codeAlike) && <FieldInput name="codeAlike" />}
        <FieldInput name="name" />
        <FieldInput name="type" />
        <FieldInput name="blockId" />
        <FieldInput name="floorId" filter={blockId ? { blockId } : undefined} disabled={!blockId} />
        <div data-wide="">
          <FieldInput name="address" />
        </div>
      </FormPart>
      <FormPart title={t('form.size')}>
        <FieldInputs names={SIZE} />
      </FormPart>
      <FormPart title={t('form.standing')}>
        <FieldInputs names={STANDING} />
      </FormPart>
      <FormPart title={t('form.more')}>
        <FieldInputs wide names={MORE} />
      </FormPart>
    </>
  );
}
