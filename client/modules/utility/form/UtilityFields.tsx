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
] as const;
const SHOWN = ['photos', 'description'] as const;
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
] as const;
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
] as const;
const LINES = ['priceTiers', 'coefficients', 'surcharges', 'paymentMethods'] as const;
const REFUNDS = ['noRefundBefore', 'noRefundBeforeUnit', 'fullRefundFrom', 'fullRefundFromUnit'] as const;
const RULES = ['rules', 'rulesFile'] as const;
const PARTNER = ['partnerId', 'commissionRate', 'warrantyDays', 'dispatch', 'otherPartnerIds'] as const;
const BRINGS = ['directions', 'priceList'] as const;

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
] as const;

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
