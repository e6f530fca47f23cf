import { type ParcelRow, parcel } from '@lobby/shared/modules/parcel.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { Row } from '../../kit/base/matches.ts';
import { dataOf } from '../../kit/http/api.ts';
import type { DetailDrawerProps } from '../../kit/ui/detail/detail-props.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { PrintButton } from '../../kit/ui/list/export/PrintButton.tsx';
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

const SECTIONS: DetailDrawerProps<typeof parcel>['sections'] = [
  ['what', ['kind', 'shelf', 'quantity', 'carrier', 'trackingCode', 'photos', 'note', 'staffNote']],
  ['who', ['residentId', 'recipientPhone', 'receivedById', 'takerId', 'takerName']],
  [
    'handled',
    ['handedAt', 'handedById', 'proof', 'signature', 'handPhotos', 'remindersSent', 'nextReminderOn', 'reason'],
  ],
];

/** `Shelf B6`; a place in words of its own stands as it is. */
function Shelf({ row }: { row: Row }) {
  const { t } = useTranslation(parcel.name);
  const { shelf } = dataOf<ParcelRow>(row);
  return shelf && /^\S+$/.test(shelf) ? t('onShelf', { shelf }) : shelf;
}

export function Component() {
  const { t } = useTranslation(parcel.name);
  const navigate = useNavigate();
  const { idUnitGroup = '' } = useParams();
  return (
    <RecordsPage
      definition={parcel}
      widths={WIDTHS}
      form={FORM}
      headExtras={
        <PrintButton
          to="parcels"
          sheets={[
            ['shelf', t('print.shelf')],
            ['handover', t('print.handover')],
          ]}
        />
      }
      detail={{
        facts: ['recipientName', 'receivedAt'],
        meta: row => <Shelf row={row} />,
        sections: SECTIONS,
        more: ({ id }) => [
          {
            key: 'sticker',
            label: t('print.sticker'),
            icon: Printer,
            onSelect: () => void navigate(`/print/${idUnitGroup}/parcels?sheet=sticker&id=${id}`),
          },
        ],
      }}
    />
  );
}
