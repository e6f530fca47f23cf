import { parcel } from '@lobby/shared/modules/parcel.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(
  ['unitId', 'residentId', 'recipientName', 'kind', 'carrier', 'trackingNumber', 'shelf'],
  ['images', 'note'],
);
const WIDTHS = { code: 144, unitId: 96, recipientName: 180, kind: 100, carrier: 148, shelf: 96, status: 116 };
const HIDDEN = ['residentId', 'trackingNumber', 'handedOverTo', 'handedOverAt'];

/** Parcels that the desk keeps for households. */
export function Component() {
  return <RecordsPage definition={parcel} widths={WIDTHS} hidden={HIDDEN} form={FORM} />;
}
