import { parcel } from '@lobby/shared/modules/parcel.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(
  ['unitId', 'residentId', 'recipientName', 'recipientPhone', 'kind', 'quantity', 'carrier', 'trackingCode', 'shelf'],
  ['photos', 'again', 'note', 'staffNote'],
);
const WIDTHS = {
  unitId: 96,
  recipientName: 180,
  kind: 100,
  carrier: 148,
  shelf: 96,
  receivedAt: 152,
};
const HIDDEN = ['residentId', 'trackingCode', 'takerName', 'handedAt', 'proof', 'createdAt'];

/** Parcels that the desk keeps for households. */
export function Component() {
  return <RecordsPage definition={parcel} widths={WIDTHS} hidden={HIDDEN} form={FORM} />;
}
