import { useTranslation } from 'react-i18next';
import { FormPart } from '../../../kit/ui/form/FormPart.tsx';
import { FieldInputs } from '../../../kit/ui/form/inputs/FieldInputs.tsx';
import { AppPreview } from './AppPreview.tsx';
import { PaintedWeek } from './PaintedWeek.tsx';
import { PriceExample } from './PriceExample.tsx';
import { ProposedCode } from './ProposedCode.tsx';
import { RefundPicture } from './RefundPicture.tsx';

const WHAT = [
  'name',
  'code',
  'groupId',
  'type',
  'icon',
  'displayOrder',
  'placeId',
  'nameEn',
  'nameJa',
  'nameZh',
  'nameKo',
];
const SHOWN = ['photos', 'description'];
const LIMITS = [
  'limitPerSlot',
  'limitPerUsage',
  'maxOpen',
  'limitPerUnit',
  'limitPerUnitPer',
  'wholeId',
  'preOrderMin',
  'preOrderMinUnit',
  'bufferBefore',
  'preOrderMax',
  'preOrderMaxUnit',
  'bufferAfter',
  'approval',
  'pendingHolds',
  'recurring',
  'blockOverdueDays',
  'checkIn',
  'noShowLimit',
  'noShowDays',
  'banDays',
];
const MONEY = [
  'priceType',
  'price',
  'pricePer',
  'formulaId',
  'formula',
  'formulaBy',
  'deposit',
  'vat',
  'surchargeTax',
  'priceIncludesVat',
  'payBefore',
  'payBeforeUnit',
];
const LINES = ['priceTiers', 'coefficients', 'surcharges', 'paymentMethods'];
const REFUNDS = ['noRefundBefore', 'noRefundBeforeUnit', 'fullRefundFrom', 'fullRefundFromUnit'];
const RULES = ['rules', 'rulesFile'];
const PARTNER = ['partnerId', 'commissionRate', 'warrantyDays', 'dispatch', 'otherPartnerIds'];
const BRINGS = ['directions', 'priceList'];

/** Fields in the order of the form: description, opening hours, limits, prices. */
export const FORM_FIELDS = [
  ...WHAT,
  ...SHOWN,
  'serveTime',
  'timeStep',
  ...LIMITS,
  'bookers',
  ...MONEY,
  ...LINES,
  ...REFUNDS,
  'tiers',
  ...RULES,
  ...PARTNER,
  ...BRINGS,
];

/** Amenity form; booking fields appear only if it can be booked. */
export function UtilityFields() {
  const { t } = useTranslation('utility');
  return (
    <>
      <FormPart title={t('form.what')}>
        <FieldInputs names={WHAT} />
        <FieldInputs wide names={SHOWN} />
        <ProposedCode />
      </FormPart>
      <FormPart title={t('form.times')}>
        <PaintedWeek />
        <FieldInputs wide names={['serveTime']} />
        <FieldInputs names={['timeStep']} />
      </FormPart>
      <FormPart title={t('form.limits')}>
        <FieldInputs names={LIMITS} />
        <FieldInputs wide names={['bookers']} />
      </FormPart>
      <FormPart title={t('form.money')}>
        <FieldInputs names={MONEY} />
        <FieldInputs wide names={LINES} />
        <PriceExample />
      </FormPart>
      <FormPart title={t('form.refunds')}>
        <FieldInputs names={REFUNDS} />
        <FieldInputs wide names={['tiers']} />
        <RefundPicture />
      </FormPart>
      <FormPart title={t('form.rules')}>
        <FieldInputs wide names={RULES} />
      </FormPart>
      <FormPart title={t('form.partner')}>
        <FieldInputs names={PARTNER} />
        <FieldInputs wide names={BRINGS} />
      </FormPart>
      <FormPart title={t('app.title')}>
        <AppPreview />
      </FormPart>
    </>
  );
}
