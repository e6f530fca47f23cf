import { parcel } from '@lobby/shared/modules/parcel.ts';
import { Package } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useDetail } from '../../kit/live/useRows.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { PrintedList } from '../../kit/ui/pages/PrintedList.tsx';
import { PrintedPage } from '../../kit/ui/pages/PrintedPage.tsx';
import { QrCode } from '../../kit/ui/qr/QrCode.tsx';
import { styleClass } from '../../theme/classes.ts';

const stickerClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '4mm',
  w: '90mm',
  minH: '50mm',
  p: '4mm',
  bg: '#fff',
  color: '#15191c',
  boxShadow: 'pop',
  '& svg': { w: '32mm', h: '32mm', flex: 'none' },
  // Large enough to read from the other end of the shelf.
  '& strong': { display: 'block', fontSize: '28pt', lineHeight: '1.1' },
  '@media print': { boxShadow: 'none' },
});
const SHELF_COLUMNS = ['code', 'unitId', 'recipientName', 'kind', 'quantity', 'receivedAt'] as const;
const HAND_COLUMNS = ['code', 'unitId', 'recipientName', 'kind', 'quantity', 'shelf'] as const;

/** Print view of a sticker, of the parcels by shelf, or of a handover list with signatures. */
export function Component() {
  const { t } = useTranslation(parcel.name);
  const [params] = useSearchParams();
  const sheet = params.get('sheet');
  if (sheet === 'sticker') return <Sticker id={params.get('id') ?? ''} />;
  if (sheet === 'handover')
    return (
      <PrintedList
        definition={parcel}
        title={t('print.handover')}
        columns={HAND_COLUMNS}
        boxes={[t('print.taker'), t('print.signature')]}
      />
    );
  return <PrintedList definition={parcel} title={t('print.shelf')} columns={SHELF_COLUMNS} by="shelf" />;
}

function Sticker({ id }: { id: string }) {
  const { idUnitGroup = '' } = useParams();
  const { t } = useTranslation(parcel.name);
  const { dateTime } = useFormats();
  const { data, error } = useDetail(parcel, id, { scope: { projectId: idUnitGroup } });
  return (
    <PrintedPage title={t('print.sticker')} icon={Package} state={data ? 'ready' : error ? 'failed' : 'loading'}>
      {data && (
        <article className={stickerClass()} data-paper="text">
          <QrCode text={data.code ?? ''} label={data.code ?? ''} />
          <div>
            <strong>
              <RefName to="unit" id={data.unitId} />
            </strong>
            <p>{data.code}</p>
            {data.shelf && (
              <p>
                {t('fields.shelf')} {data.shelf}
              </p>
            )}
            {data.receivedAt && <p>{dateTime(data.receivedAt)}</p>}
          </div>
        </article>
      )}
    </PrintedPage>
  );
}
