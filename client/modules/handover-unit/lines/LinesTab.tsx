import { HANDOVER, handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { GripVertical, Plus } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../kit/base/matches.ts';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { applyRows, turnNow } from '../../../kit/records/records.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { AddItems } from './AddItems.tsx';
import type { TemplateLine } from './template-line.ts';

const DRAGGED = 'text/x-template-line';
const keyOf = ({ roomId, itemId }: TemplateLine) => `${roomId} ${itemId}`;

const gripClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  cursor: 'grab',
  minH: 'target',
  textAlign: 'start',
  '& svg': { w: '4', h: '4', color: 'fg.muted', flex: 'none' },
});

/** Lines after moving one next to another of the same room; null where that is not possible. */
function moved(lines: readonly TemplateLine[], from: string, to: string): TemplateLine[] | null {
  const [taken, target] = [from, to].map(key => lines.find(line => keyOf(line) === key));
  if (!taken || !target || taken === target || taken.roomId !== target.roomId) return null;
  const down = lines.indexOf(taken) < lines.indexOf(target);
  const rest = lines.filter(line => line !== taken);
  rest.splice(rest.indexOf(target) + (down ? 1 : 0), 0, taken);
  return rest;
}

/** Lines of a template by room; moved by drag or Alt and arrow keys. */
export function LinesTab({ id }: { id: string }) {
  const { t } = useTranslation('handover-template');
  const { number } = useFormats();
  const may = useCan(HANDOVER, 'write');
  const { row } = useRecord(handoverTemplate, id);
  const { error, code, run } = useSubmit();
  const [adding, setAdding] = useState(false);
  const lines: readonly TemplateLine[] | undefined = row?.lines;
  if (!lines) return <SkeletonRows />;
  const keep = (next: readonly TemplateLine[]) =>
    run(async () => {
      const turn = turnNow();
      const body = { version: row?.version, lines: next };
      const { data } = await request<RecordOf<typeof handoverTemplate>>('PUT', `${handoverTemplate.path}/${id}`, {
        ...scopeNow(),
        body,
      });
      applyRows(handoverTemplate.name, [data], { kind: 'answer', turn, detail: true });
    });
  const move = (from: string, to: string) => {
    const next = moved(lines, from, to);
    if (next) void keep(next);
  };
  const rooms = [...Map.groupBy(lines, ({ roomId }) => roomId)];
  const grip = (line: TemplateLine, siblings: readonly TemplateLine[]) => ({
    draggable: true,
    title: t('lines.move'),
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(DRAGGED, keyOf(line)),
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      move(event.dataTransfer.getData(DRAGGED), keyOf(line));
    },
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const target = by && event.altKey ? siblings[siblings.indexOf(line) + by] : undefined;
      if (!target) return;
      event.preventDefault();
      move(keyOf(line), keyOf(target));
    },
  });
  return (
    <DetailBody>
      {may && (
        <p>
          <Button icon={Plus} size="sm" onClick={() => setAdding(true)}>
            {t('lines.add')}
          </Button>
        </p>
      )}
      <Refused error={error} code={code} />
      {rooms.map(([roomId, ofRoom]) => (
        <section key={roomId}>
          <h3>
            <RefName to={propertyRoom.name} id={roomId} />
          </h3>
          <FigureTable<TemplateLine>
            label={t('fields.lines')}
            rows={ofRoom}
            keyOf={({ itemId }) => itemId}
            columns={[
              {
                key: 'itemId',
                label: t('fields.itemId'),
                cell: line =>
                  may ? (
                    <button type="button" className={gripClass()} {...grip(line, ofRoom)}>
                      <GripVertical />
                      <RefName to={propertyItem.name} id={line.itemId} />
                    </button>
                  ) : (
                    <RefName to={propertyItem.name} id={line.itemId} />
                  ),
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
      {adding && (
        <AddItems
          lines={lines}
          onClose={() => setAdding(false)}
          onAdd={fresh => {
            setAdding(false);
            void keep([...lines, ...fresh]);
          }}
        />
      )}
    </DetailBody>
  );
}
