import { tariff } from '@lobby/shared/modules/tariff.ts';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { Example } from './Example.tsx';
import { Templates } from './Templates.tsx';

const PAIRS = [
  ...['name', 'serviceId', 'effectiveFrom', 'pricing', 'unitPrice', 'formulaType', 'tierPeople', 'noPeopleTier'],
  ...['norm', 'normPer', 'fixedFee', 'vatKind', 'vat', 'vatIncluded', 'surchargeTax', 'discountType'],
  ...['discountPercent', 'discountAmount', 'priceDisplay', 'source'],
];
const WIDE = ['priceList', 'tiers', 'parts', 'note'];
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
  pricing: 130,
  formulaType: 160,
  fixedFee: 120,
  vat: 96,
  surchargeTax: 96,
};

/** The prices of services, each from its day on. */
export function Component() {
  return (
    <RecordsPage
      definition={tariff}
      widths={WIDTHS}
      hidden={['unitPrice', 'norm', 'discountType', 'vatKind', 'vatIncluded', 'createdAt']}
      form={FORM}
    />
  );
}
