import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';

interface Line {
  roomId: string;
  itemId: string;
  quantity: number;
  required: boolean;
}

/** The lines of a template, room by room. */
export function LinesTab({ id }: { id: string }) {
  const { t } = useTranslation('handover-template');
  const { number } = useFormats();
  const { row } = useRecord(handoverTemplate, id);
  const { lines } = (row ?? {}) as { lines?: Line[] };
  if (!lines) return <SkeletonRows />;
  const rooms = [...Map.groupBy(lines, ({ roomId }) => roomId)];
  return (
    <DetailBody>
      {rooms.map(([roomId, own]) => (
        <section key={roomId}>
          <h3>
            <RefName to={propertyRoom.name} id={roomId} />
          </h3>
          <FigureTable<Line>
            label={t('fields.lines')}
            rows={own}
            keyOf={({ itemId }) => itemId}
            columns={[
              {
                key: 'itemId',
                label: t('fields.itemId'),
                cell: ({ itemId }) => <RefName to={propertyItem.name} id={itemId} />,
              },
              {
                key: 'quantity',
                label: t('fields.quantity'),
                figure: true,
                cell: ({ quantity }) => number(quantity),
              },
              {
                key: 'required',
                label: t('fields.required'),
                cell: ({ required }) => t(required ? 'required.yes' : 'required.no'),
              },
            ]}
          />
        </section>
      ))}
    </DetailBody>
  );
}
