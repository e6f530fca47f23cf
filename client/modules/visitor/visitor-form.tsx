import { visitor } from '@lobby/shared/modules/visitor.ts';
import { useTranslation } from 'react-i18next';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { FoldedFields } from '../../kit/ui/form/FoldedFields.tsx';

/** Questions asked at the desk. */
const ASKED = ['unitId', 'name', 'phone', 'purpose', 'companions', 'plate'] as const;
const PICTURES = ['faceImage'] as const;
const FURTHER = [
  'inviterId',
  'expectedInAt',
  'expectedOutAt',
  'guestType',
  'guestId',
  'relationship',
  'contactId',
  'contactName',
  'destination',
  'vehicleType',
  'identifier',
  'askResident',
  'passUse',
  'passUntil',
  'passDays',
  'passHours',
] as const;
const FURTHER_WIDE = ['idImages', 'note', 'staffNote'] as const;

function VisitorFields() {
  const { t } = useTranslation(visitor.name);
  return (
    <>
      <FieldPairs names={ASKED} wide={PICTURES} />
      <FoldedFields title={t('form.further')} names={FURTHER} wide={FURTHER_WIDE} />
    </>
  );
}

/** Form of a visit: the questions of the desk first, the rest collapsed. */
export const VISITOR_FORM = {
  size: 'wide' as const,
  fields: [...ASKED, ...PICTURES, ...FURTHER, ...FURTHER_WIDE] as const,
  children: <VisitorFields />,
};
