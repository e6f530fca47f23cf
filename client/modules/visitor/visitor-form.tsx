import { visitor } from '@lobby/shared/modules/visitor.ts';
import { useTranslation } from 'react-i18next';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { FoldedFields } from '../../kit/ui/form/FoldedFields.tsx';

/** What a desk asks whoever stands before it. */
const ASKED = ['unitId', 'name', 'phone', 'purpose', 'companions', 'plate'];
const PICTURES = ['faceImage'];
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
];
const FURTHER_WIDE = ['idImages', 'note', 'staffNote'];

function VisitorFields() {
  const { t } = useTranslation(visitor.name);
  return (
    <>
      <FieldPairs names={ASKED} wide={PICTURES} />
      <FoldedFields title={t('form.further')} names={FURTHER} wide={FURTHER_WIDE} />
    </>
  );
}

/** The form of a visit: what a desk asks first, the rest folded. */
export const VISITOR_FORM = {
  size: 'wide' as const,
  fields: [...ASKED, ...PICTURES, ...FURTHER, ...FURTHER_WIDE],
  children: <VisitorFields />,
};
