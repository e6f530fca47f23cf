import { tariff } from '@lobby/shared/modules/tariff.ts';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { Example } from './Example.tsx';
import { Templates } from './Templates.tsx';

const PAIRS = [
  ...['name', 'serviceId', 'effectiveFrom', 'formula', 'perPerson', 'norm', 'fixedFee', 'priceIncludesVat'],
  ...['vatRate', 'surchargeRate', 'discountType', 'discount', 'priceDisplay'],
];
const WIDE = ['tiers', 'note'];
const FORM = {
  size: 'wide' as const,
  fields: [...PAIRS, ...WIDE],
  children: (
    <>
      <Templates />
      <FieldPairs names={PAIRS} wide={WIDE} />
      <Example />
    </>
  ),
};
const WIDTHS = {
  name: 240,
  serviceId: 200,
  effectiveFrom: 124,
  formula: 160,
  fixedFee: 120,
  vatRate: 96,
  surchargeRate: 96,
};

/** The prices of services, each from its day on. */
export function Component() {
  return <RecordsPage definition={tariff} widths={WIDTHS} hidden={['priceIncludesVat', 'createdAt']} form={FORM} />;
}
