import type { FieldIn } from '@lobby/shared/kit/define-module.ts';
import type { resident } from '@lobby/shared/modules/resident.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';
import { FieldInput } from '../../kit/ui/form/inputs/FieldInput.tsx';

const PERSON = ['name', 'gender', 'birthday', 'nationality', 'language'] as const;
const HOME = ['role', 'relationship', 'movedInAt', 'rentFrom', 'rentTo', 'owner'] as const;
const CONTACT = ['phone', 'email', 'phone2', 'email2'] as const;
const PAPERS = ['identifier', 'identifierDate', 'identifierPlace', 'visa', 'visaExpiry', 'taxCode'] as const;
const STAY = ['temporaryNumber', 'temporaryFrom', 'temporaryTo'] as const;
const WIDE = ['permanentAddress', 'contactAddress', 'company'] as const;

/** Fields of the form. The unit only on creation; later it changes by move-in and move-out. */
export const formFields = (creating: boolean): FieldIn<typeof resident>[] => [
  ...PERSON,
  ...(creating ? (['unitId'] as const) : []),
  ...HOME,
  ...CONTACT,
  ...PAPERS,
  ...STAY,
  ...WIDE,
];

/** Form of a resident: person, home, contact, documents. */
export function ResidentFields({ creating = false, returner }: { creating?: boolean; returner?: ReactNode }) {
  const { t } = useTranslation('resident');
  const inputs = (names: readonly string[]) => names.map(name => <FieldInput key={name} name={name} />);
  return (
    <>
      <FormPart title={t('form.person')}>
        <FieldInput name="name" autoFocus />
        {inputs(PERSON.slice(1))}
      </FormPart>
      <FormPart title={t('form.home')}>
        {creating && <FieldInput name="unitId" />}
        {inputs(HOME)}
      </FormPart>
      <FormPart title={t('form.contact')}>
        {inputs(CONTACT)}
        {returner && <div data-wide="">{returner}</div>}
      </FormPart>
      <FormPart title={t('form.papers')}>
        {inputs([...PAPERS, ...STAY])}
        {WIDE.map(name => (
          <div key={name} data-wide="">
            <FieldInput name={name} />
          </div>
        ))}
      </FormPart>
    </>
  );
}
