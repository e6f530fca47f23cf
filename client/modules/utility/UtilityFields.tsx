import { useTranslation } from 'react-i18next';
import { FieldInputs } from '../../kit/ui/form/FieldInputs.tsx';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';

const WHAT = [
  ...['name', 'code', 'groupId', 'type', 'order', 'icon', 'nameEn', 'nameJa', 'nameZh', 'nameKo'],
  ...['placeId', 'partnerId', 'active'],
];
const SHOWN = ['description', 'images'];
const LIMITS = [
  ...['capacity', 'share', 'usageLimit', 'unitLimit', 'openLimit', 'approval', 'checkIn', 'banAfter', 'banDays'],
  ...['preorderUnit', 'preorderMin', 'preorderMax'],
];
const RULES = ['rules'];
const MONEY = ['price', 'priceUnit', 'deposit', 'surcharge', 'payFirst', 'payBefore'];

/** Fields of the form, in the order people think of an amenity: what it is, when it serves, what it allows and costs. */
export const FORM_FIELDS = [
  ...WHAT,
  ...SHOWN,
  ...['serveTimes', 'step', 'blackouts'],
  ...LIMITS,
  ...RULES,
  ...MONEY,
  ...['coefficients', 'noRefundHours', 'refundTiers'],
];

/** The form of an amenity; what only concerns bookings is asked for where there are any. */
export function UtilityFields() {
  const { t } = useTranslation('utility');
  return (
    <>
      <FormPart title={t('form.what')}>
        <FieldInputs names={WHAT} />
        <FieldInputs wide names={SHOWN} />
      </FormPart>
      <FormPart title={t('form.times')}>
        <FieldInputs wide names={['serveTimes']} />
        <FieldInputs names={['step']} />
        <FieldInputs wide names={['blackouts']} />
      </FormPart>
      <FormPart title={t('form.limits')}>
        <FieldInputs names={LIMITS} />
        <FieldInputs wide names={RULES} />
      </FormPart>
      <FormPart title={t('form.money')}>
        <FieldInputs names={MONEY} />
        <FieldInputs wide names={['coefficients']} />
      </FormPart>
      <FormPart title={t('form.refunds')}>
        <FieldInputs names={['noRefundHours']} />
        <FieldInputs wide names={['refundTiers']} />
      </FormPart>
    </>
  );
}
